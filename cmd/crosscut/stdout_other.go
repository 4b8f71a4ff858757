//go:build !linux

package main

// stdoutClosed reports whether the program was started without a standard output. It is
// known on Linux only.
func stdoutClosed() bool { return false }
