package encode

import (
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// hidokuCovers write a Hidoku by each of its encodings as exact covers. Covers of large boards
// would be longer than a page can show, and 16 kB of gzip more for its first visit.
var hidokuCovers = []func(*search.Run, *puzzle.Hidoku) (*Cover, error){coverHidoku}

// fits returns nil: the problem finds out while it is written.
func (x *hidokuCover) fits(*puzzle.Hidoku) error { return nil }
