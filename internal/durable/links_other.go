//go:build !unix

package durable

// notFollowing are the flags that open a name without following a symbolic link. There
// are none here; the callers look at the name as well.
const notFollowing = 0
