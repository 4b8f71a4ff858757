package base

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
)

var (
	errDamaged = errors.New("compressed by gzip, and damaged or not whole; copy all of it")
	errPacked  = errors.New("compressed, and not by gzip; unpack it first")
)

// unpacked words the errors of gzip.
type unpacked struct{ in io.Reader }

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	return n, worded(err)
}

func worded(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, new(flate.CorruptInputError)) {
		return errDamaged
	}
	return err
}

// Unpacked returns a reader of what is in r, which gzip may have compressed. Files of xz, bzip2 and zstd are an error.
func Unpacked(r io.Reader) (io.Reader, error) {
	in := bufio.NewReader(Reader(r))
	head, _ := in.Peek(len("BZh"))
	for _, begin := range []string{"\xfd7z", "BZh", "\x28\xb5\x2f"} {
		if string(head) == begin {
			return nil, errPacked
		}
	}
	if !bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	return unpacked{z}, worded(err)
}
