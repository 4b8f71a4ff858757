package exchange

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The JSON in which LinkedIn's page gets a Zip, alone or anywhere within an answer:
//
//	{"gridSize": 3, "orderedSequence": [0, 2, 8], "walls": [{"cellIdx": 4, "direction": "DOWN"}], "solution": [0, …]}
//
// The squares are counted row by row from 0. orderedSequence has those of the numbers 1, 2, 3 and so on, and solution those of
// the whole line. Directions may have "WallDirection_" before them. The page describes it nowhere; programs that read it agree.

// linkedinZip is a Zip, as it is read and written.
type linkedinZip struct {
	GridSize        int            `json:"gridSize"`
	OrderedSequence []int          `json:"orderedSequence"`
	Solution        []int          `json:"solution,omitempty"`
	Walls           []linkedinWall `json:"walls"`
}

type linkedinWall struct {
	CellIdx   int    `json:"cellIdx"`
	Direction string `json:"direction"`
}

// linkedinSides are the directions of walls, as rows and columns.
var linkedinSides = map[string][2]int{"UP": {-1, 0}, "DOWN": {1, 0}, "LEFT": {0, -1}, "RIGHT": {0, 1}}

// json reads the text as JSON.
func (s *Source) json() (document any) {
	wrong := (*json.SyntaxError)(nil)
	switch err := json.Unmarshal(s.Data, &document); {
	case errors.As(err, &wrong):
		before := string(s.Data[:min(int(wrong.Offset), len(s.Data))])
		line, col := strings.Count(before, "\n")+1, len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))+1
		s.fail(line, col, "not JSON: a quote, a comma or a bracket is missing, or one is too many, or lists stand too deep in each other")
	case err != nil:
		s.fail(0, 0, "JSON with a number that is too large")
	}
	return document
}

// readMatrix reads a board of numbers that is a list of rows, or a member of an object that has no other such list. Several
// lists of 0 and 1 are stones.
func readMatrix(s *Source) []*Entry {
	document := s.json()
	members, _ := document.(map[string]any)
	values, _ := document.([]any)
	stones := matrixOf(document) == nil && values != nil
	if !stones {
		values = []any{document}
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		values = append(values, members[key])
	}
	var rows []string
	boards := 0
	for _, value := range values {
		board := matrixOf(value)
		for i := 0; board == nil && i < len(widths); i++ {
			board = chunked(value, members[widths[i]])
		}
		if board != nil {
			rows, boards = append(rows, board...), boards+1
		}
	}
	ones := strings.Trim(strings.Join(rows, ""), "[]01,") == ""
	s.failIf(boards > 1 && !stones && (!ones || s.Family != "" || strings.Count(strings.Join(rows, ""), "1") < 3), 0, 0, "two boards in one object; give the list of rows of one of them, as in [[1,0],[0,4]]")
	s.failIf(boards == 0 || stones && !ones || boards == 1 && !(isSize(members["height"], len(rows)) && isSize(members["width"], strings.Count(rows[0], ",")+1)), 0, 0, "JSON without a board that is read here: a list of rows, as in [[1,0],[0,4]], or a Zip of LinkedIn with orderedSequence, or stones, as in [[[1,1],[0,1]],[[1,1]]]")
	if stones {
		s.Family = cmp.Or(s.Family, string(puzzle.FamilyDraughtboard))
	}
	return s.rows(rows)
}

// widths are the members that may say how many cells of a list of cells are a row.
var widths = []string{"width", "cols", "columns", "size", "n"}

// chunked returns the rows of a list of all cells, if a member is the length of one.
func chunked(value, member any) []string {
	cells, _ := value.([]any)
	width, _ := member.(float64)
	if width < 1 || width > puzzle.MaxCells || width != math.Trunc(width) || len(cells)%int(width) > 0 {
		return nil
	}
	return matrixOf(slices.Collect(slices.Chunk(cells, int(width))))
}

// isSize reports whether a member that may be missing can be a number of rows or columns.
func isSize(member any, n int) bool {
	size, said := member.(float64)
	return !said || size == float64(n)
}

// rows reads a puzzle whose rows have been found.
func (s *Source) rows(rows []string) []*Entry {
	file, err := text.Read(strings.NewReader(strings.Join(rows, "\n")), s.Name, puzzle.Family(s.Family))
	row, _ := placeOf(err)
	s.below(err, 0, 0, fmt.Sprintf("row %d of the list: ", max(row, 1)))
	return []*Entry{{File: *file}}
}

var matrixJSON = like(`\A\[(?:\[(?:(?:[-+.\de]+|"[^"\[\]]*"|null),?)+\],?)+\]\z`)

// matrixOf returns the rows of a list of lists of numbers and texts, and nil for anything else.
func matrixOf(value any) []string {
	data, _ := json.Marshal(value) // cannot fail for what was JSON
	if !matrixJSON.in(string(data)) {
		return nil
	}
	return strings.Split(strings.ReplaceAll(string(data), "],[", "]\n["), "\n")
}

func readLinkedIn(s *Source) (entries []*Entry) {
	for _, object := range zipsIn(s.json(), nil) {
		entries = append(entries, s.linkedinEntry(object))
	}
	s.failIf(len(entries) == 0, 0, 0, "no Zip in it: no object has the member orderedSequence")
	return entries
}

// zipsIn appends the objects of a document that are Zips.
func zipsIn(document any, found []map[string]any) []map[string]any {
	switch value := document.(type) {
	case []any:
		for _, member := range value {
			found = zipsIn(member, found)
		}
	case map[string]any:
		if _, isZip := value["orderedSequence"]; isZip {
			return append(found, value)
		}
		for _, key := range slices.Sorted(maps.Keys(value)) {
			found = zipsIn(value[key], found)
		}
	}
	return found
}

func (s *Source) linkedinEntry(object map[string]any) *Entry {
	var zip linkedinZip
	data, _ := json.Marshal(object) // cannot fail for what was JSON
	err := json.Unmarshal(data, &zip)
	s.failIf(err != nil, 0, 0, "not a Zip: gridSize is a number, orderedSequence and solution are lists of numbers, and walls is a list of objects with cellIdx and direction")
	p := s.linkedinPuzzle(&zip)
	e := s.entry(p, "", "")
	e.Left = slices.DeleteFunc(slices.Sorted(maps.Keys(object)), func(key string) bool {
		return slices.Contains([]string{"gridSize", "orderedSequence", "solution", "walls"}, key)
	})
	if len(zip.Solution) == 0 {
		return e
	}
	e.Solution = make(puzzle.Solution, p.Board().Len())
	for i, c := range zip.Solution {
		s.failIf(c < 0 || c >= len(e.Solution), 0, 0, "solution: there is no square %d", c)
		e.Solution[c] = i + 1
	}
	err = p.Check(e.Solution)
	s.failIf(err != nil, 0, 0, "solution: %v", err)
	return e
}

// linkedinPuzzle makes the puzzle of a Zip.
func (s *Source) linkedinPuzzle(zip *linkedinZip) puzzle.Puzzle {
	s.failIf(zip.GridSize < 1 || zip.GridSize > puzzle.MaxCells, 0, 0, "gridSize %d; it is the number of rows and of columns of a square board", zip.GridSize)
	d := s.drawing(0, 0, zip.GridSize, zip.GridSize)
	stations := zip.OrderedSequence
	names := []string{"puzzle: numbrix\norder:"}
	for _, c := range stations {
		s.failIf(c < 0 || c >= len(d.squares), 0, 0, "orderedSequence: there is no square %d", c)
		names = append(names, d.name(c))
	}
	s.failIf(len(stations) < 2, 0, 0, "orderedSequence: a Zip has at least two numbers")
	for _, wall := range zip.Walls {
		side, known := linkedinSides[strings.ToUpper(strings.TrimPrefix(wall.Direction, "WallDirection_"))]
		beside := d.at(wall.CellIdx/zip.GridSize+side[0], wall.CellIdx%zip.GridSize+side[1])
		s.failIf(!known || wall.CellIdx < 0 || wall.CellIdx >= len(d.squares) || !d.join("walls", wall.CellIdx, beside), 0, 0, "walls: no wall on the side %s of the square %d", wall.Direction, wall.CellIdx)
	}
	d.squares[stations[0]], d.squares[stations[len(stations)-1]] = "1", strconv.Itoa(len(d.squares))
	return d.read(strings.Join(names, " "), "")
}

func writeLinkedIn(e *Entry) string {
	p, ok := e.Puzzle.(*puzzle.Hidoku)
	zip := ok && p.Ranked() && p.Board().Len() > 1 && p.Rules().Moves == puzzle.Rook
	refuse(!zip || p.Board().Width() != p.Board().Height() || p.Board().Len() != p.Board().Width()*p.Board().Height(), "a puzzle that is no Zip on a square board")
	variant := puzzle.Variant(p)
	refuse(variant != "clues: order" && variant != "walls, clues: order", "a puzzle with %s", variant)
	written := linkedinZip{GridSize: p.Board().Width(), OrderedSequence: p.Ascending(), Walls: []linkedinWall{}}
	for _, pair := range p.Rules().Walls {
		written.Walls = append(written.Walls, linkedinWall{pair[0], map[bool]string{true: "RIGHT", false: "DOWN"}[pair[1] == pair[0]+1]})
	}
	written.Solution = make([]int, len(e.Solution))
	for c, k := range e.Solution {
		written.Solution[k-1] = c
	}
	line, _ := json.Marshal(written) // cannot fail for numbers and texts
	return string(line) + "\n"
}
