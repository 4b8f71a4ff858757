package durable

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FS is a file system, as far as this package and package run need one. [OS] is that
// of the machine. Package crashfs has one in memory that can lose what was not synced.
type FS interface {
	// Open opens a regular file for reading: see [OpenRegular].
	Open(name string) (File, error)

	// Append opens a file for reading and for appending. It makes the file if there is none.
	Append(name string) (File, error)

	// Temp makes a new file beside the named one, to replace it later. It has the
	// permissions of the named file. Its name begins with that name and ends in ".tmp".
	Temp(name string) (file File, temporary string, err error)

	// Rename and Remove do what their namesakes in package os do.
	Rename(from, to string) error
	Remove(name string) error

	// Names returns the names of the files in a folder.
	Names(folder string) ([]string, error)

	// SyncFolder waits until the system has stored the names in the folder of a file.
	SyncFolder(name string) error
}

// File is an open file of an [FS].
type File interface {
	io.Writer
	io.ReaderAt
	Size() (int64, error)
	Has(name string) (bool, error) // whether the file has this name: no other one took it, and nobody took it away
	Sync() error
	Close() error
}

// OS is the file system of the machine.
var OS FS = system{}

type system struct{}

type systemFile struct{ *os.File }

// Sync is the function [Sync].
func (f systemFile) Sync() error { return Sync(f.File) }

// Has reports whether the file has a name.
func (f systemFile) Has(name string) (bool, error) {
	own, err := f.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(own, named), err
}

// Size returns the length of the file in bytes.
func (f systemFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (system) Open(name string) (File, error) {
	file, err := OpenRegular(name)
	if err != nil {
		return nil, err
	}
	return systemFile{file}, nil
}

func (system) Names(folder string) ([]string, error) {
	all, err := os.ReadDir(folder)
	var names []string
	for _, entry := range all {
		names = append(names, entry.Name())
	}
	return names, err
}

func (system) Append(name string) (File, error) {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
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
