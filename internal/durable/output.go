package durable

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"crosscut/internal/sum256"
)

// Output is a file of results to which runs append. It never shortens the file and never
// changes what another run wrote there. Between [OpenOutput] and Close no other run can
// open it, unless locks are off.
//
// There are two ways to append. [Output.Append] is for results that stand alone. The
// other way is for pieces that belong together and that a ledger describes: [Output.Write]
// takes them, and [Output.Publish] puts them into the file in one step.
//
// # How a piece stays whole
//
// A crash can cut a long write short. The rest of the piece cannot be recognised later
// when another run has appended its results behind it. So Publish first writes the pieces
// to a second file, NAME.pending, which says where they belong. The next run that opens
// the output completes them first, whatever it computes. The idea is that of a rollback
// journal: Hipp, "Atomic commit in SQLite".
type Output struct {
	fsys    FS
	name    string // with links resolved
	file    File
	release func()

	mu    sync.Mutex
	spool spool // written and not yet published
}

// pendingEnding ends the name of the file with pieces on their way to an output.
const pendingEnding = ".pending"

// OpenOutput opens an ordinary file to append to, or makes a new one. With locked it keeps
// other runs from the file; the error then matches [ErrInUse] or [ErrNoLocks] when that is
// not possible. Errors name no file, except for a second file beside it.
func OpenOutput(name string, locked bool) (*Output, error) {
	file, err := OS.Append(name)
	if err != nil {
		return nil, err
	}
	release := func() {}
	if name, err = Resolve(name); err == nil && locked {
		release, err = lockItself(name, file.(systemFile).File)
	}
	if err != nil {
		return nil, cmp.Or(err, file.Close())
	}
	return openOutput(OS, name, file, release)
}

// OpenOutputOn is [OpenOutput] on any file system, without a lock.
func OpenOutputOn(fsys FS, name string) (*Output, error) {
	file, err := fsys.Append(name)
	if err != nil {
		return nil, err
	}
	return openOutput(fsys, name, file, func() {})
}

// openOutput makes an open file ready: it completes what an earlier run left pending,
// makes the name of the file durable, and ends a line that was cut short.
func openOutput(fsys FS, name string, file File, release func()) (*Output, error) {
	o := &Output{fsys: fsys, name: name, file: file, release: release, spool: spool{fsys: fsys, name: name}}
	if err := cmp.Or(o.complete(), fsys.SyncFolder(name)); err != nil {
		return nil, cmp.Or(err, o.Close())
	}
	return o, nil
}

// Size returns the length of the file.
func (o *Output) Size() (int64, error) { return o.file.Size() }

// Holds reports whether the file has a text with that SHA-256 hash at that place.
func (o *Output) Holds(offset, length int64, hash []byte) (bool, error) {
	size, err := o.file.Size()
	if err != nil || offset < 0 || length < 0 || offset > size || length > size-offset {
		return false, err
	}
	sum := sum256.New()
	if _, err := io.Copy(sum, o.Section(offset, length)); err != nil {
		return false, err
	}
	return bytes.Equal(sum.Sum(nil), hash), nil
}

// Section returns a reader of a part of the file.
func (o *Output) Section(offset, length int64) *io.SectionReader {
	return io.NewSectionReader(o.file, offset, length)
}

// Append appends a text and makes it durable.
func (o *Output) Append(text []byte) error {
	if err := o.endLine(); err != nil {
		return err
	}
	if _, err := o.file.Write(text); err != nil {
		return err
	}
	return o.file.Sync()
}

// endLine ends the last line of the file if another program was stopped in the midst of
// it. Otherwise its text and ours would run together.
func (o *Output) endLine() error {
	size, err := o.file.Size()
	if err != nil || size == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := o.file.ReadAt(last, size-1); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if last[0] == '\n' {
		return nil
	}
	_, err = o.file.Write([]byte("\n"))
	return err
}

// Write takes the next part of a text that [Output.Publish] puts into the file later. It
// may be called while Publish runs.
func (o *Output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.spool.write(text)
}

// Publish appends the first n bytes of what Write has taken, and makes them durable.
// Before that it calls record with the place where they will stand. record makes a note of
// the place, durably. Only one call may run at a time.
//
// After a crash there are three cases. Before record has returned, nothing has happened.
// Then for a moment the note names a place where the text is not; see [Output.Holds]. As
// soon as the pending file exists, the text will be at its place: the next OpenOutput
// completes it.
func (o *Output) Publish(n int64, record func(offset int64) error) error {
	if n == 0 {
		return record(0)
	}
	if err := o.endLine(); err != nil {
		return err
	}
	o.mu.Lock()
	text := o.spool.first(n)
	o.mu.Unlock()
	offset, err := o.prepare(text, record)
	if err != nil {
		return err
	}
	if _, err := io.Copy(o.file, text()); err != nil {
		return err
	}
	if err := o.file.Sync(); err != nil {
		return err
	}
	size, err := o.file.Size()
	if err != nil {
		return err
	}
	if size != offset+n {
		return errors.New("another program changed the file while this run appended to it")
	}
	o.mu.Lock()
	o.spool.drop(n)
	o.mu.Unlock()
	return o.fsys.Remove(o.name + pendingEnding)
}

// prepare records where the text will stand and writes the pending file. It does so again
// if a program that knows no locks has appended to the file meanwhile.
func (o *Output) prepare(text func() *io.SectionReader, record func(int64) error) (offset int64, err error) {
	for {
		if offset, err = o.file.Size(); err != nil {
			return 0, err
		}
		if err := record(offset); err != nil {
			return 0, err
		}
		if err := o.writePending(offset, text); err != nil {
			return 0, err
		}
		if size, err := o.file.Size(); err != nil || size == offset {
			return offset, err
		}
	}
}

// Close closes the file and ends the lock. What was written and not published is lost.
func (o *Output) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.spool.close()
	defer o.release()
	return o.file.Close()
}

// The pending file begins with this line. The hash is of the offset, the length and the
// text that follows.
const pendingLine = "crosscut pending 1 %d %d %x\n"

// pendingHash returns the hash of a text and its place.
func pendingHash(offset int64, text *io.SectionReader) ([]byte, error) {
	sum := sum256.New()
	fmt.Fprintf(sum, "%d %d\n", offset, text.Size())
	_, err := io.Copy(sum, text)
	return sum.Sum(nil), err
}

func (o *Output) writePending(offset int64, text func() *io.SectionReader) error {
	hash, err := pendingHash(offset, text())
	if err != nil {
		return err
	}
	return WriteOn(o.fsys, o.name+pendingEnding, func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, pendingLine, offset, text().Size(), hash); err != nil {
			return err
		}
		_, err := io.Copy(w, text())
		return err
	})
}

// complete finishes what an earlier run was about to append when it ended. It leaves the
// file alone when the place holds anything that the text does not explain.
func (o *Output) complete() error {
	name := o.name + pendingEnding
	pending, err := o.fsys.OpenOwn(name, o.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("%s: %v", name, err) // about another file than the caller's
	}
	defer pending.Close()
	offset, text, err := readPending(pending)
	if err != nil {
		return fmt.Errorf("%s: %v", name, err) // about another file than the caller's
	}
	fits, whole, err := o.explains(offset, text)
	if err != nil {
		return err
	}
	if fits && !whole {
		if err := o.put(offset, text); err != nil {
			return err
		}
	}
	return o.fsys.Remove(name)
}

// readPending reads the pending file.
func readPending(file File) (offset int64, text *io.SectionReader, err error) {
	size, err := file.Size()
	if err != nil {
		return 0, nil, err
	}
	head := make([]byte, min(size, 200)) // the line is shorter
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return 0, nil, err
	}
	var length int64
	var hash []byte
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if _, err := fmt.Sscanf(string(line)+"\n", pendingLine, &offset, &length, &hash); err != nil {
		return 0, nil, errNotPending
	}
	if length != size-int64(len(line))-1 {
		return 0, nil, errNotPending
	}
	text = io.NewSectionReader(file, int64(len(line))+1, length)
	got, err := pendingHash(offset, text)
	if err == nil && !bytes.Equal(got, hash) {
		err = errNotPending
	}
	return offset, text, err
}

var errNotPending = errors.New("not a file of crosscut, or damaged; move it away")

// explains compares the file with a text from the offset on. It returns fits if each byte
// there is that of the text, or zero. After a loss of power, zeros may stand for bytes that
// were not stored. whole means that all of the text is there.
func (o *Output) explains(offset int64, text *io.SectionReader) (fits, whole bool, err error) {
	size, err := o.file.Size()
	if err != nil || size < offset {
		return false, false, err
	}
	length := min(text.Size(), size-offset)
	whole = length == text.Size()
	want, got := make([]byte, 1<<16), make([]byte, 1<<16)
	for at := int64(0); at < length; at += int64(len(want)) {
		n := min(int64(len(want)), length-at)
		if _, err := text.ReadAt(want[:n], at); err != nil && !errors.Is(err, io.EOF) {
			return false, false, err
		}
		if _, err := o.file.ReadAt(got[:n], offset+at); err != nil && !errors.Is(err, io.EOF) {
			return false, false, err
		}
		for i := range n {
			if got[i] != want[i] {
				if got[i] != 0 {
					return false, false, nil
				}
				whole = false
			}
		}
	}
	return true, whole, nil
}

// put writes a text at its place, and makes it durable.
func (o *Output) put(offset int64, text *io.SectionReader) error {
	file, err := o.fsys.Update(o.name)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.NewOffsetWriter(file, offset), io.NewSectionReader(text, 0, text.Size()))
	if err == nil {
		err = file.Sync()
	}
	return cmp.Or(err, file.Close())
}

// spool is a text on its way to the output, in a temporary file of its own. So a long text
// takes no memory.
type spool struct {
	fsys      FS
	name      string // of the output
	file      File   // nil when there is no text
	temporary string
	from, to  int64 // the text in the file
}

func (s *spool) write(text []byte) (int, error) {
	if s.file == nil {
		file, temporary, err := s.fsys.Temp(s.name)
		if err != nil {
			return 0, err
		}
		s.file, s.temporary, s.from, s.to = file, temporary, 0, 0
		_ = s.fsys.Remove(temporary) // so it goes with the program; on Windows close removes it
	}
	n, err := s.file.Write(text)
	s.to += int64(n)
	return n, err
}

// first returns a function that reads the first n bytes of the text from their beginning.
func (s *spool) first(n int64) func() *io.SectionReader {
	file, from := s.file, s.from
	return func() *io.SectionReader { return io.NewSectionReader(file, from, n) }
}

// drop takes away the first n bytes of the text.
func (s *spool) drop(n int64) {
	if s.from += n; s.from == s.to {
		s.close()
	}
}

func (s *spool) close() {
	if s.file == nil {
		return
	}
	_ = s.file.Close()             // its text is not needed any more
	_ = s.fsys.Remove(s.temporary) // gone already, except on Windows
	s.file = nil
}
