package natsq

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"slices"

	"crosscut/cubes"
	"crosscut/internal/durable"
	"crosscut/ledger"
)

// A run with solutions keeps their text in a file of its own. The text of a cube is on the
// disk before the entry of the cube is in the ledger. The entry says where the text stands,
// and has its hash. Text that no entry names is left over from a crash.
//
// When all cubes are finished, their texts are written in the order of the tree. So every
// solution is there once, and the same run always writes the same file.

// texts is the file with the texts. A nil one belongs to a run without solutions.
type texts struct {
	file *os.File
	size int64
}

func openTexts(name string) (*texts, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	size, err := file.Seek(0, io.SeekEnd)
	return &texts{file, size}, err
}

// put writes the text of a cube, and notes in the entry where it stands.
func (t *texts) put(e *ledger.Entry, text []byte) error {
	if t == nil || len(text) == 0 {
		return nil
	}
	if _, err := t.file.WriteAt(text, t.size); err != nil {
		return fmt.Errorf("the solutions cannot be written: %w", err)
	}
	e.Offset, e.Length, e.SHA256 = t.size, int64(len(text)), fmt.Sprintf("%x", sha256.Sum256(text))
	t.size += e.Length
	return nil
}

func (t *texts) sync() error {
	if t == nil {
		return nil
	}
	return t.file.Sync()
}

func (t *texts) close() error {
	if t == nil {
		return nil
	}
	return t.file.Close()
}

// has reports whether the text of an entry is there.
func (t *texts) has(e *ledger.Entry) (bool, error) {
	if t == nil || len(e.Split) > 0 || e.Count.Sign() == 0 {
		return true, nil
	}
	text, err := t.of(e.Offset, e.Length)
	return err == nil && fmt.Sprintf("%x", sha256.Sum256(text)) == e.SHA256, err
}

// of returns the text at a place, or less of it if the file ends there.
func (t *texts) of(offset, length int64) ([]byte, error) {
	if length > maxAnswer {
		return nil, nil
	}
	text := make([]byte, length)
	n, err := t.file.ReadAt(text, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return text[:n], err
}

// place is where the text of a cube stands.
type place struct {
	path           []int
	offset, length int64
}

// WriteSolutions writes all solutions of a finished run to a new file, in the form of
// "crosscut solve --all" or "crosscut cover --all". label is the name of the problem there.
// The error matches fs.ErrExist if the file exists.
func (c *Coordinator) WriteSolutions(name, label string) error {
	var places []place
	err := c.journal.Each(func(e ledger.Entry) error {
		if len(e.Split) > 0 {
			return nil
		}
		whole, err := c.texts.has(&e)
		if err != nil || !whole {
			return err
		}
		numbers, err := cubes.Path(e.ID()).Numbers()
		places = append(places, place{numbers, e.Offset, e.Length})
		return err
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(places, func(a, b place) int { return slices.Compare(a.path, b.path) })
	return durable.WriteNew(name, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		n, err := c.writePlaces(out, places, label)
		if err != nil {
			return err
		}
		if sum, complete := c.Total(); !complete || sum.Count.Cmp(big.NewInt(n)) != 0 {
			return fmt.Errorf("the ledger has the text of %d solutions, and the count is %v", n, sum.Count)
		}
		return cmp.Or(c.o.Problem.WriteEnd(out, label, big.NewInt(n)), out.Flush())
	})
}

// writePlaces writes the solutions with their numbers. It returns the number of the
// solutions.
func (c *Coordinator) writePlaces(out *bufio.Writer, places []place, label string) (n int64, err error) {
	var last *place
	for i := range places {
		p := &places[i]
		if last != nil && len(p.path) >= len(last.path) && slices.Equal(p.path[:len(last.path)], last.path) {
			continue // inside a cube that is written already
		}
		last = p
		text, err := c.texts.of(p.offset, p.length)
		if err != nil {
			return 0, err
		}
		for one := range bytes.SplitAfterSeq(text, []byte("\n\n")) {
			if len(one) == 0 {
				continue
			}
			n++
			if err := c.o.Problem.WriteSolution(out, label, n, one); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}
