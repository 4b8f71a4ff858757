package main

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// rulesOf returns what people call a type of puzzle, and its rules in one line.
func rulesOf(p puzzle.Puzzle) (name, rules string) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		const path = "Write 1, 2, 3 and so on, each number once. Consecutive numbers touch"
		switch p.Moves() {
		case puzzle.Rook:
			return "Numbrix", path + " at a side."
		case puzzle.Hex:
			return "Rikudo", path + "."
		}
		return "Hidato", path + " at a side or a corner."
	case *puzzle.Magic:
		if !p.Plain() {
			return linedRules(p)
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

// coloured reports whether any stone has a colour.
func coloured(p *puzzle.Draughtboard) bool {
	return slices.ContainsFunc(p.Stones(), func(s puzzle.Stone) bool {
		return slices.ContainsFunc(s.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
	})
}

// linedRules is rulesOf for a magic board that is not a plain square.
func linedRules(p *puzzle.Magic) (name, rules string) {
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
