// Package paths treats a filled Hidoku as a path through a graph. It looks for one solution by local search,
// and it counts the fillings of Hidokus without enumerating them: by a frontier that sweeps
// over the board, and by independent parts.
package paths

import (
	"math/bits"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// frontier counts the Hamiltonian paths and cycles of any graph. It adds one cell after the other
// in a sweep over the board. For each cell it chooses which steps to earlier cells belong to the
// path (Knuth, TAOCP 4A, section 7.1.4, Simpath and its mate tables; the frontier as the state of a
// count: Sekine, Imai, Tani, Computing the Tutte polynomial of a graph of moderate size, ISAAC
// 1995). What bounds it is the number of states, which grows exponentially with the cells on the
// frontier.
//
// What has been chosen is a set of pieces of path that cover the cells added so far. A
// cell can still get steps only while some neighbour of it has not been added. These
// cells are the frontier. A state has a mate for each cell of the frontier: whether the
// cell has both its steps, or where the other end of the cell's piece is, or which end of a gap is there.
// Two states that agree in this are completed by the same choices, so one count serves both.
//
// Clues and an order divide the path into gaps: see [route]. A piece with an end of a gap is joined
// only with pieces that have none, or with the other end of that gap. If there are several
// stretches, the count tries each of them for each cell. The state has the stretch of each piece, and
// how many cells each stretch still lacks. For the longest stretch, this is the weight of a way instead, so
// that states which differ only in it are one. For the second longest it follows.
//
// Cells that must follow each other are steps that must be chosen. Those that may not are no steps.
//
// Ends that are not given may be anywhere. If neither 1 nor N is given, and nothing else, each path
// counts as two fillings. States that cannot be completed are dropped early, by what is known of
// these ends:
//
//   - A cell that no step has reached, with one neighbour to come, must be an end. It
//     becomes one at once.
//   - Rook moves alternate between the colours of the chessboard. So the colours of the
//     two ends follow from the numbers of cells.
//
// A state knows how many free ends of each kind are left, and is dropped when it would need more. A
// kind is a colour, or a stretch where there are several. The fields of its mates imply this
// number. So it divides no states.
type frontier struct {
	*route
	steps       []frontierStep
	Slots       int     // slots of ends in a key
	fields      []field // by slot
	left        []field // by stretch, the cells that it lacks; no field for weighed and rest
	weighed     int     // the stretch whose cells are the weight of a way; -1 if there is only one
	rest        int     // the stretch that has the cells which are in no other
	firstMate   uint64  // the mate that means slot 0
	mateMask    uint64  // the bits of a field that have the mate; the others have the stretch
	stretchBits int
	mateBits    int
	KeyWords    int    // words of the key of a state
	freeEnds    [2]int // ends that are not given, by kind
	endColours  [2]int // if there are several stretches, the colours of the first and of the last cell
}

// frontierStep adds one cell. Each end on the frontier has a slot, which it keeps until
// it leaves. A slot that is free is used again.
type frontierStep struct {
	at      []int    // the slots of the new cell: one, or two if two gaps end there
	ends    []uint64 // the values of these slots if gaps end there
	heir    bool     // the slot is that of a neighbour of the new cell, which leaves in this step
	old     ended    // that neighbour
	last    bool     // no cell is left after the step
	back    []back   // the other neighbours of the new cell on the frontier
	links   uint8    // the links of back that must be chosen
	must    bool     // the new cell is linked to the neighbour whose slot it takes
	leaves  []ended  // the other cells that leave in this step
	limited []ended  // the cells that have one neighbour to come from this step on
	more    []bool   // by stretch, whether some gap there has an end to come
	inside  int      // the cells that were added up to here and end no gap
}

// ended is a cell on the frontier that may become an end.
type ended struct{ slot, colour int }

// back is a step from the new cell to an earlier one.
type back struct {
	slot int
	link uint8 // a bit if the two cells are linked
}

// Applies reports whether the frontier is worth trying: p has a [route], and its stretches do not
// divide the states into more than two clues between the ends would.
func Applies(p *puzzle.Hidoku) bool {
	r := newRoute(p)
	if r == nil {
		return false
	}
	ways, longest := 1.0, 1.0 // to divide the cells that were added among the stretches
	for _, cells := range r.inside {
		ways *= float64(cells + 1)
		longest = max(longest, float64(cells+1))
	}
	return ways/longest <= float64(p.Board().Len()*p.Board().Len())
}

// NewFrontier returns the sweep that promises the smallest number of states. It returns nil if p
// has no [route], and if the frontier has more cells than a key can hold. When r is to end, it looks for no
// better sweep.
func NewFrontier(p *puzzle.Hidoku, r *meter.Run) *frontier {
	route := newRoute(p)
	if route == nil || len(route.inside) > fieldsBits { // weigh has a bit for each stretch
		return nil
	}
	if f := sweep(p, route, bestOrder(p, r)); f.KeyWords <= 8 {
		return f
	}
	return nil
}

// Sweep returns the frontier for an order of the cells.
func Sweep(p *puzzle.Hidoku, order []int) *frontier { return sweep(p, newRoute(p), order) }

// layOut decides how keys are laid out, and how many ends are free.
func (f *frontier) layOut(p *puzzle.Hidoku) {
	f.firstMate = firstEnd
	if len(f.free) > 1 {
		f.firstMate += uint64(len(f.free))
	}
	f.mateBits = bits.Len(uint(f.firstMate) + uint(f.Slots) - 1)
	f.mateMask = 1<<f.mateBits - 1
	f.stretchBits = bits.Len(uint(len(f.inside) - 1))
	used := 0
	for slot := range f.Slots {
		f.fields = append(f.fields, place(&used, f.mateBits+f.stretchBits))
		f.fields[slot].self = f.firstMate + uint64(slot)
	}
	if f.weighed = -1; len(f.inside) > 1 {
		f.left = make([]field, len(f.inside))
		longest := longestFirst(f.inside)
		f.weighed, f.rest = longest[0], longest[1]
		for _, stretch := range longest[2:] {
			if cells := f.inside[stretch]; cells > 0 {
				f.left[stretch] = place(&used, bits.Len(uint(cells)))
			}
		}
	}
	f.KeyWords = 1
	for f.KeyWords*fieldsBits < used {
		f.KeyWords *= 2
	}
	switch {
	case f.cycle:
	case len(f.inside) > 1:
		for kind, stretch := range f.freeAt {
			f.freeEnds[kind] = min(1, 1+stretch)
		}
		f.endColours = coloursByClue(p)
	case p.Closed():
	default:
		f.freeEnds = colourOfEnds(p)
		for c := range p.Board().Len() {
			if k := p.Clue(c); k == 1 || k == p.Board().Len() {
				colour := colourOf(p, c)
				f.freeEnds[colour] = max(0, f.freeEnds[colour]-1)
			}
		}
	}
}

// longestFirst returns the stretches with so many cells inside, the longest first.
func longestFirst(inside []int) []int {
	all := make([]int, len(inside))
	for stretch := range all {
		all[stretch] = stretch
	}
	base.SortStable(all, func(a, b int) int { return inside[b] - inside[a] })
	return all
}

// place returns the next field of so many bits after used bits. No field is in two words.
func place(used *int, width int) field {
	if *used%fieldsBits+width > fieldsBits {
		*used += fieldsBits - *used%fieldsBits
	}
	at := field{word: *used / fieldsBits, shift: *used % fieldsBits, mask: 1<<width - 1}
	*used += width
	return at
}

// colourOf returns the colour of a cell: 0 or 1 with rook moves, or if all steps change the
// colour. Otherwise all cells have one colour.
func colourOf(p *puzzle.Hidoku, c int) int {
	if !p.Chequered() {
		return 0
	}
	row, col := p.Board().Pos(c)
	return (row + col) % 2
}

// coloursByClue returns the colours of the first and of the last cell of a path, of which some clue is given.
func coloursByClue(p *puzzle.Hidoku) (ends [2]int) {
	for c := range p.Board().Len() {
		if k := p.Clue(c); k != puzzle.Empty && p.Chequered() {
			return [2]int{(colourOf(p, c) + k - 1) % 2, (colourOf(p, c) + p.Board().Len() - k) % 2}
		}
	}
	return ends
}

// colourOfEnds returns how many ends of each colour a path has.
func colourOfEnds(p *puzzle.Hidoku) [2]int {
	if !p.Chequered() {
		return [2]int{2, 0}
	}
	more := 0 // cells of colour 0 more than of colour 1
	for c := range p.Board().Len() {
		more += 1 - 2*colourOf(p, c)
	}
	if max(more, -more) > 1 {
		return [2]int{}
	}
	return [2]int{1 + more, 1 - more}
}

// sweeper makes the steps of a sweep.
type sweeper struct {
	*frontier
	p      *puzzle.Hidoku
	near   [][]int // per cell, its neighbours without those that must not be next to it on the path
	still  []int   // per cell, the number of its neighbours to come
	slotOf [][]int // per cell on the frontier, its slots
	unused []int   // slots
}

// sweep returns the frontier for a route and an order of the cells.
func sweep(p *puzzle.Hidoku, r *route, order []int) *frontier {
	s := sweeper{frontier: &frontier{route: r}, p: p, near: stepsOf(p), still: make([]int, len(order)), slotOf: make([][]int, len(order))}
	turn := make([]int, len(order)) // per cell, the step that adds it
	for i, c := range order {
		turn[c] = i
	}
	for i, c := range order {
		step := frontierStep{last: i == len(order)-1}
		s.addBack(&step, c, turn)
		s.addSlots(&step, c)
		s.frontier.steps = append(s.frontier.steps, step)
	}
	s.layOut(p)
	s.setEnds(order)
	return s.frontier
}

// stepsOf returns the neighbours of each cell without those that must not be next to it on the path.
func stepsOf(p *puzzle.Hidoku) [][]int {
	steps := make([][]int, p.Board().Len())
	for c := range steps {
		steps[c] = slices.DeleteFunc(slices.Clone(p.Neighbours(c)), func(d int) bool { return !p.MayFollow(c, d) })
	}
	return steps
}

// addBack finds the neighbours of a new cell on the frontier.
func (s *sweeper) addBack(step *frontierStep, c int, turn []int) {
	for _, d := range s.near[c] {
		if turn[d] > turn[c] {
			s.still[c]++
			continue
		}
		s.still[d]--
		link := uint8(0)
		if s.p.MustFollow(c, d) {
			link = step.links + 1 // the next bit
			step.links |= link
		}
		if s.still[d] == 0 && step.at == nil && s.ends[c] == nil && len(s.slotOf[d]) == 1 {
			step.at, step.heir, step.must = s.slotOf[d], true, link != 0
			step.links &^= link
			step.old = ended{s.slotOf[d][0], colourOf(s.p, d)}
			continue
		}
		for _, slot := range s.slotOf[d] {
			s.depart(step, d, slot)
			step.back = append(step.back, back{slot, link})
		}
	}
}

// depart notes that an end is left with no or with one neighbour to come.
func (s *sweeper) depart(step *frontierStep, c, slot int) {
	switch s.still[c] {
	case 0:
		step.leaves = append(step.leaves, ended{slot, colourOf(s.p, c)})
	case 1:
		if s.ends[c] == nil {
			step.limited = append(step.limited, ended{slot, colourOf(s.p, c)})
		}
	}
}

// addSlots gives a new cell its slots, and frees those of the cells that leave.
func (s *sweeper) addSlots(step *frontierStep, c int) {
	for len(step.at) < max(1, len(s.ends[c])) {
		if len(s.unused) == 0 {
			s.unused = append(s.unused, s.Slots)
			s.Slots++
		}
		step.at, s.unused = append(step.at, s.unused[len(s.unused)-1]), s.unused[:len(s.unused)-1]
	}
	s.slotOf[c] = step.at
	for _, slot := range step.at {
		s.depart(step, c, slot)
	}
	for _, cell := range step.leaves {
		s.unused = append(s.unused, cell.slot)
	}
}

// setEnds sets the values of the ends of gaps, and where they are still to come.
func (s *sweeper) setEnds(order []int) {
	inside := 0
	for i, c := range order {
		if s.ends[c] == nil {
			inside++
		}
		s.frontier.steps[i].inside = inside
	}
	more := make([]bool, len(s.inside))
	for i, c := range slices.Backward(order) {
		step := &s.frontier.steps[i]
		step.more = slices.Clone(more)
		for _, e := range s.ends[c] {
			value := uint64(firstEnd)
			if len(s.free) > 1 {
				value += uint64(e.gap)
			} else {
				value = freeEnd
			}
			step.ends = append(step.ends, value|uint64(e.stretch)<<s.mateBits)
			more[e.stretch] = true
		}
	}
}

// Graph returns the graph: layer i has the states after i cells.
func (f *frontier) Graph() counting.Graph {
	g := counting.Graph{Last: len(f.steps), KeyWords: f.KeyWords, First: make([]uint64, f.KeyWords), Each: f.each}
	for _, step := range f.steps {
		back := len(step.back) + 1
		g.FanOut = max(g.FanOut, len(f.inside)*(1+back*(back+1)))
	}
	for kind, free := range f.freeEnds {
		g.First[0] |= uint64(free) << (fieldsBits + 2*kind)
	}
	for stretch, at := range f.left {
		g.First[at.word] |= uint64(f.inside[stretch]) & at.mask << at.shift
	}
	if f.weighed >= 0 {
		g.Weights = f.weights
	}
	switch f.KeyWords {
	case 1:
		g.Stepper = stepper[[1]uint64](f)
	case 2:
		g.Stepper = stepper[[2]uint64](f)
	case 4:
		g.Stepper = stepper[[4]uint64](f)
	default:
		g.Stepper = stepper[[8]uint64](f)
	}
	return g
}

// weights returns how many cells of the stretch that is weighed may have been added in so many steps.
func (f *frontier) weights(layer int) (least, most int) {
	if layer == 0 {
		return 0, 0
	}
	added, others := f.steps[layer-1].inside, 0
	for _, cells := range f.inside {
		others += cells
	}
	others -= f.inside[f.weighed]
	return max(0, added-others), min(added, f.inside[f.weighed])
}
