package plan

import (
	"cmp"
	"math/bits"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
)

// boardCut is a set of known cells without which the rest falls into two halves, each of which is a ring
// (ring.go). Lines across both halves need no check. The halves use all the free numbers between them.
// So these lines have their sums whenever the others have.
//
// The fillings under a filling of the cut are the pairs of a filling of each half whose
// sets of numbers are disjoint. Their number is found from the sets, without making the
// pairs (rank_table.go).
type boardCut struct {
	known  uint64
	halves [2]uint64
}

// cuts returns the cuts whose known cells are those of one or two lines and what
// follows from them. If r is to end, it returns only some of them.
func (e *equations) cuts(r *meter.Run) []boardCut {
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
			if bits.OnesCount64(two[0]) != 8 || bits.OnesCount64(two[1]) != 8 || slices.Contains(all, two) || !e.implies(two) {
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
	base.SortStable(sets, func(a, b uint64) int { return cmp.Compare(bits.OnesCount64(b), bits.OnesCount64(a)) })
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
	return !span.large
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

// halfBoard is a half that is a ring.
type halfBoard struct {
	ring  *ring
	lines [4]equation // the known cells of the lines
	value *[64]int32
}

// fill returns the sets of numbers of all fillings of the ring out of free, as [ring.fill] does.
func (h *halfBoard) fill(free uint64) []uint64 {
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

// ring returns the lines of a half, with their known cells, in an order in which they make a ring. It
// reports whether there is one. It needs four lines of three unknown
// cells, each of which shares one with the line before and one with the line after. The
// cells may have any number, and there are not too many numbers.
func (e *equations) ring(domains []uint64) (lines [4]equation, ok bool) {
	all := uint64(1)<<(len(domains)&63) - 1
	if e.large || len(e.lines) != 4 || len(domains) > 32 {
		return lines, false
	}
	for set := e.unknown; set != 0; set &= set - 1 {
		if domains[bits.TrailingZeros64(set)] != all {
			return lines, false
		}
	}
	lines = [4]equation(e.lines)
	shares := func(i, j int) int { return bits.OnesCount64(lines[i].cells & lines[j].cells & e.unknown) }
	for last := 1; last < len(lines); last += 2 { // the line opposite to line 0 has to be line 2
		if shares(0, 2) == 0 {
			break
		}
		lines[2], lines[last] = lines[last], lines[2]
	}
	for i := range lines {
		if bits.OnesCount64(lines[i].cells&e.unknown) != 3 || shares(i, (i+1)%4) != 1 || shares(i, (i+2)%4) != 0 {
			return lines, false
		}
	}
	for i := range lines {
		lines[i].cells &^= e.unknown
	}
	return lines, true
}
