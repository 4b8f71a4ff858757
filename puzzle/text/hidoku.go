package text

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

func (d *document) hidoku() puzzle.Puzzle {
	rules := d.hidokuRules()
	clues := d.grid()
	if d.err != nil {
		return nil
	}
	d.inNumbers(clues, d.numbers(d.board.Len()), false, "")
	named := make(map[string][]field) // per header, where its cells or pairs stand
	for _, rule := range base.Fields[[][2]int](&rules) {
		*rule.At, named[rule.Name] = d.cellPairs(rule.Name)
	}
	rules.Order, named["order"] = d.cells("order", d.headers["order"])
	isZip := d.headers["clues"].text == "" && rules.Order == nil && strings.EqualFold(d.called, zip)
	if isZip || d.headers["clues"].text == "order" {
		rules.Order = d.ranks(clues)
	}
	p, err := rules.New(d.board, clues)
	var f field
	if wrong := (*puzzle.RuleError)(nil); errors.As(err, &wrong) {
		f = d.headers[wrong.Rule]
		if wrong.Index >= 0 && d.err == nil {
			f = named[wrong.Rule][wrong.Index]
		}
	}
	if d.check(f, err); d.err != nil {
		return nil
	}
	f = d.headers["moves"]
	d.failIf(d.moves != "" && p.Rules().Moves != d.moves, f, "moves: %s; a %s has the moves %s", f.text, d.called, string(d.moves))
	return p
}

// hidokuRules reads the header lines that name no cells.
func (d *document) hidokuRules() (rules puzzle.HidokuRules) {
	rules.Moves = cmp.Or(d.moves, puzzle.King)
	if f, said := d.headers["moves"]; said {
		rules.Moves = puzzle.Moves(f.text)
	}
	for _, rule := range base.Fields[bool](&rules) {
		*rule.At = d.oneOf(rule.Name, "no", "yes") == "yes"
	}
	clues := d.oneOf("clues", "numbers", "order")
	f, said := d.headers["order"]
	d.failIf(said && clues == "order", f, "order: and clues: order; the numbers on the board already say the order")
	return rules
}

// cellPairs reads pairs of cells, "r1c1-r1c2, r3c3-r4c3". It returns where each stands.
func (d *document) cellPairs(key string) (pairs [][2]int, at []field) {
	f, said := d.headers[key]
	if !said {
		return nil, nil
	}
	at = f.split(',', math.MaxInt)
	for _, piece := range at {
		ends := piece.split('-', 3)
		if len(ends) != 2 {
			d.fail(piece, "%s: %q is not a pair of cells; write two names as in r1c1-r1c2", key, piece.text)
			return nil, nil
		}
		pairs = append(pairs, [2]int{d.cellNamed(key, ends[0]), d.cellNamed(key, ends[1])})
	}
	return pairs, at
}

// cells reads cells with blanks or commas between them, for a header.
func (d *document) cells(key string, f field) (cells []int, at []field) {
	at = f.words()
	for _, name := range at {
		cells = append(cells, d.cellNamed(key, name))
	}
	return cells, at
}

// cellNamed returns the cell with a name. Rows and columns count from 1 there.
func (d *document) cellNamed(key string, f field) int {
	first, second, _ := strings.Cut(strings.TrimPrefix(f.text, "r"), "c")
	row, _ := strconv.Atoi(first) // a wrong number gives another name
	col, _ := strconv.Atoi(second)
	if f.text != fmt.Sprintf("r%dc%d", row, col) {
		advice := "r4c2 for the second cell of the fourth row"
		if key == "lines" {
			advice = `pandiagonal, associative, or cells as in "r1c1 r1c2 r1c3 = 15; r2c1 r2c2 r2c3"`
		}
		d.fail(f, "%s: %q is not the name of a cell; write "+advice, key, f.text)
	}
	c := d.board.Cell(row-1, col-1)
	d.failIf(c < 0, f, "%s: the board has no cell %s", key, f.text)
	return max(c, 0)
}

// ranks reads the numbers on the board as ranks on the way, for "clues: order". It returns the cells in their order, and
// replaces the ranks in clues: the first is 1 and the last is N.
func (d *document) ranks(clues []int) []int {
	at := make(map[int]int) // per rank, its cell
	last := 0
	for c, k := range clues {
		if k != puzzle.Empty {
			at[k], last = c, max(last, k)
		}
	}
	d.failIf(len(at) < 2 && len(clues) > 1, cmp.Or(d.headers["clues"], d.places[0]), "clues: order; the board needs at least the numbers 1 and 2, for the ends of the way")
	order, missing := []int(nil), 0
	for k := 1; k <= last; k++ {
		c, there := at[k]
		if !there {
			missing = cmp.Or(missing, k)
			continue
		}
		if order = append(order, c); missing > 0 { // the part that is a puzzle counts on
			d.fault(clues, c, -1, "%d, and no %d; with clues: order the numbers are 1, 2, 3 and so on", k, missing)
		}
		clues[c] = puzzle.Empty
	}
	last = len(order)
	if last > 0 {
		clues[order[0]] = 1
		clues[order[last-1]] = len(clues)
	}
	return order
}
