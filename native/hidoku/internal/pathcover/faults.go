package pathcover

// The faults of mending, and how far they are apart. A way that lacks cells is mended only
// where there are cells to spare: free ones, or those of a way with too many. Mending prefers
// rounds after which the two are closer. Distances apply where few cells are lacking. They take
// time O(n) for n cells.

// faults are the places of faults, as rows and columns.
type faults struct{ lacking, spare [][2]int }

// apart returns the sum of the distances from each fault to the nearest one that can mend it.
// A way is taken to be at the clue where it begins. It returns 0 where many cells are lacking.
func (m *Mender) apart() int {
	if m.lacking > mostPulled || !faultsApart.On() {
		return 0
	}
	f := &m.faults
	f.lacking, f.spare = f.lacking[:0], f.spare[:0]
	for c, way := range m.way {
		if way == none {
			f.spare = append(f.spare, m.place(c))
		}
	}
	for way, lacks := range m.lacks {
		switch at := m.place(m.clues[max(0, way-1)]); {
		case lacks > 0:
			f.lacking = append(f.lacking, at)
		case lacks < 0:
			f.spare = append(f.spare, at)
		}
	}
	return sumOfNearest(f.lacking, f.spare) + sumOfNearest(f.spare, f.lacking)
}

func (m *Mender) place(c int) [2]int {
	row, col := m.p.Board().Pos(c)
	return [2]int{row, col}
}

// sumOfNearest returns the sum of the distances from each place to the nearest other one, in
// steps of a king.
func sumOfNearest(from, to [][2]int) int {
	sum := 0
	for _, f := range from {
		nearest := 0
		for i, t := range to {
			d := max(f[0]-t[0], t[0]-f[0], f[1]-t[1], t[1]-f[1])
			if i == 0 || d < nearest {
				nearest = d
			}
		}
		sum += nearest
	}
	return sum
}

// fault returns a random cell that is on no way or on one with too few or too many cells. It
// returns none if there is no such cell.
func (m *Mender) fault() int32 {
	chosen, count := int32(none), 0
	for c, way := range m.way {
		if way == none || m.lacks[way] != 0 {
			if count++; m.random.IntN(count) == 0 {
				chosen = int32(c)
			}
		}
	}
	return chosen
}
