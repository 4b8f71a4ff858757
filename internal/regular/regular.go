// Package regular opens files that a stranger has put into a folder. Such a file may be a
// pipe, a device or a socket, or a link to one. Opening or reading those can wait for ever
// or never come to an end, so only regular files are opened.
package regular

import (
	"errors"
	"io/fs"
	"os"
)

// ErrIrregular is the reason in the error for a file that is not regular.
var ErrIrregular = errors.New("not a regular file")

// Open opens a regular file for reading, and follows symbolic links. For a file of another
// kind it returns a [*fs.PathError] with [ErrIrregular]. It never waits for another program.
func Open(name string) (*os.File, error) {
	// Opening alone can have an effect on a device, so the kind is checked first.
	if err := Check(name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat() // another file may have the name by now
	if err == nil {
		err = judge(name, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// Check returns an error if the file is not there or not regular. It follows symbolic links
// and does not open the file.
func Check(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return judge(name, info)
}

// judge returns an error if the file is not regular.
func judge(name string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
}
