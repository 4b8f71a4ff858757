//go:build !page

package states

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/sat"
)

// A decision diagram of a formula, as CPOG: R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule,
// "Certified knowledge compilation with application to verified model counting", SAT 2023.

// ErrNone is the error for a formula without models: a diagram has at least one.
var ErrNone = errors.New("there is no solution")

// Count writes a diagram of the formula with the proof that it has every model of the formula, and
// returns how many there are. It fails with [ErrNone] if there is none.
//
// It calls put once or twice, with a function that writes the proof: the second one stands for the first. The search
// goes in order, or takes the fewest choices first where that is smaller. With deletions, it also writes a proof that the
// formula has every model of the diagram.
func (f *Formula) Count(run *meter.Run, put func(content func(w io.Writer) error) error, deletions bool) (n *big.Int, err error) {
	bound, err := f.bound(run)
	if err != nil {
		return nil, err
	}
	try := func(fewest bool) error {
		return put(func(w io.Writer) (err error) {
			n, err = f.count(run, w, deletions, fewest, bound)
			return err
		})
	}
	if err = try(false); errors.Is(err, errLarge) {
		bound = 0
		err = try(true)
	}
	return n, err
}

// errLarge is the error for a diagram that would be larger than a search.
var errLarge = errors.New("states: the diagram is too large")

// counter counts the bytes that are written.
type counter struct {
	io.Writer
	bytes int64
}

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return c.Writer.Write(p)
}

// count is Count in one of two orders: the fewest choices first if fewest, or with a memory. It fails with errLarge if
// there are more bytes than the bound, unless that is 0.
func (f *Formula) count(run *meter.Run, w io.Writer, deletions, fewest bool, bound int64) (*big.Int, error) {
	written := &counter{Writer: w}
	d, err := f.begin(run, written, deletions)
	if err != nil {
		return nil, err
	}
	d.enough = func() bool { return bound > 0 && written.bytes > bound }
	t, err := newTree(d, !fewest)
	if err != nil {
		return nil, err
	}
	top, err := t.top()
	switch err = cmp.Or(err, d.defect); {
	case err != nil:
		return nil, err
	case top.is == 0:
		p := d.product(nil)
		top.is, top.lemma = p.lit, d.assert([]sat.Lit{p.lit}, p.clause)
	}
	if deletions {
		if err := d.deletions(top); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(d.out, "r %d\n", top.is)
	return top.count, d.out.Flush()
}

// begin writes what both ways need: the values of the groups. Without a writer it proves nothing.
func (f *Formula) begin(run *meter.Run, w io.Writer, deletions bool) (*diagram, error) {
	if f.none {
		return nil, ErrNone
	}
	d := &diagram{
		Formula: f, run: run, out: bufio.NewWriterSize(w, 1<<16), clauses: f.CNF.Clauses(), operations: f.CNF.Vars(),
		parts: make(map[string]part), lemmas: make(map[string]int),
		prover: newPropagator(nil),
	}
	if err := d.plan(); err != nil {
		return nil, err
	}
	if n := len(d.groups); deletions {
		d.history = &history{steps: make([][]step, n+1), nodes: make([][]sat.Lit, n)}
	}
	if w == nil {
		d.rough, d.out = true, bufio.NewWriter(io.Discard)
	} else if err := d.knowFormula(); err != nil {
		return nil, err
	}
	for g := range d.groups {
		if err := cmp.Or(d.value(g), d.run.Err()); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// diagram is a decision diagram that is being written.
type diagram struct {
	*Formula
	run     *meter.Run
	out     *bufio.Writer
	line    []byte
	groups  []group
	groupOf []int   // per variable, also of digits
	within  [][]int // per group, the rules that read nothing else

	parts  map[string]part
	lemmas map[string]int // the numbers of those that more nodes need

	prover              *propagator // of lemmas
	units               []*fact     // that it knows
	rough               bool        // without proofs
	made                int         // how many nodes
	enough              func() bool // whether there are too many bytes
	clauses, operations int         // how many there are
	history             *history    // nil without deletions
	defect              error       // a clause that does not follow
}

// node is what was written for the states before a group.
type node struct {
	is    sat.Lit // its operation; 0 at the end
	lemma int     // the number of the clause that says so
	count *big.Int
}

// next returns the states after a value.
func (d *diagram) next(g, value int, states []int32) (after []int32) {
	after = slices.Clone(states)
	for i := range d.groups[g].reads {
		read := &d.groups[g].reads[i]
		after[read.rule] = int32(d.end(read, value, int(states[read.rule])))
		if read.ends {
			after[read.rule] = 0 // it does not matter any more
		}
	}
	return after
}

// end returns the state after a reading of a value, or -1.
func (d *diagram) end(read *reading, value, q int) int {
	u := &d.rules[read.rule]
	for i, choice := range read.choices[value] {
		if q = u.to[read.from+i][choice][q]; q < 0 {
			break
		}
	}
	return q
}

// bytesOfNode is about what a node takes in memory, beside its states.
const bytesOfNode = 400

// room returns an error if the run has ended, or if there is no memory for another thousand nodes.
func (d *diagram) room() error {
	if d.made++; d.made%1024 == 1 {
		allocated, err := base.Reserve(1024 * int64(bytesOfNode+2*len(d.rules)))
		if err != nil {
			return err
		}
		allocated()
	}
	if d.enough() {
		return errLarge
	}
	return d.run.Node(2)
}

// conjunction returns the product of some literals, which is written once.
func (d *diagram) conjunction(lits []sat.Lit) part {
	if len(lits) == 1 {
		return part{lit: lits[0], lits: lits}
	}
	key := keyOf(0, lits)
	p, ok := d.parts[key]
	if !ok {
		p = d.product(lits)
		d.mean(p, 0)
		d.parts[key] = p
	}
	return p
}

// keyOf returns numbers as a text.
func keyOf[T ~int32 | ~uint64](of int, numbers []T) string {
	key := binary.AppendUvarint(nil, uint64(of))
	for _, n := range numbers {
		key = binary.AppendVarint(key, int64(n))
	}
	return string(key)
}

// product writes the product of literals.
func (d *diagram) product(lits []sat.Lit) part {
	p := part{sat.Lit(d.operations + 1), d.clauses + 1, lits}
	d.operations, d.clauses = d.operations+1, d.clauses+1+len(lits)
	d.history.keep(p, false)
	fmt.Fprintf(d.out, "%d p %d", p.clause, p.lit)
	numbers(d, lits, " 0\n")
	return p
}

// sum writes the sum of two operations that exclude each other by some clauses.
func (d *diagram) sum(a, b sat.Lit, hints []int) part {
	p := part{sat.Lit(d.operations + 1), d.clauses + 1, []sat.Lit{a, b}}
	d.operations, d.clauses = d.operations+1, d.clauses+3
	d.history.keep(p, true)
	fmt.Fprintf(d.out, "%d s %d %d %d", p.clause, p.lit, a, b)
	numbers(d, hints, " 0\n")
	return p
}

// assert writes a clause that follows by unit propagation from the clauses that are the hints, and
// returns its number.
func (d *diagram) assert(lits []sat.Lit, hints ...int) int {
	d.clauses++
	if h := d.history; h != nil {
		h.lemmas = append(append(h.lemmas, hints...), len(hints), d.clauses)
	}
	fmt.Fprintf(d.out, "%d a", d.clauses)
	numbers(d, lits, " 0")
	numbers(d, hints, " 0\n")
	return d.clauses
}

// numbers writes numbers, a 0 and the end of a part or line. The writer keeps its first error.
func numbers[T ~int | ~int32](d *diagram, list []T, end string) {
	d.line = d.line[:0]
	for _, n := range list {
		d.line = strconv.AppendInt(append(d.line, ' '), int64(n), 10)
	}
	d.out.Write(append(d.line, end...))
}
