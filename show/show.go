// Package show draws puzzles and their solutions: as SVG, PNG and PDF, and as coloured text
// for terminals. It draws what it gets, and judges nothing.
//
// A picture may show the puzzle alone, or a board that is filled in part or completely. Booklets
// of many puzzles are made by the program crosscut.
package show

import (
	"errors"
	"io"

	"crosscut/internal/base"
	"crosscut/internal/drawing"
	"crosscut/internal/paper"
	"crosscut/puzzle"
)

// Picture is one board to draw.
type Picture struct {
	Puzzle puzzle.Puzzle
	Filled puzzle.Solution // a solution, or a board with [puzzle.Empty] where it is open; nil draws the puzzle as it is given
	Marked []int           // cells to draw attention to
	Title  string          // a line above the board; "" for none
	Labels []string        // a text for each square, row by row, holes included: see [text.Notes]; may be nil
}

// Format is a kind of picture file.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// Write writes one picture, or several side by side. The same pictures give the same bytes. It
// draws any [puzzle.Numbered] and any [puzzle.Draughtboard]. A sign that the typeface of PNG and PDF lacks becomes □. It fails for puzzles that are not
// valid and for others, for no pictures at all, for an unknown format, and when w does.
func Write(w io.Writer, format Format, pictures ...Picture) error {
	if len(pictures) == 0 {
		return errors.New("show: there is no picture to write")
	}
	drawings := make([]drawing.Picture, len(pictures))
	for i, p := range pictures {
		drawings[i] = p.drawing()
	}
	_, err := paper.Write(base.Writer(w), paper.Format(format), drawings...)
	return err
}

// Text returns the picture as lines of characters. Colours are escape sequences of 24 bits
// (ISO 8613-6). For a puzzle type of another package it returns the values as
// [puzzle.Format] does.
func (p Picture) Text(colours bool) string { return p.drawing().Terminal(colours) }

// drawing returns the picture for the package that draws.
func (p Picture) drawing() drawing.Picture {
	return drawing.Picture{Puzzle: p.Puzzle, Filled: p.Filled, Marked: p.Marked, Title: p.Title, Labels: p.Labels}
}
