package statement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// maxPlaces is the largest number of places. Each has a set of others.
const maxPlaces = 1 << 16

// stones is a draughtboard: stones, turned and perhaps flipped, cover each cell once.
// Stones that can be turned into each other are of one kind.
type stones struct {
	*board
	what     string
	corners  []byte // the colours that the first square may have, B or W
	coloured bool   // some stone has a colour
	kinds    []kind
	kindOf   map[string]int // by the name of a stone
	forms    map[string]int // the kinds by their forms
	places   []place
	index    map[string]int // by the name of a place
	on       [][]int        // per cell, the places that cover it
	clash    []*big.Int     // per place, the set of places that cannot be used with it
	dead     *big.Int       // the places that cannot be used
	facts    map[int]stoneFact
}

// kind is stones of one form.
type kind struct {
	name   string // of its first stone
	stones int    // how many
	size   int    // in cells
	places []int
}

// place is where a stone can lie.
type place struct {
	kind    int
	cells   []int  // ascending
	corners uint   // bit i: it fits if the first square has colour corners[i]
	name    string // "stone A on r1c1 r1c2"
}

// stoneFact is what a variable means: a place is used, the first square has a colour, or at
// least so many of some places are used.
type stoneFact struct {
	place  int // −1 if it is another fact
	corner int // −1 if it is another fact
	of     []int
	value  int
}

// spot is a square of a stone and its colour: B, W, or X for any.
type spot struct {
	position
	colour byte
}

// newStones returns the rules of a draughtboard.
func newStones(ctx context.Context, f *file) (rules, error) {
	s := &stones{kindOf: make(map[string]int), forms: make(map[string]int), index: make(map[string]int), dead: new(big.Int), facts: make(map[int]stoneFact)}
	blocks := f.blocks
	var drawnBoard [][]string
	if size, said := f.headers["board"]; !said {
		return nil, &NotCoveredError{"a draughtboard without the header \"board\""}
	} else if size == "" {
		if len(blocks) == 0 {
			return nil, errors.New("no board")
		}
		var err error
		if s.board, err = newBoard(blocks[0]); err != nil {
			return nil, err
		}
		drawnBoard, blocks = blocks[0], blocks[1:]
	} else if err := s.sized(size); err != nil {
		return nil, err
	}
	drawn := make([][]spot, len(blocks))
	for i, rows := range blocks {
		var err error
		if drawn[i], err = stoneOf(rows); err != nil {
			return nil, fmt.Errorf("stone %s: %w", letters(i), err)
		}
	}
	if err := s.colours(f.headers["corner"], drawn); err != nil {
		return nil, err
	}
	if err := s.agrees(drawnBoard, f.headers["corner"]); err != nil {
		return nil, err
	}
	flips := f.headers["flips"]
	if flips != "" && flips != "yes" && flips != "no" {
		return nil, fmt.Errorf("flips %q; it is yes or no", shortened(flips))
	}
	for i, stone := range drawn {
		s.addStone(letters(i), turned(stone, flips != "no"))
	}
	if err := s.findClashes(ctx); err != nil {
		return nil, err
	}
	s.what = fmt.Sprintf("draughtboard of %s in %s and %s, %s of %s, first square %s, flips %s",
		counted(len(s.cells), "cell"), counted(s.height, "row"), counted(s.width, "column"),
		counted(len(blocks), "stone"), counted(len(s.kinds), "kind"), cmp.Or(f.headers["corner"], "any"), cmp.Or(flips, "yes"))
	return s, nil
}

// String describes the puzzle.
func (s *stones) String() string { return s.what }

// sized sets a board of "8x8", columns and rows.
func (s *stones) sized(text string) (err error) {
	columns, rows, _ := strings.Cut(text, "x")
	width, err := natural(columns)
	if err != nil {
		return err
	}
	height, err := natural(rows)
	if err != nil {
		return err
	}
	if width*height == 0 || width*height > maxCells {
		return fmt.Errorf("a board of %s", shortened(text))
	}
	s.board, err = newBoard(slices.Repeat([][]string{slices.Repeat([]string{"_"}, width)}, height))
	return err
}

// stoneOf returns the squares of a drawn stone.
func stoneOf(rows [][]string) ([]spot, error) {
	var stone []spot
	for r, row := range rows {
		for c, square := range row {
			switch square {
			case "B", "W", "X":
				stone = append(stone, spot{position{r, c}, square[0]})
			case "_", "__", "":
			default:
				return nil, fmt.Errorf("%q is not B, W, X or _", shortened(square))
			}
		}
	}
	if len(stone) == 0 {
		return nil, errors.New("it has no squares")
	}
	return stone, nil
}

// colours sets the colours that the first square may have. A colouring is impossible if it
// has fewer squares of a colour than the stones.
func (s *stones) colours(corner string, drawn [][]spot) error {
	count := make(map[byte]int)
	for _, stone := range drawn {
		for _, q := range stone {
			count[q.colour]++
		}
	}
	s.coloured = count['B']+count['W'] > 0
	switch {
	case corner == "B", corner == "W":
		s.corners = []byte(corner)
	case corner != "any":
		return &NotCoveredError{fmt.Sprintf("the corner %q of a draughtboard", shortened(corner))}
	case !s.coloured:
		s.corners = []byte("B")
	default:
		s.corners = []byte("BW")
	}
	s.corners = slices.DeleteFunc(s.corners, func(corner byte) bool {
		squares := make(map[byte]int)
		for _, p := range s.cells {
			squares[colourAt(p, corner)]++
		}
		return squares['B'] < count['B'] || squares['W'] < count['W']
	})
	return nil
}

// agrees returns an error if a drawn board has other colours than the header says, or is not
// chequered.
func (s *stones) agrees(drawn [][]string, corner string) error {
	for r, row := range drawn {
		for c, square := range row {
			p := position{r, c}
			switch square {
			case "_", "__", "X", "#", "##":
			case "B", "W":
				if corner == "any" {
					corner = string(colourAt(p, square[0])) // so say the squares that follow
				}
				if square[0] != colourAt(p, corner[0]) {
					return fmt.Errorf("%s: the corner %s gives it the other colour", p.name(), corner)
				}
			default:
				return fmt.Errorf("%s: %q is not B, W, X, _ or #", p.name(), shortened(square))
			}
		}
	}
	return nil
}

// colourAt is the colour of a square if the first one has the colour corner.
func colourAt(p position, corner byte) byte {
	if (p.row+p.col)%2 == 0 {
		return corner
	}
	return 'B' + 'W' - corner
}

// turned returns the different forms of a stone, turned and perhaps flipped. Each is moved
// so that its first square in reading order is r1c1.
func turned(stone []spot, flips bool) [][]spot {
	var all [][]spot
	for turn := range 8 {
		if turn == 4 && !flips {
			break
		}
		version := slices.Clone(stone)
		for i, q := range version {
			if turn >= 4 {
				q.col = -q.col
			}
			for range turn % 4 {
				q.row, q.col = q.col, -q.row
			}
			version[i] = q
		}
		slices.SortFunc(version, bySquare)
		first := version[0]
		for i := range version {
			version[i].row -= first.row
			version[i].col -= first.col
		}
		if !slices.ContainsFunc(all, func(other []spot) bool { return slices.Equal(other, version) }) {
			all = append(all, version)
		}
	}
	slices.SortFunc(all, func(a, b []spot) int { return slices.CompareFunc(a, b, bySquare) })
	return all
}

// bySquare compares spots in reading order, and then by colour.
func bySquare(a, b spot) int {
	return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col), cmp.Compare(a.colour, b.colour))
}

// addStone adds a stone of the given forms. If it is the first of its kind it adds the kind.
func (s *stones) addStone(name string, forms [][]spot) {
	form := fmt.Sprint(forms[0], len(forms)) // equal for stones that can be turned into each other
	if i, again := s.forms[form]; again {
		s.kinds[i].stones++
		s.kindOf[name] = i
		return
	}
	i := len(s.kinds)
	s.forms[form], s.kindOf[name] = i, i
	s.kinds = append(s.kinds, kind{name: name, stones: 1, size: len(forms[0])})
	for _, first := range s.cells {
		for _, version := range forms {
			s.addPlace(i, version, first)
		}
	}
}

// addPlace adds the place of a kind whose first square is the given one, if there is one.
func (s *stones) addPlace(kind int, version []spot, first position) {
	q := place{kind: kind, corners: 1<<len(s.corners) - 1}
	for _, spot := range version {
		p := position{first.row + spot.row, first.col + spot.col}
		c, isCell := s.at[p]
		if !isCell {
			return
		}
		q.cells = append(q.cells, c)
		for i, corner := range s.corners {
			if spot.colour != 'X' && spot.colour != colourAt(p, corner) {
				q.corners &^= 1 << i
			}
		}
	}
	if q.corners == 0 {
		return
	}
	q.name = s.nameOf(kind, q.cells)
	if i, again := s.index[q.name]; again {
		s.places[i].corners |= q.corners
		return
	}
	s.index[q.name] = len(s.places)
	s.kinds[kind].places = append(s.kinds[kind].places, len(s.places))
	s.places = append(s.places, q)
}

// nameOf is the name of a place.
func (s *stones) nameOf(kind int, cells []int) string {
	name := "stone " + s.kinds[kind].name + " on"
	for _, c := range cells {
		name += " " + s.cells[c].name()
	}
	return name
}

// letters is the name of a stone, counted from 0: A to Z, AA, AB and so on.
func letters(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letters(i/26-1) + string(rune('A'+i%26))
}

// findClashes finds the places that cannot be used together: they share a cell, are of a
// kind with one stone, or need different colours of the first square.
func (s *stones) findClashes(ctx context.Context) error {
	if len(s.places) > maxPlaces {
		return &NotCoveredError{fmt.Sprintf("stones with more than %d places", maxPlaces)}
	}
	s.on = make([][]int, len(s.cells))
	ofKind := make([]big.Int, len(s.kinds))
	ofCorners := make([]big.Int, 4) // by the set of corners
	for i, q := range s.places {
		for _, c := range q.cells {
			s.on[c] = append(s.on[c], i)
		}
		ofKind[q.kind].SetBit(&ofKind[q.kind], i, 1)
		ofCorners[q.corners].SetBit(&ofCorners[q.corners], i, 1)
	}
	for i, q := range s.places {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		set := new(big.Int)
		for _, c := range q.cells {
			for _, j := range s.on[c] {
				set.SetBit(set, j, 1)
			}
		}
		if s.kinds[q.kind].stones == 1 {
			set.Or(set, &ofKind[q.kind])
		}
		if len(s.corners) == 2 {
			set.Or(set, &ofCorners[3&^q.corners]) // 3 needs none, and no place has 0
		}
		set.SetBit(set, i, 0)
		s.clash = append(s.clash, set)
	}
	return nil
}
