package durable

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Output is a file of results to which runs append. It never shortens the file and never
// changes what another run wrote there. Between [OpenOutput] and Close no other run can
// open it, unless locks are off.
type Output struct {
	name    string // with links resolved
	file    systemFile
	made    fs.FileInfo // the file if this run made it; otherwise nil
	release func()
}

// OpenOutput opens an ordinary file to append to, or makes a new one. With locked it keeps
// other runs from the file; the error then matches [ErrInUse] or [ErrNoLocks] when that is
// not possible. Errors name no file.
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
	if name, err = resolve(name); err == nil && locked {
		release, err = lockItself(name, file.File)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errRemoved
	}
	if err != nil {
		return nil, cmp.Or(err, file.Close())
	}
	o := &Output{name: name, file: file, made: made, release: release}
	if err := OS.SyncFolder(name); err != nil {
		return nil, cmp.Or(err, o.Close())
	}
	return o, nil
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

// Close closes the file and ends the lock. A file that this run made and that is still empty is
// removed.
func (o *Output) Close() error {
	defer o.release()
	size, err := o.file.Size()
	if err := cmp.Or(err, o.file.Close()); err != nil || size > 0 || o.made == nil {
		return err
	}
	if now, err := os.Lstat(o.name); err != nil || !os.SameFile(o.made, now) {
		return nil // another program has moved it away
	}
	_ = os.Remove(o.name) // at worst an empty file stays
	return nil
}
