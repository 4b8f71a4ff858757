package exchange

import (
	"strings"

	"crosscut/puzzle"
)

// CSV: rows of fields with commas between them, as spreadsheets read and write them (RFC 4180). Package text reads
// such sheets as it reads puzzle files, whatever stands between the fields.

// writeCSV writes the lines of the puzzle file, with empty fields for open cells.
func writeCSV(e *Entry) string {
	p, ok := e.Puzzle.(*puzzle.Magic)
	refuse(ok && p.Rules().Form == puzzle.Equation, "a grid of equations")
	numbers := e.Puzzle.Family() != puzzle.FamilyDraughtboard
	narrow := e.Puzzle.Board().Width() == 1 // an empty line would not be a row
	labels := false
	var text strings.Builder
	for line := range strings.Lines(e.Text()) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case labels && strings.Trim(line, "=") == "":
			labels = false
		case !labels && strings.ContainsRune(line, ':'):
			text.WriteString(quoted(line) + "\n")
			labels = line == "labels:"
			continue
		}
		fields := strings.Split(line, ",")
		for i, f := range fields {
			f = strings.TrimSpace(f)
			if (numbers || labels) && !narrow && strings.Trim(f, "_") == "" {
				f = ""
			}
			fields[i] = quoted(f)
		}
		text.WriteString(strings.Join(fields, ",") + "\n")
	}
	return text.String()
}

func quoted(field string) string {
	if !strings.ContainsAny(field, `",;`+"\t") {
		return field
	}
	return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
}
