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

// OpenJournal opens the named ledger to append to it. It makes a new one if there is none.
// It returns the entries that are there already. A file whose header is another one is an
// error. A lock keeps other programs from the file until [Journal.Close].
func OpenJournal(name string, h Header) (*Journal, *Ledger, error) {
	if name == "" {
		return nil, nil, errNoName
	}
	name, err := durable.Resolve(name)
	if err != nil {
		return nil, nil, err
	}
	release, err := durable.LockBeside(name)
	if err != nil {
		return nil, nil, err
	}
	j, l, err := openJournalOn(durable.OS, name, h)
	if err != nil {
		release()
		return nil, nil, err
	}
	j.release = release
	return j, l, nil
}

// openJournalOn is OpenJournal on another file system, without a lock.
func openJournalOn(fsys durable.FS, name string, h Header) (*Journal, *Ledger, error) {
	h.Format, h.Version = Format, Version
	if err := begin(fsys, name, h); err != nil {
		return nil, nil, err
	}
	file, err := fsys.Append(name)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{file: file, header: h}
	l, err := j.read()
	if err != nil {
		return nil, nil, cmp.Or(fmt.Errorf("%s: %w", name, err), file.Close())
	}
	return j, l, nil
}

// begin writes the header if there is no file, or an empty one. The file appears with its
// whole header, so a crash leaves no torn one.
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
	return durable.WriteOn(fsys, name, (&Ledger{Header: h}).Write)
}

// read reads what is there, and ends a torn last line.
func (j *Journal) read() (*Ledger, error) {
	size, err := j.file.Size()
	if err != nil {
		return nil, err
	}
	l, err := Read(io.NewSectionReader(j.file, 0, size))
	if err != nil {
		return nil, err
	}
	if l.Was != Version || l.Header != j.header {
		return nil, errOtherRun
	}
	var last [1]byte
	if _, err := j.file.ReadAt(last[:], size-1); err != nil {
		return nil, err
	}
	if last[0] == '\n' {
		return l, nil
	}
	if _, err := j.file.Write([]byte("\n")); err != nil {
		return nil, err
	}
	return Read(io.NewSectionReader(j.file, 0, size+1)) // the line may be whole now
}

// Add appends entries and waits until they are on the disk. It waits once, so many entries
// together take little more time than one. An entry that a reader would drop is an error,
// and then none is written. After an error of the file, every call returns that error.
func (j *Journal) Add(entries ...Entry) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil || j.file == nil {
		return cmp.Or(j.err, errClosed)
	}
	var text bytes.Buffer
	reader := Reader{Header: j.header, Was: Version}
	for i := range entries {
		line, err := Line(j.header, entries[i])
		if err != nil {
			return err
		}
		if len(line) > maxLine || !reader.has(&entries[i]) {
			return fmt.Errorf("an entry of cube %.40q with invalid fields", entries[i].ID())
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
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	if j.file = nil; j.release != nil {
		j.release()
	}
	return err
}
