// Package plan fills and counts boards of up to 64 cells by plans. A plan is an order of free cells from
// which the other cells follow by the equations of the lines (equations.go). It takes much less time for
// each node than a search that propagates, and is good where much fits.
//
//   - One filling of each class is found under the symmetries of the lines and the complement of numbers
//     (symmetries.go). It has a lower number on some cells than on others.
//   - Search yields these fillings and their images by a plan (search.go, walk.go).
//   - Count multiplies their number. It fills the board by the scheme that seems fastest (scheme.go): one
//     plan for all cells, or a plan for a cut and a ring for each half (halves.go, ring.go, rank_table.go).
package plan

import (
	"cmp"
	"math/bits"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
)

// fillPlan is an order in which to fill open cells. Each step chooses the number of one
// cell, and with it come the numbers of the cells that follow from it by the equations.
// It is for boards of up to 64 cells. All numbers count from 0.
type fillPlan []planStep

// planStep is one free cell and what follows from it.
type planStep struct {
	learnt
	forms    []form
	late     []comparison // of the free cell with cells of the step before
	others   []comparison // checked when all forms are known
	prepares []place      // what is known before this step, and not before the step before
}

// learnt is a cell that a step learns, and the numbers that it may have.
type learnt struct {
	cell   int32
	domain uint64
	bounds []comparison // with cells known before the step before
	set    uint64       // what the bounds leave of domain
}

// place is a step, and a form of it. A negative form stands for the free cell.
type place struct{ step, form int32 }

// comparison is of two cells, of which the first must have less. If most is positive, it must have at most
// the mirror image of what the second has, which may be the same cell. The mirror image of v is most − v.
type comparison struct{ less, more, most int32 }

// form gives a cell that follows: (base + along·v) / over. v is the number of the
// step's free cell, and base is constant plus the terms of cells known before.
type form struct {
	learnt
	along    int32
	over     int32 // positive
	constant int32
	terms    []term
	reversed uint64 // set from its other end
	kind     formKind
	base     int32 // the value of base in the present state
}

// formKind says how a form cuts the numbers of its free cell.
type formKind int32

const (
	formOther   formKind = iota // only by looking at each number
	formMirrors                 // base − v is free
	formShifts                  // base + v is free
)

// term is a coefficient times the number of a cell.
type term struct{ cell, times int32 }

// step returns the step that learns cell c, and makes e know it and what follows.
func (e *equations) step(c int32, domains []uint64) planStep {
	step := planStep{learnt: learnt{cell: c, domain: domains[c], set: domains[c]}}
	follow := e.learn(c)
	for set := follow; set != 0; set &= set - 1 {
		d := int32(bits.TrailingZeros64(set))
		step.forms = append(step.forms, e.rowOf(d, follow).form(d, c, domains[d]))
	}
	return step
}

// form solves the row for cell c. All other cells of the row are known, and free is the
// one known last.
func (row *equation) form(c, free int32, domain uint64) form {
	f := form{learnt: learnt{cell: c, domain: domain, set: domain}, over: row.of[c], constant: int32(row.sum), reversed: bits.Reverse64(domain)}
	sign := int32(-1)
	if f.over < 0 {
		f.over, f.constant, sign = -f.over, -f.constant, 1
	}
	for set := row.cells &^ (1 << c); set != 0; set &= set - 1 {
		d := int32(bits.TrailingZeros64(set))
		if d == free {
			f.along = sign * row.of[d]
		} else {
			f.terms = append(f.terms, term{d, sign * row.of[d]})
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

// planDraft is a plan being made: which cells it has learnt so far, in order.
type planDraft struct {
	e       *equations
	unknown uint64 // what is unknown to e once it has learnt the last of order
	order   []int32
	left    int     // numbers not used
	now     float64 // estimate of the states that the order so far leads to
	cost    float64 // estimate of the states on the way there
}

// planChild is a draft with one more free cell. There are many, so they are small.
type planChild struct {
	unknown   uint64
	now, cost float64
	left      int
	parent    int32 // the index of the draft
	cell      int32
}

// extend returns the draft with one more free cell, from which the cells of follow follow. The
// estimate assumes that free numbers fit anywhere. A number that follows is one of
// about spread possible ones, and counts as free as often as that.
func (d *planDraft) extend(c int32, follow uint64, spread float64) planChild {
	next := planChild{unknown: d.unknown &^ (1<<c | follow), now: d.now * float64(d.left), left: d.left - 1, cell: c}
	for range bits.OnesCount64(follow) {
		next.now *= min(1, float64(next.left)/spread)
		next.left--
	}
	next.cost = d.cost + next.now
	return next
}

// draftPlan returns the order of least estimated cost in which to learn the cells of wanted and what follows
// from them. A cell of first comes before the others. So many numbers are left, and spread is that of
// [planDraft.extend]. It is a beam search over the sets of known cells, width of them at a time. It returns
// the error of r when r is to end.
func draftPlan(r *meter.Run, e *equations, wanted, first uint64, spread float64, left, width int) (planDraft, error) {
	b := planBeam{drafts: []planDraft{{e: e.clone(), unknown: e.unknown, left: left, now: 1}}, at: map[uint64]int{}}
	for b.drafts[0].unknown&wanted != 0 {
		if err := r.Err(); err != nil {
			return planDraft{}, err
		}
		b.extend(first, spread)
		first = wanted
		base.SortStable(b.children, func(a, b planChild) int { return cmp.Compare(a.cost+a.now, b.cost+b.now) })
		b.grow(b.children[:min(width, len(b.children))])
	}
	return b.drafts[0], nil
}

// planBeam are the drafts that a beam search looks at side by side. Its memory is used again.
type planBeam struct {
	drafts   []planDraft
	children []planChild
	at       map[uint64]int // the children by their unknown cells
	spare    []*equations
}

// extend finds the children of all drafts that learn a cell of wanted, the best one for each set of unknown
// cells.
func (b *planBeam) extend(wanted uint64, spread float64) {
	clear(b.at)
	b.children = b.children[:0]
	for i := range b.drafts {
		d := &b.drafts[i]
		follows := d.e.follows()
		for set := d.unknown & wanted; set != 0; set &= set - 1 {
			c := int32(bits.TrailingZeros64(set))
			made := d.extend(c, follows[c], spread)
			made.parent = int32(i)
			j, known := b.at[made.unknown]
			switch {
			case !known:
				b.at[made.unknown] = len(b.children)
				b.children = append(b.children, made)
			case made.cost < b.children[j].cost:
				b.children[j] = made
			}
		}
	}
}

// grow makes drafts of the children. Equations are large: a draft hands them over to its
// last child, and those of a draft without children are used again.
func (b *planBeam) grow(children []planChild) {
	last := make([]int, len(b.drafts))
	for i := range children {
		last[children[i].parent] = i + 1
	}
	for i, n := range last {
		if n == 0 {
			b.spare = append(b.spare, b.drafts[i].e)
		}
	}
	grown := make([]planDraft, len(children))
	for i := range children {
		child := &children[i]
		parent := &b.drafts[child.parent]
		e := parent.e
		if last[child.parent] > i+1 {
			to := new(equations)
			if k := len(b.spare) - 1; k >= 0 {
				to, b.spare = b.spare[k], b.spare[:k]
			}
			e = e.copyTo(to)
		}
		e.learn(child.cell)
		order := append(slices.Clip(parent.order), child.cell)
		grown[i] = planDraft{e: e, unknown: child.unknown, order: order, left: child.left, now: child.now, cost: child.cost}
	}
	b.drafts = grown
}

// compile returns the plan that learns the cells in that order.
func (e *equations) compile(order []int32, domains []uint64, comparisons []comparison) fillPlan {
	e = e.clone()
	plan := make(fillPlan, 0, len(order))
	for _, c := range order {
		plan = append(plan, e.step(c, domains))
	}
	for _, x := range comparisons {
		plan.compare(x, e.unknown)
	}
	return plan
}

// compare lets a step make the comparison. It is the last step that learns one of the cells. If one of
// them is unknown to this plan, a later plan compares. If both are known before, an earlier plan did.
func (plan fillPlan) compare(x comparison, unknown uint64) {
	if (1<<x.less|1<<x.more)&unknown != 0 {
		return
	}
	before, last := plan.stepOf(x.less), plan.stepOf(x.more)
	cell := x.more
	if before > last {
		before, last, cell = last, before, x.less
	}
	if last < 0 {
		return
	}
	step := &plan[last]
	form := slices.IndexFunc(step.forms, func(f form) bool { return f.cell == cell })
	switch {
	case before < last-1 && form < 0:
		plan.bound(&step.learnt, x, before, place{int32(last), -1})
	case before < last-1:
		plan.bound(&step.forms[form].learnt, x, before, place{int32(last), int32(form)})
	case before < last && form < 0:
		step.late = append(step.late, x)
	default:
		step.others = append(step.others, x)
	}
}

// bound adds a bound with a cell that is known after the step before. The set is worked out once all of
// these cells are known.
func (plan fillPlan) bound(to *learnt, x comparison, before int, at place) {
	to.bounds = append(to.bounds, x)
	for i := range plan {
		prepares := &plan[i].prepares
		if known := slices.Index(*prepares, at); known >= 0 {
			before = max(before, i-1)
			*prepares = slices.Delete(*prepares, known, known+1)
		}
	}
	plan[before+1].prepares = append(plan[before+1].prepares, at)
}

// clone returns the plan for another worker: its forms have bases of their own.
func (plan fillPlan) clone() fillPlan {
	plan = slices.Clone(plan)
	for i := range plan {
		plan[i].forms = slices.Clone(plan[i].forms)
	}
	return plan
}

// stepOf returns the step that gives cell c its number, or −1.
func (plan fillPlan) stepOf(c int32) int {
	return slices.IndexFunc(plan, func(step planStep) bool {
		return step.cell == c || slices.ContainsFunc(step.forms, func(f form) bool { return f.cell == c })
	})
}
