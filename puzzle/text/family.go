package text

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// How the family of a text is found: from its name, from its header lines, or because it is the only one that fits the rows.

// builders build the puzzle of a text, by its family.
var builders = map[puzzle.Family]func(*document) puzzle.Puzzle{
	puzzle.FamilyHidoku: (*document).hidoku, puzzle.FamilyDraughtboard: (*document).draughtboard, puzzle.FamilyMagic: (*document).magic,
}

// endings are the endings of the names of files that say a family.
var endings = map[string]puzzle.Family{".hidoku": puzzle.FamilyHidoku, ".magic": puzzle.FamilyMagic, ".stones": puzzle.FamilyDraughtboard}

// puzzle builds the puzzle of the family that the header names. Without that header it is
// of the given family. If that is "", other headers or the name of the file say it, or it is the only one that fits.
func (d *document) puzzle(family puzzle.Family) puzzle.Puzzle {
	f, said := d.headers["puzzle"]
	called := cmp.Or(f.text, string(family))
	known, moves, ok := Family(called)
	d.failIf(!ok && called != "", f, "%q is not a family of puzzles; write %s", called, base.Choice(slices.Concat(Others(puzzle.FamilyHidoku), base.Words(puzzle.Families()))))
	d.failIf(said && !d.goesWith(f.text, family), f, "puzzle: %s, and %s is asked for, as by --puzzle; change one of them", f.text, string(family))
	d.kindLine()
	unnamed := called == ""
	if unnamed {
		ending, _, _ := strings.Cut(path.Ext(d.name), "#") // which stands before the number of a piece
		family = cmp.Or(d.familyOfHeaders(), endings[strings.ToLower(ending)])
	}
	_, saysMoves := d.headers["moves"]
	if unnamed && family == "" {
		called = d.hint()
		known, moves, ok = Family(called)
	}
	if ok {
		d.called, d.moves, family = called, moves, known
	}
	d.checkHeaders(family)
	d.checkRows()
	switch {
	case d.err != nil:
		return nil
	case family == "":
		return d.guess()
	}
	p := d.build(family)
	if unnamed && called == "" && !saysMoves && family == puzzle.FamilyHidoku && d.err == nil {
		d.tell("read as hidato (8 neighbours), since no line says which moves there are; if it is another kind, say so with --puzzle")
	}
	if d.err == nil && d.board != nil && d.familyOfHeaders() == "" && !space.MayHold(p) {
		all := slices.DeleteFunc(d.readings(), func(r reading) bool { return !r.fits || r.family != family && d.hasOpen() })
		if len(all) == 0 && d.board.Height() == 1 {
			d.tell("read as one row of %d cells, and its numbers break the rules; a board has a line for each of its rows", d.board.Len())
		} else if len(all) > 0 {
			say := map[bool]string{true: `in the line "puzzle:"`, false: "with --puzzle"}[said]
			d.tell("the numbers break the rules of %s, and fit %s; if that is meant, say so %s", called, base.Choice(namesOf(all)), say)
		}
	}
	return p
}

// hint returns the kind of board of numbers that the title, the comments or the name of the text name; "" for several.
func (d *document) hint() (hint string) {
	if d.showsStones() {
		return ""
	}
	name := strings.TrimSuffix(path.Base(d.name), path.Ext(d.name))
	words := strings.FieldsFunc(strings.ToLower(strings.Join(append(d.remarks, d.headers["title"].text, name), " ")), func(char rune) bool { return !unicode.IsLetter(char) })
	for _, kind := range append(Others(puzzle.FamilyHidoku), string(puzzle.FamilyHidoku), string(puzzle.FamilyMagic)) {
		switch {
		case !slices.Contains(words, kind) || kind == string(puzzle.FamilyHidoku) && hint == "hidato":
		case hint != "":
			return ""
		default:
			hint = kind
		}
	}
	if hint != "" {
		d.tell("read as %s, which its title, a comment or its name says; if it is another kind, say so with --puzzle", hint)
	}
	return hint
}

// reading is what a board of numbers may be.
type reading struct {
	alias
	puzzle puzzle.Puzzle
	err    *ParseError
	fits   bool
}

// readings reads a board of numbers as each kind. The cells are read already, and are the same for all.
func (d *document) readings() (all []reading) {
	own, kinds := new(document), append(aliases[:4:4], alias{string(puzzle.FamilyMagic), puzzle.FamilyMagic, "", "magic"}) // those of numbers
	for _, kind := range kinds {
		*own = *d
		own.called, own.moves, own.wrong = kind.name, kind.moves, nil
		r := reading{alias: kind, puzzle: own.build(kind.family)}
		r.err = cmp.Or(own.err, own.wrong)
		r.fits = r.err == nil && space.MayHold(r.puzzle)
		all = append(all, r)
	}
	return all
}

// goesWith reports whether a text that is called so can be what is asked for: of the same family, and with the same moves.
func (d *document) goesWith(called string, asked puzzle.Family) bool {
	family, moves, _ := Family(called)
	other, wanted, known := Family(string(asked))
	if f, said := d.headers["moves"]; said {
		moves = puzzle.Moves(f.text)
	}
	switch asked := strings.ToLower(string(asked)); {
	case !known || strings.EqualFold(called, asked):
		return true
	case asked == zip, puzzle.MagicForm(asked) == puzzle.Jodici, puzzle.MagicForm(asked) == puzzle.Equation:
		return false // each has rules of its own
	}
	return family == other && (wanted == "" || wanted == cmp.Or(moves, puzzle.King))
}

// hasOpen reports whether the board has an open cell.
func (d *document) hasOpen() bool {
	return slices.ContainsFunc(d.clues, func(k int) bool { return k == puzzle.Empty || k == 0 })
}

func (d *document) checkRows() {
	switch {
	case len(d.rows) > 0 || len(d.drawn) > 0 || d.headers["stones"].line > 0 || isStoneSet(strings.ToLower(d.called)):
	case len(d.labels) > 0:
		d.fail(d.labels[0].first(), "labels and no puzzle below; end the labels with a line of =")
	case len(d.hashes) > 0 && d.remarks == nil:
		d.fail(field{line: d.line, col: 1}, "no puzzle in it: lines that begin with # are comments; draw the cells of stones as X, and holes of a board as ##,_")
	default:
		d.fail(field{line: d.line, col: 1}, "no puzzle in it: there are no rows, such as 1,_,_,4")
	}
}

// asked returns the family that the text or the caller names, or that a header has, or "".
func (d *document) asked() puzzle.Family {
	asked, _, _ := Family(cmp.Or(d.headers["puzzle"].text, d.called))
	return cmp.Or(asked, d.familyOfHeaders())
}

// familyOfHeaders returns the family of the first header that only one family has, or "" if there is none.
func (d *document) familyOfHeaders() puzzle.Family {
	for _, key := range d.keys {
		if of, _ := headerOf(key); of != "" {
			return of
		}
	}
	return ""
}

// guess builds the puzzle of the only kind that fits the rows.
func (d *document) guess() puzzle.Puzzle {
	if d.showsStones() {
		return d.build(puzzle.FamilyDraughtboard)
	}
	first, said := d.rows[0].first(), d.note
	d.guessing = true
	if d.grid(); d.err != nil {
		return nil
	}
	all := d.readings()
	hidato, zip, magic := all[0], all[3], all[len(all)-1]
	could := slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return !r.fits })
	none, say := len(could) == 0, ": say which with --puzzle, or with a first line such as %q"
	if none {
		could = slices.DeleteFunc(all, func(r reading) bool { return r.err != nil })
		say = ", and the numbers break the rules of each" + say
	}
	if !slices.ContainsFunc(d.rows, row.hasNumbers) {
		say = "; if it draws a stone, write X for each of its cells" + say
	}
	switch {
	case len(could) == 0:
		d.failToFit(hidato.err, magic.err)
		return nil
	case len(could) == 1 && magic.fits && zip.err == nil && d.hasOpen():
		d.fail(first, "this may be magic, or a zip (4 neighbours) whose stations no way passes in their order: say which with --puzzle")
	case len(could) > 1 || none:
		d.fail(first, "this may be "+base.Choice(namesOf(could))+say, "puzzle: "+could[0].name)
	case d.note == said:
		d.tell("read as %s, the only kind that its numbers fit", could[0].name)
	}
	return could[0].puzzle
}

// namesOf returns how people know the kinds.
func namesOf(all []reading) (names []string) {
	for _, r := range all {
		names = append(names, r.known)
	}
	return names
}

// failToFit fails for a text that fits no kind, as a Hidoku. If it fails as a magic board otherwise, the error says so.
func (d *document) failToFit(hidato, magic *ParseError) {
	d.err = hidato
	signs := map[string]int{}
	for _, f := range d.places {
		signs[f.text]++
	}
	switch {
	case signs["1"] > 1 && signs["0"]+signs["1"] == len(d.places):
		d.err.Detail += "; 0 and 1 may draw a stone: write X for each of its cells, or say --puzzle polyomino"
	case d.board.Width() == 2 && d.board.Height() > 2 && d.open.line == 0:
		d.err.Detail += "; pairs may be places of cells: draw a board as rows such as 1,_,_,4, and stones in rows of X and _"
	case *hidato == *magic:
		d.err.Detail += "; what it may be is not said: say it with --puzzle"
	default:
		d.err.Detail += ` (read as a hidoku; if it is not one, say so with a first line such as "puzzle: magic" or "numbers: 5..29", or with --puzzle)`
	}
}

func (d *document) build(name puzzle.Family) puzzle.Puzzle {
	d.checkHeaders(name)
	return builders[name](d)
}
