package text

import (
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
	if !strings.ContainsAny(text, brackets) {
		d.rows = append(d.rows, d.splitRow(text, line, 0))
		return
	}
	if rows := listsIn(strings.TrimRight(text, blanks+";"), ";"); len(rows) > 1 {
		lists = rows
	} else if rows := listsIn(listEnds.Replace(strings.TrimRight(text, blanks+",")), "],"); len(rows) > 1 {
		lists = rows
	}
	for _, list := range lists[:min(len(lists), maxRows+1)] {
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

// codeBefore returns how many bytes of source code stand before a list in brackets or a row.
func codeBefore(text string) int {
	said := strings.TrimLeft(text, blanks)
	at, list, given := len(text)-len(said), strings.Index(text, "[["), givenAt(text)
	tag := said[:strings.Index(said, "]")+1]
	number, row, _ := strings.Cut(said, ")")
	key, value, _ := strings.Cut(text, ":")
	switch {
	case strings.HasPrefix(said, "- ["): // YAML
		return at + len("- ")
	case isTag(tag):
		return at + len(tag)
	case strings.HasPrefix(row, " ") && isDigits(strings.TrimRight(number, blanks)):
		return at + len(number) + 1
	case strings.HasPrefix(strings.TrimLeft(value, blanks), "["): // YAML, Python, as p = {'F': [[1, 1]]}
		return max(given, len(key)+1)
	case list > given && hasLetters(text[:list]) && !strings.ContainsAny(text[:list], "[{"): // Haskell, Lisp
		return list
	}
	return given
}

// isTag reports whether a text is a tag of a forum around rows, as [b] and [/size=2] are.
func isTag(text string) bool {
	return slices.Contains([]string{"b", "code", "i", "pre", "quote", "size", "spoiler"}, tagName(text))
}

// tagName returns the name of a tag in brackets that is the whole text, or "".
func tagName(text string) string {
	tag, rest, ends := strings.Cut(text, "]")
	if !ends || rest != "" || !strings.HasPrefix(tag, "[") {
		return ""
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(tag[1:], "/"), "=")
	return name
}

// givenAt returns where the list begins that a name stands for: at {, as in int a[] = {1, 2}, or behind a sign outside of
// brackets. It returns 0 if there is none.
func givenAt(text string) int {
	if name, _, brace := strings.Cut(text, "{"); brace && hasLetters(name) && strings.ContainsAny(name, "=[") {
		return len(name)
	}
	name, list, _ := strings.Cut(strings.Replace(text, "<-", " =", 1), "=") // as in R
	inside := strings.Count(name, "[") != strings.Count(name, "]") || strings.Count(name, "(") != strings.Count(name, ")")
	if inside || !hasLetters(name) || !strings.ContainsAny(list, "[(\"'") || strings.Contains(text, "{") {
		return 0
	}
	return len(name) + 1
}

func hasLetters(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// codeBehind returns where source code begins behind a list in brackets or a row: a comment, a type, a tag or a quote.
func codeBehind(text string) int {
	if tag := max(strings.LastIndex(text, "[/"), 0); isTag(strings.TrimRight(text[tag:], blanks)) {
		return tag
	}
	for i := range text {
		if begins := func(sign string) bool { return strings.HasPrefix(text[i:], sign) }; slices.ContainsFunc([]string{"//", "# ", ", dtype"}, begins) {
			if row := strings.TrimRight(text[:i], blanks); row != strings.TrimRight(row, brackets+",;") {
				return i
			}
		}
	}
	for _, quotes := range []string{`"""`, "'''"} {
		if row := text[:max(strings.LastIndex(text, quotes), 0)]; !hasLetters(row) && strings.ContainsAny(row, "0123456789_.") {
			return len(row)
		}
	}
	return len(text)
}

// quotes returns where the quotes around a row of cells stand. It returns 0 twice if there are none.
func quotes(text string) (from, to int) {
	text = strings.TrimRight(text, blanks+brackets+",;")
	to = len(text) - 1
	if to < 0 || !strings.Contains(`"'`, text[to:]) {
		return 0, 0
	}
	if from = strings.LastIndex(text[:to], text[to:]); from < 0 {
		return 0, 0
	}
	names := strings.FieldsFunc(text[:from], func(char rune) bool { return strings.ContainsRune(blanks+"[]{}),;", char) })
	if to-from < 2 || slices.ContainsFunc(names, func(name string) bool { return !strings.HasSuffix(name, "(") }) || strings.Trim(text[from:to], text[to:]+"0123456789 ,;_.?#xX-") != "" {
		return 0, 0
	}
	return from, to
}

// withoutCalls returns a line with blanks for names before lists, as in vec![vec![1, 2]], unless a list begins with a name.
func withoutCalls(text string) string {
	line := []rune(text)
	first := line[len(line):] // from the next sign that neither begins a list nor is blank
	for i := len(line) - 1; i >= 0; i-- {
		from := i
		switch {
		case !strings.ContainsRune("[{("+blanks, line[i]):
			first = line[i:]
		case !strings.ContainsRune(blanks, line[i]) && !beginsName(first):
			from = callBefore(line[:i])
		}
		for ; i > from; i-- {
			line[i-1] = ' '
		}
	}
	return string(line)
}

// callBefore returns where the name begins with which a line ends, or the length before it, as in [3]int.
func callBefore(line []rune) int {
	from, name := len(line), false
	for from > 0 && (unicode.IsLetter(line[from-1]) || strings.ContainsRune("0123456789_.!@&'<>:", line[from-1])) {
		from--
		name = name || unicode.IsLetter(line[from]) || strings.ContainsRune("@&'", line[from])
	}
	if !name {
		return len(line)
	}
	length := from - 1
	for length > 0 && unicode.IsDigit(line[length-1]) {
		length--
	}
	if length > 0 && line[from-1] == ']' && line[length-1] == '[' {
		return length - 1
	}
	return from
}

// beginsName reports whether a line begins with a word that does not stand for an open cell.
func beginsName(line []rune) bool {
	n := 0
	for n < len(line) && n < len("null?") && unicode.IsLetter(line[n]) {
		n++
	}
	return n > 0 && !slices.Contains([]string{"na", "nan", "nil", "none", "null"}, strings.ToLower(string(line[:n])))
}

// shapes are calls of R, numpy, torch, Matlab and MiniZinc that make rows or columns of one list.
var shapes = []string{"matrix(c(", "structure(c(", "cbind(", "reshape(", "view(", "array2d("}

// withoutCode returns a line with blanks for the source code around a list in brackets or a row in quotes.
func (d *document) withoutCode(text string, line int) string {
	key, _, _ := strings.Cut(text, ":")
	if _, header := headerOf(strings.Trim(key, blanks+`"`)); header || isComment(text) || !strings.ContainsAny(text, "[{()\"'/") {
		return text
	}
	if i := slices.IndexFunc(shapes, func(call string) bool { return strings.Contains(text, call) }); i >= 0 {
		call, _, _ := strings.Cut(shapes[i], "(")
		d.fail(field{line: line, col: 1}, "%s makes rows of lists here; write the rows themselves, as in [[1, 0], [0, 4]]", call)
	}
	text = withBlanks(text, 0, codeBefore(text))
	text = withBlanks(text, codeBehind(text), len(text))
	if from, to := quotes(text); to > 0 {
		text = withBlanks(withBlanks(text, to, len(text)), from, from+1)
	}
	return withoutCalls(text)
}

// isHere reports whether a line begins a text of several lines, as b = <<EOS in Ruby and shells, or is the word that ends it.
func (d *document) isHere(text string) bool {
	_, word, begins := strings.Cut(text, "<<")
	if word = strings.Trim(word, "-~'\";"+blanks); begins && isWord(word) {
		d.until = word
	}
	return d.until != "" && (begins || strings.TrimSpace(text) == d.until)
}

// withBlanks returns a text with as many blanks as its part between two bytes has characters.
func withBlanks(text string, from, to int) string {
	return text[:from] + blankFor(text[from:to]) + text[to:]
}

// blankFor returns as many blanks as a text has characters.
func blankFor(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }
