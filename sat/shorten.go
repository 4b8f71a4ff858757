package sat

// shorten returns what is left of a blocking clause without the literals that are false,
// by unit propagation, once those before them are: they follow from the formula, so the
// clause says the same. Of a filled board that leaves the few cells from which the others
// follow. The result is only valid until the next call.
func (e *enumeration) shorten(block []Lit) ([]Lit, error) {
	d, err := e.propagation()
	if err != nil {
		return nil, err
	}
	defer d.back(0)
	e.short = e.short[:0]
	for _, l := range block {
		if c := codeOf(l.Not()); d.values[c] == 0 {
			e.short = append(e.short, l)
			d.assume(c)
			d.propagate()
		}
	}
	return e.short, nil
}

// propagation returns the descent of the enumeration, with nothing assumed.
func (e *enumeration) propagation() (*descent, error) {
	if e.descent == nil {
		var err error
		if e.descent, err = newDescent(e.f, e.keep, e.groups, e.run, nil); err != nil {
			return nil, err
		}
	}
	return e.descent, nil
}
