package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// problemFile has what the run counts: the form of the problem in a line, and its text. So whoever has
// the folder knows what it is about.
const problemFile = "problem.txt"

// keepProblem writes the problem into the folder, if it is known and not there.
func (f *Folder) keepProblem(ctx context.Context) error {
	if there, err := f.storedProblem(); f.problem == nil || err == nil && bytes.Equal(there, f.problem) {
		return nil
	}
	return f.withRoom(ctx, func() error {
		return writeIn(f.fsys, filepath.Join(f.dir, problemFile), bytes.NewReader(f.problem))
	})
}

// storedProblem returns the text of the problem in the folder.
func (f *Folder) storedProblem() ([]byte, error) {
	file, err := f.fsys.Open(filepath.Join(f.dir, problemFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size, err := file.Size()
	if err != nil {
		return nil, err
	}
	text := make([]byte, size)
	_, err = file.ReadAt(text, 0)
	return text, err
}

// ProblemText returns the form of the problem in a line, and its text. The error says so if the folder has no
// problem or another one.
func (f *Folder) ProblemText() (text []byte, err error) {
	text, err = f.storedProblem()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: the folder has no %s", f.dir, problemFile)
	case err != nil:
		return nil, fmt.Errorf("%s: %s: %w", f.dir, problemFile, err)
	case hashOf(text) != f.Header.Puzzle:
		return nil, fmt.Errorf("%s: %s is not what the run counts", f.dir, problemFile)
	}
	return text, nil
}
