package states

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"

	"crosscut/internal/search"
	"crosscut/sat"
)

// A decision diagram of a formula, as CPOG: R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule,
// "Certified knowledge compilation with application to verified model counting", SAT 2023. The diagram
// takes the variables of the problem in their order. A node stands for a variable whose value is free,
// and for the states of all rules there. Two ways to the same variable with the same states share a node.
//
// A branch of a node is a product of literals: a value of its variable, and all that follows from that
// up to the next free variable, whose node is a factor too. A node is the sum of its branches. For each
// node u there is a lemma: "in these states, u". It follows from the lemmas of its children. So the last
// lemma, of the root, says that each model of the formula is one of the diagram.

// ErrNone is the error for a formula without models: a diagram has at least one.
var ErrNone = errors.New("there is no solution")

// Count writes a diagram of the formula with the proof that it has every model of the formula, and
// returns how many there are. It fails with [ErrNone] if there is none.
func (f *Formula) Count(run *search.Run, w io.Writer) (*big.Int, error) {
	if f.none {
		return nil, ErrNone
	}
	d := &diagram{
		Formula: f, run: run, out: bufio.NewWriterSize(w, 1<<16), nodes: make(map[string]node),
		reads: make([][]spot, f.Vars+2), choices: make([][2][]spot, f.Vars+1), active: make([][]spot, f.Vars+2), values: make([]bool, f.Vars+1),
		clauses: f.CNF.Clauses(), operations: f.CNF.Vars(),
	}
	if err := d.schedule(); err != nil {
		return nil, err
	}
	count, err := d.root()
	if err != nil {
		return nil, err
	}
	return count, d.out.Flush()
}

// diagram is a decision diagram that is being written.
type diagram struct {
	*Formula
	run   *search.Run
	out   *bufio.Writer
	line  []byte
	nodes map[string]node // per variable and states
	reads [][]spot        // per variable, the steps of rules that it completes
	// choices has for each variable the choices that it makes if it is true (0) or false (1), and
	// whose rules have come to that step.
	choices [][2][]spot
	active  [][]spot // per variable, the rules that have begun before it and end later, with their next steps
	values  []bool   // of the variables on the way to the node

	clauses, operations int // how many there are
}

// spot is a step of a rule, perhaps with a choice.
type spot struct{ rule, step, choice int }

// node is what was written for a node.
type node struct {
	operation int // its number, 0 if there is no model in these states
	lemma     int // the number of the clause that says so
	count     *big.Int
}

// schedule says when each rule reads which variables.
func (d *diagram) schedule() error {
	for i := range d.rules {
		u := &d.rules[i]
		before := 0
		for step, v := range u.last {
			if v < before {
				return Unstated("rules that read the cells in different orders")
			}
			d.reads[v] = append(d.reads[v], spot{i, step, 0})
			for j, c := range u.Steps[step] {
				if w := c.Lit.Var(); w > before {
					value := 0
					if c.Lit < 0 {
						value = 1
					}
					d.choices[w][value] = append(d.choices[w][value], spot{i, step, j})
				}
			}
			for ; before > 0 && before < v; before++ {
				d.active[before+1] = append(d.active[before+1], spot{i, step, 0})
			}
			before = v
		}
	}
	return nil
}

// branch is a value of a variable with all that follows from it, up to the next variable that is free.
type branch struct {
	lits   []sat.Lit
	hints  []int   // the clauses by which they follow
	states []int16 // per rule, the state at the end
	next   int     // the variable that is free
	dead   bool    // the last hint is a contradiction
	count  *big.Int
}

// follow goes on from variable v to the next that is free.
func (d *diagram) follow(b *branch, v int) {
	for ; !b.dead && v <= d.Vars; v++ {
		yes, no := d.against(v, 0, b.states), d.against(v, 1, b.states)
		switch {
		case yes == 0 && no == 0:
			b.next = v
			return
		case yes != 0:
			b.hints = append(b.hints, yes)
		default:
			b.hints = append(b.hints, no)
		}
		d.assign(b, v, yes == 0)
	}
	b.next = v
}

// against returns the clause by which variable v is not true (0) or not false (1), or 0.
func (d *diagram) against(v, value int, states []int16) int {
	for _, s := range d.choices[v][value] {
		u := &d.rules[s.rule]
		if u.to[s.step][s.choice][states[s.rule]] < 0 {
			return u.clause[s.step][s.choice][states[s.rule]]
		}
	}
	return 0
}

// assign gives a variable its value, and each rule that reads it the next state.
func (d *diagram) assign(b *branch, v int, value bool) {
	d.values[v] = value
	lit := sat.Lit(v)
	if !value {
		lit = lit.Not()
	}
	b.lits = append(b.lits, lit)
	for _, s := range d.reads[v] {
		u := &d.rules[s.rule]
		for i, c := range u.Steps[s.step] {
			if d.values[c.Lit.Var()] == (c.Lit > 0) {
				d.enter(b, spot{s.rule, s.step, i})
				break
			}
		}
		if b.dead {
			return
		}
	}
}

// enter takes a rule to the state after a choice. Its literals follow.
func (d *diagram) enter(b *branch, s spot) {
	u := &d.rules[s.rule]
	before := b.states[s.rule]
	after, clause := u.to[s.step][s.choice][before], u.clause[s.step][s.choice][before]
	if after < 0 {
		b.dead, b.hints = true, append(b.hints, clause)
		return
	}
	b.states[s.rule] = int16(after)
	for i, l := range u.in(s.step+1, after) {
		b.lits, b.hints = append(b.lits, l), append(b.hints, clause+i)
	}
}

// context returns the negations of the literals that say in which states the rules are at a variable.
func (d *diagram) context(v int, states []int16) (lits []sat.Lit) {
	for _, s := range d.active[v] {
		for _, l := range d.rules[s.rule].in(s.step, int(states[s.rule])) {
			lits = append(lits, l.Not())
		}
	}
	return lits
}

// key returns the variable and the states of the rules there as a text.
func (d *diagram) key(v int, states []int16) string {
	key := binary.AppendUvarint(nil, uint64(v))
	for _, s := range d.active[v] {
		key = binary.LittleEndian.AppendUint16(key, uint16(states[s.rule]))
	}
	return string(key)
}

// root writes everything, and returns how many models there are.
func (d *diagram) root() (*big.Int, error) {
	b := branch{states: make([]int16, len(d.rules))}
	d.follow(&b, 1)
	if err := d.descend(&b); err != nil {
		return nil, err
	}
	if b.dead {
		return nil, ErrNone
	}
	product, clause := d.product(b.lits)
	d.assert([]sat.Lit{sat.Lit(product)}, append(b.hints, clause))
	fmt.Fprintf(d.out, "r %d\n", product)
	return b.count, nil
}

// descend writes the node at the end of a branch, and makes it a part of the branch.
func (d *diagram) descend(b *branch) error {
	if b.dead {
		return nil
	}
	if b.next > d.Vars {
		b.count = big.NewInt(1)
		return nil
	}
	child, err := d.node(b.next, b.states)
	if err != nil {
		return err
	}
	b.hints, b.count, b.dead = append(b.hints, child.lemma), child.count, child.operation == 0
	if !b.dead {
		b.lits = append(b.lits, sat.Lit(child.operation))
	}
	return nil
}

// node writes a node with all below it and its lemma, unless it is there.
func (d *diagram) node(v int, states []int16) (node, error) {
	key := d.key(v, states)
	if n, ok := d.nodes[key]; ok {
		return n, nil
	}
	if err := d.room(); err != nil {
		return node{}, err
	}
	var n node
	context := d.context(v, states)
	yes, err := d.branch(v, true, states)
	if err != nil {
		return n, err
	}
	first := append(context[:len(context):len(context)], -sat.Lit(v))
	var hints []int // of the lemma
	one := 0        // the first clause of the product
	if !yes.dead {
		product, clause := d.product(yes.lits)
		one = clause
		first, yes.hints = append(first, sat.Lit(product)), append(yes.hints, clause)
		n.operation, n.count = product, yes.count
	}
	hints = append(hints, d.assert(first, yes.hints))
	no, err := d.branch(v, false, states)
	if err != nil {
		return n, err
	}
	if !no.dead {
		product, clause := d.product(no.lits)
		no.hints = append(no.hints, clause)
		if n.operation == 0 {
			n.operation, n.count = product, no.count
		} else {
			var sum int
			n.operation, sum = d.sum(n.operation, product, one+1, clause+1)
			n.count = new(big.Int).Add(n.count, no.count)
			hints = []int{sum + 1, hints[0], sum + 2}
		}
	}
	if n.operation > 0 {
		context = append(context, sat.Lit(n.operation))
	}
	n.lemma = d.assert(context, append(hints, no.hints...))
	d.nodes[key] = n
	return n, nil
}

// branch gives a variable a value, and writes all below.
func (d *diagram) branch(v int, value bool, states []int16) (b branch, err error) {
	b.states = append(b.states, states...)
	d.assign(&b, v, value)
	d.follow(&b, v+1)
	return b, d.descend(&b)
}

// bytesOfNode is about what a node takes in memory, beside its states.
const bytesOfNode = 200

// room returns an error if the run has ended, or if there is no memory for another thousand nodes.
func (d *diagram) room() error {
	if len(d.nodes)%1024 == 0 {
		allocated, err := search.Room(1024 * int64(bytesOfNode+2*len(d.rules)))
		if err != nil {
			return err
		}
		allocated()
	}
	return d.run.Node(2)
}

// product writes the product of literals, and returns its number and that of its first clause.
func (d *diagram) product(lits []sat.Lit) (operation, clause int) {
	operation, clause = d.operate("p", len(lits))
	numbers(d, lits, " 0\n")
	return operation, clause
}

// sum writes the sum of two operations that exclude each other by two clauses, and returns its number
// and that of its first clause.
func (d *diagram) sum(a, b, one, other int) (operation, clause int) {
	operation, clause = d.operate("s", 2)
	numbers(d, []int{a, b, one, other}, " 0\n")
	return operation, clause
}

// operate begins the line of an operation with so many factors or terms.
func (d *diagram) operate(word string, n int) (operation, clause int) {
	operation, clause = d.operations+1, d.clauses+1
	d.operations, d.clauses = operation, d.clauses+1+n
	fmt.Fprintf(d.out, "%d %s %d", clause, word, operation)
	return operation, clause
}

// assert writes a clause that follows by unit propagation from the clauses that are the hints, and
// returns its number.
func (d *diagram) assert(lits []sat.Lit, hints []int) int {
	d.clauses++
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
