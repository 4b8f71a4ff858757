package sat

import (
	"cmp"
	"errors"

	"crosscut/internal/search"
)

// Sizes in bytes: of a [Lit], and of the place where a clause ends.
const (
	literalSize = 4
	endSize     = 8
)

// room reports whether there is memory for one more clause of so many literals. If not, the formula is
// invalid from then on, with a [*meter.LimitError]: see [CNF.Err].
func (f *CNF) room(more int) bool {
	lits, ends := f.clauses.lits, f.clauses.ends
	if len(lits)+more <= cap(lits) && len(ends) < cap(ends) {
		return true
	}
	if errors.Is(f.err, search.ErrLimit) {
		return false
	}
	err := cmp.Or(search.RoomToAppend(len(lits), cap(lits), more, literalSize), search.RoomToAppend(len(ends), cap(ends), 1, endSize))
	if err != nil {
		f.err = err
	}
	return err == nil
}
