package exchange

import (
	"fmt"
	"reflect"
	"strings"

	"crosscut/cmd/internal/link"
	"crosscut/puzzle/text"
)

// Links: one in each line. See package link.

func readLink(s *Source) ([]*Entry, error) {
	return s.eachLine("no link in it", func(line string, number int) ([]*Entry, error) {
		entries, err := s.linked(line)
		if err != nil && !link.Is(line) {
			return nil, s.fail(number, 1, "no whole link in this line; a link begins with %s, or stands in an address after #", link.Prefix)
		}
		if err != nil {
			return nil, s.fail(number, 1, "%v", err)
		}
		for _, e := range entries {
			if err := s.room(number, e.Puzzle.Board().Width(), e.Puzzle.Board().Height()); err != nil {
				return nil, err
			}
		}
		return entries, nil
	})
}

// linked reads the puzzles of a link.
func (s *Source) linked(code string) ([]*Entry, error) {
	text, err := link.Decode(code)
	if err == nil {
		err = s.unpacks("link", len(text))
	}
	if err != nil {
		return nil, err
	}
	entries, err := FromText(strings.NewReader(text), "link", s.Family)
	for _, e := range entries {
		e.Name = s.Name
	}
	return entries, err
}

// linkOf returns the link of an entry. A type of another package may have rules that its text
// does not have.
func linkOf(e *Entry) (string, error) {
	file, err := text.Read(strings.NewReader(e.Text()), e.Name, "")
	if err != nil || reflect.TypeOf(file.Puzzle) != reflect.TypeOf(e.Puzzle) {
		return "", fmt.Errorf("no link for a puzzle of type %T", e.Puzzle)
	}
	return link.Encode(e.Text())
}

func writeLink(e *Entry) ([]byte, error) {
	code, err := linkOf(e)
	return []byte(link.Prefix + code + "\n"), err
}
