package run

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut"
)

// Ways are the outcomes of a run in all the ways that lead to a sum: the sum of a cube itself, and those
// of its parts. [State] forgets what it does not need any more; Ways forget nothing.
type Ways struct {
	splits map[string]int
	sums   map[string]Sum
}

// Add adds an outcome. The error is a [*ContradictionError] if an outcome of the same cube differs.
func (w *Ways) Add(o Outcome) error {
	if w.sums == nil {
		w.sums, w.splits = make(map[string]Sum), make(map[string]int)
	}
	if o.Split > 0 {
		if n, known := w.splits[o.Path]; known && n != o.Split {
			return &ContradictionError{o.Path, fmt.Sprintf("%d children, and %d", n, o.Split)}
		}
		w.splits[o.Path] = o.Split
		return nil
	}
	if sum, known := w.sums[o.Path]; known && !sum.Equal(o.Sum) {
		return &ContradictionError{o.Path, fmt.Sprintf("%v, and %v", sum, o.Sum)}
	}
	w.sums[o.Path] = o.Sum
	return nil
}

// Total returns the sum of a cube, if it is known. The error is a [*ContradictionError] if two ways to
// it, or to the sum of any cube inside, differ. Time is O(outcomes inside).
func (w *Ways) Total(path string) (sum Sum, known bool, err error) {
	sum, known = w.sums[path]
	parts, err := w.parts(path)
	switch {
	case err != nil || parts == nil:
	case !known:
		sum, known = *parts, true
	case !sum.Equal(*parts):
		err = &ContradictionError{path, fmt.Sprintf("%v, and its parts have %v", sum, *parts)}
	}
	return sum, known, err
}

// parts returns the sum of the parts of a cube, or nil if it is not known.
func (w *Ways) parts(path string) (*Sum, error) {
	n, cut := w.splits[path]
	if !cut || strings.Count(path, ".") >= maxDepth {
		return nil, nil
	}
	sum, all := new(Sum), true
	for i := range n {
		part, known, err := w.Total(join(path, i))
		if err != nil {
			return nil, err
		}
		if all = all && known; known {
			*sum = sum.Plus(part)
		}
	}
	if !all {
		return nil, nil
	}
	return sum, nil
}

// join returns the path of a part.
func join(path string, i int) string { return strings.TrimPrefix(path+"."+strconv.Itoa(i), ".") }

// parent returns the path of the cube around another one.
func parent(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

// Agree reads all journals again, and compares all the ways to each sum. It returns the sum of the run if
// it is known. The error is a [*crosscut.DisagreementError] that names both results.
func (f *Folder) Agree() (sum Sum, whole bool, err error) {
	var w Ways
	err = cmp.Or(w.Add(f.Header.root()), f.Each(func(e *Entry) error {
		o, err := e.Outcome()
		if err != nil {
			return nil
		}
		return w.Add(o)
	}))
	if err == nil {
		sum, whole, err = w.Total("")
	}
	return sum, whole, f.disagreement(err)
}

// disagreement turns a contradiction into an error that names both results and who found them.
func (f *Folder) disagreement(err error) error {
	wrong := (*ContradictionError)(nil)
	if !errors.As(err, &wrong) {
		return err
	}
	var said, engines []string
	if err := f.Each(func(e *Entry) error {
		if e.Path == wrong.Path {
			said, engines = append(said, e.says()), append(engines, e.Engine)
		}
		return nil
	}); err != nil {
		return err
	}
	slices.Sort(said)
	detail := wrong.Error()
	if said = slices.Compact(said); len(said) > 0 {
		detail += ": " + strings.Join(said, "; ")
	}
	engines = append(engines, "", "")
	return &crosscut.DisagreementError{Engines: [2]string(engines[:2]), Detail: f.dir + ": " + detail}
}
