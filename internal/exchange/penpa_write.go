package exchange

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"crosscut/puzzle"
)

const (
	penpaPage  = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
	penpaScale = 38  // the size of a square in the editor
	penpaMost  = 100 // rows and columns that the editor allows
)

func writePenpa(e *Entry) ([]byte, error) {
	p, ok := e.Puzzle.(puzzle.Numbered)
	if !ok {
		return nil, cannotHave("penpa", "a puzzle of the family %s; only numbers are written", e.Puzzle.Family())
	}
	rules, err := penpaWords(e.Puzzle)
	if err != nil {
		return nil, err
	}
	board := p.Board()
	if max(board.Width(), board.Height()) > penpaMost {
		return nil, cannotHave("penpa", "a board of %dx%d squares; the most is %dx%d", board.Width(), board.Height(), penpaMost, penpaMost)
	}
	width := board.Width() + 2*penpaMargin
	numbers := map[string]any{}
	squares, previous := []int{}, 0
	for c := range board.Len() {
		row, col := board.Pos(c)
		at := (row+penpaMargin)*width + col + penpaMargin
		squares, previous = append(squares, at-previous), at
		if k := p.Clue(c); k != puzzle.Empty {
			numbers[strconv.Itoa(at)] = []any{strconv.Itoa(k), 1, "1"} // black, of normal size
		}
	}
	escape := strings.NewReplacer(",", "%2C", "\n", "%2D", "&", "%2E", "=", "%2F")
	centre := (board.Height()/2+penpaMargin)*width + board.Width()/2 + penpaMargin
	header := fmt.Sprintf("square,%d,%d,%d,0,1,1,%d,%d,%d,%d,0,0,0,0,Title: %s,Author: %s,%s,%s,OFF,false,",
		board.Width(), board.Height(), penpaScale, (board.Width()+1)*penpaScale, (board.Height()+1)*penpaScale, centre, centre,
		escape.Replace(e.Title), escape.Replace(e.Author), escape.Replace(e.Source), escape.Replace(rules))
	mode := map[string]any{"qa": "pu_q", "grid": []string{"1", "2", "1"}, "pu_q": penpaTools("number"), "pu_a": penpaTools("number")}
	nothing := penpaDrawing(nil)
	text := packPenpa(header, []int{0, 0, 0, 0}, mode, penpaDrawing(numbers), nothing, squares, []string{}, map[string]bool{},
		"x", "x", []int{3, 2, 3}, mode, "x", 0, nothing, nothing, map[string]bool{}, []string{})
	return []byte(penpaPage + text + "\n"), nil
}

// penpaWords returns the rules of a puzzle, which begin with the name of its family. It
// refuses puzzles whose rules the reader could not find again.
func penpaWords(p puzzle.Puzzle) (string, error) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		names := map[puzzle.Moves]string{puzzle.King: "Hidato: %d. They touch by a side or a corner.", puzzle.Rook: "Numbrix: %d. They touch by a side."}
		words, ok := names[p.Moves()]
		if !ok {
			return "", cannotHave("penpa", "moves: %s; only boards of squares are written", p.Moves())
		}
		return strings.Replace(words, "%d", fmt.Sprintf("write the numbers 1 to %d so that consecutive numbers touch", p.High()), 1), nil
	case *puzzle.Magic:
		switch n := p.Order(); {
		case p.Low() != 1:
			return "", cannotHave("penpa", "numbers: %d..%d; only 1..%d is written", p.Low(), p.High(), n*n)
		case p.Sum() != puzzle.MagicSum(n, 1):
			return "", cannotHave("penpa", "sum: %d", p.Sum())
		case !p.Diagonals():
			return "", cannotHave("penpa", "diagonals: no")
		}
		return fmt.Sprintf("Magic square: write the numbers 1 to %d so that every row, every column and both diagonals have the sum %d.", p.High(), p.Sum()), nil
	}
	return "", cannotHave("penpa", "a puzzle of the type %T", p)
}

func penpaTools(chosen string) map[string]any {
	return map[string]any{"edit_mode": chosen, "number": []any{"1", 1}}
}

// penpaDrawing is what somebody has drawn: numbers only.
func penpaDrawing(numbers map[string]any) map[string]any {
	drawing := map[string]any{}
	for _, key := range []string{"surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE", "freeline", "freelineE"} {
		drawing[key] = struct{}{}
	}
	for _, key := range []string{"thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"} {
		drawing[key] = []int{}
	}
	for _, key := range []string{"command_redo", "command_undo", "command_replay"} {
		drawing[key] = map[string]any{"__a": []int{}}
	}
	if numbers != nil {
		drawing["number"] = numbers
	}
	return drawing
}

// packPenpa returns the lines of an address as its part p=.
func packPenpa(header string, lines ...any) string {
	text := header + "\n"
	for i, line := range lines {
		data, _ := json.Marshal(line) // cannot fail for numbers, texts, lists and objects of them
		if i > 0 {
			text += "\n"
		}
		text += string(data)
	}
	for _, code := range penpaCodes {
		text = strings.ReplaceAll(text, code.long, code.short)
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // fails only for an unknown level
	w.Write([]byte(text))                                   // a buffer does not fail
	w.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}
