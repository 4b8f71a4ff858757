//go:build !page

package proof

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"crosscut/internal/durable"
	"crosscut/meter"
)

// Write finds a proof, and writes the certificate into a folder, which must be new or empty.
//
// It fails with [sat.ErrSatisfiable] when there are more solutions, with another error when one
// is wrong or listed twice, and with a [*RejectedError] when the proof of another program is
// wrong. Other errors are those of a search ([*meter.LimitError], the cause of the end of ctx)
// and those of files. If it fails, there is no new folder, and an empty one is still empty. A
// proof can take long: it has as many steps as the learning of the solver.
//
// Memory grows with the solutions: some hundred bytes each for a board of a hundred cells.
func (c Claim) Write(ctx context.Context, dir string, m *meter.Meter) error {
	return writeFolder(dir, func(work string) error {
		err := c.files(ctx, func(name string, content func(io.Writer) error) error { return write(work, name, content) }, func(d *draft, w io.Writer) error {
			if c.By != nil {
				return c.By.Refute(ctx, d.cnf, m, w)
			}
			return d.refute(ctx, m, w, c.Format)
		})
		if err == nil && c.By != nil {
			run := meter.Start(ctx, nil)
			defer run.Close()
			_, err = newCheck(ctx, run, openIn(work)).all()
		}
		return err
	})
}

// writeFolder calls fill with a working folder. When fill has succeeded, the files become
// those of dir, which must be new or empty.
func writeFolder(dir string, fill func(work string) error) error {
	there, err := free(dir)
	if err != nil {
		return err
	}
	beside, name := filepath.Dir(filepath.Clean(dir)), filepath.Base(dir)+".*"
	if there {
		beside, name = dir, "unfinished.*"
	}
	work, err := os.MkdirTemp(beside, name)
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return fmt.Errorf("%s: %w", dir, pathErr.Err) // without the temporary name
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) // it is gone already if there was no error
	if err := fill(work); err != nil {
		return err
	}
	if there {
		return moveAll(work, dir)
	}
	return cmp.Or(os.Chmod(work, 0o755), durable.Rename(work, dir))
}

// write writes one file.
func write(dir, name string, content func(io.Writer) error) error {
	return durable.Write(filepath.Join(dir, name), func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		return cmp.Or(content(out), out.Flush())
	})
}

// moveAll moves the files of a folder into the one above it, which must have no other
// entry. The one above may be the working folder, a link or a disk, so it cannot be
// replaced as a whole.
func moveAll(from, to string) error {
	if there, err := os.ReadDir(to); err != nil || len(there) > 1 {
		return cmp.Or(err, notEmpty(to))
	}
	entries, err := os.ReadDir(from)
	for _, entry := range entries {
		err = cmp.Or(err, durable.Rename(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())))
	}
	return err
}

// Vacant returns an error if no certificate can be written into a folder, as far as that can be
// known before the work: it must be new or empty, and the folder above it must exist.
func Vacant(dir string) error {
	there, err := free(dir)
	if err != nil || there {
		return err
	}
	_, err = os.Stat(filepath.Dir(filepath.Clean(dir)))
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return fmt.Errorf("%s: %w", dir, pathErr.Err)
	}
	return err
}

// free reports whether there is a folder of that name. It fails if the folder is not empty.
func free(dir string) (there bool, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err):
		return false, nil
	case err == nil && len(entries) > 0:
		err = notEmpty(dir)
	}
	return true, err
}

// notEmpty is the error for a folder with files.
func notEmpty(dir string) error {
	return fmt.Errorf("%s: there are files in it; name a new folder", dir)
}
