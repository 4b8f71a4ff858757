package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
// The squares are counted row by row from 0. orderedSequence has those of the numbers 1, 2, 3 and
// so on, and solution those of the whole line. Directions are UP, DOWN, LEFT and RIGHT, also with
// "WallDirection_" before them. The page describes it nowhere; programs that read it agree.

// linkedinZip is a Zip. Its members have the names of the form.
type linkedinZip struct {
	GridSize        int
	OrderedSequence []int
	Solution        []int
	Walls           []linkedinWall
}

type linkedinWall struct {
	CellIdx   int
	Direction string
}

// linkedinSides are the directions of walls, as rows and columns.
var linkedinSides = map[string][2]int{"UP": {-1, 0}, "DOWN": {1, 0}, "LEFT": {0, -1}, "RIGHT": {0, 1}}

// json reads the text as JSON.
func (s *Source) json() (document any, err error) {
	wrong := (*json.SyntaxError)(nil)
	switch err = json.Unmarshal(s.Data, &document); {
	case errors.As(err, &wrong):
		return nil, s.failAt(string(s.Data), int(wrong.Offset), "not JSON: a quote, a comma or a bracket is missing, or one is too many")
	case err != nil:
		return nil, s.fail(0, 0, "not JSON: it is too deep")
	}
	return document, nil
}

// readMatrix reads a board of numbers that is a list of rows, or a member of an object that has no other such list.
func readMatrix(s *Source) ([]*Entry, error) {
	document, err := s.json()
	if err != nil {
		return nil, err
	}
	rows := matrixOf(document)
	if members, is := document.(map[string]any); is {
		for _, key := range slices.Sorted(maps.Keys(members)) {
			if found := matrixOf(members[key]); found != nil && rows != nil {
				return nil, s.fail(0, 0, "two boards in one object; give the list of rows of one of them, as in [[1,0],[0,4]]")
			} else if found != nil {
				rows = found
			}
		}
	}
	if rows == nil {
		return nil, s.fail(0, 0, "JSON without a board that is read here: a list of rows, as in [[1,0],[0,4]], or a Zip of LinkedIn with orderedSequence")
	}
	file, err := text.Read(strings.NewReader(strings.Join(rows, "\n")), s.Name, puzzle.Family(s.Family))
	if err != nil {
		row, _ := placeOf(err)
		return nil, s.below(err, 0, 0, fmt.Sprintf("row %d of the list: ", max(row, 1)))
	}
	return []*Entry{{File: *file}}, nil
}

// matrixOf returns the rows of a list of lists of numbers and texts, and nil for anything else.
func matrixOf(value any) (rows []string) {
	list, _ := value.([]any)
	for _, of := range list {
		cells, isList := of.([]any)
		var texts []string
		for _, cell := range cells {
			switch cell := cell.(type) {
			case float64:
				texts = append(texts, strconv.FormatFloat(cell, 'f', -1, 64))
			case string:
				texts = append(texts, strings.ReplaceAll(strings.ReplaceAll(cell, "\n", " "), ",", ";"))
			case nil:
				texts = append(texts, "_")
			default:
				return nil
			}
		}
		if !isList || len(texts) == 0 {
			return nil
		}
		rows = append(rows, strings.Join(texts, ","))
	}
	return rows
}

func readLinkedIn(s *Source) ([]*Entry, error) {
	document, err := s.json()
	if err != nil {
		return nil, err
	}
	var entries []*Entry
	for _, object := range zipsIn(document, nil) {
		e, err := s.linkedinEntry(object)
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if len(entries) == 0 {
		return nil, s.fail(0, 0, "no Zip in it: no object has the member orderedSequence")
	}
	return entries, nil
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

func (s *Source) linkedinEntry(object map[string]any) (*Entry, error) {
	var zip linkedinZip
	data, err := json.Marshal(object)
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(data)).Decode(&zip)
	}
	if err != nil {
		return nil, s.fail(0, 0, "not a Zip: gridSize is a number, orderedSequence and solution are lists of numbers, and walls is a list of objects with cellIdx and direction")
	}
	if zip.GridSize < 1 || zip.GridSize > puzzle.MaxCells {
		return nil, s.fail(0, 0, "gridSize %d; it is the number of rows and of columns of a square board", zip.GridSize)
	}
	if err := s.room(0, zip.GridSize, zip.GridSize); err != nil {
		return nil, err
	}
	p, err := s.linkedinPuzzle(&zip)
	if err != nil {
		return nil, err
	}
	e := s.entry(p, "", "")
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !slices.Contains([]string{"gridSize", "orderedSequence", "solution", "walls"}, key) {
			e.Left = append(e.Left, key)
		}
	}
	if len(zip.Solution) == 0 {
		return e, nil
	}
	solution := make(puzzle.Solution, p.Board().Len())
	for i, c := range zip.Solution {
		if c < 0 || c >= len(solution) {
			return nil, s.fail(0, 0, "solution: there is no square %d", c)
		}
		solution[c] = i + 1
	}
	if err := p.Check(solution); err != nil {
		return nil, s.fail(0, 0, "solution: %v", err)
	}
	e.Solution = solution
	return e, nil
}

// linkedinPuzzle makes the puzzle of a Zip whose size is right.
func (s *Source) linkedinPuzzle(zip *linkedinZip) (puzzle.Puzzle, error) {
	board, err := puzzle.NewBoard(zip.GridSize, zip.GridSize, nil)
	if err != nil {
		return nil, s.fail(0, 0, "gridSize: %v", err)
	}
	cells := board.Len()
	for _, c := range zip.OrderedSequence {
		if c < 0 || c >= cells {
			return nil, s.fail(0, 0, "orderedSequence: there is no square %d", c)
		}
	}
	last := len(zip.OrderedSequence) - 1
	if last < 1 {
		return nil, s.fail(0, 0, "orderedSequence: a Zip has at least two numbers")
	}
	rules, met := puzzle.HidokuRules{Moves: puzzle.Rook, Order: zip.OrderedSequence}, make(map[[2]int]bool)
	for _, wall := range zip.Walls {
		side, known := linkedinSides[strings.ToUpper(strings.TrimPrefix(wall.Direction, "WallDirection_"))]
		row, col := wall.CellIdx/zip.GridSize+side[0], wall.CellIdx%zip.GridSize+side[1]
		if !known || wall.CellIdx < 0 || wall.CellIdx >= cells || board.Cell(row, col) < 0 {
			return nil, s.fail(0, 0, "walls: no wall on the side %s of the square %d", wall.Direction, wall.CellIdx)
		}
		pair := [2]int{min(wall.CellIdx, board.Cell(row, col)), max(wall.CellIdx, board.Cell(row, col))}
		if !met[pair] { // the two squares may each name it
			rules.Walls, met[pair] = append(rules.Walls, pair), true
		}
	}
	clues := slices.Repeat([]int{puzzle.Empty}, cells)
	clues[zip.OrderedSequence[0]], clues[zip.OrderedSequence[last]] = 1, cells
	p, err := rules.New(board, clues)
	if err != nil {
		return nil, s.fail(0, 0, "%v", err)
	}
	return p, nil
}

func writeLinkedIn(e *Entry) ([]byte, error) {
	p, ok := e.Puzzle.(*puzzle.Hidoku)
	if !ok || !p.Ranked() || p.Board().Len() < 2 || p.Rules().Moves != puzzle.Rook || p.Board().Width() != p.Board().Height() || p.Board().Len() != p.Board().Width()*p.Board().Height() {
		return nil, cannotHave("linkedin", "a puzzle that is no Zip on a square board")
	}
	if variant := puzzle.Variant(p); variant != "clues: order" && variant != "walls, clues: order" {
		return nil, cannotHave("linkedin", "a puzzle with %s", variant)
	}
	type wall struct {
		Cell      int    `json:"cellIdx"`
		Direction string `json:"direction"`
	}
	walls := []wall{}
	for _, pair := range p.Rules().Walls {
		walls = append(walls, wall{pair[0], map[bool]string{true: "RIGHT", false: "DOWN"}[pair[1] == pair[0]+1]})
	}
	zip := map[string]any{"gridSize": p.Board().Width(), "orderedSequence": p.Ascending(), "walls": walls}
	if e.Solution != nil {
		path := make([]int, len(e.Solution))
		for c, k := range e.Solution {
			path[k-1] = c
		}
		zip["solution"] = path
	}
	line, err := json.Marshal(zip)
	return append(line, '\n'), err
}
