package web

// This file makes files smaller for the way to a browser.

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"math/bits"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// The base-2 logarithm of the bytes that brotli looks back. A window larger than the text takes
// time for nothing.
const smallestWindow, largestWindow = 16, 24

// Forms are the ways to make a file smaller, the best one first. A smaller file stands beside it, with
// the ending, and is sent with the name as its Content-Encoding.
var Forms = []struct {
	Name, Ending string
	Compress     func([]byte) ([]byte, error)
}{{"br", ".br", Brotli}, {"gzip", ".gz", Gzip}}

// Gzip returns a text as gzip.
func Gzip(text []byte) ([]byte, error) {
	return through(text, func(small io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(small, gzip.BestCompression) })
}

// Brotli returns a text as brotli, which is smaller.
func Brotli(text []byte) ([]byte, error) {
	window := min(max(bits.Len(uint(len(text))), smallestWindow), largestWindow)
	return through(text, func(small io.Writer) (io.WriteCloser, error) {
		return brotli.NewWriterOptions(small, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: window}), nil
	})
}

// Unpacked has each file NAME.gz of a folder also as NAME, which is made when it is read.
type Unpacked struct{ fs.FS }

// ReadFile reads a file.
func (u Unpacked) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(u.FS, name)
	if err == nil {
		return text, nil
	}
	small, smallErr := u.FS.Open(name + ".gz")
	if smallErr != nil {
		return nil, err
	}
	defer small.Close()
	r, err := gzip.NewReader(small)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// ReadDir reads a folder.
func (u Unpacked) ReadDir(folder string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(u.FS, folder)
	for _, small := range all {
		name, packed := strings.CutSuffix(small.Name(), ".gz")
		if packed && !slices.ContainsFunc(all, func(entry fs.DirEntry) bool { return entry.Name() == name }) {
			all = append(all, unpackedEntry{small, name})
		}
	}
	return all, err
}

type unpackedEntry struct {
	fs.DirEntry
	name string
}

// Name returns the name of the file.
func (e unpackedEntry) Name() string { return e.name }

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
