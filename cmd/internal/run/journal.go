package run

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path/filepath"

	"crosscut/internal/durable"
)

// journal is the file of a process, as far as it was read.
type journal struct{ at int64 }

// read calls each with the lines that are new. A line without its end waits. What is longer than any
// line is damaged, as the zeros that a loss of power leaves. It comes in pieces.
func (j *journal) read(file durable.File, each func(line []byte) error) error {
	size, err := file.Size()
	if err != nil || size <= j.at {
		return err
	}
	in := bufio.NewScanner(io.NewSectionReader(file, j.at, size-j.at))
	in.Buffer(nil, maxPiece)
	in.Split(func(data []byte, _ bool) (int, []byte, error) {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 && len(data) < maxPiece {
			return 0, nil, nil
		} else if end == 0 {
			end = maxPiece
		}
		return end, data[:end], nil
	})
	for in.Scan() {
		j.at += int64(len(in.Bytes()))
		if err := each(in.Bytes()); err != nil {
			return err
		}
	}
	return in.Err()
}

// appender appends to a file of its own. After an error it can be used again.
type appender struct {
	fsys  durable.FS
	name  string
	file  durable.File // nil until the first write
	size  int64
	dirty bool // something is not synced
}

// write appends a text in one piece. What is left of an earlier piece that failed stays before it, and
// gets an end of line. It returns the place of the text.
func (a *appender) write(text []byte) (at int64, err error) {
	if a.file == nil {
		err = inFolderOf(a.name, func() error {
			a.file, err = a.fsys.Append(a.name)
			return err
		})
		if err != nil {
			a.file = nil
			return 0, err
		}
		if err := a.fsys.SyncFolder(a.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		} // a folder that was taken away is made again with the file: see again
	}
	size, err := a.file.Size()
	if err != nil {
		return 0, err
	}
	if at = size; size != a.size { // a piece failed
		text, at = append([]byte("\n"), text...), size+1
	}
	n, err := a.file.Write(text)
	if a.dirty = true; err == nil {
		a.size = size + int64(n)
	}
	return at, err
}

// again writes the file anew if somebody has taken it away, or has put another one in its place. An open file
// without a name still has its content. It reports whether it did so.
func (a *appender) again() (bool, error) {
	if kept, err := a.kept(); kept || err != nil {
		return false, err
	}
	size, err := a.file.Size()
	if err != nil {
		return false, err
	}
	for {
		err := writeIn(a.fsys, a.name, io.NewSectionReader(a.file, 0, size))
		if err != nil {
			return false, err
		}
		file, err := a.fsys.Append(a.name)
		if errors.Is(err, fs.ErrNotExist) { // taken away once more
			continue
		}
		if err != nil {
			return false, err
		}
		if now, err := file.Size(); now == size && err == nil {
			old := a.file
			a.file = file
			return true, old.Close()
		}
		if err := file.Close(); err != nil { // likewise
			return false, err
		}
	}
}

// inFolderOf does what needs the folder of a file. It makes the folder again if somebody has taken that away.
func inFolderOf(name string, do func() error) (err error) {
	for range 100 { // whoever takes it away may still be at it
		if err = do(); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		_ = durable.MkdirAll(filepath.Dir(name)) // the next try tells
	}
	return err
}

// writeIn writes a file in a folder that may have been taken away.
func writeIn(fsys durable.FS, name string, from io.ReadSeeker) error {
	return inFolderOf(name, func() error {
		return durable.WriteOn(fsys, name, func(w io.Writer) error {
			_, err := from.Seek(0, io.SeekStart)
			if err == nil {
				_, err = io.Copy(w, from)
			}
			return err
		})
	})
}

// kept reports whether what was written is in the file with its name. A copy in its place is as good until
// something is added. Some file systems say of a file that it is another one each time.
func (a *appender) kept() (bool, error) {
	if a == nil || a.file == nil {
		return true, nil
	}
	if has, err := a.file.Has(a.name); has || err != nil {
		return has, err
	}
	named, err := a.fsys.Open(a.name)
	if err != nil {
		return false, nil
	}
	defer named.Close()
	there, err := named.Size()
	size, sizeErr := a.file.Size()
	return there == size, cmp.Or(err, sizeErr)
}

// sync waits until the disk has all that was written.
func (a *appender) sync() error {
	if a == nil || a.file == nil || !a.dirty {
		return nil
	}
	err := a.file.Sync()
	a.dirty = err != nil
	return err
}

func (a *appender) close() error {
	if a == nil || a.file == nil {
		return nil
	}
	return cmp.Or(a.sync(), a.file.Close())
}

// Names of what is in the folder of a run.
const (
	journals = "journals" // the journals of all processes, and beside them the solutions
	claims   = "claims"   // a file for each cube that somebody searches
	workers  = "workers"  // a file for each process that works

	lines = ".jsonl" // ends the name of a journal
	texts = ".txt"   // ends the name of the file with its solutions
)

func (f *Folder) file(sub, name string) string { return filepath.Join(f.dir, sub, name) }
