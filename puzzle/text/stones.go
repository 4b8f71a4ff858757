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

// showsStones reports whether rows can only be of a draughtboard: one is a line of "=", or has
// the colour of a cell, and none has numbers.
func (d *document) showsStones() bool {
	return slices.ContainsFunc(d.rows, row.showsStone) && !slices.ContainsFunc(d.rows, row.hasNumbers)
}

func (r row) showsStone() bool {
	return r.separator && !r.blank || slices.ContainsFunc(r.fields, func(f field) bool {
		return strings.Trim(f.text, stoneSigns) == "" && strings.ContainsAny(f.text, colours) || r.isSmallStone()
	})
}

// asStones makes stones of rows without a sign but one for a cell and others for none, where stones or several drawings are
// known. Those of "#" may be comments.
func (d *document) asStones(cell, none string) {
	rows, cells, wide, several := append(d.hashes, d.rows...), 0, cell == "1", false
	for i, r := range rows {
		uses := saysCount(r)
		several = several || i > 0 && r.separator && i < len(rows)-1 || uses
		for _, f := range r.fields {
			glued := len(r.fields) > 1 && (cell == "1" && len(f.text) > 1 || cell == "#" && !strings.Contains(f.text, cell))
			if !r.separator && !uses && (cell == "#" && r.commas || strings.Trim(f.text, cell+none) != "" || glued) {
				return
			}
			cells, wide = cells+strings.Count(f.text, cell), wide || strings.Contains(f.text, cell+cell)
		}
	}
	if of := d.asked(); cells < 2 || !wide || !several && of == "" || of != "" && of != puzzle.FamilyDraughtboard {
		return
	}
	d.rows, d.hashes = rows, nil
	sign := strings.NewReplacer(cell, "X", "0", "_")
	for _, r := range slices.DeleteFunc(slices.Clone(rows), saysCount) {
		for i, f := range r.fields {
			r.fields[i].text = sign.Replace(f.text)
		}
	}
}

// isSmallStone reports whether a row can only be of a stone in small letters, with nothing between them.
func (r row) isSmallStone() bool {
	return len(r.fields) == 1 && len(r.first().text) > 1 && capital(r.first().text) != r.first().text
}

// capital returns the signs of stones with capital letters, and other texts as they are.
func capital(text string) string {
	if strings.Trim(text, stoneSigns+"bwx") == "" {
		return strings.ToUpper(text)
	}
	return text
}

// showsMore reports whether a row has more than open cells and holes, which alone are those of a board without stones.
func (r row) showsMore() bool {
	return r.separator || slices.ContainsFunc(r.fields, func(f field) bool { return !isRun(f.text, '_') && !isRun(f.text, '#') })
}

// hasNumbers reports whether a row has numbers, and does not say how often a stone is used.
func (r row) hasNumbers() bool { return !saysCount(r) && slices.ContainsFunc(r.fields, isNumber) }

// colours are the letters of the cells of stones and boards, and stoneSigns all signs in a row without commas.
const colours, stoneSigns = "BWX", "BWX_.#"

// drawn returns rows that have all signs of a row without anything between them, as people draw stones, as fields
// of one sign each, with another sign for a blank and for the end of a short row, where no cell is. Other rows stay.
func drawn(rows []row, none string) []row {
	left, right := puzzle.MaxCells, 0
	for _, r := range rows {
		for _, f := range r.fields {
			left, right = min(left, f.col-1), max(right, f.col-1+len(f.text))
			if r.commas || strings.Trim(f.text, stoneSigns) != "" {
				return rows
			}
		}
	}
	whole := !slices.ContainsFunc(rows, func(r row) bool { return len(r.fields) > 1 }) && right-left > len("__") // rows of open cells
	if !whole && !slices.ContainsFunc(rows, func(r row) bool {
		return slices.ContainsFunc(r.fields, func(f field) bool { return len(f.text) > 1 && strings.ContainsAny(f.text, colours) })
	}) {
		return rows
	}
	all := make([]row, len(rows))
	for i, r := range rows {
		signs := slices.Repeat([]string{none}, right-left)
		for _, f := range r.fields {
			copy(signs[f.col-1-left:], strings.Split(f.text, ""))
		}
		for j, sign := range signs {
			all[i].fields = append(all[i].fields, field{sign, r.first().line, left + j + 1})
		}
	}
	return all
}

func (d *document) draughtboard() puzzle.Puzzle {
	if i := slices.IndexFunc(d.hashes, func(r row) bool { return strings.Contains(r.first().text, "##") }); i >= 0 && d.remarks == nil {
		d.fail(d.hashes[i].first(), "a row of # alone is a comment here; draw each cell of a stone as X, and write . where it has none")
	}
	for _, r := range slices.Concat(d.drawn, d.rows) {
		for i, f := range r.fields {
			if len(r.fields) != 2 || !saysCount(r) {
				r.fields[i].text = capital(f.text)
			}
		}
	}
	flips := d.oneOf("flips", "yes", "no")
	said := d.oneOf("corner", "any", "B", "W")
	corner := map[string]puzzle.Colour{"any": puzzle.AnyColour, "B": puzzle.Black, "W": puzzle.White}[said]
	if len(d.drawn) == 0 && !slices.ContainsFunc(d.rows, row.showsMore) {
		d.drawn, d.rows = d.rows, nil
	}
	setup := puzzle.Setup{Flips: flips == "yes"}
	setup.Gaps = d.gaps()
	setup.Sets = d.stoneSets()
	setup.Stocks = d.stocks(len(setup.Sets)+len(d.drawn) > 0)
	setup.Board, setup.Corner = d.stoneBoard(&setup, corner)
	if d.err != nil {
		return nil
	}
	p, err := setup.New()
	if len(setup.Sets)+len(setup.Stocks) == 0 {
		err = errors.New("a board and no stones; end the drawn board with a line of = and draw the stones below it")
	}
	if err != nil {
		d.wrong = d.mistake(d.boardPlace(), "%v%s", err, oneForAll(&setup))
		if p = d.unfinished(setup); p == nil {
			d.err = d.wrong
		}
	}
	if d.err != nil {
		return nil
	}
	if meant := d.boardMeant(&setup); meant != "" {
		d.tell("read as one stone%s", meant)
	}
	if d.headers["solutions"].text != "0" { // with it a text has such stones on purpose
		d.check(d.boardPlace(), p.Balance())
	}
	return p
}

// boardMeant returns advice for a text that draws nothing but one large stone, which may be a board.
func (d *document) boardMeant(setup *puzzle.Setup) string {
	if len(setup.Stocks) != 1 || len(setup.Sets)+len(d.drawn)+d.headers["board"].line > 0 || setup.Stocks[0].Count.Most > 1 || len(setup.Stocks[0].Stone.Cells()) < 9 {
		return ""
	}
	return `; if the drawing is the board, write a line "board:" above it, and the stones below a line of =`
}

// oneForAll returns advice for the only stone of a text, if the board has room for several like it.
func oneForAll(setup *puzzle.Setup) string {
	area, _, err := setup.Area()
	if err != nil || len(setup.Sets) > 0 || len(setup.Stocks) != 1 || setup.Stocks[0].Count != (puzzle.Range{Least: 1, Most: 1}) || area == 0 || setup.Board.Len()%area > 0 {
		return ""
	}
	return fmt.Sprintf("; a line \"%d *\" above the stone uses it so often", setup.Board.Len()/area)
}

// unfinished returns the puzzle with the cells that its stones and gaps do not cover as further gaps. It is nil if
// there are none, or if their number is open.
func (d *document) unfinished(setup puzzle.Setup) *puzzle.Draughtboard {
	area, fixed, err := setup.Area()
	if err != nil || !fixed || area >= setup.Board.Len() {
		return nil
	}
	d.left = setup.Board.Len() - area
	rest := setup.Gaps.Least + d.left
	setup.Gaps = puzzle.Range{Least: rest, Most: rest}
	p, _ := setup.New() // nil if there is an error
	return p
}

// boardPlace returns where the board is given, or the first stone if it is not.
func (d *document) boardPlace() field {
	switch f, said := d.headers["board"]; {
	case len(d.drawn) > 0:
		return d.drawn[0].first()
	case said:
		return f
	case len(d.rows) == 0:
		return cmp.Or(d.headers["stones"], d.headers["puzzle"])
	}
	return d.rows[0].first()
}

func (d *document) stone(rows []row) puzzle.Stone {
	var cells []puzzle.StoneCell
	for r, line := range drawn(rows, "_") {
		for c, f := range line.fields {
			switch {
			case len(f.text) == 1 && strings.Contains(colours, f.text):
				cells = append(cells, puzzle.StoneCell{Row: r, Col: c, Colour: puzzle.Colour(f.text[0])})
			case f.text != "" && f.text != "." && !isRun(f.text, '_') && !isRun(f.text, '#'):
				d.fail(f, "%q is not a cell of a stone; write B, W, X or _", f.text)
			}
		}
	}
	stone, err := puzzle.NewStone(cells)
	d.failIf(len(cells) == 0, rows[0].first(), "a stone without cells; draw each of them as X")
	d.check(rows[0].first(), err)
	return stone
}

// stoneBoard returns the board and the colour of its corner. The board is drawn, given by
// its size, or the square that has the area of the stones and gaps.
func (d *document) stoneBoard(setup *puzzle.Setup, corner puzzle.Colour) (*puzzle.Board, puzzle.Colour) {
	if len(d.drawn) > 0 {
		return d.drawnBoard(corner)
	}
	width, height := 0, 0
	if f, said := d.headers["board"]; said {
		d.failIf(f.text == "", f, "no board below; draw it in B, W and # up to a line of =, or write its size as in 8x8")
		columns, rows, _ := strings.Cut(strings.NewReplacer("×", "x", "X", "x", "*", "x").Replace(f.text), "x")
		var err1, err2 error
		width, err1 = strconv.Atoi(strings.TrimSpace(columns))
		height, err2 = strconv.Atoi(strings.TrimSpace(rows))
		d.failIf(err1 != nil || err2 != nil, f, "board: %q; write columns x rows as in 8x8", f.text)
	} else if n := len(d.sizes); n > 0 {
		width, _ = asNumber(d.sizes[0].text)
		height, _ = asNumber(d.sizes[n-1].text)
		d.tell("read as a board of %dx%d squares", width, height)
	} else {
		area, fixed, err := setup.Area()
		d.check(field{}, err)
		d.failIf(!fixed, d.boardPlace(), `the number of stones or gaps is open; give the board with a line such as "board: 8x8"`)
		width = int(math.Sqrt(float64(area)))
		height = width
		if width*width != area {
			what := "the stones have"
			if setup.Gaps.Least > 0 {
				what = "the stones and gaps have"
			}
			d.fail(d.boardPlace(), `%s %d cells, which fill no square; give the board with a line such as "board: 8x8"%s`, what, area, d.boardMeant(setup))
		}
	}
	board, err := puzzle.NewBoard(width, height, nil)
	d.check(d.boardPlace(), err)
	return board, corner
}

// withoutEmpty leaves out the columns at the right that are empty in all rows, as spreadsheets add them.
func withoutEmpty(rows []row) []row {
	width := 1
	for _, r := range rows {
		for i, f := range r.fields {
			if f.text != "" {
				width = max(width, i+1)
			}
		}
	}
	for i := range rows {
		rows[i].fields = rows[i].fields[:min(width, len(rows[i].fields))]
	}
	return rows
}

// drawnBoard reads the drawn board and checks that its colours alternate and agree with
// the corner. Without a line "corner:" it takes the corner from the drawing. X is a square of either colour.
func (d *document) drawnBoard(corner puzzle.Colour) (*puzzle.Board, puzzle.Colour) {
	if !slices.ContainsFunc(d.drawn, func(r row) bool {
		return r.commas || slices.ContainsFunc(r.fields, func(f field) bool { return !isRun(f.text, '#') })
	}) {
		for _, r := range d.drawn { // so these are no holes
			for i, f := range r.fields {
				r.fields[i].text = strings.Repeat("X", len(f.text))
			}
		}
	}
	if !slices.ContainsFunc(d.drawn, func(r row) bool { return strings.ContainsAny(r.words(), colours+"#") }) {
		for _, r := range d.drawn { // beside other squares a dot may be a hole
			for i, f := range r.fields {
				r.fields[i].text = strings.ReplaceAll(f.text, ".", "_")
			}
		}
	}
	d.drawn = drawn(withoutEmpty(d.drawn), "#")
	if d.rectangle(d.drawn); d.err != nil {
		return nil, 0
	}
	drawn := puzzle.AnyColour                             // the colour of the first square; AnyColour until it is known
	plain := !slices.ContainsFunc(d.drawn, row.showsMore) // _ is a square there; beside other squares it might be a hole
	for r, line := range d.drawn {
		for c, f := range line.fields {
			if isRun(f.text, '#') || plain && isRun(f.text, '_') || f.text == "X" {
				continue
			}
			if f.text != "B" && f.text != "W" {
				d.fail(f, "%q is not a square of a board; write B, W, X for either colour, or # for a hole", f.text)
				return nil, 0
			}
			here := puzzle.Colour(f.text[0])
			if (r+c)%2 == 1 {
				here = here.Other()
			}
			d.failIf(drawn != puzzle.AnyColour && here != drawn, f, "the board is not chequered: a %s here does not go with the squares before it", f.text)
			drawn = here
		}
	}
	board, err := boardOf(d.drawn)
	d.check(d.drawn[0].first(), err)
	f, said := d.headers["corner"]
	if !said {
		return board, drawn
	}
	d.failIf(corner != puzzle.AnyColour && drawn != puzzle.AnyColour && corner != drawn, f, "corner: %c, but the board is drawn with a corner %c", corner, drawn)
	return board, corner
}

// stoneNumber is the inverse of the names A, B, …, Z, AA, AB, …, in upper or lower case. It returns 0 for an
// invalid name, and for a number too large for any board.
func stoneNumber(name string) int {
	stone := 0
	for _, char := range strings.ToUpper(name) {
		if char < 'A' || char > 'Z' || stone > puzzle.MaxCells {
			return 0
		}
		stone = stone*26 + int(char-'A') + 1
	}
	return stone
}

// stoneOn reads a cell of a filled draughtboard: the name of a stone, in lower case where the cell is white, or its number.
func (r *solutionReader) stoneOn(p *puzzle.Draughtboard, cell int, f field) int {
	switch {
	case p.Gaps().Most > 0 && isRun(f.text, '_'):
		return puzzle.Bare
	case isOpen(f.text):
		return puzzle.Empty
	}
	if k, err := strconv.Atoi(f.text); err == nil && k >= -puzzle.MaxCells && k <= puzzle.MaxCells {
		return k
	}
	stone := r.named[strings.ToUpper(f.text)]
	if stone == 0 && len(p.Setup().Sets) == 0 { // each may have a letter of its own, as in certificates
		stone = stoneNumber(f.text)
	}
	if stone == 0 {
		r.fail(f, "%q is not a stone; write %s to %s", f.text, p.Name(1), p.Name(len(p.Stones())))
	}
	if p.Signed() {
		white := f.text == strings.ToLower(f.text)
		if white != (p.ColourAt(cell, puzzle.Black) == puzzle.White) {
			return -stone
		}
	}
	return stone
}

// isStoneSet reports whether a name is that of a set of stones.
func isStoneSet(name string) bool {
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

// stoneSets reads "stones:". A text that is called after a set and draws no stones has that set.
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

// stocks reads the stones: rows up to a line of "=" or the end. named says that there are others.
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

// times returns "3*" for "3x" and "3 ×", which are other ways to say how often a stone is used, and other texts as they are.
func times(text string) string {
	if number := strings.TrimRight(text, "xX×"); number != text && isDigits(strings.TrimSuffix(number, " ")) {
		return number + "*"
	}
	return text
}

func saysCount(r row) bool {
	if slices.ContainsFunc(r.fields, func(f field) bool { return strings.Contains(f.text, "*") }) {
		return true
	}
	return len(r.fields) < 3 && times(r.words()) != r.words() && (len(r.fields) == 1 || !r.commas && r.fields[1].text != "X") // which is a hole
}

// words returns the fields of a row as one text.
func (r row) words() string {
	words := make([]string, len(r.fields))
	for i, f := range r.fields {
		words[i] = f.text
	}
	return strings.Join(words, " ")
}

// count reads a line such as "3 *" or "0..2 *, no flips".
func (d *document) count(r row) (stock puzzle.Stock) {
	parts := withoutEmpty([]row{r})[0].fields
	if first := r.first(); !r.commas {
		parts = []field{{r.words(), first.line, first.col}}
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
