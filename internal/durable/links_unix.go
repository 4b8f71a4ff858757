//go:build unix

package durable

import (
	"io/fs"
	"os"
	"syscall"
)

// notFollowing are the flags that open a name without following a symbolic link, and
// without waiting at a pipe.
const notFollowing = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// ownedBy reports whether a file belongs to this user, or to the owner of another file.
func ownedBy(file, other fs.FileInfo) bool {
	is, ok := file.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	if int(is.Uid) == os.Geteuid() {
		return true
	}
	was, ok := other.Sys().(*syscall.Stat_t)
	return ok && is.Uid == was.Uid
}
