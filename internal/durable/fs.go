package durable

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

// FS is a file system, as far as this package and package ledger need one. [OS] is that
// of the machine. Package crashfs has one in memory that can lose what was not synced.
type FS interface {
	// Open opens a file for reading.
	Open(name string) (File, error)

	// OpenOwn is Open for a file that this user made, or the owner of another file. It
	// follows no link and waits for nothing. It refuses all but ordinary files.
	OpenOwn(name, other string) (File, error)

	// Append opens a file for reading and for appending. It makes the file if there is none.
	Append(name string) (File, error)

	// Update opens a file for reading and for writing at any place. The file must exist.
	Update(name string) (File, error)

	// Temp makes a new file beside the named one, to replace it later. It has the
	// permissions of the named file. Its name begins with that name and ends in ".tmp".
	Temp(name string) (file File, temporary string, err error)

	// Rename and Remove do what their namesakes in package os do.
	Rename(from, to string) error
	Remove(name string) error

	// SyncFolder waits until the system has stored the names in the folder of a file.
	SyncFolder(name string) error
}

// File is an open file of an [FS].
type File interface {
	io.Writer
	io.ReaderAt
	io.WriterAt // not for a file that is open for appending
	Size() (int64, error)
	Sync() error
	Close() error
}

// OS is the file system of the machine.
var OS FS = system{}

type system struct{}

// systemFile is a file of the machine.
type systemFile struct{ *os.File }

// Sync is the function [Sync].
func (f systemFile) Sync() error { return Sync(f.File) }

// Size returns the length of the file in bytes.
func (f systemFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (system) Open(name string) (File, error) { return open(name, os.O_RDONLY) }

func (system) OpenOwn(name, other string) (File, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|notFollowing, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, errors.New("a symbolic link; move it away")
	} else if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	named, namedErr := os.Lstat(name)
	owner, ownerErr := os.Stat(other)
	switch err = cmp.Or(err, namedErr, ownerErr); {
	case err != nil:
	case !info.Mode().IsRegular() || !os.SameFile(info, named):
		err = errors.New("not an ordinary file; move it away")
	case !ownedBy(info, owner):
		err = errors.New("this file belongs to another user; move it away")
	default:
		return systemFile{file}, nil
	}
	return nil, cmp.Or(err, file.Close())
}

func (system) Append(name string) (File, error) {
	return open(name, os.O_APPEND|os.O_CREATE|os.O_RDWR)
}

func (system) Update(name string) (File, error) { return open(name, os.O_RDWR) }

// open opens a file. A new one gets the permissions 0644.
func open(name string, flag int) (File, error) {
	file, err := os.OpenFile(name, flag, 0o644)
	if err != nil {
		return nil, err
	}
	return systemFile{file}, nil
}

func (system) Temp(name string) (File, string, error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.tmp")
	if err != nil {
		return nil, "", err
	}
	if err := file.Chmod(permissions(name)); err != nil {
		_ = cmp.Or(file.Close(), os.Remove(file.Name())) // the first error matters more
		return nil, "", err
	}
	return systemFile{file}, file.Name(), nil
}

func (system) Rename(from, to string) error { return os.Rename(from, to) }
func (system) Remove(name string) error     { return os.Remove(name) }

func (system) SyncFolder(name string) error {
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer folder.Close()
	return syncFolder(folder)
}
