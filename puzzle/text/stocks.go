package text

import (
	"cmp"
	"errors"
	"fmt"
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
	if name == "" {
		return false
	}
	_, _, err := puzzle.Setup{Sets: []string{name}}.Area()
	return err == nil
}

func (d *document) gaps() puzzle.Range {
	f, said := d.headers["gaps"]
	if !said {
		return puzzle.Range{}
	}
	gaps, wrong := rangeOf(f.text, "any")
	d.failIf(wrong != "", f, "gaps: %q "+wrong+"; write a number of cells as in 1, 0..3 or any", f.text)
	return gaps
}

// stoneSets reads "stones:". A text that is called after a set and draws no stones has that
// set.
func (d *document) stoneSets() []string {
	f, said := d.headers["stones"]
	set := strings.ToLower(d.called)
	called := isStoneSet(set)
	switch {
	case !said && called && len(d.rows) == 0:
		return []string{set}
	case !said:
		return nil
	}
	sets := strings.Split(f.text, "+")
	for i := range sets {
		sets[i] = strings.ToLower(strings.Join(strings.Fields(sets[i]), " "))
	}
	_, _, err := puzzle.Setup{Sets: sets}.Area()
	d.check(f, err)
	d.failIf(called && !slices.Contains(sets, set), f, "stones: %s, but the puzzle is called %s; write \"puzzle: %s\"", f.text, set, string(puzzle.FamilyDraughtboard))
	return sets
}

// rangeOf reads "2", "0..3" or "1..*". The word for any number may differ. wrong says what is wrong with another text.
func rangeOf(text, unlimited string) (r puzzle.Range, wrong string) {
	low, high, two := strings.Cut(text, "..")
	low, high = strings.TrimSpace(low), strings.TrimSpace(high)
	if !two {
		high = low
	}
	if low == unlimited && !two {
		low = "0"
	}
	least, err := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	if high == unlimited {
		most, err2 = math.MaxInt, nil
	}
	switch err = cmp.Or(err, err2); {
	case errors.Is(err, strconv.ErrRange), err == nil && (least > puzzle.MaxCells || most > puzzle.MaxCells && high != unlimited):
		return r, fmt.Sprintf("has more than %d, and no board has so many cells", puzzle.MaxCells)
	case err != nil, least < 0:
		return r, "is not a number or a range"
	case most < least:
		return r, fmt.Sprintf("is backwards; the smaller number comes first, as in %d..%d", most, least)
	}
	return puzzle.Range{Least: least, Most: most}, ""
}

// stocks reads the stones: rows up to a line of "=" or the end. named says that there are
// others.
func (d *document) stocks(named bool) []puzzle.Stock {
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
		stock := d.stock(open)
		area += len(stock.Stone.Cells()) * stock.Count.Least
		d.failIf(area > puzzle.MaxCells, open[0].first(), "with this stone the stones have more than %d cells, the most that a board has", puzzle.MaxCells)
		stocks, open = append(stocks, stock), nil
	}
	d.failIf(len(stocks) == 0 && !named, field{}, "no stones in it")
	return stocks
}

// stock reads one stone and the line before it that says how often it is used.
func (d *document) stock(rows []row) (stock puzzle.Stock) {
	stock.Count = puzzle.Range{Least: 1, Most: 1}
	if saysCount(rows[0]) {
		stock = d.count(rows[0])
		first := rows[0].first()
		if rows = rows[1:]; len(rows) == 0 {
			d.fail(first, "a stone that is used several times and is not drawn; draw it below the line with *")
			return stock
		}
	}
	if i := slices.IndexFunc(rows, saysCount); i >= 0 {
		d.fail(rows[i].first(), "a line with * stands before the first row of a stone, and a line of = before another stone")
	}
	stock.Stone = d.stone(rows)
	return stock
}

// times returns "3*" for "3x", which is another way to say how often a stone is used, and other texts as they are.
func times(text string) string {
	if number := strings.TrimRight(text, "xX×"); number != text && isDigits(number) {
		return number + "*"
	}
	return text
}

func saysCount(r row) bool {
	return slices.ContainsFunc(r.fields, func(f field) bool { return strings.Contains(f.text, "*") }) || len(r.fields) == 1 && times(r.first().text) != r.first().text
}

// count reads a line such as "3 *" or "0..2 *, no flips".
func (d *document) count(r row) (stock puzzle.Stock) {
	parts := withoutEmpty([]row{r})[0].fields
	if !r.commas {
		words := make([]string, len(r.fields))
		for i, f := range r.fields {
			words[i] = f.text
		}
		first := r.first()
		parts = []field{{strings.Join(words, " "), first.line, first.col}}
	}
	text, star := strings.CutSuffix(times(parts[0].text), "*")
	count, wrong := rangeOf(strings.TrimSpace(text), "*")
	switch {
	case !star:
		wrong = "has no * behind the number"
	case wrong == "" && count.Most == 0:
		wrong = "uses the stone never"
	}
	d.failIf(wrong != "", parts[0], "%q "+wrong+"; write how often the stone is used as in 3 *, 0..2 * or * *", parts[0].text)
	stock.Count = count
	for _, part := range parts[1:] {
		flag := map[string]*bool{"no flips": &stock.NoFlips, "no turns": &stock.NoTurns}[strings.Join(strings.Fields(part.text), " ")]
		if flag == nil || *flag {
			d.fail(part, "%q after *; write \"no flips\" or \"no turns\", each once", part.text)
			break
		}
		*flag = true
	}
	return stock
}

// areaOf returns the area of the stones and gaps. It fails if that is open.
func (d *document) areaOf(setup *puzzle.Setup) int {
	area, fixed, err := setup.Area()
	d.check(field{}, err)
	d.failIf(!fixed, d.boardPlace(), `the number of stones or gaps is open; give the board with a line such as "board: 8x8"`)
	return area
}
