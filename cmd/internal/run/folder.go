package run

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"crosscut/internal/base"
	"crosscut/internal/durable"
)

// Folder is a run on the disk. [Join] opens it for a process that adds to it, and [Look] for one that
// only reads. Any goroutine may use it.
type Folder struct {
	fsys   durable.FS
	dir    string
	Header Header
	Name   string       // of this process
	Note   func(string) // takes messages for people; nil takes none

	mu       sync.Mutex
	first    []byte // the header as the checks of other lines have it
	problem  []byte // what the run counts, if this process knows it
	journals map[string]*journal
	damaged  int
	own      *appender   // the journal of this process
	text     *appender   // and its solutions
	added    int         // entries of the journal
	waits    atomic.Bool // for room on the disk
}

// peek returns the header of the run in a folder. It reports whether there is a run.
// A file, and a folder with other files only, are errors.
func peek(dir string) (h Header, there bool, err error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return h, false, fmt.Errorf("%s is a file; a run is a folder, and no checkpoint of an older crosscut", dir)
	}
	if all, err := os.ReadDir(dir); err == nil && len(all) > 0 {
		if _, err := os.Stat(filepath.Join(dir, journals)); errors.Is(err, fs.ErrNotExist) {
			return h, false, fmt.Errorf("%s has other files and no run; name a new folder", dir)
		}
	}
	return peekOn(durable.OS, dir)
}

func peekOn(fsys durable.FS, dir string) (h Header, there bool, err error) {
	f := &Folder{fsys: fsys, dir: dir}
	names, err := f.names()
	for _, name := range names {
		if err = f.open(name, new(journal), func(line []byte) error {
			if there = readLine(nil, line, &h); there {
				return errEnough
			}
			return nil
		}); there || err != nil {
			break
		}
	}
	return h, there, err
}

// errEnough ends a reading.
var errEnough = errors.New("enough was read")

// Join returns the run with this header in a folder, or a new one. The error says what differs if the
// folder has another run, and names the folder.
func Join(dir string, h Header) (*Folder, error) { return joinOn(durable.OS, dir, h) }

func joinOn(fsys durable.FS, dir string, h Header) (*Folder, error) {
	h.Format, h.Version = format, version
	f := &Folder{fsys: fsys, dir: dir, Header: h, Name: ownName(), journals: make(map[string]*journal)}
	first, err := lineOf(nil, h)
	f.first = first
	if was, there, peekErr := peekOn(fsys, dir); peekErr != nil || err != nil {
		return nil, cmp.Or(err, peekErr)
	} else if there {
		err = f.same(was)
	}
	return f, err
}

// Look opens the run in a folder, whichever it is.
func Look(dir string) (*Folder, error) {
	h, there, err := peek(dir)
	if err == nil && !there {
		err = fmt.Errorf("%s has no run", dir)
	}
	if err != nil {
		return nil, err
	}
	return joinOn(durable.OS, dir, h)
}

// say says something to people.
func (f *Folder) say(format string, args ...any) {
	if f.Note != nil {
		f.Note(fmt.Sprintf(format, args...))
	}
}

// same returns an error if a journal of another run is in the folder.
func (f *Folder) same(was Header) error {
	if err := sameRun(f.Header, was); err != nil {
		return fmt.Errorf("%s: %w", f.dir, err)
	}
	return nil
}

// ownName returns a name for this process that no other one has.
func ownName() string {
	host, _ := os.Hostname()
	host = strings.Map(func(r rune) rune {
		if r < '0' || r > 'z' || r > '9' && r < 'A' || r > 'Z' && r < 'a' {
			return '-'
		}
		return r
	}, host)
	return fmt.Sprintf("%.40s-%d-%s", host, os.Getpid(), strings.ToLower(rand.Text()[:6]))
}

// namesIn returns the names of the files in a folder of the run; none if there is no such folder.
func (f *Folder) namesIn(sub string) ([]string, error) {
	all, err := f.fsys.Names(filepath.Join(f.dir, sub))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}

// names returns the names of all journals in order.
func (f *Folder) names() ([]string, error) {
	all, err := f.namesIn(journals)
	all = slices.DeleteFunc(all, func(name string) bool { return !strings.HasSuffix(name, lines) })
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], lines)
	}
	slices.Sort(all)
	return all, err
}

// open reads what is new in a journal.
func (f *Folder) open(name string, j *journal, each func(line []byte) error) error {
	file, err := f.fsys.Open(f.file(journals, name+lines))
	if errors.Is(err, fs.ErrNotExist) { // it had no entries: see Close
		return nil
	}
	if refused := (*fs.PathError)(nil); errors.As(err, &refused) { // the program names the folder of the run alone
		err = fmt.Errorf("%s: %w", refused.Path, refused.Err)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := j.read(file, each); err != nil && !errors.Is(err, errEnough) {
		return fmt.Errorf("%s: %w", f.file(journals, name+lines), err)
	}
	return nil
}

// Restart calls each with the entries of all journals. [Folder.News] goes on from there.
func (f *Folder) Restart(each func(*Entry) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.journals, f.damaged = make(map[string]*journal), 0
	return f.read(f.journals, func(string) bool { return false }, each)
}

// News calls each with the entries that other processes have written since the last
// call.
func (f *Folder) News(each func(*Entry) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read(f.journals, func(name string) bool { return f.own != nil && name == f.Name }, each)
}

// Each calls each with the entries of all journals.
func (f *Folder) Each(each func(*Entry) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	damaged := f.damaged
	err := f.read(make(map[string]*journal), func(string) bool { return false }, each)
	f.damaged = damaged // they were counted
	return err
}

// read calls each with the new entries of the journals that are not left out.
func (f *Folder) read(known map[string]*journal, without func(string) bool, each func(*Entry) error) error {
	names, err := f.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if without(name) {
			continue
		}
		j := known[name]
		if j == nil {
			j = new(journal)
			known[name] = j
		}
		if err := f.open(name, j, func(line []byte) error { return f.take(name, line, each) }); err != nil {
			return err
		}
	}
	return nil
}

// take takes a line of a journal. It drops one that is damaged.
func (f *Folder) take(name string, line []byte, each func(*Entry) error) error {
	var h Header
	e, whole := Entry{in: name}, len(line) <= maxLine
	if whole && readLine(nil, line, &h) {
		return f.same(h)
	}
	if !whole || !readLine(f.first, line, &e) || !e.Belongs(f.Header.Kind) {
		f.damaged++
		return nil
	}
	return each(&e)
}

// Damaged returns how many lines were damaged, and so left out.
func (f *Folder) Damaged() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.damaged
}

// Add appends an entry to the journal of this process, and its solutions to the file beside it. When
// the disk is full, it waits until there is room or ctx ends. A loss of power may lose what came after
// the last [Folder.Sync].
func (f *Folder) Add(ctx context.Context, e Entry, solutions []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.begin(ctx); err != nil {
		return err
	}
	if len(solutions) > 0 {
		at, err := f.write(ctx, f.text, solutions)
		if err != nil {
			return err
		}
		e.Offset, e.Length, e.SHA256 = at, int64(len(solutions)), hashOf(solutions)
	}
	line, err := lineOf(f.first, e)
	if err != nil {
		return err
	}
	if len(line) > maxLine || !e.Belongs(f.Header.Kind) {
		return fmt.Errorf("an entry of cube %.100q with invalid fields", e.Path)
	}
	f.added++
	_, err = f.write(ctx, f.own, line)
	return err
}

func hashOf(text []byte) string {
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}

// Begin makes the journal of this process, so that others learn which run is in the folder.
func (f *Folder) Begin(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.begin(ctx)
}

// keep makes a journal in a folder where no journal says which run it is: the run has no cubes, so no cube
// will ever have an entry there, or all headers are damaged.
func (f *Folder) keep(ctx context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, there, err := peekOn(f.fsys, f.dir); there || err != nil {
		return err
	}
	if err := durable.MkdirAll(f.file(journals, "")); err != nil {
		return err
	}
	f.added++
	return f.begin(ctx)
}

// begin makes the journal of this process.
func (f *Folder) begin(ctx context.Context) error {
	if f.own != nil {
		return nil
	}
	own := &appender{fsys: f.fsys, name: f.file(journals, f.Name+lines)}
	if _, err := f.write(ctx, own, f.first); err != nil {
		return err
	}
	f.own, f.text = own, &appender{fsys: f.fsys, name: f.file(journals, f.Name+texts)}
	return f.keepProblem(ctx)
}

// write appends to a file. While the disk is full, it tries again.
func (f *Folder) write(ctx context.Context, to *appender, text []byte) (at int64, err error) {
	return at, f.withRoom(ctx, func() (err error) {
		at, err = to.write(text)
		return err
	})
}

// withRoom does what writes to the disk. While the disk is full, it does it again. The caller holds mu.
func (f *Folder) withRoom(ctx context.Context, do func() error) error {
	for {
		err := do()
		if !f.isFull(err) {
			f.waits.Store(false)
			return err
		}
		f.mu.Unlock() // others read meanwhile, and show that this process lives
		select {
		case <-ctx.Done():
			f.mu.Lock()
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-time.After(forRoom):
		}
		f.mu.Lock()
	}
}

// isFull reports whether an error says that the disk has no room, so that this process waits. It says so to people.
func (f *Folder) isFull(err error) bool {
	if !full(err) {
		return false
	}
	if waited := f.waits.Swap(true); !waited {
		f.say("%s: %v; waiting for room", f.dir, err)
	}
	return true
}

// Sync waits until the disk has all that this process has added. What somebody has taken away is written again.
func (f *Folder) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range []*appender{f.text, f.own} {
		lost, err := a.again()
		if err != nil {
			return err
		}
		if lost {
			f.say("%s was taken away; what this process found in %s is written again", a.name, base.Plural(f.added, "cube"))
		}
	}
	return cmp.Or(f.text.sync(), f.own.sync())
}

// finish has the disk keep all of a finished run, as far as this process knows it.
func (f *Folder) finish(ctx context.Context) error {
	if err := f.Sync(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.keepProblem(ctx)
}

// lost reports whether somebody took away a journal with entries that this process has read. Those who live
// write their own ones again.
func (f *Folder) lost(lives func(name string) bool) (lost bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	names, err := f.names()
	if err != nil {
		return false, err
	}
	for name, j := range f.journals {
		if j.at > int64(len(f.first)) && name != f.Name && !slices.Contains(names, name) && !lives(name) {
			lost = true
			f.say("%s was taken away; its cubes are searched again", f.file(journals, name+lines))
		}
	}
	return lost, nil
}

// Close ends the use of the folder. A journal without entries is removed.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := cmp.Or(f.text.close(), f.own.close())
	if f.own != nil && f.added == 0 {
		if gone := f.fsys.Remove(f.own.name); !errors.Is(gone, fs.ErrNotExist) {
			err = cmp.Or(err, gone)
		}
	}
	f.own, f.text = nil, nil
	return err
}
