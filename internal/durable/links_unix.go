//go:build unix

package durable

import "syscall"

// notFollowing are the flags that open a name without following a symbolic link, and
// without waiting at a pipe.
const notFollowing = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
