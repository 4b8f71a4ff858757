// Package small makes files smaller for the way to a browser.
package small

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"

	"github.com/andybalholm/brotli"
)

// largestWindow is the base-2 logarithm of the most bytes that brotli looks back.
const largestWindow = 24

// Gzip returns a text as gzip.
func Gzip(text []byte) ([]byte, error) {
	return through(text, func(small io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(small, gzip.BestCompression) })
}

// Brotli returns a text as brotli, which is smaller.
func Brotli(text []byte) ([]byte, error) {
	return through(text, func(small io.Writer) (io.WriteCloser, error) {
		return brotli.NewWriterOptions(small, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: largestWindow}), nil
	})
}

// through returns what a writer makes of a text.
func through(text []byte, writer func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	var small bytes.Buffer
	w, err := writer(&small)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(text)
	err = cmp.Or(err, w.Close()) // the last bytes come now
	return small.Bytes(), err
}
