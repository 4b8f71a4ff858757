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

// alive reports whether a process of this machine lives, as far as this process can know.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
