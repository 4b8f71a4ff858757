package encode

import "crosscut/puzzle"

// largeCovers is empty: covers of large boards would be longer than a page can show, and 16 kB of
// gzip more for its first visit.
var largeCovers []Encoding

// fits returns nil: the problem finds out while it is written.
func (x *hidokuCover) fits(*puzzle.Hidoku) error { return nil }
