package exchange

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/puzzle"
)

// RulesOf returns what people call a type of puzzle, and its rules in one line, for booklets and
// pages.
func RulesOf(p puzzle.Puzzle) (name, rules string) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		const path = "Write 1, 2, 3 and so on, each number once. Consecutive numbers touch"
		if !p.Plain() {
			return "Number paths", variantRules(p)
		}
		switch p.Moves() {
		case puzzle.Rook:
			return "Numbrix", path + " at a side."
		case puzzle.Hex:
			return "Rikudo", path + "."
		}
		return "Hidato", path + " at a side or a corner."
	case *puzzle.Magic:
		if !p.Plain() {
			return linesRules(p)
		}
		lines := "Rows, columns and both diagonals add up to the sum at their end."
		if !p.Diagonals() {
			lines = "Rows and columns add up to the sum at their end."
		}
		return "Magic squares", fmt.Sprintf("Write each number from %d on once. %s", p.Low(), lines)
	case *puzzle.Draughtboard:
		name, colours := "Polyominoes", ""
		if coloured(p) {
			name, colours = "Draughtboards", " Their colours are those of the board."
		}
		if p.Flips() {
			return name, "Cover the board with the stones. Turn and flip them as you like." + colours
		}
		return name, "Cover the board with the stones. Turn them as you like, but do not flip them." + colours
	}
	return string(p.Family()), ""
}

// variantRules returns the rules of a Hidoku that is not a plain one.
func variantRules(p *puzzle.Hidoku) string {
	var rules []string
	add := func(is bool, rule string) {
		if is {
			rules = append(rules, rule)
		}
	}
	add(!p.Ranked(), "Write 1, 2, 3 and so on, each number once.")
	add(p.Ranked(), "Draw a path through all cells, from the first number to the last. It visits the numbers in their order.")
	step := map[bool]string{false: "Consecutive numbers touch", true: "Each step goes"}[p.Ranked()]
	by := map[puzzle.Moves]string{
		puzzle.King: " by a side or a corner", puzzle.Rook: " by a side", puzzle.Hex: " from cell to cell", puzzle.Knight: " by knight's moves",
	}[p.Moves()]
	if by == "" {
		by = fmt.Sprintf(" by the steps %s, turned or mirrored", p.Moves())
	}
	add(true, step+by+".")
	add(p.Torus(), "A step over an edge of the board comes in at the other side.")
	add(p.Closed(), "The last number touches the first.")
	add(len(p.Walls()) > 0, "No step leads through a thick line.")
	add(len(p.Bridges()) > 0, "A line between two cells makes them touch.")
	add(len(p.Links()) > 0, "A diamond joins consecutive numbers.")
	add(len(p.Unlinked()) > 0, "A cross is never between consecutive numbers.")
	add(len(p.Order()) > 0 && !p.Ranked(), "The path visits the ringed cells in the order that the file says.")
	return strings.Join(rules, " ")
}

// coloured reports whether any stone has a colour.
func coloured(p *puzzle.Draughtboard) bool {
	return slices.ContainsFunc(p.Stones(), func(s puzzle.Stone) bool {
		return slices.ContainsFunc(s.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
	})
}

// linesRules is RulesOf for a magic board that is not a plain square.
func linesRules(p *puzzle.Magic) (name, rules string) {
	switch p.Form() {
	case puzzle.Jodici:
		return "Jodici", "Write 1 to 9, each twice. Every ring adds up to 30, every sector to 15."
	case puzzle.Equation:
		return "Equations", fmt.Sprintf("Write numbers from %d to %d, so that all equations hold. Numbers may repeat.", p.Low(), p.High())
	case puzzle.Pandiagonal:
		return "Pandiagonal squares", "Rows, columns and all diagonals, the broken ones too, have the same sum."
	case puzzle.Associative:
		return "Associative squares", "Rows, columns and diagonals have the same sum, and so have all pairs of opposite cells."
	}
	return "Magic boards", "Every line has its sum or its product."
}
