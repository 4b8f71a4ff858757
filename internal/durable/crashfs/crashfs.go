// Package crashfs is a file system in memory for tests. It knows what was synced. It can
// end a program at any operation, and it can lose what a loss of power may lose.
//
// The model: a sync of a file stores its content; a sync of the folder stores the names.
// After a loss of power, each name that was not stored is there or not. Each file has its
// stored content, a beginning of the newer content, and then zeros up to some length. All
// choices come from a seed and are made in the order of the names, so a seed repeats them.
//
// The idea is that of CrashClone in github.com/cockroachdb/pebble/vfs.
package crashfs

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"crosscut/internal/durable"
)

// ErrStopped is the error of every operation after the last one that the program may do.
var ErrStopped = errors.New("the program has ended")

// FS is a file system with one folder. It may be used from several goroutines: those of an
// ended program may still run.
type FS struct {
	mu            sync.Mutex       // guards all fields, and the content of all nodes
	names, stored map[string]*node // as the program sees them, and as they would survive
	random        *rand.Rand
	temporaries   int
	left          int // operations that the program may still do; negative for all
}

// node is a file, whatever its name.
type node struct{ data, stored []byte }

// New returns an empty file system. Its choices come from the seed.
func New(seed uint64) *FS {
	return &FS{names: map[string]*node{}, stored: map[string]*node{}, random: rand.New(rand.NewPCG(seed, 0)), left: -1}
}

// lock locks the file system until the returned function is called.
func (f *FS) lock() (unlock func()) {
	f.mu.Lock()
	return f.mu.Unlock
}

// StopAfter makes all operations fail after n more that change something. The operation
// at which the program ends may write a part of its text.
func (f *FS) StopAfter(n int) {
	defer f.lock()()
	f.left = n
}

// Stopped reports whether the program has ended.
func (f *FS) Stopped() bool {
	defer f.lock()()
	return f.left == 0
}

// Restart lets a new program go on after the end of the last one. With powerCut it loses
// what was not synced.
func (f *FS) Restart(powerCut bool) {
	defer f.lock()()
	f.left = -1
	if powerCut {
		f.cutPower()
	}
}

func (f *FS) cutPower() {
	after := map[string]*node{}
	all := maps.Clone(f.stored)
	maps.Copy(all, f.names)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		n := f.names[name]
		if n != f.stored[name] && f.random.IntN(2) == 0 {
			n = f.stored[name]
		}
		if n != nil {
			after[name] = n
		}
	}
	f.names, f.stored = after, maps.Clone(after)
	for _, name := range slices.Sorted(maps.Keys(after)) {
		n := after[name]
		n.data = f.survives(n)
		n.stored = bytes.Clone(n.data)
	}
}

// survives returns what is left of a file: a beginning of the new content, then the stored
// content, then zeros.
func (f *FS) survives(n *node) []byte {
	if bytes.Equal(n.data, n.stored) {
		return bytes.Clone(n.data)
	}
	short, long := min(len(n.data), len(n.stored)), max(len(n.data), len(n.stored))
	left := make([]byte, short+f.random.IntN(long-short+1))
	copy(left, n.stored)
	copy(left[:f.random.IntN(len(left)+1)], n.data)
	return left
}

// Set makes a file with a content that is stored.
func (f *FS) Set(name, text string) {
	defer f.lock()()
	n := &node{[]byte(text), []byte(text)}
	f.names[name], f.stored[name] = n, n
}

// Get returns the content of a file, or "" if there is none.
func (f *FS) Get(name string) string {
	defer f.lock()()
	if n := f.names[name]; n != nil {
		return string(n.data)
	}
	return ""
}

// Names returns the names of the files in a folder, in order.
func (f *FS) Names(folder string) ([]string, error) {
	defer f.lock()()
	if f.left == 0 {
		return nil, ErrStopped
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(f.names)) {
		if rest, ok := strings.CutPrefix(name, folder+"/"); ok {
			names = append(names, rest)
		}
	}
	return names, nil
}

// step does one operation that changes something, unless the program has ended.
func (f *FS) step() error {
	if f.left > 0 {
		f.left--
	}
	if f.left == 0 {
		return ErrStopped
	}
	return nil
}

func (f *FS) find(name string) (*node, error) {
	if f.left == 0 {
		return nil, ErrStopped
	}
	if n := f.names[name]; n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

// Open is for reading; see [durable.FS] for all operations.
func (f *FS) Open(name string) (durable.File, error) {
	defer f.lock()()
	n, err := f.find(name)
	return &file{fs: f, node: n}, err
}

// Append opens or makes a file, to append to it.
func (f *FS) Append(name string) (durable.File, error) {
	defer f.lock()()
	if f.names[name] == nil {
		if err := f.step(); err != nil {
			return nil, err
		}
		f.names[name] = new(node)
	}
	n, err := f.find(name)
	return &file{fs: f, node: n, appending: true}, err
}

// Temp makes a file with a new name.
func (f *FS) Temp(name string) (durable.File, string, error) {
	defer f.lock()()
	if err := f.step(); err != nil {
		return nil, "", err
	}
	f.temporaries++
	temporary := fmt.Sprintf("%s.%d.tmp", name, f.temporaries)
	f.names[temporary] = new(node)
	return &file{fs: f, node: f.names[temporary]}, temporary, nil
}

// Rename moves a file and replaces what has the new name.
func (f *FS) Rename(from, to string) error {
	defer f.lock()()
	n, err := f.find(from)
	if err = cmp.Or(err, f.step()); err == nil {
		delete(f.names, from)
		f.names[to] = n
	}
	return err
}

// Remove takes a name away.
func (f *FS) Remove(name string) error {
	defer f.lock()()
	_, err := f.find(name)
	if err = cmp.Or(err, f.step()); err == nil {
		delete(f.names, name)
	}
	return err
}

// SyncFolder stores all names.
func (f *FS) SyncFolder(string) error {
	defer f.lock()()
	if err := f.step(); err != nil {
		return err
	}
	f.stored = maps.Clone(f.names)
	return nil
}

type file struct {
	fs        *FS
	node      *node
	at        int64
	appending bool
}

func (f *file) Write(text []byte) (int, error) {
	defer f.fs.lock()()
	if f.appending {
		f.at = int64(len(f.node.data))
	}
	n, err := f.writeAt(text, f.at)
	f.at += int64(n)
	return n, err
}

func (f *file) writeAt(text []byte, at int64) (int, error) {
	if f.fs.left == 0 {
		return 0, ErrStopped
	}
	err := f.fs.step()
	if err != nil {
		text = text[:f.fs.random.IntN(len(text)+1)]
	}
	if more := int(at) + len(text) - len(f.node.data); more > 0 {
		f.node.data = append(f.node.data, make([]byte, more)...)
	}
	copy(f.node.data[at:], text)
	return len(text), err
}

func (f *file) ReadAt(text []byte, at int64) (int, error) {
	defer f.fs.lock()()
	if f.fs.left == 0 {
		return 0, ErrStopped
	}
	return bytes.NewReader(f.node.data).ReadAt(text, at)
}

func (f *file) Has(name string) (bool, error) {
	defer f.fs.lock()()
	if f.fs.left == 0 {
		return false, ErrStopped
	}
	return f.fs.names[name] == f.node, nil
}

func (f *file) Size() (int64, error) {
	defer f.fs.lock()()
	if f.fs.left == 0 {
		return 0, ErrStopped
	}
	return int64(len(f.node.data)), nil
}

func (f *file) Sync() error {
	defer f.fs.lock()()
	err := f.fs.step()
	if err == nil {
		f.node.stored = bytes.Clone(f.node.data)
	}
	return err
}

func (f *file) Close() error { return nil }
