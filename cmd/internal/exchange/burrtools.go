package exchange

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/puzzle/text"
)

// Files .xmpuzzle of BurrTools, for flat puzzles of squares: an xml file, packed by gzip or
// plain. Shapes are written in "_" (empty) and "#" (filled), each with the number of a
// colour, if it has one:
//
//	<puzzle version="2">
//	 <gridType type="0"/>
//	 <colors><color red="0" green="0" blue="0"/>…</colors>
//	 <shapes><voxel x="3" y="2" z="1" type="0">#1#2#1_##</voxel>…</shapes>
//	 <problems><problem>
//	  <shapes><shape id="0" count="1"/>…</shapes>
//	  <result id="7"/>
//	  <bitmap><pair piece="0" result="0"/>…</bitmap>
//	 </problem></problems>
//	</puzzle>
//
// A cell of a piece fits a cell of the result if one of them has no colour. Otherwise <bitmap>
// must have the pair of their colours, and counts them from 0. The result of a draughtboard is
// chequered in two colours, and the darker one is black. Pieces turn in space, so flat ones
// may be turned over. A piece may have min and max instead of count. Where all cells of the
// result are "+", they may stay empty, at most maxHoles of them.
//
// What the program has found (<solutions>, <assembler>) is no part of the puzzle. It is not
// read, and neither are weights, names and the place of a shape in the editor.
//
// Source: voxel.cpp, puzzle.cpp and problem.cpp of BurrTools 0.6.3 (jeffnamkung/Burrtools).

func readBurrTools(s *Source) ([]*Entry, error) {
	data := s.Data
	if isPacked(data) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = limited(text.UTF8(z))
		}
		if err != nil {
			return nil, s.fail(0, 0, "cannot be unpacked: %v", damaged(err))
		}
	}
	root, skipped, err := s.xmlTree(data, "solutions", "assembler")
	if err != nil {
		return nil, err
	}
	r := &burrReader{Source: s, left: skipped}
	if err := r.top(root); err != nil {
		return nil, err
	}
	var entries []*Entry
	for _, problem := range root.child("problems").children {
		e, err := r.problem(problem, root.child("comment").text)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil, s.fail(root.line, root.col, "no <problem> in it")
	}
	return entries, nil
}

type burrReader struct {
	*Source
	colours []int // the brightness of each colour
	shapes  []*burrShape
	left    []string // parts that say nothing about the puzzle and were not read
}

// burrShape is a shape in the plane. The number of a cell's colour is 0 if it has none.
type burrShape struct {
	width, height int
	cells         map[[2]int]int // by row and column
	maybe         int            // how many cells may stay empty
	node          *xmlNode
}

// top reads all but the problems.
func (r *burrReader) top(root *xmlNode) error {
	if root.name != "puzzle" {
		return r.fail(root.line, root.col, "<%s> is not <puzzle>", root.name)
	}
	if err := r.only(root, "version", "gridType colors shapes problems comment"); err != nil {
		return err
	}
	if v := root.attrs["version"]; v != "1" && v != "2" {
		return r.fail(root.line, root.col, "version %q; versions 1 and 2 are read", v)
	}
	if grid := root.child("gridType"); grid.attrs["type"] != "0" && grid.attrs["type"] != "" {
		return r.fail(grid.line, grid.col, "the grid of type %s; only squares are read, type 0", grid.attrs["type"])
	}
	if err := cmp.Or(r.only(root.child("colors"), "", "color"), r.only(root.child("shapes"), "", "voxel"), r.only(root.child("problems"), "", "problem")); err != nil {
		return err
	}
	for _, colour := range root.child("colors").children {
		brightness := 0
		for _, name := range []string{"red", "green", "blue"} {
			value, _ := strconv.Atoi(colour.attrs[name])
			brightness += value & 0xff
		}
		r.colours = append(r.colours, brightness)
	}
	for _, node := range root.child("shapes").children {
		shape, err := r.shape(node)
		if err != nil {
			return err
		}
		r.shapes = append(r.shapes, shape)
	}
	return nil
}

// shape reads one shape. It need not be flat as long as no problem uses it, and then it has
// no cells.
func (r *burrReader) shape(n *xmlNode) (*burrShape, error) {
	if err := r.only(n, "x y z hx hy hz weight name type", ""); err != nil {
		return nil, err
	}
	for _, name := range []string{"name", "weight", "hx", "hy", "hz"} {
		if _, has := n.attrs[name]; has && !slices.Contains(r.left, name) {
			r.left = append(r.left, name)
		}
	}
	var size [3]int
	for i, name := range []string{"x", "y", "z"} {
		value, err := strconv.Atoi(n.attrs[name])
		if err != nil || value < 1 || value > puzzle.MaxCells {
			return nil, r.fail(n.line, n.col, "%s=%q of <voxel> is not a size of 1 to %d", name, n.attrs[name], puzzle.MaxCells)
		}
		size[i] = value
	}
	if n.attrs["type"] != "0" {
		return nil, r.fail(n.line, n.col, "type=%q of <voxel>; only type 0 is read", n.attrs["type"])
	}
	shape := &burrShape{width: size[0], height: size[1], cells: map[[2]int]int{}, node: n}
	square, layers := 0, map[int]bool{}
	var last *[2]int
	for _, char := range n.text {
		switch {
		case char == '#' || char == '_' || char == '+':
			at := [2]int{square / size[0] % size[1], square % size[0]}
			if char == '+' {
				shape.maybe++
			}
			if last = nil; char != '_' {
				layers[square/(size[0]*size[1])] = true
				shape.cells[at], last = 0, &at
			}
			square++
		case char >= '0' && char <= '9' && last != nil:
			shape.cells[*last] = 10*shape.cells[*last] + int(char-'0')
			if shape.cells[*last] > len(r.colours) {
				return nil, r.fail(n.line, n.col, "a cell of the colour %d; <colors> has %d", shape.cells[*last], len(r.colours))
			}
		case char != ' ' && char != '\n' && char != '\r' && char != '\t':
			return nil, r.fail(n.line, n.col, "%q in <voxel>", string(char))
		}
	}
	if square != size[0]*size[1]*size[2] {
		return nil, r.fail(n.line, n.col, "<voxel> has %s, and its size is %dx%dx%d", base.Plural(square, "cell"), size[0], size[1], size[2])
	}
	if len(layers) > 1 {
		shape.cells = nil
	}
	return shape, nil
}

func (r *burrReader) shapeOf(n *xmlNode) (*burrShape, error) {
	id, err := strconv.Atoi(n.attrs["id"])
	if err != nil || id < 0 || id >= len(r.shapes) {
		return nil, r.fail(n.line, n.col, "id=%q of <%s> is not a shape; there are %d", n.attrs["id"], n.name, len(r.shapes))
	}
	shape := r.shapes[id]
	if shape.cells == nil {
		return nil, r.fail(shape.node.line, shape.node.col, "a shape that is not flat: it has cells in several layers")
	}
	if len(shape.cells) == 0 {
		return nil, r.fail(shape.node.line, shape.node.col, "a shape without cells")
	}
	return shape, nil
}

func (r *burrReader) problem(n *xmlNode, comment string) (*Entry, error) {
	pieces, result, bitmap := n.child("shapes"), n.child("result"), n.child("bitmap")
	if err := cmp.Or(r.only(n, "name state assemblies solutions time maxHoles", "shapes result bitmap"),
		r.only(result, "id", ""), r.only(bitmap, "", "pair"), r.only(pieces, "", "shape")); err != nil {
		return nil, err
	}
	area, err := r.shapeOf(result)
	if err != nil {
		return nil, err
	}
	board, corner, squares, err := r.board(area)
	if err != nil {
		return nil, err
	}
	fits, err := r.pairs(bitmap)
	if err != nil {
		return nil, err
	}
	setup := puzzle.Setup{Board: board, Corner: corner, Flips: true}
	if setup.Gaps, err = r.gaps(n, area); err != nil {
		return nil, err
	}
	if setup.Stocks, err = r.stocks(pieces, squares, fits); err != nil {
		return nil, err
	}
	p, err := setup.New()
	if err != nil {
		return nil, r.fail(n.line, n.col, "%v", err)
	}
	e := r.entry(p, n.attrs["name"], "", comment)
	e.Left = r.left
	return e, nil
}

// board returns the board that a shape is, the colour of its corner, and the numbers of the
// colours of black and white squares.
func (r *burrReader) board(area *burrShape) (*puzzle.Board, puzzle.Colour, [2]int, error) {
	var of [2]int // the colours of the squares whose row and column have an even sum, and of others
	seen := [2]bool{}
	for at, colour := range area.cells {
		odd := (at[0] + at[1]) % 2
		if seen[odd] && of[odd] != colour {
			return nil, 0, of, r.fail(area.node.line, area.node.col, "the colours of the result are not those of a chequered board")
		}
		of[odd], seen[odd] = colour, true
	}
	if err := r.room(area.node.line, area.width, area.height); err != nil {
		return nil, 0, of, err
	}
	board, err := puzzle.NewBoard(area.width, area.height, func(row, col int) bool {
		_, cell := area.cells[[2]int{row, col}]
		return !cell
	})
	if err != nil {
		return nil, 0, of, r.fail(area.node.line, area.node.col, "%v", err)
	}
	for odd := range of {
		if !seen[odd] && of[1-odd] > 0 && len(r.colours) == 2 { // no square has the other of two colours
			of[odd], seen[odd] = 3-of[1-odd], true
		}
	}
	switch {
	case of[0] == of[1] || !seen[0] || !seen[1]:
		return board, puzzle.AnyColour, [2]int{max(of[0], of[1]), max(of[0], of[1])}, nil
	case r.brightness(of[0]) > r.brightness(of[1]):
		return board, puzzle.White, [2]int{of[1], of[0]}, nil
	}
	return board, puzzle.Black, of, nil
}

// brightness returns the brightness of a colour. No colour is the brightest.
func (r *burrReader) brightness(colour int) int {
	if colour == 0 {
		return 3 * 256
	}
	return r.colours[colour-1]
}

// pairs reads which colours go together, counted from 1.
func (r *burrReader) pairs(n *xmlNode) (map[[2]int]bool, error) {
	fits := map[[2]int]bool{}
	for _, pair := range n.children {
		piece, err1 := strconv.Atoi(pair.attrs["piece"])
		result, err2 := strconv.Atoi(pair.attrs["result"])
		if err1 != nil || err2 != nil {
			return nil, r.fail(pair.line, pair.col, "<pair> needs the numbers of two colours")
		}
		fits[[2]int{piece + 1, result + 1}] = true
	}
	return fits, nil
}

// gaps reads how many cells of the result may stay empty. The areas say how many at least.
func (r *burrReader) gaps(n *xmlNode, area *burrShape) (puzzle.Range, error) {
	switch {
	case area.maybe == 0:
		return puzzle.Range{}, nil
	case area.maybe < len(area.cells):
		return puzzle.Range{}, r.fail(area.node.line, area.node.col, "some cells of the result may stay empty (+) and others may not; in our puzzles it is all or none")
	}
	text, said := n.attrs["maxHoles"]
	if !said {
		return puzzle.Range{Most: math.MaxInt}, nil
	}
	most, err := strconv.Atoi(text)
	if err != nil || most < 0 {
		return puzzle.Range{}, r.fail(n.line, n.col, "maxHoles=%q is not a number of cells", text)
	}
	return puzzle.Range{Most: min(most, puzzle.MaxCells)}, nil
}

// stocks reads the pieces of a problem. A piece with a count becomes as many stones.
func (r *burrReader) stocks(n *xmlNode, squares [2]int, fits map[[2]int]bool) ([]puzzle.Stock, error) {
	var stocks []puzzle.Stock
	area := 0
	for _, part := range n.children {
		if err := r.only(part, "id count min max group", ""); err != nil {
			return nil, err
		}
		if group := part.attrs["group"]; group != "" && group != "0" {
			return nil, r.fail(part.line, part.col, "the group %s of pieces that may stay together; our puzzles have none", group)
		}
		count, err := r.count(part)
		if err != nil {
			return nil, err
		}
		shape, err := r.shapeOf(part)
		if err != nil {
			return nil, err
		}
		if shape.maybe > 0 {
			return nil, r.fail(shape.node.line, shape.node.col, "a piece with cells that may stay empty (+)")
		}
		if area += count.Least * len(shape.cells); area > puzzle.MaxCells {
			return nil, r.fail(part.line, part.col, "with this piece the pieces have more than %d cells", puzzle.MaxCells)
		}
		if err := r.room(part.line, max(count.Most, 1), len(shape.cells)); err != nil {
			return nil, err
		}
		stone, err := r.stone(shape, squares, fits)
		if err != nil {
			return nil, err
		}
		if count.Least < count.Most {
			stocks = append(stocks, puzzle.Stock{Stone: stone, Count: count})
			continue
		}
		for range count.Most {
			stocks = append(stocks, puzzle.Stock{Stone: stone, Count: puzzle.Range{Least: 1, Most: 1}})
		}
	}
	return stocks, nil
}

// count returns how many pieces there are of a shape.
func (r *burrReader) count(part *xmlNode) (puzzle.Range, error) {
	low, high := part.attrs["min"], part.attrs["max"]
	if low == high {
		low, high = part.attrs["count"], part.attrs["count"]
		if low == "" {
			low, high = part.attrs["max"], part.attrs["max"]
		}
	}
	least, err1 := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	switch {
	case err1 != nil || err2 != nil || least < 0 || least > most || most > puzzle.MaxCells:
		if part.attrs["min"] != part.attrs["max"] {
			return puzzle.Range{}, r.fail(part.line, part.col, "min=%q and max=%q are not numbers of pieces", low, high)
		}
		return puzzle.Range{}, r.fail(part.line, part.col, "count=%q is not a number of pieces", low)
	}
	return puzzle.Range{Least: least, Most: most}, nil
}

// stone returns a shape as a stone. squares are the numbers of the colours of black and
// white squares.
func (r *burrReader) stone(shape *burrShape, squares [2]int, fits map[[2]int]bool) (puzzle.Stone, error) {
	allowed := func(piece, square int) bool { return piece == 0 || square == 0 || fits[[2]int{piece, square}] }
	var cells []puzzle.StoneCell
	for at, colour := range shape.cells {
		cell := puzzle.StoneCell{Row: at[0], Col: at[1]}
		switch black, white := allowed(colour, squares[0]), allowed(colour, squares[1]); {
		case black && white:
			cell.Colour = puzzle.AnyColour
		case black:
			cell.Colour = puzzle.Black
		case white:
			cell.Colour = puzzle.White
		default:
			return puzzle.Stone{}, r.fail(shape.node.line, shape.node.col, "a cell of the colour %d, which fits no cell of the result", colour)
		}
		cells = append(cells, cell)
	}
	stone, err := puzzle.NewStone(cells)
	if err != nil {
		return puzzle.Stone{}, r.fail(shape.node.line, shape.node.col, "%v", err)
	}
	return stone, nil
}

func writeBurrTools(e *Entry, p *puzzle.Draughtboard) ([]byte, error) {
	coloured := slices.ContainsFunc(p.Stones(), space.Coloured)
	if err := burrCannot(p); err != nil {
		return nil, err
	}
	switch {
	case !p.Setup().Flips && flipsMatter(p):
		return nil, cannotHave("burrtools", "flips: no; its pieces turn in space")
	case coloured && p.Setup().Corner == puzzle.AnyColour:
		return nil, cannotHave("burrtools", "corner: any; export the puzzle with corner: B and with corner: W")
	}
	var text strings.Builder
	text.WriteString("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n <gridType type=\"0\"/>\n")
	if coloured {
		text.WriteString(" <colors>\n  <color red=\"40\" green=\"40\" blue=\"40\"/>\n  <color red=\"220\" green=\"220\" blue=\"220\"/>\n </colors>\n")
	} else {
		text.WriteString(" <colors/>\n")
	}
	text.WriteString(" <shapes>\n")
	var parts strings.Builder
	id := 0
	for i, s := range p.Stones() {
		if p.Kinds()[i] != i {
			continue
		}
		most := 0
		for _, kind := range p.Kinds() {
			if kind == i {
				most++
			}
		}
		text.WriteString(voxelOfStone(s))
		count := fmt.Sprintf("count=\"%d\"", most)
		if least := p.Least(i); least < most {
			count = fmt.Sprintf("min=\"%d\" max=\"%d\"", least, most)
		}
		fmt.Fprintf(&parts, "    <shape id=\"%d\" %s/>\n", id, count)
		id++
	}
	text.WriteString(voxelOfBoard(p, coloured))
	bitmap := "<bitmap/>"
	if coloured {
		bitmap = "<bitmap><pair piece=\"0\" result=\"0\"/><pair piece=\"1\" result=\"1\"/></bitmap>"
	}
	name := ""
	if e.Title != "" {
		name = fmt.Sprintf(" name=\"%s\"", html.EscapeString(e.Title))
	}
	if gaps := p.Gaps(); gaps.Most > 0 && gaps.Most < p.Board().Len() {
		name += fmt.Sprintf(" maxHoles=\"%d\"", gaps.Most)
	}
	fmt.Fprintf(&text, " </shapes>\n <problems>\n  <problem%s state=\"0\">\n   <shapes>\n%s   </shapes>\n   <result id=\"%d\"/>\n   %s\n  </problem>\n </problems>\n", name, parts.String(), id, bitmap)
	fmt.Fprintf(&text, " <comment>%s</comment>\n</puzzle>\n", html.EscapeString(e.Source))
	return []byte(text.String()), nil
}

// burrCannot returns an error for a puzzle with counts, gaps or restrictions that the program
// does not have.
func burrCannot(p *puzzle.Draughtboard) error {
	for i := range p.Stones() {
		if k := p.Stock(i); (k.NoFlips || k.NoTurns) && len(p.Versions(i)) < len(k.Stone.Versions(true)) {
			return cannotHave("burrtools", "stones that turn or flip unlike the others")
		}
	}
	if gaps := p.Gaps(); !space.Fixed(p) && gaps.Least > 0 {
		return cannotHave("burrtools", "at least %d bare cells; it has the greatest number only", gaps.Least)
	}
	return nil
}

// flipsMatter reports whether a stone has another shape when it is turned over.
func flipsMatter(p *puzzle.Draughtboard) bool {
	return slices.ContainsFunc(p.Stones(), func(s puzzle.Stone) bool { return len(s.Versions(true)) > len(s.Versions(false)) })
}

var colourNumbers = map[puzzle.Colour]string{puzzle.Black: "1", puzzle.White: "2", puzzle.AnyColour: ""}

func voxelOfStone(s puzzle.Stone) string {
	width, height := 0, 0
	for _, c := range s.Cells() {
		width, height = max(width, c.Col+1), max(height, c.Row+1)
	}
	rows := slices.Repeat([]string{"_"}, width*height)
	for _, c := range s.Cells() {
		rows[c.Row*width+c.Col] = "#" + colourNumbers[c.Colour]
	}
	return voxel(width, height, rows)
}

func voxelOfBoard(p *puzzle.Draughtboard, coloured bool) string {
	board := p.Board()
	squares := slices.Repeat([]string{"_"}, board.Width()*board.Height())
	for c := range board.Len() {
		row, col := board.Pos(c)
		square := "#"
		if p.Gaps().Most > 0 {
			square = "+"
		}
		if coloured {
			square += colourNumbers[p.ColourAt(c, p.Setup().Corner)]
		}
		squares[row*board.Width()+col] = square
	}
	return voxel(board.Width(), board.Height(), squares)
}

func voxel(width, height int, squares []string) string {
	return fmt.Sprintf("  <voxel x=\"%d\" y=\"%d\" z=\"1\" type=\"0\">%s</voxel>\n", width, height, strings.Join(squares, ""))
}
