package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// StdoutClosed reports whether the program was started without a standard output, as by
// ">&-" in a shell. Then the Go runtime has opened the null device for reading and writing
// instead, before main, and results would vanish without an error.
//
// A parent may also open the null device in this way on purpose. Python and Node do so to
// throw results away. The two cases look alike from here. So StdoutClosed returns false
// when the parent is one of these. It also returns false when standard error is the null
// device too, or the standard output of the parent.
func StdoutClosed() bool {
	if !readWrite(1) || !isNull("/proc/self/fd/1") || isNull("/proc/self/fd/2") {
		return false
	}
	parent := fmt.Sprintf("/proc/%d", os.Getppid())
	program, err := os.Readlink(parent + "/exe")
	if err != nil || isNull(parent+"/fd/1") {
		return false
	}
	for _, name := range []string{"python", "node"} {
		if strings.HasPrefix(filepath.Base(program), name) {
			return false
		}
	}
	return true
}

// isNull reports whether a link of /proc names the null device.
func isNull(link string) bool {
	target, err := os.Readlink(link)
	return err == nil && target == os.DevNull
}

// readWrite reports whether an open file is open for reading and for writing.
func readWrite(file int) bool {
	flags, err := unix.FcntlInt(uintptr(file), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR
}
