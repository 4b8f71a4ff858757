package exchange

import (
	"errors"
	"io"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// FromText reads the puzzles of a puzzle file, with all header lines. Errors are those of
// [text.Reader].
func FromText(in io.Reader, name, family string) ([]*Entry, error) {
	data, err := readAll(in, name)
	if err != nil {
		return nil, err
	}
	var entries []*Entry
	r := text.NewReader(strings.NewReader(string(data)), name, puzzle.Family(family))
	for _, piece := range pieces(string(data)) {
		file, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, &Entry{Name: file.Name, Puzzle: file.Puzzle, Headers: headersOf(piece)})
	}
	return entries, nil
}

// pieces splits a text at the lines of "---".
func pieces(text string) []string {
	var all []string
	var piece strings.Builder
	for line := range strings.Lines(text) {
		if bare := strings.TrimSpace(line); len(bare) >= 3 && strings.Trim(bare, "-") == "" {
			all = append(all, piece.String())
			piece.Reset()
			continue
		}
		piece.WriteString(line)
	}
	return append(all, piece.String())
}
