package plan

import (
	"math"
	"math/bits"

	"crosscut/meter"
	"crosscut/puzzle"
)

// Root is a board of up to 64 cells with all that propagation finds without a guess. Plans begin
// there. All numbers count from 0.
type Root struct {
	p       *puzzle.Magic
	r       *meter.Run
	value   []int32  // per cell its number, −1 while it is open
	domains []uint64 // per cell, the numbers that it may have
	free    uint64   // the numbers not placed
	e       *equations
}

// Line is a set of cells and the sum of their numbers.
type Line struct {
	Cells []int32
	Sum   int
}

// Number is a number on a cell.
type Number struct{ Cell, Value int32 }

// NewRoot returns the root of p, where value and domains say what is known of the cells. The root
// keeps them, and r.
func NewRoot(p *puzzle.Magic, r *meter.Run, lines []Line, value []int32, domains []uint64, free uint64) *Root {
	return &Root{p: p, r: r, value: value, domains: domains, free: free, e: newEquations(lines, value)}
}

// Follows returns the numbers of the open cells that follow from the others by several lines
// together, such as the centre of a board of order 3. It returns false if the lines contradict.
func (root *Root) Follows() (found []Number, ok bool) {
	e := root.e
	if e.large {
		return nil, true
	}
	if e.contradict(root.value) {
		return nil, false
	}
	follow := e.following()
	for set := follow; set != 0; set &= set - 1 {
		c := int32(bits.TrailingZeros64(set))
		f := e.rowOf(c, follow).form(c, -1, 0)
		v := f.constant
		for _, t := range f.terms {
			v += t.times * root.value[t.cell]
		}
		if v < 0 || v%f.over != 0 || v/f.over >= int32(len(root.value)) {
			return nil, false
		}
		found = append(found, Number{c, v / f.over})
	}
	return found, true
}

// draft returns an order of filling after which the cells of wanted are known. It begins with a cell of first.
func (root *Root) draft(wanted, first uint64, width int) (planDraft, error) {
	cells := 0 // of all lines
	for i := range root.e.lines {
		cells += bits.OnesCount64(root.e.lines[i].cells)
	}
	length := float64(cells) / float64(len(root.e.lines))
	spread := float64(len(root.value)) * math.Sqrt(length/2)
	return draftPlan(root.r, root.e, wanted, first, spread, bits.OnesCount64(root.free), width)
}

func (root *Root) walk(plan fillPlan, r *meter.Run) planWalk {
	w := planWalk{plan: plan, value: new([64]int32), r: r, sharedAt: -1}
	copy(w.value[:], root.value)
	return w
}
