package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"crosscut/generate"
	"crosscut/internal/durable"
	"crosscut/puzzle"
)

// madeRecord is the JSON object of a generated puzzle.
type madeRecord struct {
	File      string  `json:"file"` // the name of its file with --dir
	Number    int     `json:"number"`
	Seed      uint64  `json:"seed"`
	Level     string  `json:"level,omitempty"`
	Hardest   string  `json:"hardest,omitempty"` // the hardest kind of step
	Clues     int     `json:"clues,omitempty"`
	Solutions int     `json:"solutions"` // symmetric ones count separately
	Text      string  `json:"text"`      // the puzzle as a file
	Solution  [][]any `json:"solution"`  // the rows of one solution

	hardestName string
}

// baseName returns the name of the file for the puzzle of that number, without the ending.
func (f *generateFlags) baseName(number int) string {
	return fmt.Sprintf("%s-%0*d", f.family, max(4, len(fmt.Sprint(f.count))), number)
}

// text returns the text of a puzzle file. Its comment and headers say what is known of it.
func (f *generateFlags) text(m *generate.Made) string {
	first, rest, _ := strings.Cut(m.Puzzle.String(), "\n")
	return fmt.Sprintf("# puzzle %d of %d: %s\n%s\nsolutions: %d\n%s%s",
		m.Number, f.count, madeText(m), first, m.Count, f.source(m.Number), rest)
}

// source returns the header line that says how the puzzle of that number was made. It names
// the level, because the level is a part of the seed.
func (f *generateFlags) source(number int) string {
	level := ""
	switch {
	case f.level != "" && f.sameSolution:
		level = ", same solution, " + f.level
	case f.level != "":
		level = ", " + f.level
	}
	return fmt.Sprintf("source: crosscut generate, seed %d%s, puzzle %d\n", f.seed, level, number)
}

// madeText describes a puzzle: its level and the numbers of clues, stones and solutions.
func madeText(m *generate.Made) string {
	var parts []string
	if m.Grade != nil {
		parts = append(parts, m.Grade.Level.String())
	}
	if m.Clues > 0 {
		parts = append(parts, plural(m.Clues, "clue"))
	}
	if board, ok := m.Puzzle.(*puzzle.Draughtboard); ok {
		parts = append(parts, plural(len(board.Stones()), "stone"))
	}
	if m.Count > 1 {
		parts = append(parts, plural(m.Count, "solution"))
	}
	return strings.Join(parts, ", ")
}

// made prints a puzzle, and a line of --- if another one follows.
func (p *printer) made(f *generateFlags, m *generate.Made) error {
	if p.json {
		r := madeRecord{
			File: f.baseName(m.Number) + ".txt", Number: m.Number, Seed: f.seed, Clues: m.Clues, Solutions: m.Count,
			Text: f.text(m), Solution: rowsOf(m.Puzzle, m.Solution),
		}
		if m.Grade != nil {
			r.Level, r.Hardest, r.hardestName = m.Grade.Level.String(), m.Grade.Hardest.ID(), m.Grade.Hardest.String()
		}
		return cmp.Or(p.object(r), p.flush())
	}
	between := ""
	if m.Number < f.count {
		between = "---\n"
	}
	return cmp.Or(p.text("%s%s", f.text(m), between), p.flush())
}

// writeOrSame writes a new file. If it exists with the same text, it is already finished.
func writeOrSame(name, text string) error {
	err := durable.WriteNew(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if !errors.Is(err, fs.ErrExist) {
		return withGivenName(err, name)
	}
	switch was, err := readSmall(name); {
	case err != nil:
		return withGivenName(err, name)
	case was != text:
		return differs(name)
	}
	return nil
}

// differs is the error for a file that another run has written.
func differs(name string) error {
	return fmt.Errorf("%s: already exists and is not what this run makes; name another folder", shownName(name))
}

// readSmall reads an ordinary file that is no larger than a puzzle can be.
func readSmall(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxAnswer {
		return "", fmt.Errorf("%s: not a puzzle", shownName(name))
	}
	text, err := os.ReadFile(name)
	return string(text), err
}
