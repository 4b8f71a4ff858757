package ledger

import (
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// ConflictError says that two entries contradict each other: one of them is wrong. In a
// program this is exit code 4.
type ConflictError struct{ First, Second Entry }

// Error names the cube and both results.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("cube %s has %s, and %s", e.First.ID(), e.First.says(), e.Second.says())
}

// says returns the result of an entry in words.
func (e Entry) says() string {
	text := fmt.Sprintf("%v solutions", e.Count)
	if e.Digest != "" {
		text += " with the digest " + e.Digest
	}
	by := e.Engine
	if e.Worker != "" {
		by += ", " + e.Worker
	}
	return text + " (" + by + ")"
}

// Outcomes are the results of cubes and parts of cubes, in whatever order they come. The
// zero value has none.
//
// The first entry of a cube counts. A second one that leaves out the same cubes must be
// equal. One that leaves out others is kept too: once both are complete, their totals must
// be equal. So a late or repeated result changes no total, and a wrong one is noticed.
type Outcomes struct {
	entries map[string][]Entry // by ID, the first one first; no two have the same Split
	totals  map[string]*Entry  // complete totals, and nil for the others; forgotten when an entry comes
}

// Add adds an entry. It reports whether the entry is new. The error is a [*ConflictError]
// if an entry of the same part differs. Such an entry is not added.
//
// The paths of the entry must be as [Reader.Next] returns them; otherwise Add returns
// another error. Count must not be nil.
func (o *Outcomes) Add(e Entry) (fresh bool, err error) {
	if e.Count == nil || !e.hasPaths() {
		return false, fmt.Errorf("an entry of cube %.40q with invalid fields", e.ID())
	}
	id := e.ID()
	for _, before := range o.entries[id] {
		switch {
		case !slices.Equal(before.Split, e.Split):
		case before.Equal(e):
			return false, nil
		default:
			return false, &ConflictError{before, e}
		}
	}
	if o.entries == nil {
		o.entries = make(map[string][]Entry)
	}
	o.entries[id] = append(o.entries[id], e)
	o.totals = nil
	return true, nil
}

// Total returns the result of a whole cube: the sum over its entry and those of the cubes
// that the entry left out. The result is false if any of them is missing. The error is a
// [*ConflictError] if two complete ways to the total disagree.
//
// The entry that it returns has the names of all engines and workers, and the sum of all
// times. Time is O(n) for the first call after an [Outcomes.Add], where n is the number of
// entries below the cube.
func (o *Outcomes) Total(id string) (e Entry, whole bool, err error) {
	if o.totals == nil {
		o.totals = make(map[string]*Entry)
	}
	total, err := o.total(id)
	if total == nil || err != nil {
		return Entry{}, false, err
	}
	return *total, true, nil
}

// total is Total with nil for a cube that is not complete. It ends because the paths of
// Split are longer than the path of their entry.
func (o *Outcomes) total(id string) (*Entry, error) {
	if t, known := o.totals[id]; known {
		return t, nil
	}
	var total *Entry
	for _, e := range o.entries[id] {
		sum, err := o.sum(e)
		switch {
		case err != nil:
			return nil, err
		case sum == nil:
		case total == nil:
			total = sum
		case !total.Equal(*sum):
			return nil, &ConflictError{*total, *sum}
		}
	}
	o.totals[id] = total
	return total, nil
}

// sum adds to an entry what it left out. It returns nil if anything of that is missing.
func (o *Outcomes) sum(e Entry) (*Entry, error) {
	sum := e
	sum.Count, sum.Split = new(big.Int).Set(e.Count), nil
	engines, workers := []string{e.Engine}, []string{e.Worker}
	for _, id := range e.Split {
		part, err := o.total(id)
		if part == nil || err != nil {
			return nil, err
		}
		sum.Count.Add(sum.Count, part.Count)
		sum.Digest = plus(sum.Digest, part.Digest)
		sum.Time += part.Time
		engines, workers = append(engines, part.Engine), append(workers, part.Worker)
	}
	sum.Engine, sum.Worker = namesOf(engines), namesOf(workers)
	return &sum, nil
}

// namesOf returns the different names in lists of names.
func namesOf(lists []string) string {
	var names []string
	for _, list := range lists {
		names = append(names, strings.Split(list, ",")...)
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
	return strings.Join(names, ",")
}

// plus returns the digest of the union of two disjoint sets: the sum modulo 2¹²⁸. It is ""
// if there is none.
func plus(a, b string) string {
	if len(a) != 32 || len(b) != 32 {
		return ""
	}
	half := func(text string) uint64 {
		n, _ := strconv.ParseUint(text, 16, 64) // Reader.has has checked the digits
		return n
	}
	low, carry := bits.Add64(half(a[16:]), half(b[16:]), 0)
	high, _ := bits.Add64(half(a[:16]), half(b[:16]), carry)
	return fmt.Sprintf("%016x%016x", high, low)
}

// checkTwice compares the results of all cubes that have several, in the order of their
// names.
func (o *Outcomes) checkTwice() error {
	for _, id := range slices.Sorted(maps.Keys(o.entries)) {
		if len(o.entries[id]) > 1 {
			if _, _, err := o.Total(id); err != nil {
				return err
			}
		}
	}
	return nil
}

// Fold returns a ledger with one entry for each whole cube of the first cut, and without
// paths, as runs on one machine have it. Cubes of which any part is missing have no entry.
// A ledger without parts of cubes is returned as it is. The error is a [*ConflictError] if
// two entries disagree.
func Fold(l *Ledger) (*Ledger, error) {
	if l == nil || l.Header.Cut == 0 {
		return l, nil
	}
	var o Outcomes
	for _, e := range l.Entries {
		if _, err := o.Add(e); err != nil {
			return nil, err
		}
	}
	if err := o.checkTwice(); err != nil {
		return nil, err
	}
	folded := &Ledger{Header: l.Header, Dropped: l.Dropped}
	folded.Header.Cut, folded.Header.Plan = 0, 0
	var cubes []int
	for _, e := range l.Entries {
		cubes = append(cubes, e.Cube)
	}
	slices.Sort(cubes)
	for _, cube := range slices.Compact(cubes) {
		e, whole, err := o.Total(strconv.Itoa(cube))
		if err != nil {
			return nil, err
		}
		if e.Path = ""; whole {
			folded.Entries = append(folded.Entries, e)
		}
	}
	return folded, nil
}
