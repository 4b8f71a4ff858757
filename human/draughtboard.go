package human

import (
	"context"
	"slices"

	"crosscut/human/internal/say"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// draughtboardState is a partly covered draughtboard: for each colouring of the board,
// the placements that are still possible.
//
// Invariant: countOn[w][c] is the number of possible placements in colouring w that cover
// the open cell c. countOf[w][k] is the number of those of kind k. stonesLeft[k] stones
// of kind k are not laid.
type draughtboardState struct {
	*patience
	puzzle     *puzzle.Draughtboard
	placements []placement
	onCell     [][]int // per cell, the placements that cover it, impossible ones too
	kinds      []kind

	possible          []bool // per placement
	colouringPossible []bool // per colouring
	countOn           [][]int
	countOf           [][]int
	stonesLeft        []int
	placementOn       []int // per cell, the placement that is laid on it, or -1
	open              int
	wrong             *say.Sentence

	mirrorDone bool     // whether mirrorStep has used the symmetries
	lookedAt   [2][]int // value of open when a kind was last looked at; per kind, for Enclosed and Colours
	scratch    *scratch
}

// newDraughtboardState returns the state before the first step. When ctx has ended, placements may be missing.
func newDraughtboardState(ctx context.Context, p *puzzle.Draughtboard) *draughtboardState {
	n := p.Board().Len()
	s := &draughtboardState{patience: &patience{ctx}, puzzle: p, onCell: make([][]int, n), placementOn: slices.Repeat([]int{-1}, n), open: n}
	index := map[int]int{}
	for i, first := range p.Kinds() {
		if first == i {
			index[i] = len(s.kinds)
			stone := p.Stones()[i]
			k := kind{size: len(stone.Cells()), coloured: true}
			for _, c := range stone.Cells() {
				switch c.Colour {
				case puzzle.Black:
					k.black++
				case puzzle.White:
					k.white++
				default:
					k.coloured = false
				}
			}
			s.kinds = append(s.kinds, k)
		}
		k := &s.kinds[index[first]]
		k.stones = append(k.stones, i+1)
	}
	if gaps := p.Gaps().Most; gaps > 0 { // a bare cell counts as a stone of one cell
		s.kinds = append(s.kinds, kind{size: 1, stones: make([]int, gaps)})
	}
	for w, corner := range p.Colourings() {
		s.colouringPossible = append(s.colouringPossible, true)
		s.countOn, s.countOf = append(s.countOn, make([]int, n)), append(s.countOf, make([]int, len(s.kinds)))
		for k := range s.kinds {
			s.addPlacements(k, w, corner)
		}
	}
	s.possible = slices.Repeat([]bool{true}, len(s.placements))
	for i := range s.lookedAt {
		s.lookedAt[i] = make([]int, len(s.kinds))
	}
	s.scratch = &scratch{seen: make([]bool, n), queue: make([]int, 0, n), keeps: slices.Repeat([]int{-1}, n+len(s.kinds))}
	for c := range n {
		s.scratch.beside = append(s.scratch.beside, space.Beside(p.Board(), c))
	}
	for k := range s.kinds {
		s.stonesLeft = append(s.stonesLeft, len(s.kinds[k].stones))
	}
	if len(s.colouringPossible) == 0 {
		s.wrong = say.New("draughtboard.unbalanced", say.Values{})
	}
	for w := range s.colouringPossible {
		s.checkColouring(w)
	}
	return s
}

func (s *draughtboardState) clone() logic {
	t := *s
	t.possible, t.colouringPossible, t.stonesLeft, t.placementOn = slices.Clone(s.possible), slices.Clone(s.colouringPossible), slices.Clone(s.stonesLeft), slices.Clone(s.placementOn)
	t.countOn, t.countOf = make([][]int, len(s.countOn)), make([][]int, len(s.countOf))
	for i := range s.lookedAt {
		t.lookedAt[i] = slices.Clone(s.lookedAt[i])
	}
	for w := range s.countOn {
		t.countOn[w], t.countOf[w] = slices.Clone(s.countOn[w]), slices.Clone(s.countOf[w])
	}
	return &t
}

// checkColouring gives up a colouring in which a cell or a kind has too few placements.
func (s *draughtboardState) checkColouring(w int) {
	if !s.colouringPossible[w] {
		return
	}
	for c, count := range s.countOn[w] {
		if s.placementOn[c] < 0 && count == 0 {
			s.giveUp(w, say.New("draughtboard.noStone", say.Values{"cell": say.Cell(c)}))
			return
		}
	}
	for k, count := range s.countOf[w] {
		if count < s.stonesLeft[k] {
			s.giveUp(w, say.New("draughtboard.noPlace", say.Values{"stone": s.stone(k)}))
			return
		}
	}
}

// giveUp drops all placements of a colouring. If none is left, there is no solution.
func (s *draughtboardState) giveUp(w int, why *say.Sentence) {
	s.colouringPossible[w] = false
	for i := range s.placements {
		if s.placements[i].colouring == w {
			s.possible[i] = false
		}
	}
	if !slices.Contains(s.colouringPossible, true) && s.wrong == nil {
		s.wrong = why
	}
}

// drop makes a placement impossible. It does not check what is left.
func (s *draughtboardState) drop(i int) {
	if !s.possible[i] {
		return
	}
	s.possible[i] = false
	q := &s.placements[i]
	s.countOf[q.colouring][q.kind]--
	for _, c := range q.cells {
		s.countOn[q.colouring][c]--
	}
}

// dropAll makes placements impossible and checks what is left.
func (s *draughtboardState) dropAll(places []int) {
	for _, i := range places {
		s.drop(i)
	}
	for w := range s.colouringPossible {
		s.checkColouring(w)
	}
}

// lay lays a stone and drops all placements that do not go with it.
func (s *draughtboardState) lay(i int) {
	q := &s.placements[i]
	if !s.possible[i] {
		if s.wrong == nil {
			s.wrong = s.impossible(s.candidate(i))
		}
		return
	}
	for w := range s.colouringPossible {
		if w != q.colouring {
			s.giveUp(w, nil)
		}
	}
	s.stonesLeft[q.kind]--
	s.open -= len(q.cells)
	for _, c := range q.cells {
		s.placementOn[c] = i
	}
	for _, c := range q.cells {
		for _, j := range s.onCell[c] {
			s.drop(j)
		}
	}
	if s.stonesLeft[q.kind] == 0 {
		for _, j := range s.kinds[q.kind].placements {
			s.drop(j)
		}
	}
	s.checkColouring(q.colouring)
}

// layFilled lays the stones of a board that is filled in part, if all their cells are
// there. A laid stone breaks the symmetries, so mirrorStep no longer applies.
func (s *draughtboardState) layFilled(filled puzzle.Solution) {
	cells := make(map[int][]int)
	var values []int // values of the stones, in the order of their first cells
	for c, value := range filled {
		switch value {
		case puzzle.Empty:
			continue
		case puzzle.Bare:
			s.layGiven(Candidate{Value: puzzle.Bare, Cells: []int{c}}, puzzle.Bare)
			continue
		}
		if cells[value] == nil {
			values = append(values, value)
		}
		cells[value] = append(cells[value], c)
	}
	for _, value := range values {
		stone := max(value, -value)
		if len(cells[value]) < len(s.puzzle.Stones()[stone-1].Cells()) {
			continue
		}
		first := s.puzzle.Kinds()[stone-1] + 1
		if value < 0 {
			first = -first
		}
		s.layGiven(Candidate{Value: first, Cells: cells[value]}, value)
	}
}

// layGiven lays what a board that is filled in part has with that value.
func (s *draughtboardState) layGiven(c Candidate, value int) {
	if i := s.placementFor(c); i >= 0 {
		s.lay(i)
	} else if s.wrong == nil {
		s.wrong = s.impossible(Candidate{Value: value, Cells: c.Cells})
	}
	s.mirrorDone = true
}

func (s *draughtboardState) solved() bool { return s.open == 0 && s.wrong == nil }

func (s *draughtboardState) fault() *say.Sentence { return s.wrong }

func (s *draughtboardState) value(i int) int {
	q := &s.placements[i]
	return s.signed(q, s.kinds[q.kind].stones[0])
}

func (s *draughtboardState) signed(q *placement, stone int) int {
	if s.puzzle.Signed() && s.puzzle.Colourings()[q.colouring] == puzzle.White {
		return -stone
	}
	return stone
}

func (s *draughtboardState) candidate(i int) Candidate {
	return Candidate{Value: s.value(i), Cells: s.placements[i].cells}
}

func (s *draughtboardState) board() []int {
	board := slices.Repeat([]int{puzzle.Empty}, len(s.placementOn))
	met := make([]int, len(s.kinds)) // per kind, the number of stones met before
	for c, i := range s.placementOn {
		if i < 0 || board[c] != puzzle.Empty {
			continue
		}
		q := &s.placements[i]
		value := s.signed(q, s.kinds[q.kind].stones[met[q.kind]])
		met[q.kind]++
		for _, d := range q.cells {
			board[d] = value
		}
	}
	return board
}

func (s *draughtboardState) name(c Candidate) say.Sentence {
	return *say.New("draughtboard.placed", say.Values{"stone": say.StoneOf(s.puzzle, c.Value), "cells": say.Cells(c.Cells)})
}

func (s *draughtboardState) impossible(c Candidate) *say.Sentence {
	return say.New("draughtboard.impossible", say.Values{"stone": say.StoneOf(s.puzzle, c.Value), "cells": say.Cells(c.Cells)})
}

// stone returns the words for a kind: those for its first stone.
func (s *draughtboardState) stone(k int) say.Sentence {
	return say.StoneOf(s.puzzle, s.kinds[k].stones[0])
}

func (s *draughtboardState) placementFor(c Candidate) int {
	return slices.IndexFunc(s.placements, func(q placement) bool {
		return s.signed(&q, s.kinds[q.kind].stones[0]) == c.Value && slices.Equal(q.cells, c.Cells)
	})
}

func (s *draughtboardState) undecided() int {
	count := 0
	for _, live := range s.possible {
		if live {
			count++
		}
	}
	return count
}

func (s *draughtboardState) effort() int { return 2 + len(s.placements)/40 }

func (s *draughtboardState) suppose(c Candidate) { s.lay(s.placementFor(c)) }

func (s *draughtboardState) refute(c Candidate) { s.dropAll([]int{s.placementFor(c)}) }

func (s *draughtboardState) possibleOn(c int) []int { return s.onlyPossible(s.onCell[c]) }

func (s *draughtboardState) possibleOf(k int) []int { return s.onlyPossible(s.kinds[k].placements) }

func (s *draughtboardState) onlyPossible(places []int) []int {
	var live []int
	for _, i := range places {
		if s.possible[i] {
			live = append(live, i)
		}
	}
	return live
}

func (s *draughtboardState) choices(limit int) (sets []choice) {
	var open []*choice
	for c, i := range s.placementOn {
		if i < 0 {
			open = append(open, s.choice(say.New("draughtboard.coverWays", say.Values{"cell": say.Cell(c)}), s.possibleOn(c)))
		}
	}
	for k := range s.kinds {
		if s.stonesLeft[k] == 1 {
			open = append(open, s.choice(say.New("draughtboard.lieWays", say.Values{"stone": s.stone(k)}), s.possibleOf(k)))
		}
	}
	base.SortStable(open, func(a, b *choice) int { return len(a.options) - len(b.options) })
	for _, set := range open[:min(limit, len(open))] {
		sets = append(sets, *set)
	}
	return sets
}

// choice returns the choice among placements. The question gets their number as the value
// count.
func (s *draughtboardState) choice(question *say.Sentence, places []int) *choice {
	question.Values["count"] = say.Number(len(places))
	set := &choice{question: *question}
	for _, i := range places {
		set.options = append(set.options, s.candidate(i))
	}
	return set
}
