//go:build page

package encode

import "crosscut/puzzle"

// The engine of the page has no encodings for large boards: what they write would be longer than
// a page can show, and its first visit would load 22 kB more.
var largeFormulas, largeCovers []Encoding

// fits returns nil: the problem finds out while it is written.
func (x *hidokuCover) fits(*puzzle.Hidoku) error { return nil }
