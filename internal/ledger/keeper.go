package ledger

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Keeper keeps a ledger in a file, which always holds a whole one: it is written anew
// beside it, made durable, and put in its place. That happens at most once a second,
// and takes at most a twentieth of the time.
type Keeper struct {
	name   string
	before func() error

	mu     sync.Mutex
	ledger Ledger
	dirty  bool
	timer  *time.Timer
	due    time.Time // not before which it is written again
	err    error     // the first error of writing

	saving sync.Mutex // held while the file is written
}

// keepEvery is the least time between two writings.
const keepEvery = time.Second

// Keep begins to keep a ledger in the named file, and writes it there at once. If
// before is not nil it is called before each writing, and what it does is to happen
// before it can be told.
func Keep(name string, l *Ledger, before func() error) (*Keeper, error) {
	k := &Keeper{name: name, before: before, ledger: *l, dirty: true}
	k.ledger.Entries = slices.Clone(l.Entries)
	return k, k.Save()
}

// Add adds an entry, which will be in the file a second later or so. The error is that
// of an earlier writing.
func (k *Keeper) Add(e Entry) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ledger.Entries = append(k.ledger.Entries, e)
	k.dirty = true
	k.plan()
	return k.err
}

// plan sees to it that what is new will be written. The lock is held.
func (k *Keeper) plan() {
	if k.dirty && k.timer == nil && k.err == nil {
		k.timer = time.AfterFunc(time.Until(k.due), func() { k.Save() }) // the error comes with the next call
	}
}

// Save writes the file now, if there is anything new.
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
		err = replace(k.name, &now)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.due = time.Now().Add(max(keepEvery, 20*time.Since(start)))
	k.err = err
	k.plan() // for what came meanwhile
	return k.err
}

// replace puts the ledger into the place of the named file, durably.
func replace(name string, l *Ledger) error {
	dir := filepath.Dir(name)
	file, err := os.CreateTemp(dir, filepath.Base(name)+".*.tmp") // a name that nobody has
	if err != nil {
		return err
	}
	err = cmp.Or(l.Write(file), file.Chmod(mode(name)))
	err = cmp.Or(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name())
		return err
	}
	return syncDir(dir)
}

// mode returns the permissions of the named file, or those that a new one has.
func mode(name string) os.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// syncDir makes the names in a directory durable, where the system can.
func syncDir(name string) error {
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	if err := cmp.Or(dir.Sync(), dir.Close()); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}
