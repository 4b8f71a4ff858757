package magic

import "fmt"

// The choice of a guess, in the search of lined.go.

// way is a number on a cell.
type way struct{ cell, value int32 }

// choose returns the ways of the cell with fewest numbers, or of a number that stands once
// and has fewer cells. Among several cells it takes the one in the line with fewest open
// cells.
func (s *lined) choose() (ways []way, why string) {
	best, cell := 1<<62, int32(-1)
	for c, size := range s.sizes {
		if s.value[c] >= 0 {
			continue
		}
		least := len(s.value)
		for _, l := range s.linesOf[c] {
			least = min(least, s.openOf(&s.lines[l]))
		}
		if rank := int(size)<<16 + least; rank < best {
			best, cell = rank, int32(c)
		}
	}
	number, fewest := int32(-1), s.sizes[cell]
	if s.exact && numberChoices.On() {
		for v, left := range s.left {
			if left == 1 && s.options[v] < fewest {
				number, fewest = int32(v), s.options[v]
			}
		}
	}
	if number < 0 {
		s.each(cell, func(v int32) { ways = append(ways, way{cell, v}) })
		return ways, fmt.Sprintf("choice: %s has %d numbers", s.p.Board().Name(int(cell)), len(ways))
	}
	for c := range s.value {
		if s.value[c] < 0 && s.has(int32(c), number) {
			ways = append(ways, way{int32(c), number})
		}
	}
	return ways, fmt.Sprintf("choice: %d has %d cells", s.values[number], len(ways))
}

// openOf returns how many cells of a line are open.
func (s *lined) openOf(l *linedLine) (open int) {
	for _, c := range l.cells {
		if s.value[c] < 0 {
			open++
		}
	}
	return open
}
