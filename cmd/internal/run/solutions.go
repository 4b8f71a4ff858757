package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
)

// errDamaged says that solutions are not as their entry says.
var errDamaged = errors.New("damaged solutions")

// solutionsOf returns the solutions of an entry, a line for each. The error is errDamaged if they are
// not those that were written.
func (f *Folder) solutionsOf(e *Entry) ([]byte, error) {
	if e.Length == 0 {
		if e.Count.Sign() > 0 {
			return nil, errDamaged
		}
		return nil, nil
	}
	file, err := f.fsys.Open(f.file(journals, e.in+texts))
	if err != nil {
		return nil, errDamaged
	}
	defer file.Close()
	size, err := file.Size()
	if err != nil || e.Length > size-e.Offset {
		return nil, errDamaged
	}
	text := make([]byte, e.Length)
	if _, err := file.ReadAt(text, e.Offset); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if hashOf(text) != e.SHA256 {
		return nil, errDamaged
	}
	return text, nil
}

// Has reports whether the solutions of an entry are there, if it is of a run that keeps them.
func (f *Folder) Has(e *Entry) (bool, error) {
	if f.Header.Kind != Solutions || e.Split > 0 {
		return true, nil
	}
	_, err := f.solutionsOf(e)
	if errors.Is(err, errDamaged) {
		return false, nil
	}
	return err == nil, err
}

// hasAll reports whether the solutions of a finished run with this sum are there, if it keeps them. They
// may be there although some were damaged, because their cubes were searched again.
func (f *Folder) hasAll(sum Sum) (bool, error) {
	if f.Header.Kind != Solutions {
		return true, nil
	}
	there, err := f.once()
	n := new(big.Int)
	for i := range there {
		n.Add(n, there[i].Count)
	}
	return n.Cmp(sum.Number()) == 0, err
}

// Solutions yields all solutions of a finished run, in an order that depends on the problem and its
// first cubes only: first those of the first cube. Those of one cube come in the order of their lines.
// So whoever found them, and however cubes were cut, the order is the same. The solutions of one of the
// first cubes are in memory at once.
func (f *Folder) Solutions(yield func([]int) error) error {
	entries, err := f.once()
	if err != nil {
		return err
	}
	for len(entries) > 0 {
		first := entries[0].steps[0]
		n := 1
		for n < len(entries) && entries[n].steps[0] == first {
			n++
		}
		if err := f.yield(entries[:n], yield); err != nil {
			return err
		}
		entries = entries[n:]
	}
	return nil
}

// yield yields the solutions of some cubes, sorted.
func (f *Folder) yield(entries []placed, yield func([]int) error) error {
	var found [][]byte
	for i := range entries {
		text, err := f.solutionsOf(&entries[i].Entry)
		if err != nil {
			return fmt.Errorf("cube %s in %s: %w", entries[i].Path, f.file(journals, entries[i].in+texts), err)
		}
		found = append(found, bytes.SplitAfter(text, []byte("\n"))...)
	}
	slices.SortFunc(found, bytes.Compare)
	var s []int
	for _, line := range found {
		if len(line) == 0 { // after the last line of a cube
			continue
		}
		s = s[:0]
		for field := range bytes.FieldsSeq(line) {
			v, err := strconv.Atoi(string(field))
			if err != nil {
				return errDamaged
			}
			s = append(s, v)
		}
		if err := yield(s); err != nil {
			return err
		}
	}
	return nil
}

// placed is an entry and the numbers of its path.
type placed struct {
	Entry
	steps []int
}

// once returns entries that have each known solution once, in the order of the tree. Their solutions
// are whole.
func (f *Folder) once() ([]placed, error) {
	var all []placed
	err := f.Each(func(e *Entry) error {
		if e.Split > 0 || e.Count.Sign() == 0 {
			return nil
		}
		steps, err := Path(e.Path).Numbers()
		if err != nil {
			return nil
		}
		all = append(all, placed{*e, steps})
		return nil
	})
	slices.SortStableFunc(all, func(a, b placed) int { return slices.Compare(a.steps, b.steps) })
	var once []placed
	for _, p := range all {
		if n := len(once); n > 0 && len(p.steps) >= len(once[n-1].steps) && slices.Equal(p.steps[:len(once[n-1].steps)], once[n-1].steps) {
			continue // it lies in a cube that is there already
		}
		whole, err := f.Has(&p.Entry)
		if err != nil {
			return nil, err
		}
		if whole {
			once = append(once, p)
		}
	}
	return once, err
}
