package plan

import (
	"cmp"
	"math/bits"
	"slices"

	"crosscut/internal/search"
)

// boardCut is a set of known cells without which the rest falls into two halves. Lines
// across both halves need no check. The halves use all the free numbers between them.
// So these lines have their sums whenever the others have.
//
// The fillings under a filling of the cut are the pairs of a filling of each half whose
// sets of numbers are disjoint. Their number is found from the sets, without making the
// pairs. A cut applies where such lines exist; the table of sets of one half bounds it
// (set_table.go).
type boardCut struct {
	known  uint64
	halves [2]uint64
}

// cuts returns the cuts whose known cells are those of one or two lines and what
// follows from them. If r is to end, it returns only some of them.
func (e *equations) cuts(r *search.Run) []boardCut {
	var all []boardCut
	for i := range e.lines {
		for j := i; j < len(e.lines) && r.Err() == nil; j++ {
			after := e.clone()
			for set := (e.lines[i].cells | e.lines[j].cells) & e.unknown; set != 0; set &= set - 1 {
				after.learn(int32(bits.TrailingZeros64(set)))
			}
			for _, halves := range after.halves() {
				cut := boardCut{^after.unknown, halves}
				if !slices.Contains(all, cut) {
					all = append(all, cut)
				}
			}
		}
	}
	return all
}

// halves returns how the unknown cells fall into halves when one or two
// lines are left out.
func (e *equations) halves() [][2]uint64 {
	var all [][2]uint64
	for i := range e.lines {
		for j := i; j < len(e.lines); j++ {
			two := e.fall(i, j)
			// A half of a few cells saves nothing. The smaller half is the second.
			if two[1] == 0 || 4*bits.OnesCount64(two[1]) < bits.OnesCount64(e.unknown) || slices.Contains(all, two) || !e.implies(two) {
				continue
			}
			all = append(all, two)
		}
	}
	return all
}

// fall joins the unknown cells by all lines except i and j. It returns the joined sets
// as two of about one size, the larger first. One is empty when all are joined.
func (e *equations) fall(i, j int) (halves [2]uint64) {
	var sets []uint64
	for left := e.unknown; left != 0; {
		set, grown := uint64(0), left&-left
		for grown != set {
			set = grown
			for k := range e.lines {
				if line := e.lines[k].cells & e.unknown; k != i && k != j && line&set != 0 {
					grown |= line
				}
			}
		}
		sets = append(sets, set)
		left &^= set
	}
	slices.SortStableFunc(sets, func(a, b uint64) int { return cmp.Compare(bits.OnesCount64(b), bits.OnesCount64(a)) })
	for _, set := range sets {
		if bits.OnesCount64(halves[0]) <= bits.OnesCount64(halves[1]) {
			halves[0] |= set
		} else {
			halves[1] |= set
		}
	}
	if bits.OnesCount64(halves[0]) < bits.OnesCount64(halves[1]) {
		halves[0], halves[1] = halves[1], halves[0]
	}
	return halves
}

// implies reports whether the lines across the halves follow from the lines within them
// and the sum of all unknown cells. Such a line then is an equation of known cells, and
// these fulfil it already.
func (e *equations) implies(halves [2]uint64) bool {
	span := &equations{unknown: e.unknown}
	row := equation{cells: e.unknown}
	for set := e.unknown; set != 0; set &= set - 1 {
		row.of[bits.TrailingZeros64(set)] = 1
	}
	span.add(row)
	across := false
	for _, wanted := range []bool{false, true} {
		for _, line := range e.lines {
			line.cells &= e.unknown
			line.sum = 0
			for c := range line.of {
				line.of[c] *= int32(line.cells >> c & 1)
			}
			across = line.cells&halves[0] != 0 && line.cells&halves[1] != 0
			if across == wanted && span.add(line) && wanted {
				return false
			}
		}
	}
	return true
}

// half returns the equations of the lines within a half, with all other cells known.
func (e *equations) half(cells uint64, known uint64) *equations {
	h := &equations{unknown: cells}
	for _, line := range e.lines {
		if open := line.cells &^ known; open != 0 && open&^cells == 0 {
			h.lines = append(h.lines, line)
			h.add(line)
		}
	}
	return h
}

// halfBoard fills one half.
type halfBoard struct {
	plan  fillPlan
	value *[64]int32
	r     *search.Run
	masks []uint64 // scratch: sets of numbers to take
	take  func(masks []uint64) error

	ring  *ring // where the half is one
	lines [4]equation
}

// fill gives the sets of numbers of all fillings out of free to take.
func (h *halfBoard) fill(free uint64) error {
	if h.ring != nil {
		h.masks = h.masks[:0]
		for _, set := range h.fillRing(free) {
			h.masks = append(h.masks, set&free)
		}
		return h.take(h.masks)
	}
	return h.walk(0, free, free)
}

// fillRing returns the sets of numbers of all fillings of the ring out of free, as
// [ring.fill] does.
func (h *halfBoard) fillRing(free uint64) []uint64 {
	for i := range h.lines {
		h.ring.sums[i] = h.lines[i].rest(h.value)
	}
	return h.ring.fill(free)
}

// rest returns the sum that is left by the known cells of the line. The equation has
// only those.
func (row *equation) rest(value *[64]int32) int32 {
	sum := int32(row.sum)
	for set := row.cells; set != 0; set &= set - 1 {
		sum -= value[bits.TrailingZeros64(set)]
	}
	return sum
}

// walk goes on from step i. The numbers of the half are out of all.
func (h *halfBoard) walk(i int, free, all uint64) error {
	step := &h.plan[i]
	set := step.candidates(h.value, free)
	if i+1 == len(h.plan) {
		return h.last(step, set, free, all)
	}
	if err := h.r.Err(); err != nil {
		return err
	}
	for ; set != 0; set &= set - 1 {
		if rest, ok := step.put(h.value, int32(bits.TrailingZeros64(set)), free); ok {
			if err := h.walk(i+1, rest, all); err != nil {
				return err
			}
		}
	}
	return nil
}

// last is walk at the last step.
func (h *halfBoard) last(step *planStep, set, free, all uint64) error {
	h.masks = h.masks[:0]
	for ; set != 0; set &= set - 1 {
		if rest, ok := step.put(h.value, int32(bits.TrailingZeros64(set)), free); ok {
			h.masks = append(h.masks, all&^rest)
		}
	}
	return h.take(h.masks)
}

// findRing makes the half a ring when it is one. It needs four lines of three unknown
// cells, each of which shares one with the line before and one with the line after. The
// cells may have any number, none is compared with another, and there are not too many
// numbers.
func (h *halfBoard) findRing(e *equations, numbers int, domains []uint64) {
	if !ringing.On() {
		return
	}
	all := uint64(1)<<(len(domains)&63) - 1
	if len(e.lines) != 4 || bits.OnesCount64(e.unknown) != 8 || len(domains) > 32 || numbers > 16 {
		return
	}
	for set := e.unknown; set != 0; set &= set - 1 {
		if domains[bits.TrailingZeros64(set)] != all {
			return
		}
	}
	for _, step := range h.plan {
		if len(step.above)+len(step.below)+len(step.pairs) > 0 {
			return
		}
	}
	lines := [4]equation(e.lines)
	shares := func(i, j int) int { return bits.OnesCount64(lines[i].cells & lines[j].cells & e.unknown) }
	for _, last := range []int{1, 3} { // the line opposite to line 0 has to be line 2
		if shares(0, 2) == 0 {
			break
		}
		lines[2], lines[last] = lines[last], lines[2]
	}
	for i := range 4 {
		if bits.OnesCount64(lines[i].cells&e.unknown) != 3 || shares(i, (i+1)%4) != 1 || shares(i, (i+2)%4) != 0 {
			return
		}
	}
	for i := range lines {
		lines[i].cells &^= e.unknown
	}
	h.ring, h.lines = &ring{usual: int32(3 * (len(domains) - 1) / 2)}, lines
}
