package durable

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
)

// errIrregular is the reason in the error for a file that is not regular.
var errIrregular = errors.New("not a regular file")

// OpenRegular opens a regular file for reading, and follows symbolic links. A file that a
// stranger has put into a folder may be a pipe, a device or a socket, or a link to one. Opening
// or reading those can wait for ever or never come to an end. Its errors are
// [*fs.PathError], with [errIrregular] for a file of another kind. It never waits for
// another program.
func OpenRegular(name string) (*os.File, error) {
	info, err := os.Stat(name) // before opening, which can have an effect on a device
	if err != nil {
		return nil, refused(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, refused(name, errIrregular)
	}
	file, err := os.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	info, err = file.Stat() // another file may have the name by now
	if err == nil && !info.Mode().IsRegular() {
		err = errIrregular
	}
	if err != nil {
		file.Close()
		return nil, refused(name, err)
	}
	return file, nil
}

func refused(name string, err error) error {
	return &fs.PathError{Op: "open", Path: name, Err: cmp.Or(Reason(err), err)}
}
