//go:build unix

package durable

import (
	"errors"
	"syscall"
)

// notFollowing are the flags that open a name without following a symbolic link, and
// without waiting at a pipe.
const notFollowing = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// withoutWaiting is the flag with which opening a pipe does not wait for its other end.
const withoutWaiting = syscall.O_NONBLOCK

// isLink reports whether an error says that a name is a link, which is not followed.
func isLink(err error) bool { return errors.Is(err, syscall.ELOOP) }

// lacksLocks reports whether an error says that the file system has no locks.
func lacksLocks(err error) bool { return errors.Is(err, syscall.ENOLCK) }
