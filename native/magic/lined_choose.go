package magic

// The choice of a guess, in the search of lined.go.

// choose returns the cell with fewest numbers. Among several it takes one in the line with fewest
// open cells.
func (s *lined) choose() (cell int32) {
	best := 1 << 62
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
	return cell
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
