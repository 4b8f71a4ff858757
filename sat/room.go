package sat

import (
	"errors"

	"crosscut/internal/search"
)

// literalSize is the size of a [Lit] in bytes.
const literalSize = 4

// room reports whether there is memory for so many more literals. If not, the formula is
// invalid from then on, with a [*meter.LimitError]: see [CNF.Err].
func (f *CNF) room(more int) bool {
	lits := f.clauses.lits
	if len(lits)+more <= cap(lits) {
		return true
	}
	if errors.Is(f.err, search.ErrLimit) {
		return false
	}
	err := search.RoomToAppend(len(lits), cap(lits), more, literalSize)
	if err != nil {
		f.err = err
	}
	return err == nil
}
