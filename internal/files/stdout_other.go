//go:build !linux

package files

// StdoutClosed reports whether the program was started without a standard output. It is
// known on Linux only.
func StdoutClosed() bool { return false }
