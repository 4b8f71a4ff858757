package exchange

import (
	"errors"
	"strings"

	"crosscut/internal/link"
)

// Links: one in each line. See package link.

func readLink(s *Source) ([]*Entry, error) {
	var entries []*Entry
	for i, line := range strings.Split(string(s.Data), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		p, headers, err := link.Decode(line)
		if errors.Is(err, link.ErrDamaged) && !link.Is(line) {
			return nil, s.fail(i+1, 1, "no whole link in this line; a link begins with %s, or stands in an address after #", link.Prefix)
		}
		if err != nil {
			return nil, s.fail(i+1, 1, "%v", err)
		}
		if err := s.room(i+1, p.Board().Width(), p.Board().Height()); err != nil {
			return nil, err
		}
		entries = append(entries, &Entry{Name: s.Name, Puzzle: p, Headers: headers})
	}
	if len(entries) == 0 {
		return nil, s.fail(0, 0, "no link in it")
	}
	return entries, nil
}

func writeLink(e *Entry) ([]byte, error) {
	code, err := link.Encode(e.Puzzle, e.Headers)
	return []byte(link.Prefix + code + "\n"), err
}
