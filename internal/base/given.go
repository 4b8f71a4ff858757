package base

// This file takes the readers and writers that callers give. One that is nil is an error of its
// first use, and no panic.

import (
	"errors"
	"io"
)

// Reader returns r, or for nil a reader that fails.
func Reader(r io.Reader) io.Reader {
	if r == nil {
		return missing{errors.New("no reader is given: it is nil")}
	}
	return r
}

// Writer returns w, or for nil a writer that fails.
func Writer(w io.Writer) io.Writer {
	if w == nil {
		return missing{errors.New("no writer is given: it is nil")}
	}
	return w
}

// missing fails at each use.
type missing struct{ err error }

func (m missing) Read([]byte) (int, error)  { return 0, m.err }
func (m missing) Write([]byte) (int, error) { return 0, m.err }
