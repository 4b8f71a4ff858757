//go:build !plan9

package run

import (
	"errors"
	"os"
	"syscall"
)

// full reports whether an error says that a disk has no room. It may get room again.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// fails reports whether an error says that a disk or a file system fails, and not that a name or a right is wrong.
func fails(err error) bool {
	for _, number := range []error{
		syscall.EIO, syscall.EROFS, syscall.ESTALE, syscall.ENODEV, syscall.ENXIO, syscall.ETIMEDOUT, syscall.ENOTCONN,
	} {
		if errors.Is(err, number) {
			return true
		}
	}
	return full(err)
}

// alive reports whether a process of this machine lives, as far as this process can know.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
