//go:build !unix

package sat

import "os/exec"

// own does nothing where there are no process groups: the program alone is killed.
func own(*exec.Cmd) {}
