package ledger

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"crosscut/internal/durable"
)

// Keeper keeps a ledger in a file. The file always holds a whole ledger: each
// write makes a new file beside it, which takes its place once it is on the disk. Keeper writes at most once a second, and spends at most a
// twentieth of the time on it.
type Keeper struct {
	fsys    durable.FS
	name    string
	publish Publish

	mu     sync.Mutex
	ledger Ledger
	placed int // entries whose solutions are in the other file
	timer  *time.Timer
	due    time.Time // earliest time of the next write
	err    error     // the first error of a write

	saving sync.Mutex // held while the file is written
}

// Publish appends n more bytes to the other file, which has the solutions. Before that it
// calls record with the place where they will stand.
type Publish func(n int64, record func(offset int64) error) error

// Pause returns the least time from the end of a write to the next one, when a write takes so
// long. Tests make it shorter.
var Pause = func(write time.Duration) time.Duration { return max(time.Second, 20*write) }

// Keep starts to keep a ledger in the named file, and writes it at once. publish is nil
// when there is no other file.
func Keep(name string, l *Ledger, publish Publish) (*Keeper, error) {
	return keepOn(durable.OS, name, l, publish)
}

// keepOn is Keep on another file system.
func keepOn(fsys durable.FS, name string, l *Ledger, publish Publish) (*Keeper, error) {
	if l == nil || name == "" {
		return nil, errNoName
	}
	k := &Keeper{fsys: fsys, name: name, publish: publish, ledger: *l}
	k.ledger.Entries = slices.Clone(l.Entries)
	return k, k.save(len(l.Entries))
}

// errNoName is the error of a keeper without a file.
var errNoName = errors.New("no file for the ledger")

// Add adds an entry. If its Length is above 0, its solutions are the next so many bytes
// for publish, and Add ignores its Offset. The file has the entry about a second later.
// The error is the first error of an earlier write.
func (k *Keeper) Add(e Entry) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fsys == nil {
		return errNoName
	}
	k.ledger.Entries = append(k.ledger.Entries, e)
	k.plan()
	return k.err
}

// plan schedules a write if there is anything new. The caller holds mu.
func (k *Keeper) plan() {
	if k.placed < len(k.ledger.Entries) && k.timer == nil && k.err == nil {
		k.timer = time.AfterFunc(time.Until(k.due), func() { k.Save() }) // the next call returns the error
	}
}

// Save writes the file now, if there is anything new. It returns the first error so far.
func (k *Keeper) Save() error {
	k.saving.Lock()
	defer k.saving.Unlock()
	k.mu.Lock()
	placed, all := k.placed, len(k.ledger.Entries)
	if placed == all || k.err != nil {
		defer k.mu.Unlock()
		return k.err
	}
	k.mu.Unlock()
	return k.save(placed)
}

// save writes the file. The first entries, placed of them, are in it already.
func (k *Keeper) save(placed int) error {
	k.mu.Lock()
	if k.timer != nil {
		k.timer.Stop()
		k.timer = nil
	}
	all := slices.Clone(k.ledger.Entries)
	k.mu.Unlock()

	start := time.Now()
	fresh, length := all[placed:], int64(0)
	for _, e := range fresh {
		length += e.Length
	}
	write := func(offset int64) error {
		for i := range fresh {
			if fresh[i].Length > 0 {
				fresh[i].Offset = offset
				offset += fresh[i].Length
			}
		}
		now := Ledger{Header: k.ledger.Header, Entries: slices.Clone(all)}
		slices.SortStableFunc(now.Entries, func(a, b Entry) int { return cmp.Compare(a.Cube, b.Cube) })
		return durable.WriteOn(k.fsys, k.name, now.Write)
	}
	var err error
	if length > 0 {
		err = k.publish(length, write)
	} else {
		err = write(0)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	copy(k.ledger.Entries, all) // their places
	k.placed = len(all)
	k.due = time.Now().Add(Pause(time.Since(start)))
	k.err = err
	k.plan() // for entries that came meanwhile
	return k.err
}
