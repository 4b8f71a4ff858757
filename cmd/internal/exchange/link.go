package exchange

import (
	"fmt"
	"reflect"
	"strings"

	"crosscut/cmd/internal/link"
	"crosscut/puzzle/text"
)

// Links: one in each line. See package link.

func readLink(s *Source) []*Entry {
	return s.eachLine("no link in it", func(line string, number int) []*Entry {
		content, err := link.Decode(line)
		s.failIf(err != nil && !link.Is(line), number, 1, "no whole link in this line; a link begins with %s, or stands in an address after #", link.Prefix)
		s.check(number, 1, err)
		s.unpacks(number, "link", len(content))
		entries, err := FromText(strings.NewReader(content), "link", s.Family)
		s.check(number, 1, err)
		for _, e := range entries {
			e.Name = s.Name
			s.room(number, e.Puzzle.Board().Width(), e.Puzzle.Board().Height())
		}
		return entries
	})
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
