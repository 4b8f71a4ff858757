package human

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/puzzle"
)

// tiling is a draughtboard on its way: the placements that are still possible, of
// each kind of stones, in each colouring of the board that is.
//
// Invariant: over[w][c] and ways[w][k] count the live placements in colouring w that
// cover the open cell c, and those of kind k; needs[k] stones of kind k are not laid.
type tiling struct {
	p      *puzzle.Draughtboard
	places []place
	onCell [][]int // per cell the placements that cover it, dead ones too
	kinds  []kind

	live  []bool // by placement
	alive []bool // by colouring
	over  [][]int
	ways  [][]int
	needs []int
	laid  []int // per cell the placement on it, or -1
	open  int
	wrong string

	mirrored bool     // whether the symmetries have been used
	looked   [2][]int // by Enclosed or Colours and kind, how many cells were open when its areas were last looked at
	scratch  *scratch
}

// place is a stone of a kind lying somewhere.
type place struct {
	kind, colouring int
	cells           []int    // ascending
	mask            []uint64 // the cells as a set
}

// covers reports whether c is one of the cells.
func (q *place) covers(c int) bool { return q.mask[c/64]>>(c%64)&1 != 0 }

// kind is a kind of interchangeable stones.
type kind struct {
	stones       []int // counted from 1
	size         int
	black, white int
	painted      bool // every cell has a colour of its own
	places       []int
}

func newTiling(p *puzzle.Draughtboard) *tiling {
	n := p.Board().Len()
	s := &tiling{p: p, onCell: make([][]int, n), laid: slices.Repeat([]int{-1}, n), open: n}
	of := map[int]int{}
	for i, first := range p.Kinds() {
		if first == i {
			of[i] = len(s.kinds)
			stone := p.Stones()[i]
			k := kind{size: stone.Len(), painted: true}
			for _, c := range stone.Cells() {
				switch c.Colour {
				case puzzle.Black:
					k.black++
				case puzzle.White:
					k.white++
				default:
					k.painted = false
				}
			}
			s.kinds = append(s.kinds, k)
		}
		k := &s.kinds[of[first]]
		k.stones = append(k.stones, i+1)
	}
	for w, corner := range p.Colourings() {
		s.alive = append(s.alive, true)
		s.over, s.ways = append(s.over, make([]int, n)), append(s.ways, make([]int, len(s.kinds)))
		for k := range s.kinds {
			s.addPlaces(k, w, corner)
		}
	}
	s.live = slices.Repeat([]bool{true}, len(s.places))
	for i := range s.looked {
		s.looked[i] = make([]int, len(s.kinds))
	}
	s.scratch = &scratch{seen: make([]bool, n), front: make([]int, 0, n), keeps: slices.Repeat([]int{-1}, n+len(s.kinds))}
	for k := range s.kinds {
		s.needs = append(s.needs, len(s.kinds[k].stones))
	}
	if len(s.alive) == 0 {
		s.wrong = "the colours of the stones and of the board do not match in number"
	}
	for w := range s.alive {
		s.look(w)
	}
	return s
}

// addPlaces adds the placements of a kind in one colouring. Versions of a stone that
// differ in colours only, such as B,X,X and X,X,B, cover the same cells wherever both
// fit: that is one placement and not two.
func (s *tiling) addPlaces(k, colouring int, corner puzzle.Colour) {
	b := s.p.Board()
	versions := s.p.Stones()[s.kinds[k].stones[0]-1].Versions(s.p.Flips())
	for v, version := range versions {
		var alike []puzzle.Stone
		for _, before := range versions[:v] {
			if slices.EqualFunc(before.Cells(), version.Cells(), func(x, y puzzle.StoneCell) bool { return x.Row == y.Row && x.Col == y.Col }) {
				alike = append(alike, before)
			}
		}
		for row := range b.Height() {
			for col := range b.Width() {
				cells := s.under(version, row, col, corner)
				known := func(before puzzle.Stone) bool { return s.under(before, row, col, corner) != nil }
				if cells != nil && !slices.ContainsFunc(alike, known) {
					s.addPlace(place{kind: k, colouring: colouring, cells: cells})
				}
			}
		}
	}
}

// under returns the cells of a stone that lies at row and col, nil where it does not fit.
func (s *tiling) under(stone puzzle.Stone, row, col int, corner puzzle.Colour) []int {
	cells := make([]int, 0, stone.Len())
	for _, cell := range stone.Cells() {
		c := s.p.Board().Cell(row+cell.Row, col+cell.Col)
		if c < 0 || !cell.Colour.Accepts(s.p.ColourAt(c, corner)) {
			return nil
		}
		cells = append(cells, c)
	}
	return cells
}

func (s *tiling) addPlace(q place) {
	i := len(s.places)
	q.mask = make([]uint64, (len(s.laid)+63)/64)
	for _, c := range q.cells {
		q.mask[c/64] |= 1 << (c % 64)
	}
	s.places = append(s.places, q)
	s.kinds[q.kind].places = append(s.kinds[q.kind].places, i)
	s.ways[q.colouring][q.kind]++
	for _, c := range q.cells {
		s.onCell[c] = append(s.onCell[c], i)
		s.over[q.colouring][c]++
	}
}

func (s *tiling) clone() logic {
	t := *s
	t.live, t.alive, t.needs, t.laid = slices.Clone(s.live), slices.Clone(s.alive), slices.Clone(s.needs), slices.Clone(s.laid)
	t.over, t.ways = make([][]int, len(s.over)), make([][]int, len(s.ways))
	for i := range s.looked {
		t.looked[i] = slices.Clone(s.looked[i])
	}
	for w := range s.over {
		t.over[w], t.ways[w] = slices.Clone(s.over[w]), slices.Clone(s.ways[w])
	}
	return &t
}

// look gives up a colouring in which a cell or a kind has too few placements left.
func (s *tiling) look(w int) {
	if !s.alive[w] {
		return
	}
	for c, count := range s.over[w] {
		if s.laid[c] < 0 && count == 0 {
			s.giveUp(w, fmt.Sprintf("no stone can cover %s", s.p.Board().Name(c)))
			return
		}
	}
	for k, count := range s.ways[w] {
		if count < s.needs[k] {
			s.giveUp(w, fmt.Sprintf("no place is left for stone %s", puzzle.StoneName(s.kinds[k].stones[0])))
			return
		}
	}
}

// giveUp drops all placements of a colouring; without any there is no solution.
func (s *tiling) giveUp(w int, why string) {
	s.alive[w] = false
	for i := range s.places {
		if s.places[i].colouring == w {
			s.live[i] = false
		}
	}
	if !slices.Contains(s.alive, true) && s.wrong == "" {
		s.wrong = why
	}
}

// drop takes a placement away, if it is there, without looking at what is left.
func (s *tiling) drop(i int) {
	if !s.live[i] {
		return
	}
	s.live[i] = false
	q := &s.places[i]
	s.ways[q.colouring][q.kind]--
	for _, c := range q.cells {
		s.over[q.colouring][c]--
	}
}

// dropAll takes placements away.
func (s *tiling) dropAll(places []int) {
	for _, i := range places {
		s.drop(i)
	}
	for w := range s.alive {
		s.look(w)
	}
}

// lay uses a placement.
func (s *tiling) lay(i int) {
	q := &s.places[i]
	if !s.live[i] {
		if s.wrong == "" {
			s.wrong = s.name(s.candidate(i)) + " is not possible"
		}
		return
	}
	for w := range s.alive {
		if w != q.colouring {
			s.giveUp(w, "")
		}
	}
	s.needs[q.kind]--
	s.open -= len(q.cells)
	for _, c := range q.cells {
		s.laid[c] = i
	}
	for _, c := range q.cells {
		for _, j := range s.onCell[c] {
			s.drop(j)
		}
	}
	if s.needs[q.kind] == 0 {
		for _, j := range s.kinds[q.kind].places {
			s.drop(j)
		}
	}
	s.look(q.colouring)
}

func (s *tiling) solved() bool { return s.open == 0 && s.wrong == "" }

func (s *tiling) fault() string { return s.wrong }

// value returns the value of a placement's first stone on the board.
func (s *tiling) value(i int) int {
	q := &s.places[i]
	return s.signed(q, s.kinds[q.kind].stones[0])
}

func (s *tiling) signed(q *place, stone int) int {
	if s.p.Signed() && s.p.Colourings()[q.colouring] == puzzle.White {
		return -stone
	}
	return stone
}

func (s *tiling) candidate(i int) Candidate {
	return Candidate{Value: s.value(i), Cells: s.places[i].cells}
}

func (s *tiling) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, len(s.laid))
	met := make([]int, len(s.kinds)) // how many stones of a kind came before
	for c, i := range s.laid {
		if i < 0 || board[c] != puzzle.Empty {
			continue
		}
		q := &s.places[i]
		value := s.signed(q, s.kinds[q.kind].stones[met[q.kind]])
		met[q.kind]++
		for _, d := range q.cells {
			board[d] = value
		}
	}
	return board
}

func (s *tiling) name(c Candidate) string {
	return fmt.Sprintf("stone %s on %s", puzzle.StoneName(max(c.Value, -c.Value)), s.cellNames(c.Cells))
}

func (s *tiling) cellNames(cells []int) string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = s.p.Board().Name(c)
	}
	return strings.Join(names, " ")
}

// find returns the placement that a candidate stands for.
func (s *tiling) find(c Candidate) int {
	return slices.IndexFunc(s.places, func(q place) bool {
		return s.signed(&q, s.kinds[q.kind].stones[0]) == c.Value && slices.Equal(q.cells, c.Cells)
	})
}

func (s *tiling) undecided() int {
	count := 0
	for _, live := range s.live {
		if live {
			count++
		}
	}
	return count
}

func (s *tiling) effort() int { return 2 + len(s.places)/40 }

func (s *tiling) suppose(c Candidate) { s.lay(s.find(c)) }

func (s *tiling) refute(c Candidate) { s.dropAll([]int{s.find(c)}) }

// liveOn returns the placements possible on a cell.
func (s *tiling) liveOn(c int) []int { return s.possible(s.onCell[c]) }

// liveOf returns the placements possible of a kind.
func (s *tiling) liveOf(k int) []int { return s.possible(s.kinds[k].places) }

func (s *tiling) possible(places []int) []int {
	var live []int
	for _, i := range places {
		if s.live[i] {
			live = append(live, i)
		}
	}
	return live
}

func (s *tiling) choices(limit int) []choice {
	var open []choice
	for c, i := range s.laid {
		if i < 0 {
			open = append(open, s.choice(s.p.Board().Name(c)+" can be covered in", s.liveOn(c)))
		}
	}
	for k := range s.kinds {
		if s.needs[k] == 1 {
			open = append(open, s.choice("stone "+s.stone(k)+" can lie in", s.liveOf(k)))
		}
	}
	slices.SortStableFunc(open, func(a, b choice) int { return len(a.options) - len(b.options) })
	return open[:min(limit, len(open))]
}

// choice returns placements to choose from.
func (s *tiling) choice(what string, places []int) choice {
	set := choice{of: what + " " + counted(len(places), "way")}
	for _, i := range places {
		set.options = append(set.options, s.candidate(i))
	}
	return set
}
