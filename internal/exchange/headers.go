package exchange

import (
	"slices"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Header is a header line of a puzzle file that says something about the puzzle and is not a
// part of it, such as "solutions: 1" and "source: …". The value of "labels:" is the rows below
// that line, each with a line break and without blanks around its commas.
type Header struct{ Key, Value string }

// labelsKey is the key of a header line with rows below it, up to a line of "=".
const labelsKey = "labels"

// headersOf returns the header lines of the text of one puzzle, in their order, without
// those that belong to the puzzle itself. The text must be one that package puzzle reads.
func headersOf(content string) []Header {
	own := text.OwnHeaderKeys()
	var headers []Header
	drawing := false // the lines are rows of the last header
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		line = strings.TrimSpace(line)
		key, value, found := strings.Cut(line, ":")
		key = strings.TrimSpace(key)
		switch {
		case drawing && strings.Trim(line, "=") != "":
			headers[len(headers)-1].Value += labelRow(line)
		case line == "":
		case drawing:
			drawing = false
		case found && !strings.HasPrefix(key, "#") && !slices.Contains(own, key):
			headers = append(headers, Header{key, strings.TrimSpace(value)})
			drawing = key == labelsKey
		}
	}
	return headers
}

// labelRow returns a row of labels in the form of a [Header].
func labelRow(line string) string {
	fields := strings.Split(line, ",")
	if len(fields) == 1 {
		fields = strings.Fields(line)
	}
	for i, f := range fields {
		f = strings.TrimSpace(f)
		switch {
		case strings.Trim(f, "_") == "":
			f = "_"
		case strings.Trim(f, "#") == "":
			f = "#"
		}
		fields[i] = f
	}
	return strings.Join(fields, ",") + "\n"
}

// textOf returns the text of a puzzle with header lines, in the format of [text.Read].
func textOf(p puzzle.Puzzle, headers []Header) string {
	first, rest, _ := strings.Cut(p.String(), "\n")
	var text strings.Builder
	text.WriteString(first + "\n")
	for _, h := range headers {
		if h.Key == labelsKey {
			text.WriteString(labelsKey + ":\n" + h.Value + "=\n")
			continue
		}
		text.WriteString(strings.TrimRight(h.Key+": "+h.Value, " ") + "\n")
		if h.Key == "solutions" { // the puzzle writes this line itself when it has no solution by its colours
			rest = strings.Replace("\n"+rest, "\nsolutions: 0\n", "\n", 1)[1:]
		}
	}
	return text.String() + rest
}
