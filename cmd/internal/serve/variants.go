package serve

import (
	"fmt"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// VariantParts is the part of [ReadObject] that a player of a variant needs.
type VariantParts struct {
	Beside  [][]int  `json:"beside,omitempty"`  // of a Hidoku: for each cell the cells that touch it; cells count from 0, row by row, without holes
	Torus   bool     `json:"torus,omitempty"`   // steps go over the edges of the board
	Closed  bool     `json:"closed,omitempty"`  // the last number touches the first
	Order   []string `json:"order,omitempty"`   // cells whose numbers ascend
	Ranked  bool     `json:"ranked,omitempty"`  // the numbers on the board are the places of cells in Order
	Lines   []Line   `json:"lines,omitempty"`   // of a magic board
	Form    string   `json:"form,omitempty"`    // of a magic board that is not a plain square
	Numbers []int    `json:"numbers,omitempty"` // of such a board, each as often as it may stand
	Free    bool     `json:"free,omitempty"`    // each number may stand any number of times
	Gaps    []int    `json:"gaps,omitempty"`    // how many cells of a draughtboard stay bare: at least and at most; none if no cell does
}

// Line is a line of a magic board: what is added up, and to what.
type Line struct {
	Terms []Term `json:"terms"`
	Sum   *int   `json:"sum,omitempty"` // nil if it is not known; it is the same for all such lines
}

// Term is a product of the numbers of some cells, or its negative.
type Term struct {
	Cells []string `json:"cells"`
	Minus bool     `json:"minus,omitempty"`
}

func linesOf(p *puzzle.Magic) (lines []Line) {
	for _, line := range p.Lines() {
		var l Line
		if !line.Any {
			l.Sum = &line.Sum
		}
		for _, term := range line.Terms {
			l.Terms = append(l.Terms, Term{CellNames(p, term.Cells), term.Minus})
		}
		lines = append(lines, l)
	}
	return lines
}

func variantParts(p puzzle.Puzzle) (v VariantParts) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		v.Beside = make([][]int, p.Board().Len())
		for c := range v.Beside {
			v.Beside[c] = append([]int{}, p.Neighbours(c)...) // a cell without neighbours has an empty list
		}
		v.Torus, v.Closed, v.Ranked = p.Rules().Torus, p.Closed(), p.Ranked()
		v.Order = CellNames(p, slices.Clone(p.Ascending()))
	case *puzzle.Magic:
		v.Lines = linesOf(p)
		if puzzle.Variant(p) != "" {
			v.Form, v.Numbers, v.Free = string(p.Rules().Form), p.Numbers(), p.Rules().Form == puzzle.Equation
		}
	case *puzzle.Draughtboard:
		if gaps := p.Gaps(); gaps.Most > 0 {
			v.Gaps = []int{gaps.Least, gaps.Most}
		}
	}
	return v
}

// noteNames says which names belong to which stone of the text, where alike stones make that hard to see.
func noteNames(a *Asking) {
	p, ok := a.File.Puzzle.(*puzzle.Draughtboard)
	if !ok || len(p.Setup().Sets) > 0 {
		return
	}
	var names []string
	kinds := p.Kinds()
	for i := 0; i < len(kinds); {
		last := i
		for last+1 < len(kinds) && kinds[last+1] == kinds[i] && p.Stock(i).Count.Most > 1 {
			last++
		}
		name := p.Name(i + 1)
		if last > i {
			name += " to " + p.Name(last+1)
		}
		names, i = append(names, name), last+1
	}
	if len(names) > 1 && len(names) < len(kinds) {
		a.Note(base.Shortened(fmt.Sprintf("%s: the stones of the text are, in their order, %s", a.File.Name, base.List(names))))
	}
}

func stoneShapes(p *puzzle.Draughtboard) (shapes []StoneShape) {
	kinds := p.Kinds()
	for i, stone := range p.Stones() {
		stock := p.Stock(i)
		shapes = append(shapes, StoneShape{
			Name: p.Name(i + 1), Text: stone.String(), Kind: kinds[i], Least: p.Least(kinds[i]), NoFlips: stock.NoFlips, NoTurns: stock.NoTurns,
		})
	}
	return shapes
}
