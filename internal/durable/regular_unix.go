//go:build unix

package durable

import "syscall"

// withoutWaiting is the flag with which opening a pipe does not wait for its other end.
const withoutWaiting = syscall.O_NONBLOCK
