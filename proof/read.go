//go:build !page

package proof

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"crosscut/meter"
)

// read opens a file and calls do to read it. do gets the size of the file too. An error of
// do rejects the certificate, unless it says that a limit was met.
func (k *check) read(name string, do func(r io.Reader, size int64) error) error {
	file, err := k.open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return k.verdict(name, do(checkedReader{file, k.run}, info.Size()))
}

// verdict returns what an error of reading a file means for the certificate.
func (k *check) verdict(name string, err error) error {
	switch {
	case k.ctx.Err() != nil: // what was found at that moment is no verdict
		return context.Cause(k.ctx)
	case errors.Is(err, errTooLarge), errors.Is(err, bufio.ErrTooLong):
		return &meter.LimitError{What: name + ": " + err.Error()}
	case errors.Is(err, meter.ErrLimit):
		return err
	case err != nil:
		return &RejectedError{name, err}
	}
	return nil
}

// checkedReader is a reader of text that ends with a run.
type checkedReader struct {
	io.Reader
	run *meter.Run
}

// Read reads, unless the run has ended. A zero byte is an error, so the holes of a sparse
// file are not read to their end.
func (r checkedReader) Read(to []byte) (int, error) {
	if err := r.run.Err(); err != nil {
		return 0, err
	}
	n, err := r.Reader.Read(to)
	if zero := bytes.IndexByte(to[:n], 0); zero >= 0 {
		return zero, errNotText
	}
	return n, err
}

var errNotText = errors.New("it is not text, because it has a zero byte")

// sharingReader is a reader that reports the share of the file that was read.
type sharingReader struct {
	io.Reader
	run        *meter.Run
	size, read int64
}

// Read reads, and reports the share.
func (r *sharingReader) Read(to []byte) (int, error) {
	n, err := r.Reader.Read(to)
	r.run.Share(float64(r.read) / float64(r.size)) // the steps read before this call are checked
	r.read += int64(n)
	return n, err
}
