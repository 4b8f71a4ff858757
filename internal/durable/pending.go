package durable

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// pendingEnding ends the name of the file with pieces on their way to an output.
const pendingEnding = ".pending"

// The pending file begins with this line. The hash is of the offset, the length and the
// text that follows.
const pendingLine = "crosscut pending 1 %d %d %x\n"

// pendingHash returns the hash of a text and its place.
func pendingHash(offset int64, text *io.SectionReader) ([]byte, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %d\n", offset, text.Size())
	_, err := io.Copy(sum, text)
	return sum.Sum(nil), err
}

func (o *Output) writePending(offset int64, text func() *io.SectionReader) error {
	hash, err := pendingHash(offset, text())
	if err != nil {
		return err
	}
	return WriteOn(o.fsys, o.name+pendingEnding, func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, pendingLine, offset, text().Size(), hash); err != nil {
			return err
		}
		_, err := io.Copy(w, text())
		return err
	})
}

// complete finishes what an earlier run was about to append when it ended. It leaves the
// file alone when the place holds anything that the text does not explain.
func (o *Output) complete() error {
	name := o.name + pendingEnding
	pending, err := o.fsys.OpenOwn(name, o.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("%s: %v", name, err) // about another file than the caller's
	}
	defer pending.Close()
	offset, text, err := readPending(pending)
	if err != nil {
		return fmt.Errorf("%s: %v", name, err) // about another file than the caller's
	}
	fits, whole, err := o.explains(offset, text)
	if err != nil {
		return err
	}
	if fits && !whole {
		if err := o.put(offset, text); err != nil {
			return err
		}
	}
	return o.fsys.Remove(name)
}

// readPending reads the pending file.
func readPending(file File) (offset int64, text *io.SectionReader, err error) {
	size, err := file.Size()
	if err != nil {
		return 0, nil, err
	}
	head := make([]byte, min(size, 200)) // the line is shorter
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return 0, nil, err
	}
	var length int64
	var hash []byte
	line, _, _ := bytes.Cut(head, []byte("\n"))
	if _, err := fmt.Sscanf(string(line)+"\n", pendingLine, &offset, &length, &hash); err != nil {
		return 0, nil, errNotPending
	}
	if length != size-int64(len(line))-1 {
		return 0, nil, errNotPending
	}
	text = io.NewSectionReader(file, int64(len(line))+1, length)
	got, err := pendingHash(offset, text)
	if err == nil && !bytes.Equal(got, hash) {
		err = errNotPending
	}
	return offset, text, err
}

var errNotPending = errors.New("not a file of crosscut, or damaged; move it away")

// explains compares the file with a text from the offset on. It returns fits if each byte
// there is that of the text, or zero. After a loss of power, zeros may stand for bytes that
// were not stored. whole means that all of the text is there.
func (o *Output) explains(offset int64, text *io.SectionReader) (fits, whole bool, err error) {
	size, err := o.file.Size()
	if err != nil || size < offset {
		return false, false, err
	}
	length := min(text.Size(), size-offset)
	whole = length == text.Size()
	want, got := make([]byte, 1<<16), make([]byte, 1<<16)
	for at := int64(0); at < length; at += int64(len(want)) {
		n := min(int64(len(want)), length-at)
		if _, err := text.ReadAt(want[:n], at); err != nil && !errors.Is(err, io.EOF) {
			return false, false, err
		}
		if _, err := o.file.ReadAt(got[:n], offset+at); err != nil && !errors.Is(err, io.EOF) {
			return false, false, err
		}
		for i := range n {
			if got[i] != want[i] {
				if got[i] != 0 {
					return false, false, nil
				}
				whole = false
			}
		}
	}
	return true, whole, nil
}

// put writes a text at its place, and makes it durable.
func (o *Output) put(offset int64, text *io.SectionReader) error {
	file, err := o.fsys.Update(o.name)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.NewOffsetWriter(file, offset), io.NewSectionReader(text, 0, text.Size()))
	if err == nil {
		err = file.Sync()
	}
	return cmp.Or(err, file.Close())
}
