package serve

import (
	"encoding/json"
	"strconv"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// AppendSolution appends the object of [newSolution] to text, as [json.Marshal] writes it. It is
// several times as fast, because it makes no value for each cell.
func AppendSolution(content []byte, file *text.File, n int, s puzzle.Solution) []byte {
	content = appendString(append(content, `{"file":`...), file.Name)
	content = strconv.AppendInt(append(content, `,"solution":`...), int64(n), 10)
	content = append(content, `,"rows":[`...)
	board, numbers := file.Puzzle.Board(), HasNumbers(file.Puzzle)
	for r := range board.Height() {
		content = append(content, '[')
		for c := range board.Width() {
			switch cell := board.Cell(r, c); {
			case cell < 0 || !numbers && s[cell] == puzzle.Bare:
				content = append(content, "null"...)
			case numbers:
				content = strconv.AppendInt(content, int64(s[cell]), 10)
			default:
				content = appendString(content, file.Puzzle.Label(cell, s[cell]))
			}
			content = append(content, ',')
		}
		content = append(content[:len(content)-1], "],"...)
	}
	return append(content[:len(content)-1], "]}"...)
}

func appendString(text []byte, s string) []byte {
	for i := range len(s) {
		switch b := s[i]; {
		case b < ' ', b >= 0x7f, b == '"', b == '\\', b == '<', b == '>', b == '&':
			quoted, _ := json.Marshal(s) // a string never fails
			return append(text, quoted...)
		}
	}
	return append(append(append(text, '"'), s...), '"')
}
