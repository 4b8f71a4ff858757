package durable

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// ErrInUse says that another run holds the lock of a file.
var ErrInUse = errors.New("another run keeps its results there")

// ErrNoLocks says that the file system has no locks.
var ErrNoLocks = errors.New("the file system has no locks")

// resolve returns the absolute name of a file, with all symbolic links resolved. So two
// names of a file become one. The file need not exist, but its folder must. A symbolic
// link to a file that does not exist is an error.
func resolve(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(name); err == nil {
		return filepath.EvalSymlinks(name)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	return filepath.Join(folder, filepath.Base(name)), err
}

// lockBeside reserves a file that each write replaces, until release is called or the
// program ends, however it ends. The name must be from [resolve]. The error matches
// [ErrInUse] when another run holds the file, and [ErrNoLocks] where there are no locks.
//
// A lock on the file itself would be lost with the first write. So lockBeside locks an
// empty file beside it, whose name ends in ".lock". release removes the lock file while
// it still holds the lock. Another run may have opened it before, and then locks a file
// without a name. So whoever takes a lock looks whether the file still has its name, and
// otherwise begins again.
//
// The lock file is opened without following links. Anything that is not an ordinary file
// is refused. A file that is not empty was not made here, and stays.
func lockBeside(name string) (release func(), err error) {
	name += ".lock"
	for {
		lock, err := lockFile(name, os.O_CREATE|os.O_RDWR|notFollowing)
		if err != nil {
			return nil, err
		}
		held, err := lock.Stat()
		if err != nil {
			_ = lock.Unlock() // the first error matters more
			return nil, err
		}
		now, err := os.Lstat(name)
		switch {
		case err == nil && !now.Mode().IsRegular():
			_ = lock.Unlock() // the refusal matters more
			return nil, fmt.Errorf("%s is not an ordinary file", name)
		case err != nil || !os.SameFile(held, now):
			_ = lock.Unlock() // removed in between
			continue
		}
		return func() {
			if runtime.GOOS == "windows" { // an open file cannot be removed there, so one that goes is nobody's
				_ = lock.Unlock()
			}
			if held.Size() == 0 {
				_ = os.Remove(name)
			}
			_ = lock.Unlock() // the end of the program unlocks as well
		}, nil
	}
}

// errRemoved says that an open file has lost its name.
var errRemoved = errors.New("another run has just removed the file")

// lockItself reserves an open file that is never replaced. Its name must be from [resolve]. A run
// that ends with an empty file removes it. So the file must still have its name. The error for
// another one in its place is errRemoved.
func lockItself(name string, file *os.File) (release func(), err error) {
	switch runtime.GOOS {
	case "windows", "aix", "solaris": // a lock there hinders the other handles of this program
		release, err = lockBeside(name)
	default:
		var lock *flock.Flock
		if lock, err = lockFile(name, os.O_RDWR|notFollowing); err == nil {
			release = func() { _ = lock.Unlock() }
		}
	}
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	now, nowErr := os.Lstat(name)
	if err = cmp.Or(err, nowErr); err == nil && !os.SameFile(opened, now) {
		err = errRemoved
	}
	if err != nil {
		release() // the first error matters more
		return nil, err
	}
	return release, nil
}

func lockFile(name string, flag int) (*flock.Flock, error) {
	lock := flock.New(name, flock.SetFlag(flag))
	switch taken, err := tryLock(lock); {
	case isLink(err):
		return nil, fmt.Errorf("%s is a symbolic link", name)
	case errors.Is(err, errors.ErrUnsupported), lacksLocks(err):
		return nil, fmt.Errorf("%w (%w)", ErrNoLocks, cmp.Or(Reason(err), err)) // callers add the name that the user gave
	case err != nil:
		return nil, err
	case !taken:
		return nil, ErrInUse
	}
	return lock, nil
}

// tryLock takes a lock without waiting. A test replaces it.
var tryLock = (*flock.Flock).TryLock
