package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"crosscut/puzzle"
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

// codes are the lines of source code that have a list or a row in quotes. What their groups have is no part of it.
var codes = sync.OnceValue(func() (forms []*regexp.Regexp) {
	balanced := `(?:[^\[\](){}=]|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|\([^()]*\))*`
	for _, form := range []string{
		`^[ \t]*(\[(?:b|code|i|pre|quote|size|spoiler)(?:=[^\]]*)?\])`, // a forum
		`(\[/(?:b|code|i|pre|quote|size|spoiler)\])[ \t]*$`,
		`^([ \t]*- )\[`,         // YAML
		`^([ \t]*\d+[ \t]*\) )`, // the number of a row
		`^([^{]*(?:\pL[^{]*[=\[]|[=\[][^{]*\pL)[^{]*)\{`,                   // C, Go, Java
		`^(` + balanced + `\pL` + balanced + `(?:=|<-))[^{]*[\[("'][^{]*$`, // R, Rust and others
		`^([^:]*:)[ \t]*\[`,                        // YAML, Python
		`^([^\[{]*\pL[^\[{]*)\[\[`,                 // Haskell, Lisp
		`[\[\](){},;][ \t]*((?://|# |, dtype).*)$`, // comments, and numpy
		`^[^\pL]*[\d_.][^\pL]*(""".*)$`,
		`^(?:[ \t\[\](){},;]|[\pL.]+\()*(["'])[\d ,;_.?#xX-]+(["'][ \t\[\](){},;]*)$`,
	} {
		forms = append(forms, regexp.MustCompile(form))
	}
	return forms
})

// calls are names that stand before lists in brackets, as in vec![vec![1, 2]], and what the list begins with.
var calls = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:(?:\[\d?\d?\])?[\d_.!@&'<>:]*[\pL@&'][\pL\d_.!@&'<>:]*[\[{(][\[{( \t]*)+(?:$|[^\pL\[{( \t]|(?i:na|nan|nil|none|null)\b)`)
})

// shapes are calls of R, numpy, torch, Matlab and MiniZinc that make rows or columns of one list.
var shapes = []string{"matrix(c(", "structure(c(", "cbind(", "reshape(", "view(", "array2d("}

// withoutCode returns a line with blanks for the source code around a list in brackets or a row in quotes. A line that is
// longer than any board needs is left as it is: expressions take a microsecond for each character.
func (d *document) withoutCode(text string, line int) string {
	key, _, _ := strings.Cut(text, ":")
	if _, header := headerOf(strings.Trim(key, blanks+`"`)); header || isComment(text) || len(text) > 8*puzzle.MaxCells || !strings.ContainsAny(text, "[{()\"'/") {
		return text
	}
	if i := slices.IndexFunc(shapes, func(call string) bool { return strings.Contains(text, call) }); i >= 0 {
		call, _, _ := strings.Cut(shapes[i], "(")
		d.fail(field{line: line, col: 1}, "%s makes rows of lists here; write the rows themselves, as in [[1, 0], [0, 4]]", call)
	}
	for _, form := range codes() {
		for at := form.FindStringSubmatchIndex(text); len(at) > 2; at = at[:len(at)-2] {
			from, to := at[len(at)-2], at[len(at)-1]
			text = text[:from] + blankFor(text[from:to]) + text[to:]
		}
	}
	return calls().ReplaceAllStringFunc(text, func(names string) string {
		list := strings.LastIndexAny(names, "[{( \t") + 1
		return strings.Map(func(char rune) rune {
			if strings.ContainsRune("[{(", char) {
				return char
			}
			return ' '
		}, names[:list]) + names[list:]
	})
}

// blankFor returns as many blanks as a text has characters.
func blankFor(text string) string { return strings.Repeat(" ", utf8.RuneCountInString(text)) }
