//go:build unix

package sat

import (
	"os/exec"
	"syscall"
)

// own gives a program that is to be run a process group of its own, so that whatever it
// has started is killed with it.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
