package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"crosscut/internal/durable"
)

// Journal is a ledger that grows at its end. An entry is on the disk when [Journal.Add]
// returns. So a program can acknowledge a result then. A crash loses at most the entries
// whose Add has not returned. Any goroutine may use it.
//
// Nothing is ever cut from the file. A crash or a full disk may leave a torn line at the
// end. The next [OpenJournal] ends that line, and readers drop it.
type Journal struct {
	mu      sync.Mutex
	file    durable.File
	header  Header
	release func()
	err     error // the first error; no entry is taken after it
}

// errOtherRun is what errors.Is finds when a journal is about another run.
var errOtherRun = errors.New("the ledger of another run: puzzle, cubes or kind differ")

// errHeader is the error for a header that no reader takes.
var errHeader = errors.New("the header of a new ledger is invalid: it needs a kind, and numbers that are not too large")

// OpenJournal opens the named ledger to append to it. It makes a new one if there is none.
// It calls each with the entries that are there already, unless each is nil. It returns the
// number of damaged lines, which it drops. It takes the memory of one line.
//
// h.Format and h.Version may be empty: OpenJournal sets them. h needs Kind and Cubes. A file
// whose header is another one is an error. So h.Puzzle and h.Split should say which puzzle
// and which cubes the run has.
//
// The first error of each ends the reading, and is returned. A lock keeps other programs
// from the file until [Journal.Close].
func OpenJournal(name string, h Header, each func(Entry) error) (j *Journal, dropped int, err error) {
	if name == "" {
		return nil, 0, errNoName
	}
	if name, err = durable.Resolve(name); err != nil {
		return nil, 0, err
	}
	release, err := durable.LockBeside(name)
	if err != nil {
		return nil, 0, err
	}
	if j, dropped, err = openJournalOn(durable.OS, name, h, each); err != nil {
		release()
		return nil, 0, err
	}
	j.release = release
	return j, dropped, nil
}

// openJournalOn is OpenJournal on another file system, without a lock.
func openJournalOn(fsys durable.FS, name string, h Header, each func(Entry) error) (*Journal, int, error) {
	h.Format, h.Version = Format, Version
	if err := begin(fsys, name, h); err != nil {
		return nil, 0, err
	}
	file, err := fsys.Append(name)
	if err != nil {
		return nil, 0, err
	}
	j := &Journal{file: file, header: h}
	if err = j.endLine(); err == nil {
		var dropped int
		if dropped, err = j.read(each); err == nil {
			return j, dropped, nil
		}
	}
	return nil, 0, cmp.Or(fmt.Errorf("%s: %w", name, err), file.Close())
}

// begin writes the header if there is no file, or an empty one. The file appears with its
// whole header, so a crash leaves no torn one. It makes no file that could not be read back.
func begin(fsys durable.FS, name string, h Header) error {
	file, err := fsys.Open(name)
	if err == nil {
		size, sizeErr := file.Size()
		if err := cmp.Or(sizeErr, file.Close()); err != nil || size > 0 {
			return err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	fresh := &Ledger{Header: h}
	var text bytes.Buffer
	if err := fresh.Write(&text); err != nil {
		return err
	}
	if _, err := NewReader(&text); err != nil {
		return errHeader
	}
	return durable.WriteOn(fsys, name, fresh.Write)
}

// entries returns a reader of the file as it is now.
func (j *Journal) entries() (*Reader, error) {
	size, err := j.file.Size()
	if err != nil {
		return nil, err
	}
	in, err := NewReader(io.NewSectionReader(j.file, 0, size))
	if err == nil && in.Header != j.header {
		return nil, errOtherRun
	}
	return in, err
}

// endLine ends a torn last line of a ledger of this run.
func (j *Journal) endLine() error {
	if _, err := j.entries(); err != nil {
		return err
	}
	size, err := j.file.Size()
	if err != nil {
		return err
	}
	var last [1]byte
	if _, err := j.file.ReadAt(last[:], size-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = j.file.Write([]byte("\n"))
	return err
}

// read calls each with the entries, and returns the number of damaged lines.
func (j *Journal) read(each func(Entry) error) (dropped int, err error) {
	in, err := j.entries()
	if err != nil {
		return 0, err
	}
	for {
		e, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			return in.Dropped, nil
		case err != nil:
			return 0, err
		case each == nil:
		default:
			if err := each(e); err != nil {
				return 0, err
			}
		}
	}
}

// Each calls each with the entries on the disk, in their order, until it returns an error.
// The journal takes no entries meanwhile, and each may not call its methods. Time is
// O(file); memory is that of one line.
func (j *Journal) Each(each func(Entry) error) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil || j.file == nil {
		return cmp.Or(j.err, errClosed)
	}
	_, err := j.read(each)
	return err
}

// line returns an entry as a line. An entry that a reader would drop is an error.
func (j *Journal) line(e *Entry) ([]byte, error) {
	line, err := Line(j.header, *e)
	if err != nil {
		return nil, err
	}
	if reader := (Reader{Header: j.header}); len(line) > maxLine || !reader.has(e) {
		return nil, fmt.Errorf("an entry of cube %.40q with invalid fields", e.ID())
	}
	return line, nil
}

// Add appends entries and waits until they are on the disk. It waits once, so many entries
// together take little more time than one. An entry needs Cube, Count and, with the kind
// [Digest], Digest. An entry that a reader would drop is an error, and then none is written.
// A second entry of the same cube is written, too. After an error of the file, every call returns that error.
func (j *Journal) Add(entries ...Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil || j.file == nil {
		return cmp.Or(j.err, errClosed)
	}
	var text bytes.Buffer
	for i := range entries {
		line, err := j.line(&entries[i])
		if err != nil {
			return err
		}
		text.Write(line) // never fails
	}
	if _, j.err = j.file.Write(text.Bytes()); j.err == nil {
		j.err = j.file.Sync()
	}
	return j.err
}

// errClosed is the error of a journal that is closed or was never open.
var errClosed = errors.New("the journal is closed")

// Close closes the file and gives the lock back.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	var err error
	if j.file != nil {
		err = j.file.Close()
	}
	if j.file = nil; j.release != nil {
		j.release()
		j.release = nil
	}
	return err
}
