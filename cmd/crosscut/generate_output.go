package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"crosscut/generate"
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
	return fmt.Sprintf("# puzzle %d of %d: %s\n%s\nsolutions: %d\nsource: crosscut generate, seed %d%s, puzzle %d\n%s",
		m.Number, f.count, madeText(m), first, m.Count, f.seed, f.levelText(), m.Number, rest)
}

// levelText returns what "source:" says of the level, because it is a part of the seed.
func (f *generateFlags) levelText() string {
	switch {
	case f.level == "":
		return ""
	case f.sameSolution:
		return ", same solution, " + f.level
	}
	return ", " + f.level
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

// save writes a puzzle and its solution to two files, and prints the name of the first.
func (f *generateFlags) save(out *printer, m *generate.Made) error {
	base := filepath.Join(f.dir, f.baseName(m.Number))
	if err := writeNew(base+".txt", f.text(m)); err != nil {
		return err
	}
	if err := writeNew(base+".solution.txt", puzzle.Format(m.Puzzle, m.Solution)); err != nil {
		return err
	}
	return cmp.Or(out.text("%s: %s\n", base+".txt", madeText(m)), out.flush())
}

// checkNotThere returns an error when a file that save would write already exists. So no
// puzzle is made in vain.
func (f *generateFlags) checkNotThere() error {
	if f.dir == "" {
		return nil
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return withGivenName(err, f.dir)
	}
	for _, entry := range entries {
		base := strings.TrimSuffix(strings.TrimSuffix(entry.Name(), ".txt"), ".solution")
		number, err := strconv.Atoi(strings.TrimPrefix(base, string(f.family)+"-"))
		if err == nil && number > 0 && number <= f.count && base == f.baseName(number) {
			return fmt.Errorf("%s: file exists", filepath.Join(f.dir, entry.Name()))
		}
	}
	return nil
}

// writeNew writes a file that must not exist.
func writeNew(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, text)
	return cmp.Or(err, file.Close())
}
