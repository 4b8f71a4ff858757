package backtrack

import "math/bits"

// candidates are the candidates that were open when learning began. They are
// numbered by number and then by slot. What was settled then is not a candidate.
type candidates struct {
	numberOf, cellOf []int32  // candidate to number and slot
	firstOf          []int32  // number to its first candidate; they end where those of the next number begin
	byNumber         []int32  // the true literals of all candidates, in order
	onCell           []int32  // the true literals of all candidates, by slot
	firstOn          []int32  // slot to its first place in onCell; they end where those of the next slot begin
	near             []int32  // for each candidate, those on the cells around it: of the number before, then of the number after
	firstNear        []int32  // entry 2v: where those of the number before v begin in near; entry 2v+1: those of the number after
	openCells        []uint64 // the sets of cells of the candidates
	firstIn          []int32  // word of openCells to its first candidate
}

func (l *Learner) number() error {
	l.openCells = make([]uint64, l.N*l.Words)
	l.firstIn = make([]int32, l.N*l.Words)
	l.firstOf = make([]int32, l.N+1)
	count := 0
	for k := range l.N {
		l.firstOf[k] = int32(count)
		if l.CellCount[k] == 1 {
			continue
		}
		for w, set := range l.CellsOf(k) {
			l.openCells[k*l.Words+w] = set
			l.firstIn[k*l.Words+w] = int32(count)
			count += bits.OnesCount64(set)
		}
		if err := l.Run.Err(); err != nil {
			return err
		}
	}
	l.firstOf[l.N] = int32(count)
	for _, list := range []*[]int32{&l.numberOf, &l.cellOf, &l.byNumber, &l.onCell} {
		*list = make([]int32, count)
	}
	l.firstOn = make([]int32, l.Slots+1)
	return nil
}

func (l *Learner) listCandidates() {
	v := int32(0)
	for i, set := range l.openCells {
		k := int32(i / l.Words)
		for ; set != 0; set &= set - 1 {
			slot := int32(i%l.Words*64 + bits.TrailingZeros64(set))
			l.numberOf[v], l.cellOf[v], l.byNumber[v] = k, slot, v<<1
			l.numberXor[k] ^= v
			l.cellXor[slot] ^= v
			l.firstOn[slot]++
			v++
		}
	}
	end := int32(0)
	for slot, count := range l.firstOn {
		end += count
		l.firstOn[slot] = end
	}
	for v--; v >= 0; v-- {
		slot := l.cellOf[v]
		l.firstOn[slot]--
		l.onCell[l.firstOn[slot]] = v << 1
	}
}

func (l *Learner) listNear() error {
	l.firstNear = make([]int32, 2*len(l.value)+1)
	l.near = make([]int32, 0, len(l.value)*len(l.Steps))
	for k := range l.N {
		for _, lit := range l.ofNumber(int32(k)) {
			v := lit >> 1
			l.listAround(l.NumberBefore(k), int(l.cellOf[v]))
			l.firstNear[2*v+1] = int32(len(l.near))
			l.listAround(l.NumberAfter(k), int(l.cellOf[v]))
			l.firstNear[2*v+2] = int32(len(l.near))
		}
		if err := l.Run.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (l *Learner) listAround(k, slot int) {
	if k < 0 || l.firstOf[k] == l.firstOf[k+1] {
		return
	}
	if l.Touching != nil {
		for _, to := range l.Touching[slot] {
			if v := l.candidateOf(k, int(to)); v >= 0 {
				l.near = append(l.near, v<<1)
			}
		}
		return
	}
	for _, step := range l.Steps {
		if to := slot + step; to >= 0 && to < l.Slots {
			if v := l.candidateOf(k, to); v >= 0 {
				l.near = append(l.near, v<<1)
			}
		}
	}
}

// candidateOf returns the candidate k on slot. It returns -1 when that was false or
// settled when learning began.
func (l *Learner) candidateOf(k, slot int) int32 {
	i, bit := k*l.Words+slot/64, uint64(1)<<(slot%64)
	if l.openCells[i]&bit == 0 {
		return -1
	}
	return l.firstIn[i] + int32(bits.OnesCount64(l.openCells[i]&(bit-1)))
}

func (l *Learner) ofNumber(k int32) []int32 { return l.byNumber[l.firstOf[k]:l.firstOf[k+1]] }

func (l *Learner) ofCell(slot int32) []int32 { return l.onCell[l.firstOn[slot]:l.firstOn[slot+1]] }

// before returns the candidates of the number before that of v on the cells around.
func (l *Learner) before(v int32) []int32 {
	return l.near[l.firstNear[2*v]:l.firstNear[2*v+1]]
}

// after returns the candidates of the number after that of v on the cells around.
func (l *Learner) after(v int32) []int32 {
	return l.near[l.firstNear[2*v+1]:l.firstNear[2*v+2]]
}
