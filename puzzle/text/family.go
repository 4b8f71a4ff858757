package text

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// How the family of a text is found: from its name, from its header lines, or because it is the
// only one that fits the rows.

// familyRow holds what this package knows about a family. Its header lines are in headers.go.
type familyRow struct {
	name    puzzle.Family
	noun    string // what error texts call a puzzle of the family, with an article: "a hidoku"
	example string // a header line that only this family has, for error texts; may be ""

	// ownRows reports whether the rows of a text show that it is of this family. It is
	// nil for families of numbers, because their rows look alike. If such a text has no
	// header line of one family only, its family is the one whose puzzle can be built
	// from it.
	ownRows func(*document) bool

	// build makes the puzzle of a text.
	build func(*document) (puzzle.Puzzle, error)
}

// families has one row per family, in the order in which help texts list them.
var families = []familyRow{
	{name: puzzle.FamilyHidoku, noun: "a hidoku", build: (*document).hidoku},
	{name: puzzle.FamilyDraughtboard, noun: "a draughtboard", ownRows: (*document).showsStones, build: (*document).draughtboard},
	{name: puzzle.FamilyMagic, noun: "a magic board", example: "numbers: 5..29", build: (*document).magic},
}

// rowOf returns the row of a family, nil if there is none.
func rowOf(name puzzle.Family) *familyRow {
	i := slices.IndexFunc(families, func(row familyRow) bool { return row.name == name })
	if i < 0 {
		return nil
	}
	return &families[i]
}

// puzzle builds the puzzle of the family that the header names. Without that header it is
// of the given family, and if that is "" of the only one that fits.
func (d *document) puzzle(family puzzle.Family) (puzzle.Puzzle, error) {
	if f, said := d.headers["puzzle"]; said {
		asked := family
		family = puzzle.Family(f.text)
		if _, _, known := Family(f.text); !known {
			return nil, d.fail(f, "%q is not a family of puzzles; write %s", f.text, base.Choice(base.Words(puzzle.Families())))
		}
		if !d.goesWith(f.text, asked) {
			return nil, d.fail(f, "puzzle: %s, and %s is asked for, as by --puzzle; change one of them", f.text, string(asked))
		}
	}
	if known, moves, ok := Family(string(family)); ok {
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

// goesWith reports whether a text that is called so can be what is asked for: the same family, and the moves that the
// name asked for stands for. Both names are known, or nothing is asked for.
func (d *document) goesWith(called string, asked puzzle.Family) bool {
	family, moves, _ := Family(called)
	other, wanted, known := Family(string(asked))
	if f, said := d.headers["moves"]; said {
		moves = puzzle.Moves(f.text)
	}
	switch asked := strings.ToLower(string(asked)); {
	case !known || strings.EqualFold(called, asked):
		return true
	case asked == Zip, puzzle.MagicForm(asked) == puzzle.Jodici, puzzle.MagicForm(asked) == puzzle.Equation:
		return false // each has rules of its own
	}
	return family == other && (wanted == "" || wanted == cmp.Or(moves, puzzle.King))
}

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
func (d *document) familyOfHeaders() puzzle.Family {
	for _, key := range d.keys {
		if of := HeaderOf(key).Family; of != "" {
			return of
		}
	}
	return ""
}

// guess builds the puzzle of the only family that fits the rows.
func (d *document) guess() (puzzle.Puzzle, error) {
	for _, row := range families {
		if row.ownRows != nil && row.ownRows(d) {
			return d.build(row.name)
		}
	}
	var fits, others []*familyRow // families of numbers: those that can be built, and the rest
	var found puzzle.Puzzle
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
		base.Choice(nouns), base.Choice(lines))
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
		rows[0].noun, base.Choice(lines))
	return &told
}

func (d *document) build(name puzzle.Family) (puzzle.Puzzle, error) {
	if err := d.checkHeaders(name); err != nil {
		return nil, err
	}
	if row := rowOf(name); row != nil {
		return row.build(d)
	}
	return nil, d.failWhole("%q is not a family of puzzles; it is %s", name, base.Choice(base.Words(puzzle.Families())))
}
