package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"slices"
	"time"
)

type file struct {
	name    string // with slashes
	content []byte
	runs    bool // it is a program
}

func (f file) mode() int64 {
	if f.runs {
		return 0o755
	}
	return 0o644
}

// pack returns an archive of one folder, and its extension: zip for Windows, tar and gzip
// for all others. The bytes depend on the arguments alone, not on the order of the files.
func pack(folder string, files []file, at time.Time, windows bool) (packed []byte, extension string, err error) {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
	if windows {
		packed, err = zipped(folder, files, at)
		return packed, ".zip", err
	}
	packed, err = tarred(folder, files, at)
	return packed, ".tar.gz", err
}

func tarred(folder string, files []file, at time.Time) ([]byte, error) {
	var packed bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&packed, gzip.BestCompression) // no name, no time
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{
			Name: folder + "/" + f.name, Mode: f.mode(), Size: int64(len(f.content)), ModTime: at, Format: tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = compressed.Close()
	return packed.Bytes(), err
}

func zipped(folder string, files []file, at time.Time) ([]byte, error) {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: at}
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return packed.Bytes(), err
}
