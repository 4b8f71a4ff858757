package hidoku

import (
	"math"
	"math/rand/v2"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Stretching looks for one solution of a board with few clues. The short ways of
// stretch_route.go join the clues. Then random changes make them longer, until they cover
// the board. Each change keeps them disjoint:
//
//   - a free cell, or two, come between two cells that follow each other on a way;
//   - a cell or two move to another place of the same way or of another one;
//   - a free cell takes the place of a cell;
//   - a cell or two become free. This becomes rarer and rarer.
//
// The last change is simulated annealing (Kirkpatrick, Gelatt, Vecchi: Optimization by
// simulated annealing, Science 220, 1983). The other changes are those with which walks on
// lattices are sampled (Sokal: Monte Carlo methods for the self-avoiding walk, Nuclear
// Physics B Supplement 47, 1996).
//
// It applies where the first turn of the quick search has found nothing, there is a clue, and
// there are at least loosest cells for each clue. It works on any graph, and on closed paths,
// but not with rules for pairs of cells. It proves nothing. The quick search takes the
// solution as a guide: see candidate. The number of changes bounds it. With the same puzzle
// it always does the same.
//
// Processor seconds to two solutions, before and after: 38 and 0.5 on a rook's board of
// 30×30 with 6 clues, 5.2 and 0.06 on a hex board of 20×20 with 6 clues.

// stretcher is the ways of a board in the making. Cells are those of the board. Free cells
// are on no way.
//
// Invariant: after and before lead along all ways from the first cell to the last. The way
// after a clue leads to the next clue.
type stretcher struct {
	p             *puzzle.Hidoku
	run           *search.Run
	random        *rand.Rand
	after, before []int32
	way           []int32 // cell to its way, free for none; a clue belongs to the way that follows it
	isClue        []bool
	lacks         []int      // way to the number of cells that it still lacks, less than 0 if it has too many
	lacking       int        // the sum of those above 0
	mayGrow       []bool     // way to whether it is to have cells at all
	clues         []int      // the cells of the clues, by number
	numbers       []int      // their numbers
	work          int        // what was done, counted by mending: see unpromising
	chance        [3]float64 // the chance of a change after which so many cells more are lacking
}

const (
	free   = -1 // the way of a cell that is on none
	beyond = -1 // the cell before the first or after the last

	// loosest is how many cells there must be for each clue. With 25 cells for each, most
	// attempts end with a few cells on no way. With 8, they found no disjoint ways.
	loosest = 30

	// mostSpare is how many cells too many a way may have. So a free cell can go to a way
	// that has enough cells, and this way can leave another cell to its other neighbours.
	mostSpare = 4

	// An attempt cools down in stretchRounds rounds. In the first turn each round tries
	// fewestTries changes for each cell. From turn to turn it tries twice as many, until
	// they have doubled mostDoublings times. Fast attempts often end with one or two cells
	// on no way, and another one succeeds.
	attempts         = 6 // in each turn
	stretchRounds    = 200
	fewestTries      = 10
	mostDoublings    = 1
	hottest, coldest = 0.5, 0.13
)

// stretch makes several attempts. It returns the cell of each number in some solution, or nil
// if it finds none.
func stretch(p *puzzle.Hidoku, r *search.Run, turn int) ([]int32, error) {
	for i := range attempts {
		s := newStretcher(p, r, uint64(attempts*turn+i))
		if len(s.clues) == 0 || len(s.clues)*loosest > len(s.way) {
			return nil, nil
		}
		done, err := s.attempt(fewestTries << min(turn-1, mostDoublings))
		if err != nil {
			return nil, err
		}
		if done {
			return s.cells(), nil
		}
	}
	return nil, nil
}

// attempt draws ways and stretches them. In each round it tries so many changes for each
// cell. It reports whether the ways cover the board.
func (s *stretcher) attempt(tries int) (bool, error) {
	if routed, err := s.route(); err != nil || !routed {
		return false, err
	}
	return s.stretch(tries)
}

// stretch stretches the ways while it cools down.
func (s *stretcher) stretch(tries int) (bool, error) {
	for round := range stretchRounds {
		heat := hottest * math.Pow(coldest/hottest, float64(round)/(stretchRounds-1))
		s.chance[1], s.chance[2] = math.Exp(-1/heat), math.Exp(-2/heat)
		for i := range tries * len(s.way) {
			if s.lacking == 0 {
				return true, nil
			}
			if i%1024 == 0 {
				if err := s.run.Err(); err != nil {
					return false, err
				}
			}
			s.change(int32(s.random.IntN(len(s.way))))
		}
	}
	return false, nil
}

func newStretcher(p *puzzle.Hidoku, r *search.Run, seed uint64) *stretcher {
	return stretcherOf(p, r, seed, clueCells(p))
}

// clueCells returns for each number from 1 the cell of its clue, counted from 1, or 0.
func clueCells(p *puzzle.Hidoku) []int {
	cellOf := make([]int, p.Board().Len()+1)
	for c := range len(cellOf) - 1 {
		if k := p.Clue(c); k != puzzle.Empty {
			cellOf[k] = c + 1
		}
	}
	return cellOf
}

// stretcherOf returns the stretcher for clues in the form of clueCells.
func stretcherOf(p *puzzle.Hidoku, r *search.Run, seed uint64, cellOf []int) *stretcher {
	n := p.Board().Len()
	s := &stretcher{
		p: p, run: r, random: rand.New(rand.NewPCG(seed, 0)), after: make([]int32, n), before: make([]int32, n),
		way: make([]int32, n), isClue: make([]bool, n),
	}
	for c := range n {
		s.after[c], s.before[c], s.way[c] = beyond, beyond, free
	}
	for k, c := range cellOf {
		if c > 0 {
			s.isClue[c-1] = true
			s.clues, s.numbers = append(s.clues, c-1), append(s.numbers, k)
		}
	}
	return s
}

// cells returns the cell of each number.
func (s *stretcher) cells() []int32 {
	c := int32(s.clues[0])
	for range s.numbers[0] - 1 {
		c = s.before[c]
	}
	cells := make([]int32, len(s.way))
	for k := range cells {
		cells[k] = c
		c = s.after[c]
	}
	return cells
}

// change tries a random change at a cell.
func (s *stretcher) change(x int32) {
	switch {
	case s.way[x] == free:
		s.take(x)
	case !s.isClue[x]:
		s.move(x)
	}
}

// neighbour returns a random neighbour of c, or beyond.
func (s *stretcher) neighbour(c int32) int32 {
	list := s.p.Neighbours(int(c))
	if len(list) == 0 {
		return beyond
	}
	return int32(list[s.random.IntN(len(list))])
}

func (s *stretcher) touch(c, d int32) bool {
	for _, e := range s.p.Neighbours(int(c)) {
		if int32(e) == d {
			return true
		}
	}
	return false
}

// take tries to put the free cell x on the way of a cell beside it.
func (s *stretcher) take(x int32) {
	u := s.neighbour(x)
	if u == beyond || s.way[u] == free {
		return
	}
	if s.random.IntN(2) == 0 {
		s.takeAfter(x, u)
	} else {
		s.takeBefore(x, u)
	}
}

// takeAfter tries to put x after u. If there is no room, x may replace the cell after u.
func (s *stretcher) takeAfter(x, u int32) {
	v, way := s.after[u], s.way[u]
	if s.hasRoom(way, 1) && (v == beyond || s.touch(x, v)) {
		s.insert(u, x, v, way)
		return
	}
	if v == beyond {
		return
	}
	if w := s.after[v]; !s.isClue[v] && (w == beyond || s.touch(x, w)) {
		s.remove(u, v, w)
		s.insert(u, x, w, way)
		return
	}
	if y := s.neighbour(x); s.way[y] == free && s.hasRoom(way, 2) && s.touch(y, v) {
		s.insert(u, x, v, way)
		s.insert(x, y, v, way)
	}
}

// takeBefore is takeAfter in the other direction.
func (s *stretcher) takeBefore(x, u int32) {
	v := s.before[u]
	if v == beyond {
		if s.hasRoom(0, 1) {
			s.insert(beyond, x, u, 0)
		}
		return
	}
	way := s.way[v]
	if w := s.before[v]; !s.isClue[v] && (w == beyond || s.touch(x, w)) {
		s.remove(w, v, u)
		s.insert(w, x, u, way)
		return
	}
	if y := s.neighbour(x); s.way[y] == free && s.hasRoom(way, 2) && s.touch(y, v) {
		s.insert(v, y, u, way)
		s.insert(y, x, u, way)
	}
}

// move tries to take x away from its place, alone or with the cell after it, to another
// place or to make it free.
func (s *stretcher) move(x int32) {
	u, v, way, lacking := s.before[x], s.after[x], s.way[x], s.lacking
	if u == beyond || v == beyond || s.touch(u, v) {
		s.remove(u, x, v)
		if !s.moveOne(x, s.lacking-lacking) && !s.accept(s.lacking-lacking) {
			s.insert(u, x, v, way)
		}
		return
	}
	if s.isClue[v] {
		return
	}
	w := s.after[v]
	if w != beyond && !s.touch(u, w) {
		return
	}
	s.remove(u, x, v)
	s.remove(u, v, w)
	if !s.moveTwo(x, v, s.lacking-lacking) && !s.accept(s.lacking-lacking) {
		s.insert(u, x, w, way)
		s.insert(x, v, w, way)
	}
}

// accept reports whether a change is kept after which the ways lack more cells.
func (s *stretcher) accept(more int) bool {
	return more <= 0 || s.random.Float64() < s.chance[more]
}

// hasRoom reports whether so many cells may be put on a way.
func (s *stretcher) hasRoom(way int32, cells int) bool {
	return s.mayGrow[way] && s.lacks[way]-cells >= -mostSpare
}

// moveOne tries to put x, which was on a way, after a cell beside it. The ways lack more
// cells since it was taken away.
func (s *stretcher) moveOne(x int32, more int) bool {
	a := s.neighbour(x)
	if s.way[a] == free || !s.hasRoom(s.way[a], 1) {
		return false
	}
	b := s.after[a]
	if b != beyond && !s.touch(x, b) || !s.accept(more-min(1, max(0, s.lacks[s.way[a]]))) {
		return false
	}
	s.insert(a, x, b, s.way[a])
	return true
}

// moveTwo tries to put x and y, in one order or the other, beside a cell beside x. The ways
// lack more cells since they were taken away.
func (s *stretcher) moveTwo(x, y int32, more int) bool {
	a := s.neighbour(x)
	if s.way[a] == free {
		return false
	}
	before := s.random.IntN(2) == 0
	b, way := s.after[a], s.way[a]
	if before {
		if b, way = s.before[a], 0; b != beyond {
			way = s.way[b]
		}
	}
	if !s.hasRoom(way, 2) || b != beyond && !s.touch(y, b) || !s.accept(more-min(2, max(0, s.lacks[way]))) {
		return false
	}
	if before {
		s.insert(b, x, a, way)
		s.insert(b, y, x, way)
	} else {
		s.insert(a, x, b, way)
		s.insert(x, y, b, way)
	}
	return true
}

// insert puts the free cell x between u and v, either of which may be beyond. It is called at
// many places: a copy at each would make the engine of the page larger.
//
//go:noinline
func (s *stretcher) insert(u, x, v, way int32) {
	s.join(u, x)
	s.join(x, v)
	s.way[x] = way
	if s.lacks[way] > 0 {
		s.lacking--
	}
	s.lacks[way]--
}

// remove makes x free, which is between u and v.
func (s *stretcher) remove(u, x, v int32) {
	way := s.way[x]
	s.join(u, v)
	s.after[x], s.before[x] = beyond, beyond
	s.way[x] = free
	s.lacks[way]++
	if s.lacks[way] > 0 {
		s.lacking++
	}
}

func (s *stretcher) join(c, d int32) {
	if c != beyond {
		s.after[c] = d
	}
	if d != beyond {
		s.before[d] = c
	}
}
