package human

import (
	"slices"

	"crosscut/human/internal/say"
	"crosscut/internal/base"
	"crosscut/puzzle"
)

// lineState is a puzzle whose clues are ranks, such as a Zip, as people solve it: they draw a
// line, and think of no numbers of steps. The line goes through all cells, from the first of
// the order to the last, and its ranks ascend.
//
// An edge joins two cells that touch. The line takes it, or not, or that is open. Two edges meet
// at each cell of the line, and one at its ends.
type lineState struct {
	*patience
	puzzle     *puzzle.Hidoku
	start, end int
	ranks      []int // per cell, its place in the order from 1, or 0
	edges      [][2]int
	at         [][]int // per cell, its edges

	marks []mark  // per edge
	outBy []uint8 // per edge that is out, the technique that shows it without a step of its own
	taken []int   // per cell, the edges that the line takes
	left  []int   // per cell, the open edges

	pieces []piece // per cell at the end of a piece of the line, the piece as seen from there
	drawn  int     // edges that the line takes
	wrong  *say.Sentence
	areaAt int // the value of drawn when areas were last looked at, or -1
}

type mark int8

const (
	unknown mark = iota
	taken
	out
)

// piece is a piece of the line, seen from one end. A cell alone is a piece.
type piece struct {
	other       int // the cell at the other end
	near, far   int // the first and the last rank on the way, 0 if there is none
	ranks, size int // number of ranks and of cells
}

func newLineState(p *puzzle.Hidoku) *lineState {
	n, order := p.Board().Len(), p.Ascending()
	s := &lineState{
		patience: new(patience), puzzle: p, start: order[0], end: order[len(order)-1], areaAt: -1,
		ranks: make([]int, n), at: make([][]int, n), taken: make([]int, n), left: make([]int, n), pieces: make([]piece, n),
	}
	for i, c := range order {
		s.ranks[c] = i + 1
	}
	for c := range n {
		s.pieces[c] = piece{other: c, near: s.ranks[c], far: s.ranks[c], ranks: min(s.ranks[c], 1), size: 1}
		for _, d := range p.Neighbours(c) {
			if c < d {
				s.at[c], s.at[d] = append(s.at[c], len(s.edges)), append(s.at[d], len(s.edges))
				s.edges = append(s.edges, [2]int{c, d})
			}
		}
	}
	s.marks, s.outBy = make([]mark, len(s.edges)), make([]uint8, len(s.edges))
	for c := range n {
		s.left[c] = len(s.at[c])
	}
	for e := range s.edges {
		s.dropIfApart(e)
	}
	for e, pair := range s.edges {
		if !p.MayFollow(pair[0], pair[1]) {
			s.drop(e, none)
		}
	}
	for e, pair := range s.edges {
		if p.MustFollow(pair[0], pair[1]) {
			s.take(e)
		}
	}
	for c := range n {
		s.lacks(c)
	}
	return s
}

// layFilled draws the line between consecutive numbers of a board that is filled in part.
func (s *lineState) layFilled(filled puzzle.Solution) {
	for e, pair := range s.edges {
		k, j := filled[pair[0]], filled[pair[1]]
		if k != puzzle.Empty && j != puzzle.Empty && max(k-j, j-k) == 1 {
			s.take(e)
		}
	}
}

func (s *lineState) clone() logic { return s.copy() }

func (s *lineState) copy() *lineState {
	t := *s
	t.marks, t.outBy = slices.Clone(s.marks), slices.Clone(s.outBy)
	t.taken, t.left, t.pieces = slices.Clone(s.taken), slices.Clone(s.left), slices.Clone(s.pieces)
	return &t
}

func (s *lineState) edge(pair [2]int) int {
	return s.at[pair[0]][slices.IndexFunc(s.at[pair[0]], func(e int) bool { return s.beyond(e, pair[0]) == pair[1] })]
}

// beyond returns the cell at the other end of an edge.
func (s *lineState) beyond(e, c int) int { return s.edges[e][0] + s.edges[e][1] - c }

// needs returns the number of edges that meet at a cell of the whole line.
func (s *lineState) needs(c int) int {
	if c == s.start || c == s.end {
		return 1
	}
	return 2
}

func (s *lineState) open(c int) (edges []int) {
	for _, e := range s.at[c] {
		if s.marks[e] == unknown {
			edges = append(edges, e)
		}
	}
	return edges
}

// lacks notes that something is wrong if a cell has too few edges left.
func (s *lineState) lacks(c int) {
	if s.wrong == nil && s.taken[c]+s.left[c] < s.needs(c) {
		template := map[Technique]string{byWays: "hidoku.lineLacks", byRing: "hidoku.lineCloses", byTurn: "hidoku.lineSkips"}[s.reason(c)]
		s.wrong = say.New(template, say.Values{"cell": say.Cell(c)})
	}
}

// reason returns the hardest reason why edges of a cell are out.
func (s *lineState) reason(c int) Technique {
	how := byWays
	for _, e := range s.at[c] {
		if s.marks[e] == out {
			how = max(how, Technique(s.outBy[e]))
		}
	}
	return how
}

// drop takes an edge out, and reports whether it was open.
func (s *lineState) drop(e int, how Technique) bool {
	if s.marks[e] != unknown {
		return false
	}
	s.marks[e], s.outBy[e] = out, uint8(how)
	for _, c := range s.edges[e] {
		s.left[c]--
		s.lacks(c)
	}
	s.areaAt = -1
	return true
}

// take draws the line over an edge. Edges go that meet at a cell which then has enough, and those
// which would close the line or break the order.
func (s *lineState) take(e int) {
	if s.marks[e] != unknown {
		if s.marks[e] == out && s.wrong == nil {
			s.wrong = say.New("hidoku.lineBroken", say.Values{"cells": s.cellsOf(e)})
		}
		return
	}
	if how := s.apart(e); how != none && s.wrong == nil {
		s.wrong = say.New(map[Technique]string{byRing: "hidoku.lineCloses", byTurn: "hidoku.lineSkips"}[how], say.Values{"cell": say.Cell(s.edges[e][0])})
	}
	if s.wrong != nil {
		return
	}
	s.marks[e] = taken
	s.drawn++
	s.areaAt = -1
	ends := s.join(s.edges[e])
	for _, c := range s.edges[e] {
		s.taken[c]++
		s.left[c]--
	}
	for _, c := range s.edges[e] {
		if s.taken[c] == s.needs(c) {
			for _, other := range s.open(c) {
				s.drop(other, none)
			}
		}
		s.lacks(c)
	}
	for _, c := range ends {
		for _, other := range s.open(c) {
			s.dropIfApart(other)
		}
	}
}

// join makes one piece of the two that an edge joins, and returns its ends.
func (s *lineState) join(edge [2]int) [2]int {
	first, second := s.pieces[edge[0]], s.pieces[edge[1]]
	ends := [2]int{first.other, second.other}
	near, far := first.far, second.far
	if first.ranks == 0 {
		near = second.near
	}
	if second.ranks == 0 {
		far = first.near
	}
	whole := piece{ends[1], near, far, first.ranks + second.ranks, first.size + second.size}
	s.pieces[ends[0]] = whole
	whole.other, whole.near, whole.far = ends[0], far, near
	s.pieces[ends[1]] = whole
	return ends
}

func (s *lineState) dropIfApart(e int) {
	if how := s.apart(e); how != none {
		s.drop(e, how)
	}
}

// apart returns why the pieces at the ends of an edge cannot become one: [Ring] if the line would
// close, or end before it has all cells, [Turn] if its ranks would not follow one another. It is
// none if they can.
func (s *lineState) apart(e int) Technique {
	c, d := s.edges[e][0], s.edges[e][1]
	first, second := s.pieces[c], s.pieces[d]
	ends := [2]int{first.other, second.other}
	isWhole := first.size+second.size == len(s.at)
	switch {
	case first.other == d, !isWhole && slices.Contains(ends[:], s.start) && slices.Contains(ends[:], s.end):
		return byRing
	case first.ranks == 0 || second.ranks == 0:
		return none
	}
	step := second.near - first.near
	if step != 1 && step != -1 ||
		first.ranks > 1 && (first.near > first.far) != (step > 0) ||
		second.ranks > 1 && (second.far > second.near) != (step > 0) {
		return byTurn
	}
	return none
}

func (s *lineState) cellsOf(e int) say.Cells { return slices.Clone(s.edges[e][:]) }

func (s *lineState) candidate(e int) Candidate {
	return Candidate{Cells: slices.Clone(s.edges[e][:])}
}

func (s *lineState) solved() bool { return s.drawn == len(s.at)-1 && s.wrong == nil }

func (s *lineState) fault() *say.Sentence {
	s.lookAtAreas()
	return s.wrong
}

func (s *lineState) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, len(s.at))
	for _, from := range []struct{ cell, number, step int }{{s.end, len(s.at), -1}, {s.start, 1, 1}} {
		for last, c, k := -1, from.cell, from.number; c >= 0; k += from.step {
			board[c] = k
			next := -1
			for _, e := range s.at[c] {
				if s.marks[e] == taken && s.beyond(e, c) != last {
					next = s.beyond(e, c)
				}
			}
			last, c = c, next
		}
	}
	return board
}

func (s *lineState) name(c Candidate) say.Sentence {
	return *say.New("hidoku.lineBetween", say.Values{"cells": say.Cells(c.Cells)})
}

func (s *lineState) undecided() (count int) {
	for _, m := range s.marks {
		if m == unknown {
			count++
		}
	}
	return count
}

func (s *lineState) effort() int { return 1 + len(s.at) }

func (s *lineState) suppose(c Candidate) { s.take(s.edge([2]int(c.Cells))) }

func (s *lineState) refute(c Candidate) { s.drop(s.edge([2]int(c.Cells)), none) }

func (s *lineState) choices(limit int) (sets []choice) {
	for c := range s.at {
		if s.taken[c] != s.needs(c)-1 {
			continue
		}
		set := choice{question: *say.New("hidoku.lineGoesOn", say.Values{"cell": say.Cell(c), "count": say.Number(s.left[c])})}
		for _, e := range s.open(c) {
			set.options = append(set.options, s.candidate(e))
		}
		sets = append(sets, set)
	}
	base.SortStable(sets, func(a, b choice) int { return len(a.options) - len(b.options) })
	return sets[:min(limit, len(sets))]
}

// The techniques for lines: see lineState.
//
// Ways, Ring and Turn look at a cell with as many edges left as the line needs there. They
// differ in why the other edges went. CutOff draws or forbids one edge. It sees a cell that lacks
// edges then, a part of the board that the line cannot reach, or a number out of reach. Ahead and
// FarAhead do the same, and also draw what follows at once.

// shortAhead is the most edges that follow in the technique byAhead.
const shortAhead = 8

func (s *lineState) techniques() []technique {
	return []technique{
		{Easy, s.waysStep},
		{Medium, func() (Step, bool) { return s.supposeStep(byCutOff, 0) }},
		{Medium, func() (Step, bool) { return s.supposeStep(byAhead, shortAhead) }},
		{Hard, func() (Step, bool) { return s.supposeStep(byFarAhead, len(s.at)) }},
	}
}

func (s *lineState) step(hardest Level) (Step, bool) {
	return s.easiest(hardest, &s.wrong, s.techniques())
}

// near returns all cells, first those at the ends of the pieces with the ends of the line:
// people look there first.
func (s *lineState) near() []int {
	cells := []int{s.pieces[s.start].other, s.pieces[s.end].other}
	for c := range s.at {
		cells = append(cells, c)
	}
	return cells
}

// forced returns a cell with as many open edges as the line needs there, or -1.
func (s *lineState) forced() int {
	for _, c := range s.near() {
		if s.left[c] > 0 && s.taken[c]+s.left[c] == s.needs(c) {
			return c
		}
	}
	return -1
}

// takeAll draws the open edges of a cell, and returns them.
func (s *lineState) takeAll(c int) (placed []Candidate) {
	for _, e := range s.open(c) {
		s.take(e)
		placed = append(placed, s.candidate(e))
	}
	return placed
}

// waysStep looks for a cell with as many open edges as the line needs.
func (s *lineState) waysStep() (Step, bool) {
	c := s.forced()
	if s.wrong != nil || c < 0 {
		return Step{}, false
	}
	how := s.reason(c)
	template := map[Technique]string{byWays: "hidoku.lineWays", byRing: "hidoku.lineRing", byTurn: "hidoku.lineTurn"}[how]
	step := Step{Technique: how, Place: s.takeAll(c), Because: []int{c}}
	step.said = *say.New(template, say.Values{"cell": say.Cell(c), "conclusion": conclusionOf(step)})
	return step, true
}

func conclusionOf(step Step) say.Sentence {
	template, all := "hidoku.lineJoins", step.Place
	if all == nil {
		template, all = "hidoku.lineNever", step.Remove
	}
	var pairs say.Sentences
	for _, c := range all {
		pairs = append(pairs, *say.New("hidoku.linePair", say.Values{"cell": say.Cell(c.Cells[0]), "next": say.Cell(c.Cells[1])}))
	}
	return *say.New(template, say.Values{"pairs": pairs})
}

// supposeStep looks for an edge that must be, or cannot be, because of what at most so many edges
// after it would show. It returns the step with the fewest.
func (s *lineState) supposeStep(how Technique, ahead int) (Step, bool) {
	var best *refutedEdge
	seen := make([]bool, len(s.edges))
	for _, c := range s.near() {
		for _, e := range s.open(c) {
			if seen[e] {
				continue
			}
			seen[e] = true
			for _, drawn := range []bool{true, false} {
				if s.over() {
					return Step{}, false
				}
				r := &refutedEdge{edge: e, drawn: drawn}
				if s.supposed(r, ahead); r.fault == nil {
					continue
				}
				if best, ahead = r, r.steps-1; ahead < 0 {
					return s.refuteEdge(how, best), true
				}
			}
		}
	}
	if best == nil {
		return Step{}, false
	}
	return s.refuteEdge(how, best), true
}

// refutedEdge is an edge that was drawn or taken out to see what follows.
type refutedEdge struct {
	edge  int
	drawn bool
	steps int           // edges that followed
	fault *say.Sentence // what is wrong then; nil if nothing is
	cells []int         // cells that show it
}

// supposed finds out what follows an edge, up to so many edges ahead.
func (s *lineState) supposed(r *refutedEdge, ahead int) {
	t := s.copy()
	if r.drawn {
		t.take(r.edge)
	} else {
		t.drop(r.edge, none)
	}
	for {
		c := t.forced()
		if c < 0 || r.steps >= ahead || r.steps == 0 { // areas take longest
			r.cells = t.lookAtAreas()
		}
		if r.fault = t.wrong; r.fault != nil || c < 0 || r.steps >= ahead {
			return
		}
		r.steps += len(t.takeAll(c))
	}
}

func (s *lineState) refuteEdge(how Technique, r *refutedEdge) Step {
	step := Step{Technique: how, Because: sortedCells(append(r.cells, s.edges[r.edge][:]...))}
	supposed := say.New("hidoku.lineIf", say.Values{"cells": s.cellsOf(r.edge)})
	if r.drawn {
		s.drop(r.edge, none)
		for _, c := range s.edges[r.edge] {
			if s.taken[c]+s.left[c] == s.needs(c) {
				step.Place = append(step.Place, s.takeAll(c)...)
			}
		}
	} else {
		supposed.Template = "hidoku.lineIfNot"
		s.take(r.edge)
		step.Place = []Candidate{s.candidate(r.edge)}
	}
	if len(step.Place) == 0 {
		step.Remove = []Candidate{s.candidate(r.edge)}
	}
	values := say.Values{"supposed": *supposed, "fault": *r.fault, "conclusion": conclusionOf(step)}
	step.said = *say.New("hidoku.lineSees", values)
	if r.steps > 0 {
		values["steps"] = say.Number(r.steps)
		step.said.Template = "hidoku.lineFollows"
	}
	return step
}

// lookAtAreas notes that something is wrong if a part of the board is cut off, or a rank cannot
// be reached from the one before. It returns the cells that show it.
//
// With a step between its ends, the line is closed. Nothing is cut off from a closed line when one
// cell is taken away. So the graph of the edges that are not out, with that step, has no cut point.
func (s *lineState) lookAtAreas() []int {
	if s.wrong != nil || s.areaAt == s.drawn {
		return nil
	}
	s.areaAt = s.drawn
	if area := s.cutArea(); area != nil {
		s.wrong = say.New("hidoku.lineCuts", say.Values{"area": *say.New("hidoku.area", say.Values{"count": say.Number(len(area)), "cell": say.Cell(area[0])})})
		return area
	}
	order := s.puzzle.Ascending()
	for i := 1; i < len(order); i++ {
		if !s.reaches(order[i-1], order[i]) {
			s.wrong = say.New("hidoku.lineFar", say.Values{"number": say.Number(i + 1)})
			return []int{order[i-1], order[i]}
		}
	}
	return nil
}

// reaches reports whether the line may lead from one cell to another, by no cell with a rank.
func (s *lineState) reaches(from, to int) bool {
	seen := make([]bool, len(s.at))
	seen[from] = true
	for front := []int{from}; len(front) > 0; front = front[1:] {
		for _, e := range s.at[front[0]] {
			d := s.beyond(e, front[0])
			if s.marks[e] == out || seen[d] {
				continue
			}
			if d == to {
				return true
			}
			seen[d] = true
			if s.ranks[d] == 0 {
				front = append(front, d)
			}
		}
	}
	return false
}

// cutArea returns the cells of a part that is cut off or has one cell as its only entrance, or
// nil. See lookAtAreas.
func (s *lineState) cutArea() []int {
	w := areaWalk{lineState: s, number: make([]int, len(s.at)), low: make([]int, len(s.at))}
	w.visit(s.start, s.end)
	if w.area == nil && len(w.stack) < len(s.at) {
		for c, number := range w.number {
			if number == 0 {
				w.area = append(w.area, c)
			}
		}
	}
	return sortedCells(w.area)
}

// areaWalk visits all cells in depth, and finds the first cut point.
//
// R. E. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
type areaWalk struct {
	*lineState
	number, low []int // per cell, its number in the walk, and the lowest that its part reaches
	stack, area []int
}

// visit visits a cell. The line counts as closed, so that its two ends are beside each other.
func (w *areaWalk) visit(c, closing int) {
	w.stack = append(w.stack, c)
	at := len(w.stack)
	w.number[c], w.low[c] = at, at
	parts := 0
	step := func(d int) {
		switch {
		case w.area != nil:
		case w.number[d] > 0:
			w.low[c] = min(w.low[c], w.number[d])
		default:
			before := len(w.stack)
			w.visit(d, -1)
			w.low[c] = min(w.low[c], w.low[d])
			if parts++; w.area == nil && w.low[d] >= at && (at > 1 || parts > 1) {
				w.area = slices.Clone(w.stack[before:])
			}
		}
	}
	if closing >= 0 {
		step(closing)
	}
	for _, e := range w.at[c] {
		if w.marks[e] != out {
			step(w.beyond(e, c))
		}
	}
	if c == w.end {
		step(w.start)
	}
}
