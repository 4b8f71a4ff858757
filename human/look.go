package human

import (
	"slices"

	"crosscut/human/internal/say"
	"crosscut/puzzle"
)

// Templates are the texts of [Sentence] in English, by the names of the templates. The first part of a name is the
// family, or what families share. A template is a text with places in braces:
//
//   - {name} stands for the value with that name. A list is joined: "a, b and c".
//   - {name:or} joins with "or", {name:spaced} with spaces alone. {name:ranges} joins
//     numbers with "or", and writes three or more in a row as "3 to 7".
//   - {name|one|several} stands for the first text if the value is 1 or a list of one, and
//     otherwise for the second. Both are templates themselves.
var Templates = say.Templates

// Hint returns what helps less than the step: its technique, and the part of the board to look at. With cells, these
// are the cells of the reason and of the conclusion, without saying which they are.
func (s Step) Hint(p puzzle.Puzzle, cells bool) Step {
	if puzzle.Validate(p) != nil {
		return Step{Technique: s.Technique}
	}
	of := about(s)
	where := look(p, s, of, cells)
	hint := Step{Technique: s.Technique, Depth: s.Depth, Text: where.English(p.Board()), Sentence: sentenceOf(where, p.Board())}
	if cells {
		hint.Because = of
	}
	return hint
}

// about returns the cells of the reason and of the conclusion, ascending.
func about(step Step) []int {
	cells := slices.Clone(step.Because)
	for _, c := range step.Place {
		cells = append(cells, c.Cells...)
	}
	for _, c := range step.Shown() {
		cells = append(cells, c.Cells...)
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// look says where to look: at the cells, or if not exactly at the rows and columns. For
// a step without cells it names the stones, or the whole board.
func look(p puzzle.Puzzle, step Step, cells []int, exactly bool) say.Sentence {
	if len(cells) == 0 && !exactly {
		return say.Sentence{Template: "look.board"}
	}
	if len(cells) == 0 {
		var stones say.Sentences
		if board, ok := p.(*puzzle.Draughtboard); ok {
			named := make(map[int]bool)
			for _, c := range step.Remove {
				if stone := max(c.Value, -c.Value); !named[stone] {
					named[stone] = true
					stones = append(stones, say.StoneOf(board, stone))
				}
			}
		}
		if len(stones) == 0 {
			return say.Sentence{Template: "look.board"}
		}
		return say.Sentence{Template: "look.stones", Values: say.Values{"stones": stones}}
	}
	if exactly {
		return say.Sentence{Template: "look.cells", Values: say.Values{"cells": say.Cells(cells)}}
	}
	top, left := p.Board().Pos(cells[0])
	bottom, right := top, left
	for _, c := range cells {
		row, col := p.Board().Pos(c)
		bottom, left, right = max(bottom, row), min(left, col), max(right, col)
	}
	return say.Sentence{Template: "look.part", Values: say.Values{
		"rows":    spanOf("look.row", "look.rows", top+1, bottom+1),
		"columns": spanOf("look.column", "look.columns", left+1, right+1),
	}}
}

// spanOf returns "row 3" or "rows 3 to 5", by the templates for one and for several.
func spanOf(one, several string, from, to int) say.Sentence {
	if from == to {
		return say.Sentence{Template: one, Values: say.Values{"from": say.Number(from)}}
	}
	return say.Sentence{Template: several, Values: say.Values{"from": say.Number(from), "to": say.Number(to)}}
}
