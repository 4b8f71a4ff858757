package exchange

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Files .xmpuzzle of BurrTools, for flat puzzles of squares: an xml file, packed by gzip or plain. Shapes are written in "_"
// (empty) and "#" (filled), each with the number of a colour, if it has one:
//
//	<puzzle version="2"><gridType type="0"/><colors><color red="0" green="0" blue="0"/>…</colors>
//	 <shapes><voxel x="3" y="2" z="1" type="0">#1#2#1_##</voxel>…</shapes>
//	 <problems><problem><shapes><shape id="0" count="1"/>…</shapes><result id="7"/>
//	  <bitmap><pair piece="0" result="0"/>…</bitmap></problem></problems></puzzle>
//
// A cell of a piece fits a cell of the result if one of them has no colour. Otherwise <bitmap> must have the pair of their
// colours, and counts them from 0. The result of a draughtboard is chequered in two colours, and the darker one is black.
// Pieces turn in space, so flat ones may be turned over. A piece may have min and max instead of count. Where all cells of
// the result are "+", they may stay empty, at most maxHoles of them.
//
// What the program has found (<solutions>, <assembler>) is no part of the puzzle. It is not
// read, and neither are weights, names and the place of a shape in the editor.
//
// Source: voxel.cpp, puzzle.cpp and problem.cpp of BurrTools 0.6.3 (jeffnamkung/Burrtools).

// burrParts has the parts that are read, by their names and those of what they are in, with the attributes that each may
// have. A "*" stands for any, and "-" for a part that says nothing about the puzzle.
var burrParts = map[string]string{
	"puzzle": "version", "puzzle/gridType": "*", "puzzle/comment": "*", "puzzle/solutions": "-", "puzzle/assembler": "-",
	"puzzle/colors": "", "colors/color": "*",
	"puzzle/shapes": "", "shapes/voxel": "x y z hx hy hz weight name type",
	"puzzle/problems": "", "problems/problem": "name state assemblies solutions time maxHoles",
	"problem/shapes": "", "shapes/shape": "id count min max group", "problem/result": "id",
	"problem/bitmap": "", "bitmap/pair": "*", "problem/solutions": "-", "problem/assembler": "-",
}

func readBurrTools(s *Source) (entries []*Entry) {
	root, skipped := s.xmlTree(s.Data, burrParts)
	root.number("version", 1, 2)
	grid := root.child("gridType")
	grid.failIf(grid.attrs["type"] != "0" && grid.attrs["type"] != "", "the grid of type %s; only squares are read, type 0", grid.attrs["type"])
	r := &burrReader{Source: s, left: skipped}
	for _, colour := range root.child("colors").children {
		brightness := 0
		for _, name := range []string{"red", "green", "blue"} {
			value, _ := strconv.Atoi(colour.attrs[name])
			brightness += value & 0xff
		}
		r.colours = append(r.colours, brightness)
	}
	for _, node := range root.child("shapes").children {
		r.shapes = append(r.shapes, r.shape(node))
	}
	for _, problem := range root.child("problems").children {
		entries = append(entries, r.problem(problem, root.child("comment").text))
	}
	root.failIf(len(entries) == 0, "no <problem> in it")
	return entries
}

type burrReader struct {
	*Source
	colours []int // the brightness of each colour
	shapes  []*burrShape
	left    []string // parts that say nothing about the puzzle and were not read
}

// burrShape is a shape in the plane. The number of a cell's colour is 0 if it has none.
type burrShape struct {
	*xmlNode
	width, height int
	cells         map[[2]int]int // by row and column
	maybe         int            // how many cells may stay empty
}

// shape reads one shape. It need not be flat as long as no problem uses it, and then it has no cells.
func (r *burrReader) shape(n *xmlNode) *burrShape {
	for _, name := range []string{"name", "weight", "hx", "hy", "hz"} {
		if _, has := n.attrs[name]; has && !slices.Contains(r.left, name) {
			r.left = append(r.left, name)
		}
	}
	width, height, depth := n.number("x", 1, puzzle.MaxCells), n.number("y", 1, puzzle.MaxCells), n.number("z", 1, puzzle.MaxCells)
	n.number("type", 0, 0)
	shape := &burrShape{n, width, height, map[[2]int]int{}, 0}
	square, layers := 0, map[int]bool{}
	var last *[2]int
	for _, char := range n.text {
		switch {
		case char == '#' || char == '_' || char == '+':
			at := [2]int{square / width % height, square % width}
			if char == '+' {
				shape.maybe++
			}
			if last = nil; char != '_' {
				layers[square/(width*height)] = true
				shape.cells[at], last = 0, &at
			}
			square++
		case char >= '0' && char <= '9' && last != nil:
			colour := 10*shape.cells[*last] + int(char-'0')
			n.failIf(colour > len(r.colours), "a cell of the colour %d; <colors> has %d", colour, len(r.colours))
			shape.cells[*last] = colour
		case char != ' ' && char != '\n' && char != '\r' && char != '\t':
			n.fail("%q in <voxel>", string(char))
		}
	}
	n.failIf(square != width*height*depth, "<voxel> has %s, and its size is %dx%dx%d", base.Plural(square, "cell"), width, height, depth)
	if len(layers) > 1 {
		shape.cells = nil
	}
	return shape
}

func (r *burrReader) shapeOf(n *xmlNode) *burrShape {
	n.failIf(len(r.shapes) == 0, "id=%q of <%s> is not a shape; there are none", n.attrs["id"], n.name)
	shape := r.shapes[n.number("id", 0, len(r.shapes)-1)]
	shape.failIf(shape.cells == nil, "a shape that is not flat: it has cells in several layers")
	shape.failIf(len(shape.cells) == 0, "a shape without cells")
	return shape
}

func (r *burrReader) problem(n *xmlNode, comment string) *Entry {
	area := r.shapeOf(n.child("result"))
	board, corner, squares := r.board(area)
	fits := map[[2]int]bool{} // which colours go together, counted from 1
	for _, pair := range n.child("bitmap").children {
		fits[[2]int{pair.number("piece", 0, puzzle.MaxCells) + 1, pair.number("result", 0, puzzle.MaxCells) + 1}] = true
	}
	setup := puzzle.Setup{Board: board, Corner: corner, Flips: true, Gaps: gapsOf(n, area)}
	cells := 0
	for _, part := range n.child("shapes").children {
		stock := r.stock(part, squares, fits)
		cells += stock.Count.Least * len(stock.Stone.Cells())
		part.failIf(cells > puzzle.MaxCells, "with this piece the pieces have more than %d cells", puzzle.MaxCells)
		r.room(part.line, max(stock.Count.Most, 1), len(stock.Stone.Cells()))
		if stock.Count.Least < stock.Count.Most {
			setup.Stocks = append(setup.Stocks, stock)
			continue
		}
		one := puzzle.Stock{Stone: stock.Stone, Count: puzzle.Range{Least: 1, Most: 1}}
		setup.Stocks = append(setup.Stocks, slices.Repeat([]puzzle.Stock{one}, stock.Count.Most)...)
	}
	p, err := setup.New()
	n.check(err)
	e := r.entry(p, n.attrs["name"], "", comment)
	e.Left = r.left
	return e
}

// board returns the board that a shape is, the colour of its corner, and the colours of black and white squares.
func (r *burrReader) board(area *burrShape) (*puzzle.Board, puzzle.Colour, [2]int) {
	var of [2]int // the colours of the squares whose row and column have an even sum, and of others
	seen := [2]bool{}
	for at, colour := range area.cells {
		odd := (at[0] + at[1]) % 2
		area.failIf(seen[odd] && of[odd] != colour, "the colours of the result are not those of a chequered board")
		of[odd], seen[odd] = colour, true
	}
	r.room(area.line, area.width, area.height)
	board, err := puzzle.NewBoard(area.width, area.height, func(row, col int) bool {
		_, cell := area.cells[[2]int{row, col}]
		return !cell
	})
	area.check(err)
	for odd := range of {
		if !seen[odd] && of[1-odd] > 0 && len(r.colours) == 2 { // no square has the other of two colours
			of[odd], seen[odd] = 3-of[1-odd], true
		}
	}
	brightness := append([]int{3 * 256}, r.colours...) // no colour is the brightest
	switch {
	case of[0] == of[1] || !seen[0] || !seen[1]:
		return board, puzzle.AnyColour, [2]int{max(of[0], of[1]), max(of[0], of[1])}
	case brightness[of[0]] > brightness[of[1]]:
		return board, puzzle.White, [2]int{of[1], of[0]}
	}
	return board, puzzle.Black, of
}

// gapsOf reads how many cells of the result may stay empty. The areas say how many at least.
func gapsOf(n *xmlNode, area *burrShape) puzzle.Range {
	if area.maybe == 0 {
		return puzzle.Range{}
	}
	area.failIf(area.maybe < len(area.cells), "some cells of the result may stay empty (+) and others may not; in our puzzles it is all or none")
	if _, said := n.attrs["maxHoles"]; said {
		return puzzle.Range{Most: min(n.number("maxHoles", 0, math.MaxInt), puzzle.MaxCells)}
	}
	return puzzle.Range{Most: math.MaxInt}
}

// stock reads a piece. squares are the numbers of the colours of black and white squares.
func (r *burrReader) stock(part *xmlNode, squares [2]int, fits map[[2]int]bool) (stock puzzle.Stock) {
	group := part.attrs["group"]
	part.failIf(group != "" && group != "0", "the group %s of pieces that may stay together; our puzzles have none", group)
	low, high := "min", "max"
	if _, said := part.attrs["count"]; said && part.attrs["min"] == part.attrs["max"] {
		low, high = "count", "count"
	}
	stock.Count.Most = part.number(high, 0, puzzle.MaxCells)
	stock.Count.Least = part.number(low, 0, stock.Count.Most)
	shape := r.shapeOf(part)
	shape.failIf(shape.maybe > 0, "a piece with cells that may stay empty (+)")
	allowed := func(piece, square int) bool { return piece == 0 || square == 0 || fits[[2]int{piece, square}] }
	var cells []puzzle.StoneCell
	for at, colour := range shape.cells {
		cell := puzzle.StoneCell{Row: at[0], Col: at[1], Colour: puzzle.AnyColour}
		switch black, white := allowed(colour, squares[0]), allowed(colour, squares[1]); {
		case !black && !white:
			shape.fail("a cell of the colour %d, which fits no cell of the result", colour)
		case !white:
			cell.Colour = puzzle.Black
		case !black:
			cell.Colour = puzzle.White
		}
		cells = append(cells, cell)
	}
	var err error
	stock.Stone, err = puzzle.NewStone(cells)
	shape.check(err)
	return stock
}

func writeBurrTools(e *Entry, p *puzzle.Draughtboard) string {
	coloured := slices.ContainsFunc(p.Stones(), space.Coloured)
	for i := range p.Stones() {
		k := p.Stock(i)
		refuse((k.NoFlips || k.NoTurns) && len(p.Versions(i)) < len(k.Stone.Versions(true)), "stones that turn or flip unlike the others")
	}
	refuse(!space.Fixed(p) && p.Gaps().Least > 0, "at least %d bare cells; it has the greatest number only", p.Gaps().Least)
	mirrored := func(s puzzle.Stone) bool { return len(s.Versions(true)) > len(s.Versions(false)) }
	refuse(!p.Setup().Flips && slices.ContainsFunc(p.Stones(), mirrored), "flips: no; its pieces turn in space")
	refuse(coloured && p.Setup().Corner == puzzle.AnyColour, "corner: any; export the puzzle with corner: B and with corner: W")
	shapes, parts, id, of := "", "", 0, map[int]int{} // of a kind there are so many stones
	for _, kind := range p.Kinds() {
		of[kind]++
	}
	for i, s := range p.Stones() {
		most := of[i]
		if most == 0 {
			continue
		}
		count := fmt.Sprintf("count=\"%d\"", most)
		if least := p.Least(i); least < most {
			count = fmt.Sprintf("min=\"%d\" max=\"%d\"", least, most)
		}
		shapes += voxel(s.String(), "#")
		parts += fmt.Sprintf("    <shape id=\"%d\" %s/>\n", id, count)
		id++
	}
	square, corner := "#", puzzle.AnyColour
	if p.Gaps().Most > 0 {
		square = "+"
	}
	colours, bitmap := " <colors/>\n", "<bitmap/>"
	if coloured {
		corner = p.Setup().Corner
		colours = " <colors>\n  <color red=\"40\" green=\"40\" blue=\"40\"/>\n  <color red=\"220\" green=\"220\" blue=\"220\"/>\n </colors>\n"
		bitmap = "<bitmap><pair piece=\"0\" result=\"0\"/><pair piece=\"1\" result=\"1\"/></bitmap>"
	}
	shapes += voxel(p.Board().Draw(func(c int) string { return string(rune(p.ColourAt(c, corner))) }), square)
	name := ""
	if e.Title != "" {
		name = fmt.Sprintf(" name=\"%s\"", html.EscapeString(e.Title))
	}
	if gaps := p.Gaps(); gaps.Most > 0 && gaps.Most < p.Board().Len() {
		name += fmt.Sprintf(" maxHoles=\"%d\"", gaps.Most)
	}
	return fmt.Sprintf(`<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
%s <shapes>
%s </shapes>
 <problems>
  <problem%s state="0">
   <shapes>
%s   </shapes>
   <result id="%d"/>
   %s
  </problem>
 </problems>
 <comment>%s</comment>
</puzzle>
`, colours, shapes, name, parts, id, bitmap, html.EscapeString(e.Source))
}

// voxel returns a shape that is drawn in B, W, X, # and _. square stands for a filled cell.
func voxel(drawn, square string) string {
	first, _, _ := strings.Cut(drawn, "\n")
	cells := strings.NewReplacer(",", "", "\n", "", " ", "", "##", "_", "#", "_", "B", square+"1", "W", square+"2", "X", square).Replace(drawn)
	return fmt.Sprintf("  <voxel x=\"%d\" y=\"%d\" z=\"1\" type=\"0\">%s</voxel>\n", strings.Count(first, ",")+1, strings.Count(drawn, "\n"), cells)
}

// xmlNode is an element of a small xml file, and where it begins.
type xmlNode struct {
	place
	name     string
	attrs    map[string]string
	children []*xmlNode
	text     string
	raw      []byte // text while the element is open
	loose    bool   // what is in it is not looked at
}

// number returns an attribute that is a number in a range.
func (n *xmlNode) number(name string, least, most int) int {
	value, err := strconv.Atoi(n.attrs[name])
	if err != nil || value < least || value > most {
		what := strconv.Itoa(least)
		if least < most {
			what = fmt.Sprintf("a number from %d to %d", least, most)
		}
		n.fail("%s=%q of <%s>; only "+what+" is read", name, n.attrs[name], n.name)
	}
	return value
}

// child returns the first child of a name, or an empty element.
func (n *xmlNode) child(name string) *xmlNode {
	for _, child := range n.children {
		if child.name == name {
			return child
		}
	}
	return &xmlNode{place: n.place, name: name}
}

// maxElements bounds an xml file. Those of the largest puzzles have far fewer.
const maxElements = 50_000

// charsets are the encodings that the declaration of an xml file may name: a text was decoded before it was looked at.
var charsets = []string{"iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"}

// xmlTree reads an xml file that has the given parts: see [burrParts]. skipped has those that occurred
// and say nothing. Entities other than those of xml itself are errors.
func (s *Source) xmlTree(data []byte, parts map[string]string) (root *xmlNode, skipped []string) {
	d := xml.NewDecoder(bytes.NewReader(data))
	open := []*xmlNode{{place: place{Source: s}}}
	line, col := 1, 1
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		s.failIf(!slices.Contains(charsets, strings.ToLower(charset)), line, col, "its encoding is %s; save it in UTF-8", base.Shortened(charset))
		return in, nil
	}
	for count := 0; ; {
		line, col = d.InputPos()
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(open) == 1 && len(open[0].children) > 0 {
			return open[0].children[0], skipped
		}
		above := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			node := &xmlNode{place: place{s, line, col}, name: token.Name.Local, attrs: map[string]string{}}
			count++
			node.failIf(count > maxElements, "more than %d elements", maxElements)
			attrs := above.partOf(node, parts)
			node.loose = attrs == "*"
			for _, attr := range token.Attr {
				node.attrs[attr.Name.Local] = attr.Value
				node.failIf(attrs != "*" && attrs != "-" && !slices.Contains(strings.Fields(attrs), attr.Name.Local), "the attribute %q of <%s> is unknown", attr.Name.Local, node.name)
			}
			if attrs == "-" {
				if count--; !slices.Contains(skipped, node.name) {
					skipped = append(skipped, node.name)
				}
				err = d.Skip()
				break
			}
			above.children = append(above.children, node)
			open = append(open, node)
		case xml.EndElement:
			above.text, above.raw = string(above.raw), nil
			open = open[:len(open)-1]
		case xml.CharData:
			above.raw = append(above.raw, token...)
		}
		s.failIf(err != nil, line, col, "this is not an xml file; it ends too early, or something in it is not closed")
	}
}

// partOf returns the attributes that an element may have in this one. It fails if there is no such part.
func (n *xmlNode) partOf(part *xmlNode, parts map[string]string) string {
	if n.loose {
		return "*"
	}
	attrs, known := parts[strings.TrimPrefix(n.name+"/"+part.name, "/")]
	part.failIf(n.name == "" && len(n.children) > 0, "a second element <%s> beside the first", part.name)
	part.failIf(!known && n.name == "", "<%s> is not <puzzle>", part.name)
	part.failIf(!known, "the element <%s> in <%s> is unknown", part.name, n.name)
	return attrs
}
