package sat

import (
	"errors"

	"crosscut/internal/search"
)

// room makes room for one more clause of so many literals, and reports whether there was memory
// for it. If not, the formula is invalid from then on, with a [*meter.LimitError]: see [CNF.Err].
func (f *CNF) room(more int) bool {
	lits, ends := &f.clauses.lits, &f.clauses.ends
	if len(*lits)+more <= cap(*lits) && len(*ends) < cap(*ends) {
		return true
	}
	if errors.Is(f.err, search.ErrLimit) {
		return false
	}
	var err error
	if *lits, err = search.Grow(*lits, more); err == nil {
		*ends, err = search.Grow(*ends, 1)
	}
	if err != nil {
		f.err = err
	}
	return err == nil
}
