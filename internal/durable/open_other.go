//go:build !unix

package durable

// notFollowing are the flags that open a name without following a symbolic link. There
// are none here; the callers look at the name as well.
const notFollowing = 0

// withoutWaiting is 0, because these systems have no pipes with names of files.
const withoutWaiting = 0

// No links are refused there.
func isLink(error) bool { return false }

// The error for a file system without locks is errors.ErrUnsupported there.
func lacksLocks(error) bool { return false }
