package durable

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
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
	made    fs.FileInfo // the file if this run made it and published nothing, not even an empty text; otherwise nil
	release func()

	mu    sync.Mutex
	spool spool // written and not yet published
}

// OpenOutput opens an ordinary file to append to, or makes a new one. With locked it keeps
// other runs from the file; the error then matches [ErrInUse] or [ErrNoLocks] when that is
// not possible. Errors name no file, except for a second file beside it.
func OpenOutput(name string, locked bool) (*Output, error) {
	for tries := 1; ; tries++ {
		// A run without results may remove the file after it was opened here.
		if out, err := openNamed(name, locked); !errors.Is(err, errRemoved) || tries == mostTries {
			return out, err
		}
	}
}

// mostTries bounds how often a file is opened again, in case its folder never agrees with it.
const mostTries = 1000

func openNamed(name string, locked bool) (*Output, error) {
	file, made, err := appendTo(name)
	if err != nil {
		return nil, err
	}
	release := func() {}
	if name, err = Resolve(name); err == nil && locked {
		release, err = lockItself(name, file.File)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errRemoved
	}
	if err != nil {
		return nil, cmp.Or(err, file.Close())
	}
	o, err := openOutput(OS, name, file, release)
	if err == nil {
		o.made = made
	}
	return o, err
}

// appendTo opens a file to append to. If it made the file, it also describes it.
func appendTo(name string) (systemFile, fs.FileInfo, error) {
	const flag = os.O_APPEND | os.O_CREATE | os.O_RDWR
	if file, err := os.OpenFile(name, flag|os.O_EXCL, 0o644); err == nil {
		made, err := file.Stat()
		return systemFile{file}, made, err
	}
	file, err := os.OpenFile(name, flag, 0o644)
	return systemFile{file}, nil, err
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
	sum := sha256.New()
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
		if err := record(0); err != nil {
			return err
		}
		o.made = nil
		return nil
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

// Close closes the file and ends the lock. What was written and not published is lost. A file
// that this run made and that is still empty is removed.
func (o *Output) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.spool.close()
	defer o.release()
	size, err := o.file.Size()
	if err := cmp.Or(err, o.file.Close()); err != nil || size > 0 || o.made == nil {
		return err
	}
	if now, err := os.Lstat(o.name); err != nil || !os.SameFile(o.made, now) {
		return nil // another program has moved it away
	}
	_ = o.fsys.Remove(o.name) // at worst an empty file stays
	return nil
}
