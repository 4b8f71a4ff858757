// Package durable writes files that are whole after a crash, whenever it comes.
//
// A file is written under another name in the same folder, and then renamed. A
// rename replaces the old file in one step. It survives a loss of power only when the
// file was synced before and its folder is synced after. On Linux, [Write] makes these
// calls:
//
//	openat(FOLDER/NAME.RANDOM.tmp, O_CREAT|O_EXCL), fchmod
//	write, as often as the content needs
//	fsync, close
//	renameat(FOLDER/NAME.RANDOM.tmp, FOLDER/NAME)
//	openat(FOLDER), fsync, close
//
// The order follows Pillai et al., "All file systems are not created equal", OSDI 2014.
package durable

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// fsync waits until the system has stored a file or folder. Tests watch it.
var fsync = (*os.File).Sync

// Write replaces the named file by what content writes, or makes a new file. It returns
// nil when the new content would survive a loss of power.
//
// After an error or a crash the file has the old content or the new content, each in
// whole. An error of content, or one before the rename, leaves the old file in place. A
// crash may leave a temporary file whose name ends in ".tmp".
//
// A replaced file keeps its permissions; a new one has 0644. A symbolic link is replaced,
// and not the file that it names. Errors carry name, never the temporary name.
func Write(name string, content func(io.Writer) error) error { return WriteOn(OS, name, content) }

// Text returns a content for [Write] that is there as a whole already.
func Text(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// WriteOn is [Write] on any file system.
func WriteOn(fsys FS, name string, content func(io.Writer) error) error {
	temporary, err := writeTemporary(fsys, name, content)
	if err != nil {
		return err
	}
	if err := fsys.Rename(temporary, name); err != nil {
		_ = fsys.Remove(temporary) // the first error matters more
		return named(err, name)
	}
	return named(fsys.SyncFolder(name), name)
}

// WriteNew is [Write] for a file that must not exist. If it exists, WriteNew leaves it as
// it is and returns an error that matches [fs.ErrExist].
//
// It links the finished file to its name, because a rename would replace a file that
// another program makes at the same time. Where the file system has no links, it looks
// whether the name is free and then renames.
func WriteNew(name string, content func(io.Writer) error) error {
	temporary, err := writeTemporary(OS, name, content)
	if err != nil {
		return err
	}
	defer func() { _ = OS.Remove(temporary) }() // gone already after a rename
	if err := os.Link(temporary, name); err != nil && !errors.Is(err, fs.ErrExist) {
		if _, statErr := os.Lstat(name); statErr == nil {
			return &fs.PathError{Op: "write", Path: name, Err: fs.ErrExist}
		}
		if err := OS.Rename(temporary, name); err != nil {
			return named(err, name)
		}
	} else if err != nil {
		return named(err, name)
	}
	return named(OS.SyncFolder(name), name)
}

// writeTemporary writes the content to a temporary file beside the named one, and syncs it.
func writeTemporary(fsys FS, name string, content func(io.Writer) error) (temporary string, err error) {
	file, temporary, err := fsys.Temp(name)
	if err != nil {
		return "", named(err, name)
	}
	if err = content(file); err == nil {
		err = named(file.Sync(), name)
	}
	if err = cmp.Or(err, named(file.Close(), name)); err != nil {
		_ = fsys.Remove(temporary) // the first error matters more
	}
	return temporary, err
}

// MkdirAll makes a folder and those above it, as [os.MkdirAll] does. It returns nil when
// the new names would survive a loss of power. The umask says who else may write there.
func MkdirAll(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if above := filepath.Dir(name); above != name {
		if err := MkdirAll(above); err != nil {
			return err
		}
	}
	if err := os.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return OS.SyncFolder(name)
}

// Rename moves a file or folder, as [os.Rename] does. It returns nil when the new name
// would survive a loss of power. The caller has synced what is inside.
func Rename(from, to string) error {
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(folder)
}

// Sync waits until the system has stored what was written to a file. It returns nil for
// a device or a pipe, which cannot be synced.
func Sync(file *os.File) error {
	err := fsync(file)
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// syncFolder waits until the system has stored the names in a folder. Windows refuses to
// sync a folder, so nothing is done there.
func syncFolder(folder *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return Sync(folder)
}

// permissions returns the permissions of the named file, or those of a new one.
func permissions(name string) fs.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// named returns an error about a temporary file as an error about the named file.
func named(err error, name string) error {
	if reason := Reason(err); reason != nil {
		return &fs.PathError{Op: "write", Path: name, Err: reason}
	}
	return err
}

// Reason returns what went wrong according to an error of the system, without the name of the file. It is
// nil for other errors.
func Reason(err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		return pathErr.Err
	case errors.As(err, &linkErr):
		return linkErr.Err
	}
	return nil
}
