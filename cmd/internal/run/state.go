// Package run is a search that many processes share. A [Folder] has what they have found, and a [Worker]
// adds to it. A [State] has no network, no clock and no file. It knows which cubes of a tree are finished,
// and adds up their sums.
//
// # The rule
//
// The journals are the truth, and who searches what is only a hint. A cube may be searched by nobody, twice, late or
// in any order. Nothing of this can change a total:
//
//   - The id of a cube is its path in a tree. Everybody who cuts the same puzzle gets the
//     same tree, so an outcome means the same whoever found it.
//   - The first outcome of a cube that is durable in a journal counts. A second outcome
//     must be equal. Otherwise the error is a [ContradictionError], and the run must stop.
//   - A sum of a cube and the sums of all its children are outcomes of the same set. Both
//     may arrive, in any order. They are compared as soon as both are known.
//   - Whatever has no outcome is missing, and [State.Offer] offers it again.
//
// So the state after some outcomes does not depend on their order, nor on repetitions.
//
// # Memory
//
// A cube whose children are all finished becomes one sum, and its children are forgotten.
// So the memory is proportional to the unfinished cubes and their siblings: 24 bytes for
// each. An outcome of a forgotten cube has the verdict [Forgotten]. The caller compares it
// with the journals.
package run

import (
	"container/heap"
	"errors"
	"fmt"
	"hash/maphash"
	"math/big"
	"strconv"
	"strings"

	"crosscut/cubes"
)

// Outcome says what somebody found out about a cube: its sum, or into how many children
// it is cut.
type Outcome struct {
	Path  string // steps from the root: "" is the whole puzzle, "3.0" the first child of its child 3
	Split int    // number of children; 0 if the outcome is a sum
	Sum   Sum    // sum of the cube, if Split is 0

	// Forecast is the estimated time for the whole cube, in seconds. It comes with a split,
	// and is only a hint. 0 is unknown.
	Forecast float64
}

// Verdict says what an outcome was good for.
type Verdict int

// The verdicts.
const (
	Fresh     Verdict = iota // the first outcome of its cube; it belongs into the ledger
	Known                    // equal to what is known
	Forgotten                // inside a finished cube; the ledger must be asked
	Unknown                  // of a cube whose parent is not known to be cut; useless
)

// ContradictionError says that two outcomes of one cube differ. One of them is wrong, so
// no total can be believed.
type ContradictionError struct {
	Path   string
	Detail string
}

func (e *ContradictionError) Error() string {
	return fmt.Sprintf("two outcomes of cube %s differ: %s", shown(e.Path), e.Detail)
}

func shown(path string) string {
	if path == "" {
		return "(all)"
	}
	return path
}

// ErrOutcome is what errors.Is finds when an outcome is not well formed.
var ErrOutcome = errors.New("not an outcome of a cube")

// condition is what is known of a cube.
type condition uint8

const (
	open    condition = iota // nobody has it
	offered                  // waits for a worker or is with one, as far as is known
	cut                      // its children are known
	done                     // its sum is known
)

// child is a cube below its parent.
type child struct {
	node  *node  // its children, if it is cut
	print uint64 // fingerprint of its sum, if it is done
	is    condition
}

// node is a cube that is cut and not finished.
type node struct {
	parent   *node
	index    int // among the children of parent
	children []child
	left     int     // children without a sum
	sum      Sum     // of the others
	next     int     // all children before it are not open
	each     float64 // forecast for one child in seconds; 0 is unknown
	at       int     // place in State.ready, or -1
	born     int     // number of nodes made before
}

// State is what is known of a run. It is not safe for use by several goroutines at once.
type State struct {
	top   node // its only child is the whole puzzle
	seed  maphash.Seed
	ready nodes // nodes that may have open children
	born  int

	count Counters
}

// Counters are numbers of cubes.
type Counters struct {
	Open    int // missing, and not offered
	Offered int // offered, and not answered
	Done    int // sums that were accepted; a cube counts once, and its descendants too
	Cut     int // cubes that were cut
}

// New returns the state of a run that knows nothing yet. Its only open cube is the whole
// puzzle.
func New() *State {
	s := &State{seed: maphash.MakeSeed()}
	s.top = node{children: make([]child, 1), left: 1, at: -1}
	s.count.Open = 1
	heap.Push(&s.ready, &s.top)
	return s
}

// Counters returns the numbers of cubes.
func (s *State) Counters() Counters { return s.count }

// Answer takes an outcome. The verdict [Fresh] means that the state has changed. Time is
// O(depth), and O(forgotten cubes) when the outcome finishes a cube that was cut.
//
// The error is a [ContradictionError], or wraps [ErrOutcome]. Then the state is unchanged.
func (s *State) Answer(o Outcome) (Verdict, error) {
	if err := check(o); err != nil {
		return Unknown, err
	}
	at, i, verdict, err := s.find(o.Path)
	if err != nil || verdict != Known {
		return verdict, err
	}
	if o.Split == 0 {
		return s.sum(at, i, o)
	}
	if strings.Count(o.Path, ".") >= maxDepth-1 {
		return Unknown, fmt.Errorf("%w: cube %.100q is too deep to be cut", ErrOutcome, o.Path)
	}
	return s.cut(at, i, o)
}

// check rejects outcomes that no cube can have.
func check(o Outcome) error {
	switch {
	case o.Split < 0 || o.Split > cubes.Max:
		return fmt.Errorf("%w: %d children", ErrOutcome, o.Split)
	case o.Split > 0 && o.Sum.Count != nil:
		return fmt.Errorf("%w: children and a sum", ErrOutcome)
	case o.Split == 0 && o.Sum.Count == nil:
		return fmt.Errorf("%w: neither children nor a sum", ErrOutcome)
	case o.Split == 0 && o.Sum.Count.Sign() < 0:
		return fmt.Errorf("%w: the count is negative", ErrOutcome)
	case o.Forecast < 0 || o.Forecast != o.Forecast:
		return fmt.Errorf("%w: the forecast is %v", ErrOutcome, o.Forecast)
	}
	return nil
}

// find returns the parent of a cube and the cube's index there. The verdict is Known if the
// cube is in memory, and otherwise Forgotten or Unknown.
func (s *State) find(path string) (at *node, i int, v Verdict, err error) {
	at = &s.top
	if path == "" {
		return at, 0, Known, nil
	}
	depth := 0
	for step := range strings.SplitSeq(path, ".") {
		switch c := &at.children[i]; c.is {
		case done:
			return nil, 0, Forgotten, nil
		case cut:
			at = c.node
		default:
			return nil, 0, Unknown, nil
		}
		i, err = strconv.Atoi(step)
		if depth++; err != nil || depth > maxDepth || i < 0 || strconv.Itoa(i) != step || i >= len(at.children) {
			return nil, 0, Unknown, fmt.Errorf("%w: no cube %.100q", ErrOutcome, path)
		}
	}
	return at, i, Known, nil
}

// cut takes the outcome that a cube is cut.
func (s *State) cut(at *node, i int, o Outcome) (Verdict, error) {
	c := &at.children[i]
	switch c.is {
	case done:
		return Forgotten, nil
	case cut:
		if len(c.node.children) != o.Split {
			return Known, &ContradictionError{o.Path, fmt.Sprintf("%d children, and %d", len(c.node.children), o.Split)}
		}
		return Known, nil
	}
	s.leave(c)
	s.born++
	c.is = cut
	c.node = &node{parent: at, index: i, children: make([]child, o.Split), left: o.Split, each: o.Forecast / float64(o.Split), at: -1, born: s.born}
	s.count.Cut++
	s.count.Open += o.Split
	heap.Push(&s.ready, c.node)
	return Fresh, nil
}

// sum takes the sum of a cube.
func (s *State) sum(at *node, i int, o Outcome) (Verdict, error) {
	c := &at.children[i]
	switch c.is {
	case done:
		if c.print != printOf(s.seed, o.Sum) {
			return Known, &ContradictionError{o.Path, fmt.Sprintf("the second one is %v", o.Sum)}
		}
		return Known, nil
	case cut:
		if part := s.partial(c.node); part.Number().Cmp(o.Sum.Number()) > 0 {
			return Known, &ContradictionError{o.Path, fmt.Sprintf("%v, and more than that below it: %v", o.Sum, part)}
		}
		s.forget(c.node)
		s.count.Open++ // leave takes it off again
		c.is, c.node = open, nil
	}
	s.leave(c)
	s.count.Done++
	s.finish(at, i, o.Sum)
	return Fresh, nil
}

// finish records the sum of a cube. If it was the last of its siblings, their parent gets
// the sum of them all.
func (s *State) finish(at *node, i int, sum Sum) {
	for {
		c := &at.children[i]
		c.is, c.node, c.print = done, nil, printOf(s.seed, sum)
		at.sum = at.sum.Plus(sum)
		if at.left--; at.left > 0 || at == &s.top {
			return
		}
		s.unready(at)
		at, i, sum = at.parent, at.index, at.sum
	}
}

// leave counts a cube out that is about to change.
func (s *State) leave(c *child) {
	switch c.is {
	case open:
		s.count.Open--
	case offered:
		s.count.Offered--
	}
}

// forget drops all cubes below a node.
func (s *State) forget(n *node) {
	s.unready(n)
	for i := range n.children {
		c := &n.children[i]
		if c.is == cut {
			s.forget(c.node)
		}
		s.leave(c)
	}
}

// partial returns the sum of the finished cubes below a node.
func (s *State) partial(n *node) Sum {
	sum := n.sum
	for i := range n.children {
		if c := &n.children[i]; c.is == cut {
			sum = sum.Plus(s.partial(c.node))
		}
	}
	return sum
}

// Total returns the sum of all finished cubes. It reports whether they are all. Time is
// O(cubes in memory).
func (s *State) Total() (sum Sum, complete bool) {
	sum = s.partial(&s.top)
	return Sum{Count: new(big.Int).Set(sum.Number()), Digest: sum.Digest}, s.top.left == 0
}

// Whole reports whether all cubes are finished.
func (s *State) Whole() bool { return s.top.left == 0 }

// Share returns the finished share of the run, between 0 and 1. All siblings have equal
// shares, so it is a rough measure.
func (s *State) Share() float64 { return share(&s.top) }

func share(n *node) float64 {
	sum := float64(len(n.children) - n.left)
	for i := range n.children {
		if c := &n.children[i]; c.is == cut {
			sum += share(c.node)
		}
	}
	return sum / float64(len(n.children))
}

// printOf returns a fingerprint of the sum. A worker cannot aim at a collision, because
// the seed is random and stays in this process.
func printOf(seed maphash.Seed, s Sum) uint64 {
	return maphash.String(seed, s.String())
}
