package puzzle

import (
	"errors"
	"fmt"
	"slices"
)

// How the family of a text is found: from its name, from its header lines, or because it is the
// only one that fits the rows.

// puzzle builds the puzzle of the family that the header names. Without that header it is
// of the given family, and if that is "" of the only one that fits.
func (d *document) puzzle(family Family) (Puzzle, error) {
	if f, said := d.headers["puzzle"]; said {
		family = Family(f.text)
		if _, _, known := FamilyNamed(f.text); !known {
			return nil, d.fail(f, "%q is not a family of puzzles; write %s", f.text, FamilyNames())
		}
	}
	if known, moves, ok := FamilyNamed(string(family)); ok {
		d.called, d.moves, family = string(family), moves, known
	}
	if family == "" {
		family = d.familyOfHeaders()
	}
	if err := d.checkHeaders(family); err != nil {
		return nil, err
	}
	if err := d.checkRows(); err != nil {
		return nil, err
	}
	if family == "" {
		return d.guess()
	}
	return d.build(family)
}

// checkRows returns an error for a text without rows.
func (d *document) checkRows() error {
	switch {
	case len(d.rows) > 0 || d.namesStones():
		return nil
	case len(d.drawn) > 0:
		return d.fail(d.drawn[0].first(), "a board and no stones; end the drawn board with a line of = and draw the stones below it")
	case len(d.labels) > 0:
		return d.fail(d.labels[0].first(), "labels and no puzzle below; end the labels with a line of =")
	}
	return d.fail(field{line: d.line, col: 1}, "no puzzle in it: there are no rows, such as 1,_,_,4")
}

// familyOfHeaders returns the family of the first header that only one family has, or ""
// if there is none.
func (d *document) familyOfHeaders() Family {
	for _, key := range d.keys {
		if of := headerOf(key).families; len(of) == 1 {
			return of[0]
		}
	}
	return ""
}

// guess builds the puzzle of the only family that fits the rows.
func (d *document) guess() (Puzzle, error) {
	for _, row := range families {
		if row.ownRows != nil && row.ownRows(d) {
			return d.build(row.name)
		}
	}
	var fits, others []*familyRow // families of numbers: those that can be built, and the rest
	var found Puzzle
	var reasons []error // why the others cannot
	for i := range families {
		row := &families[i]
		if row.ownRows != nil {
			continue
		}
		p, err := d.build(row.name)
		if err != nil {
			others, reasons = append(others, row), append(reasons, err)
			continue
		}
		fits, found = append(fits, row), p
	}
	switch len(fits) {
	case 0:
		return nil, noFitError(others, reasons)
	case 1:
		return found, nil
	}
	var nouns, lines []string
	for _, row := range fits {
		nouns, lines = append(nouns, row.noun), append(lines, fmt.Sprintf(`"puzzle: %s"`, row.name))
	}
	return nil, d.fail(d.rows[0].first(), "this may be %s; say which with a first line %s, or with --puzzle",
		alternatives(nouns), alternatives(lines))
}

// noFitError returns the error for a text that fits no family of numbers. It is the error
// of the first of them. If the errors of the others differ, it also says how to name the
// family.
func noFitError(rows []*familyRow, reasons []error) error {
	var first *ParseError
	same := !slices.ContainsFunc(reasons, func(err error) bool { return err.Error() != reasons[0].Error() })
	if same || !errors.As(reasons[0], &first) {
		return reasons[0]
	}
	var lines []string
	for _, row := range rows[1:] {
		lines = append(lines, fmt.Sprintf(`"puzzle: %s"`, row.name))
		if row.example != "" {
			lines = append(lines, fmt.Sprintf("%q", row.example))
		}
	}
	told := *first
	told.Detail += fmt.Sprintf(" (read as %s; if it is not one, say so with a first line such as %s, or with --puzzle)",
		rows[0].noun, alternatives(lines))
	return &told
}

// build builds the puzzle of the given family.
func (d *document) build(name Family) (Puzzle, error) {
	if err := d.checkHeaders(name); err != nil {
		return nil, err
	}
	if row := rowOf(name); row != nil {
		return row.build(d)
	}
	return nil, d.failWhole("%q is not a family of puzzles; it is %s", name, FamilyNames())
}
