package exchange

import (
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
		entries, err := Read("csv", strings.NewReader(content), "link", s.Family)
		s.check(number, 1, err)
		for _, e := range entries {
			e.Name = s.Name
			s.room(number, e.Puzzle.Board().Width(), e.Puzzle.Board().Height())
		}
		return entries
	})
}

// writeLink writes the link of an entry. A type of another package may have rules that its text does not have.
func writeLink(e *Entry) string {
	file, err := text.Read(strings.NewReader(e.Text()), e.Name, "")
	refuse(err != nil || reflect.TypeOf(file.Puzzle) != reflect.TypeOf(e.Puzzle), "a puzzle of the type %T", e.Puzzle)
	code, err := link.Encode(e.Text())
	refuse(err != nil, "%w", err)
	return link.Prefix + code + "\n"
}
