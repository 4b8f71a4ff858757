package ledger

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// ErrInUse says that another run keeps its ledger in the file.
var ErrInUse = errors.New("another run keeps its results there")

// Lock reserves the named file for this run until release is called or the program ends,
// however it ends. It returns [ErrInUse] when another run on this machine holds the file.
// Lock does not touch the file itself, because each write replaces it. It locks an empty
// file in the folder of temporary files, whose name is a hash of the path.
func Lock(name string) (release func(), err error) {
	dir, err := filepath.Abs(filepath.Dir(name))
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(filepath.Join(dir, filepath.Base(name))))
	lock := flock.New(filepath.Join(os.TempDir(), fmt.Sprintf("crosscut-%x.lock", sum[:16])))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !locked:
		return nil, ErrInUse
	}
	return func() { _ = lock.Unlock() }, nil // the end of the program unlocks as well
}
