package text

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Boards and stones in the source code of other languages: lists in brackets, rows in quotes, and what stands around them.

// listEnds makes all ends of lists in brackets that have a comma or another list behind them alike.
var listEnds = strings.NewReplacer("},", "],", "),", "],", "] [", "],[", "} {", "],[", ") (", "],[")

// addRows adds the row of a line. If a line has several lists in brackets with commas between them, each list is a row.
func (d *document) addRows(text string, line int) {
	lists, col := []string{text}, 0
	if rows := listsIn(strings.TrimRight(text, blanks+";"), ";"); len(rows) > 1 {
		lists = rows
	} else if rows := listsIn(listEnds.Replace(strings.TrimRight(text, blanks+",")), "],"); len(rows) > 1 {
		lists = rows
	}
	for _, list := range lists {
		d.rows, col = append(d.rows, d.splitRow(list, line, col)), col+utf8.RuneCountInString(list)
		if said := strings.TrimRight(list, blanks+",;"); len(said)-len(strings.TrimRight(said, brackets)) > 1 { // of a board or a stone
			d.addBlank(nil, line)
		}
	}
}

// listsIn returns the rows of a text in which something stands between them, as in [1 0; 0 4], and each has several cells.
func listsIn(text, between string) []string {
	lists := strings.SplitAfter(text, between)
	if !strings.ContainsAny(text, "[{(") || slices.ContainsFunc(lists, func(list string) bool { return !strings.ContainsAny(strings.Trim(list, brackets+blanks+",;'"), ", ") }) {
		return []string{text}
	}
	return lists
}

// codes has what stands around lists and rows in the source code of other languages: all before a sign, or all behind it.
var codes = []struct {
	sign   string
	behind bool
	is     func(before, after string) bool
}{
	{":", false, func(_, after string) bool { return strings.HasPrefix(strings.TrimLeft(after, blanks), "[") }}, // YAML, Python
	{"- ", false, func(before, after string) bool {
		return strings.Trim(before, blanks) == "" && strings.HasPrefix(after, "[")
	}},
	{") ", false, func(before, _ string) bool { return isDigits(strings.Trim(before, blanks)) }},                  // the number of a row
	{"{", false, func(before, _ string) bool { return hasLetter(before) && strings.ContainsAny(before, "=[") }},   // C, Go, Java
	{"[[", false, func(before, _ string) bool { return hasLetter(before) && !strings.ContainsAny(before, "[{") }}, // Haskell, Lisp
	{"<-", false, assigns}, // R
	{"=", false, assigns},
	{"//", true, endsList},
	{"# ", true, endsList},
	{", dtype", true, endsList}, // numpy
	{`"""`, true, func(before, _ string) bool { return strings.ContainsAny(before, "0123456789_.") && !hasLetter(before) }},
}

// tags are those around texts in forums that have cells beside them in a line.
var tags = []string{"b", "i", "u", "code", "quote", "spoiler", "pre", "font", "size", "color", "center", "mono"}

// shapes are calls of R, numpy, torch, Matlab and Julia that make rows or columns of one list.
var shapes = []string{"matrix(c(", "structure(c(", "cbind(", "reshape(", "view(", "array2d("}

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// assigns reports whether a list or a row in quotes follows behind a name, which may have a type in brackets.
func assigns(before, after string) bool {
	open := strings.Count(before, "[") + strings.Count(before, "(") - strings.Count(before, "]") - strings.Count(before, ")")
	return open == 0 && hasLetter(before) && strings.ContainsAny(after, "[(\"'") && !strings.Contains(before+after, "{")
}

func endsList(before, _ string) bool {
	before = strings.TrimRight(before, blanks)
	return before != "" && strings.Contains(brackets+",;", before[len(before)-1:])
}

// withoutCode returns a line with blanks for the source code around a list in brackets or a row in quotes.
func (d *document) withoutCode(text string, line int) string {
	key, _, _ := strings.Cut(text, ":")
	if _, header := headerOf(strings.Trim(key, blanks+`"`)); header || isComment(text) || !strings.ContainsAny(text, "[{()\"'/") {
		return text
	}
	parts := strings.SplitAfter(text, "]")
	for i, part := range parts {
		if at := strings.LastIndexByte(part, '['); at >= 0 && isTag(part[at:], tags) {
			parts[i] = part[:at] + blankFor(part[at:])
		}
	}
	text = strings.Join(parts, "")
	for _, code := range codes {
		switch before, after, found := strings.Cut(text, code.sign); {
		case !found || !code.is(before, after):
		case code.behind:
			text = strings.TrimRight(before, blanks)
		case strings.Trim(code.sign, "[{") == "": // it begins the list
			text = blankFor(before) + code.sign + after
		default:
			text = blankFor(before+code.sign) + after
		}
	}
	if i := slices.IndexFunc(shapes, func(call string) bool { return strings.Contains(text, call) }); i >= 0 {
		call, _, _ := strings.Cut(shapes[i], "(")
		d.fail(field{line: line, col: 1}, "%s makes rows of lists here; write the rows themselves, as in [[1, 0], [0, 4]]", call)
	}
	text = withoutCalls(text)
	row := strings.Trim(text, blanks+brackets+",;")
	if n := len(row); n > 2 && row[0] == row[n-1] && strings.Count(text, row[:1]) == 2 && strings.IndexByte("\"'", row[0]) >= 0 && strings.Trim(row[1:n-1], "0123456789 ,;_.?#xX-") == "" {
		text = strings.TrimRight(strings.ReplaceAll(text, row[:1], " "), blanks+brackets+",;")
	}
	return text
}

// blankFor returns as many blanks as a text has characters.
func blankFor(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }

// withoutCalls returns a line with blanks for names that stand before a list in brackets, as in vec![vec![1, 2]].
func withoutCalls(text string) string {
	line, next := []byte(text), len(text)
	for i := len(line) - 1; i >= 0; i-- {
		if strings.IndexByte(brackets+blanks, line[i]) < 0 {
			next = i
		}
		word, _, _ := strings.Cut(string(line[next:min(next+len("None,"), len(line))]), ",")
		if strings.IndexByte("[{(", line[i]) < 0 || hasLetter(word[:min(len(word), 1)]) && !isOpen(word) {
			continue
		}
		before := bytes.TrimRightFunc(line[:i], func(char rune) bool {
			return unicode.IsLetter(char) || unicode.IsDigit(char) || strings.ContainsRune("_.!@&'<>:", char)
		})
		name := string(line[len(before):i])
		if strings.Trim(name, "@&'") != "" && (!hasLetter(name) || isRun(strings.ToLower(name), 'x') || bytes.HasSuffix(before, []byte(")"))) {
			continue
		}
		if near := before[max(len(before)-4, 0):]; name != "" && bytes.HasSuffix(near, []byte("]")) { // a type
			before = before[:len(before)-len(near)+max(bytes.LastIndexByte(near, '['), 0)]
		}
		copy(line[len(before):i], bytes.Repeat([]byte(" "), i-len(before)))
	}
	return string(line)
}
