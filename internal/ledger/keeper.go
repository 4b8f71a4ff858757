package ledger

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"crosscut/internal/durable"
)

// Keeper keeps a ledger in a file. The file always holds a whole ledger, because
// [durable.Write] replaces it. Keeper writes at most once a second, and spends at most a
// twentieth of the time on it.
type Keeper struct {
	name   string
	before func() error

	mu     sync.Mutex
	ledger Ledger
	dirty  bool
	timer  *time.Timer
	due    time.Time // earliest time of the next write
	err    error     // the first error of a write

	saving sync.Mutex // held while the file is written
}

// keepEvery is the least time between two writes.
const keepEvery = time.Second

// Keep starts to keep a ledger in the named file, and writes it at once. If before is not
// nil, it runs before each write. It stores the results that the ledger is about to
// report as finished.
func Keep(name string, l *Ledger, before func() error) (*Keeper, error) {
	k := &Keeper{name: name, before: before, ledger: *l, dirty: true}
	k.ledger.Entries = slices.Clone(l.Entries)
	return k, k.Save()
}

// Add adds an entry. The file has it about a second later. The error is the first error
// of an earlier write.
func (k *Keeper) Add(e Entry) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ledger.Entries = append(k.ledger.Entries, e)
	k.dirty = true
	k.plan()
	return k.err
}

// plan schedules a write if there is anything new. The caller holds mu.
func (k *Keeper) plan() {
	if k.dirty && k.timer == nil && k.err == nil {
		k.timer = time.AfterFunc(time.Until(k.due), func() { k.Save() }) // the next call returns the error
	}
}

// Save writes the file now, if there is anything new. It returns the first error so far.
func (k *Keeper) Save() error {
	k.saving.Lock()
	defer k.saving.Unlock()
	k.mu.Lock()
	if k.timer != nil {
		k.timer.Stop()
		k.timer = nil
	}
	if !k.dirty || k.err != nil {
		defer k.mu.Unlock()
		return k.err
	}
	now := k.ledger
	now.Entries = slices.Clone(now.Entries)
	k.dirty = false
	k.mu.Unlock()

	slices.SortStableFunc(now.Entries, func(a, b Entry) int { return cmp.Compare(a.Cube, b.Cube) })
	start := time.Now()
	var err error
	if k.before != nil {
		err = k.before()
	}
	if err == nil {
		err = durable.Write(k.name, now.Write)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.due = time.Now().Add(max(keepEvery, 20*time.Since(start)))
	k.err = err
	k.plan() // for entries that came meanwhile
	return k.err
}
