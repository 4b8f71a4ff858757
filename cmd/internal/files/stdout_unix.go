//go:build unix

package files

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// StdoutClosed reports whether the program was started without a standard output, as by
// ">&-" in a shell. Then the Go runtime has opened the null device for reading and writing
// instead, before main, and results would vanish without an error.
//
// A parent may also open the null device in this way on purpose. Python and Node do so to
// throw results away. The two cases look alike from here. So StdoutClosed returns false
// when the parent is one of these. It also returns false when standard error is the null
// device too, or the standard output of the parent, where there is a /proc to tell.
func StdoutClosed(stdout, stderr *os.File) bool {
	if !isNull(stdout.Stat()) || isNull(stderr.Stat()) {
		return false
	}
	if _, err := stdout.Read(make([]byte, 1)); !errors.Is(err, io.EOF) { // it is open for writing only
		return false
	}
	parent := strconv.Itoa(os.Getppid())
	if isNull(os.Stat("/proc/" + parent + "/fd/1")) {
		return false
	}
	program := strings.ToLower(filepath.Base(programOf("/proc", parent)))
	return !strings.HasPrefix(program, "python") && !strings.HasPrefix(program, "node")
}

// isNull reports whether what Stat found is the null device.
func isNull(found os.FileInfo, err error) bool {
	null, nullErr := os.Stat(os.DevNull)
	return err == nil && nullErr == nil && os.SameFile(found, null)
}

// programOf returns the program of a process, or "" if nobody tells. Without /proc, it asks ps.
func programOf(proc, process string) string {
	program, err := os.Readlink(filepath.Join(proc, process, "exe"))
	if err == nil {
		return program
	}
	name, err := exec.Command("ps", "-o", "comm=", "-p", process).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(name))
}
