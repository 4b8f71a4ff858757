package magic

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"crosscut/internal/search"
)

// magicPlan is an order in which to fill open cells: each step chooses the number
// of one cell, and with it come the numbers of the cells that follow from it by the
// equations. The plan of a board of up to 64 cells; all numbers count from 0.
type magicPlan []magicStep

// magicStep is one free cell and what follows from it.
type magicStep struct {
	cell   int32
	domain uint64
	forms  []magicForm
	above  []int32    // cells known before that must have less than cell
	below  []int32    // and more
	pairs  [][2]int32 // cells of which the first must have less, to be seen when all forms are known
}

// magicForm gives a cell that follows: (base + along·v) / over, where v is the number
// of the step's free cell, and base is constant with the terms of cells known before.
type magicForm struct {
	cell     int32
	along    int32
	over     int32 // positive
	constant int32
	terms    []magicTerm
	domain   uint64
	reversed uint64 // domain from its other end
	kind     formKind
	base     int32 // of the state at hand
}

// formKind says how a form cuts the numbers of its free cell.
type formKind int32

const (
	formOther   formKind = iota // only by looking at each number
	formMirrors                 // base − v is free
	formShifts                  // base + v is free
)

// magicTerm is a coefficient times the number of a cell.
type magicTerm struct{ cell, times int32 }

// step returns the step that learns cell c, and makes e know it and what follows.
func (e *magicEquations) step(c int32, domains []uint64) magicStep {
	step := magicStep{cell: c, domain: domains[c]}
	follow := e.learn(c)
	for set := follow; set != 0; set &= set - 1 {
		d := int32(bits.TrailingZeros64(set))
		step.forms = append(step.forms, e.rowOf(d, follow).form(d, c, domains[d]))
	}
	return step
}

// form solves the row for cell c, all other cells of which are known; free is the
// one that is known last.
func (row *magicRow) form(c, free int32, domain uint64) magicForm {
	f := magicForm{cell: c, over: row.of[c], constant: int32(row.sum), domain: domain, reversed: bits.Reverse64(domain)}
	sign := int32(-1)
	if f.over < 0 {
		f.over, f.constant, sign = -f.over, -f.constant, 1
	}
	for set := row.cells &^ (1 << c); set != 0; set &= set - 1 {
		d := int32(bits.TrailingZeros64(set))
		if d == free {
			f.along = sign * row.of[d]
		} else {
			f.terms = append(f.terms, magicTerm{d, sign * row.of[d]})
		}
	}
	switch {
	case f.over == 1 && f.along == -1:
		f.kind = formMirrors
	case f.over == 1 && f.along == 1:
		f.kind = formShifts
	}
	return f
}

// magicDraft is a plan being made: which cells it has learnt so far, in order.
type magicDraft struct {
	e       *magicEquations
	unknown uint64 // what is unknown to e once it has learnt the last of order
	order   []int32
	left    int     // numbers not used
	now     float64 // estimate of the states that the order so far leads to
	cost    float64 // and of those on the way
}

// extend returns the draft with one more free cell, which e is not yet told of. The
// estimate takes the free numbers to fit anywhere, and a number that follows to be a
// free one as often as the free numbers are among the about √n·n² that it can be.
func (d *magicDraft) extend(c int32, n int) magicDraft {
	follow := d.e.would(c)
	next := magicDraft{e: d.e, unknown: d.unknown &^ (1<<c | follow), left: d.left - 1, now: d.now * float64(d.left), cost: d.cost}
	spread := float64(n*n) * 0.7 * math.Sqrt(float64(n))
	for range bits.OnesCount64(follow) {
		next.now *= min(1, float64(next.left)/spread)
		next.left--
	}
	next.cost += next.now
	return next
}

// draft returns the way of least estimated cost to learn the cells of wanted, with what
// follows from them, where left numbers are free: a beam search over the sets of
// known cells, width of them at a time. It is cut short, and its plan of no use, when r
// is to end.
func draft(r *search.Run, e *magicEquations, wanted uint64, n, left, width int) magicDraft {
	beam := []magicDraft{{e: e, unknown: e.unknown, left: left, now: 1}}
	for beam[0].unknown&wanted != 0 && r.Err() == nil {
		var next []magicDraft
		at := map[uint64]int{} // by the unknown cells
		for i := range beam {
			d := &beam[i]
			for set := d.unknown & wanted; set != 0; set &= set - 1 {
				c := int32(bits.TrailingZeros64(set))
				made := d.extend(c, n)
				j, known := at[made.unknown]
				if known && next[j].cost <= made.cost {
					continue
				}
				made.order = append(slices.Clip(d.order), c)
				if known {
					next[j] = made
				} else {
					at[made.unknown] = len(next)
					next = append(next, made)
				}
			}
		}
		slices.SortStableFunc(next, func(a, b magicDraft) int { return cmp.Compare(a.cost+a.now, b.cost+b.now) })
		beam = next[:min(width, len(next))]
		for i := range beam {
			d := &beam[i]
			d.e = d.e.clone()
			d.e.learn(d.order[len(d.order)-1])
		}
	}
	return beam[0]
}

// compile returns the plan that learns the cells in that order.
func (e *magicEquations) compile(order []int32, domains []uint64, pairs [][2]int32) magicPlan {
	e = e.clone()
	plan := make(magicPlan, 0, len(order))
	for _, c := range order {
		plan = append(plan, e.step(c, domains))
	}
	for _, p := range pairs {
		plan.compare(p, e.unknown)
	}
	return plan
}

// compare makes the step that is the last to know one of the two cells see that the
// first has the lesser number. That is for a later plan when one of them is unknown
// to this one, and for an earlier plan when both are known before.
func (plan magicPlan) compare(pair [2]int32, unknown uint64) {
	if (1<<pair[0]|1<<pair[1])&unknown != 0 {
		return
	}
	at := [2]int{plan.stepOf(pair[0]), plan.stepOf(pair[1])}
	last := max(at[0], at[1])
	switch {
	case last < 0:
	case at[0] < last && plan[last].cell == pair[1]:
		plan[last].above = append(plan[last].above, pair[0])
	case at[1] < last && plan[last].cell == pair[0]:
		plan[last].below = append(plan[last].below, pair[1])
	default:
		plan[last].pairs = append(plan[last].pairs, pair)
	}
}

// clone returns the plan for another worker: its forms have bases of their own.
func (plan magicPlan) clone() magicPlan {
	plan = slices.Clone(plan)
	for i := range plan {
		plan[i].forms = slices.Clone(plan[i].forms)
	}
	return plan
}

// stepOf returns the step that tells cell c, or −1.
func (plan magicPlan) stepOf(c int32) int {
	return slices.IndexFunc(plan, func(step magicStep) bool {
		return step.cell == c || slices.ContainsFunc(step.forms, func(f magicForm) bool { return f.cell == c })
	})
}
