package text

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosscut/puzzle"
)

// How often each stone is used, as text: the lines before stones, the sets of stones, and
// "gaps:".

// namesStones reports whether a header line names stones, so that none need be drawn.
func (d *document) namesStones() bool {
	_, said := d.headers["stones"]
	return said || isStoneSet(strings.ToLower(d.called))
}

// isStoneSet reports whether a name is that of a set of stones.
func isStoneSet(name string) bool {
	_, _, err := puzzle.Setup{Sets: []string{name}}.Area()
	return err == nil
}

func (d *document) gaps() (puzzle.Range, error) {
	f, said := d.headers["gaps"]
	if !said {
		return puzzle.Range{}, nil
	}
	gaps, ok := rangeOf(f.text, "any")
	switch {
	case !ok && backwards(f.text) != "":
		return puzzle.Range{}, d.fail(f, "gaps: %q is backwards; the smaller number comes first, as in %s", f.text, backwards(f.text))
	case !ok && tooMany(f.text):
		return puzzle.Range{}, d.fail(f, "gaps: %q; no board has more than %d cells", f.text, puzzle.MaxCells)
	case !ok:
		return puzzle.Range{}, d.fail(f, "gaps: %q; write a number of cells as in 1, 0..3 or any", f.text)
	}
	return gaps, nil
}

// stoneSets reads "stones:". A text that is called after a set and draws no stones has that
// set.
func (d *document) stoneSets() ([]string, error) {
	f, said := d.headers["stones"]
	set := strings.ToLower(d.called)
	called := isStoneSet(set)
	switch {
	case !said && called && len(d.rows) == 0:
		return []string{set}, nil
	case !said:
		return nil, nil
	}
	sets := strings.Split(f.text, "+")
	for i := range sets {
		sets[i] = strings.ToLower(strings.Join(strings.Fields(sets[i]), " "))
	}
	if _, _, err := (puzzle.Setup{Sets: sets}).Area(); err != nil {
		return nil, d.fail(f, "%v", err)
	}
	if called && !slices.Contains(sets, set) {
		return nil, d.fail(f, "stones: %s, but the puzzle is called %s; write \"puzzle: %s\"", f.text, set, string(puzzle.FamilyDraughtboard))
	}
	return sets, nil
}

// rangeOf reads "2", "0..3" or "1..*". The word for any number may differ. ok is false for
// another text, and for a range without numbers.
func rangeOf(text, unlimited string) (r puzzle.Range, ok bool) {
	if text == unlimited {
		return puzzle.Range{Most: math.MaxInt}, true
	}
	low, high, two := strings.Cut(text, "..")
	least, err := strconv.Atoi(strings.TrimSpace(low))
	if err != nil || least < 0 || least > puzzle.MaxCells {
		return puzzle.Range{}, false
	}
	if !two {
		return puzzle.Range{Least: least, Most: least}, true
	}
	if high = strings.TrimSpace(high); high == unlimited {
		return puzzle.Range{Least: least, Most: math.MaxInt}, true
	}
	most, err := strconv.Atoi(high)
	return puzzle.Range{Least: least, Most: most}, err == nil && most >= least && most <= puzzle.MaxCells
}

// backwards returns the other way round a range whose first number is the larger one, and "" for any
// other text.
func backwards(text string) string {
	low, high, _ := strings.Cut(text, "..")
	low, high = strings.TrimSpace(low), strings.TrimSpace(high)
	least, err := strconv.ParseUint(low, 10, 64)
	most, err2 := strconv.ParseUint(high, 10, 64)
	if cmp.Or(err, err2) != nil || least <= most || least > puzzle.MaxCells {
		return ""
	}
	return high + ".." + low
}

// tooMany reports whether a text that rangeOf refuses has a number above MaxCells, and nothing
// but numbers, dots and stars.
func tooMany(text string) bool {
	if strings.Trim(text, "0123456789. *") != "" {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }), func(digits string) bool {
		n, err := strconv.Atoi(digits)
		return err != nil || n > puzzle.MaxCells
	})
}

// stocks reads the stones: rows up to a line of "=" or the end. named says that there are
// others.
func (d *document) stocks(named bool) ([]puzzle.Stock, error) {
	var stocks []puzzle.Stock
	var open []row
	area := 0
	for _, r := range append(slices.Clone(d.rows), row{separator: true}) {
		if !r.separator && (!r.commas || slices.ContainsFunc(r.fields, func(f field) bool { return f.text != "" })) {
			open = append(open, r)
			continue
		}
		if len(open) == 0 || r.blank && len(open) == 1 && saysCount(open[0]) {
			continue // a line of "=" before the first stone, after the last, or doubled
		}
		stock, err := d.stock(open)
		if err != nil {
			return nil, err
		}
		if area += len(stock.Stone.Cells()) * stock.Count.Least; area > puzzle.MaxCells {
			return nil, d.fail(open[0].first(), "with this stone the stones have more than %d cells, the most that a board has", puzzle.MaxCells)
		}
		stocks, open = append(stocks, stock), nil
	}
	if len(stocks) == 0 && !named {
		return nil, d.failWhole("no stones in it")
	}
	return stocks, nil
}

// stock reads one stone and the line before it that says how often it is used.
func (d *document) stock(rows []row) (stock puzzle.Stock, err error) {
	stock.Count = puzzle.Range{Least: 1, Most: 1}
	if saysCount(rows[0]) {
		if stock, err = d.count(rows[0]); err != nil {
			return puzzle.Stock{}, err
		}
		first := rows[0].first()
		if rows = rows[1:]; len(rows) == 0 {
			return puzzle.Stock{}, d.fail(first, "a stone that is used several times and is not drawn; draw it below the line with *")
		}
	}
	if i := slices.IndexFunc(rows, saysCount); i >= 0 {
		return puzzle.Stock{}, d.fail(rows[i].first(), "a line with * stands before the first row of a stone, and a line of = before another stone")
	}
	stock.Stone, err = d.stone(rows)
	return stock, err
}

func saysCount(r row) bool {
	return slices.ContainsFunc(r.fields, func(f field) bool { return strings.Contains(f.text, "*") })
}

// count reads a line such as "3 *" or "0..2 *, no flips".
func (d *document) count(r row) (stock puzzle.Stock, err error) {
	parts := withoutEmpty([]row{r})[0].fields
	if !r.commas {
		words := make([]string, len(r.fields))
		for i, f := range r.fields {
			words[i] = f.text
		}
		first := r.first()
		parts = []field{{strings.Join(words, " "), first.line, first.col}}
	}
	text, star := strings.CutSuffix(parts[0].text, "*")
	count, ok := rangeOf(strings.TrimSpace(text), "*")
	switch {
	case star && ok && count.Most == 0:
		return puzzle.Stock{}, d.fail(parts[0], "%q uses the stone never; leave it out of the file", parts[0].text)
	case star && backwards(text) != "":
		return puzzle.Stock{}, d.fail(parts[0], "%q is backwards; the smaller number comes first, as in %s *", parts[0].text, backwards(text))
	case star && tooMany(text):
		return puzzle.Stock{}, d.fail(parts[0], "%q: no board has more than %d cells; write a smaller number, or * * for any number", parts[0].text, puzzle.MaxCells)
	case !star || !ok:
		return puzzle.Stock{}, d.fail(parts[0], "%q does not say how often a stone is used; write 3 *, 0..2 * or * *", parts[0].text)
	}
	stock.Count = count
	for _, part := range parts[1:] {
		flag := map[string]*bool{"no flips": &stock.NoFlips, "no turns": &stock.NoTurns}[strings.Join(strings.Fields(part.text), " ")]
		if flag == nil || *flag {
			return puzzle.Stock{}, d.fail(part, "%q after *; write \"no flips\" or \"no turns\", each once", part.text)
		}
		*flag = true
	}
	return stock, nil
}

// areaOf returns the area of the stones and gaps. It fails if that is open.
func (d *document) areaOf(setup *puzzle.Setup) (int, error) {
	area, fixed, err := setup.Area()
	if err == nil && !fixed {
		err = d.fail(d.boardPlace(), `the number of stones or gaps is open; give the board with a line such as "board: 8x8"`)
	}
	return area, err
}
