package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"crosscut/cmd/internal/exchange"
)

// Kind says what a file has. Results and puzzles are appended to a file of their own kind, and a
// document replaces one of its own kind. No other file is touched.
type Kind struct {
	what    string   // with its article
	endings []string // names of such files end so, and no others do
	makes   string   // the command that makes it
	is      func(head []byte) bool
}

// The kinds that no form has in its name.
var (
	Results = &Kind{what: "a file of results", is: isResults}
	Drawn   = &Kind{what: "a file of drawn boards", is: isDrawn}
	Puzzles = &Kind{what: "a puzzle file", makes: "generate", is: isPuzzles}
	Lines   = &Kind{"a file of JSON lines", []string{".json", ".jsonl", ".ndjson"}, "solve --format json", isLines}
	Diagram = &Kind{"a diagram of covers", nil, "cover --zdd", begins("| ZDD")}
	Manual  = &Kind{"a manual page", nil, "man", begins(".nr ", ".TH ", `.\"`, `'\"`)}
)

// documents are the kinds of the forms that draw, export and encode write, by the names of the forms.
var documents = sync.OnceValue(func() map[string]*Kind {
	return map[string]*Kind{
		"pdf":       {"a PDF file", []string{".pdf"}, "draw or booklet", begins("%PDF-")},
		"png":       {"a PNG picture", []string{".png"}, "draw", begins("\x89PNG")},
		"svg":       {"an SVG picture", []string{".svg"}, "draw", func(head []byte) bool { return begins("<svg", "<?xml")(head) && has("<svg")(head) }},
		"html":      {"a page in HTML", []string{".html", ".htm"}, "page", begins("<!doctype html")},
		"burrtools": {"a file of BurrTools", []string{".xmpuzzle"}, "export --to burrtools", formed("burrtools")},
		"csv":       {"a table with commas", []string{".csv", ".tsv"}, "export --to csv", func(head []byte) bool { return saysPuzzle().Match(head) }},
		"janko":     {"a text for janko.at", nil, "export --to janko", formed("janko")},
		"letters":   {"a tiling in letters", nil, "export --to letters", formed("letters")},
		"linkedin":  {"a Zip in JSON", nil, "export --to linkedin", formed("linkedin")},
		"penpa":     {"an address", nil, "export --to penpa", formed("penpa")},
		"kudamono":  {"an address", nil, "export --to kudamono", formed("kudamono")},
		"link":      {"a link", nil, "export --to link", formed("link")},
		"dimacs":    {"a formula in DIMACS", []string{".cnf", ".dimacs"}, "encode --to dimacs", begins("c puzzle: ", "p cnf ")},
		"dlx":       {"an exact cover", []string{".dlx"}, "encode --to dlx", isCover},
	}
})

// Document returns the kind of a form that draw, export or encode writes.
func Document(form string) *Kind { return documents()[form] }

// kindOfName returns the kind that a file has by the ending of its name, and nil if any may have it.
func kindOfName(name string) *Kind {
	ending := strings.ToLower(filepath.Ext(name))
	if slices.Contains(Lines.endings, ending) {
		return Lines
	}
	for _, k := range documents() {
		if slices.Contains(k.endings, ending) {
			return k
		}
	}
	return nil
}

// Refuse returns an error when something of this kind must not be written to a file: its name is
// that of another kind, or it exists and is of another kind. A pipe or a device takes everything.
func (k *Kind) Refuse(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if other := kindOfName(name); other != nil && other != k && !(k == documents()["linkedin"] && other == Lines) {
		return fmt.Errorf("%s: the name is that of %s, which \"crosscut %s\" makes; this is %s, so choose another ending",
			ShownName(name), other.what, other.makes, k.what)
	}
	if err != nil || info.Size() == 0 {
		return nil // where it cannot be opened, writing says why
	}
	head, err := headOf(name)
	replacesPuzzles := k == documents()["csv"] && kindOfName(name) != k // a table begins as a puzzle file does
	if err != nil || k.is(head) && !replacesPuzzles {
		return nil
	}
	return fmt.Errorf("%s: it exists and is not %s; choose another name, or remove it first", ShownName(name), k.what)
}

// IsBare reports whether a file has nothing that must be kept apart from what is appended: it is empty or not there,
// or has only comments, among puzzles.
func (k *Kind) IsBare(name string) bool {
	head, err := headOf(name)
	return err != nil || len(head) == 0 || k == Puzzles && len(head) < headSize && len(onlyComments().Find(head)) == len(head)
}

// headOf returns the first bytes of a file.
func headOf(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(file, head)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}

// begins returns a function that reports whether a text begins in one of the ways, whatever the case.
func begins(ways ...string) func([]byte) bool {
	return func(head []byte) bool {
		head = bytes.ToLower(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
		return slices.ContainsFunc(ways, func(way string) bool { return bytes.HasPrefix(head, []byte(strings.ToLower(way))) })
	}
}

// has returns a function that reports whether a text begins with something that contains sign.
func has(sign string) func([]byte) bool {
	return func(head []byte) bool { return bytes.Contains(head, []byte(sign)) }
}

func firstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return line
}

// isLines reports whether the first line of a text is a whole object as results have it, as far as it can be seen.
func isLines(head []byte) bool {
	line, _, whole := bytes.Cut(head, []byte("\n"))
	return begins(`{"file":"`)(line) && (!whole || bytes.HasSuffix(bytes.TrimSpace(line), []byte("}")))
}

// formed returns a function that reports whether a text begins as one of a form does.
func formed(form string) func([]byte) bool {
	return func(head []byte) bool { return exchange.Is(form, head) }
}

// isCover reports whether a text begins with a comment of an exact cover. A table in Markdown ends its line with a bar.
func isCover(head []byte) bool {
	return begins("| ")(head) && !Diagram.is(head) && !bytes.HasSuffix(bytes.TrimSpace(firstLine(head)), []byte("|"))
}

// isPuzzles reports whether a text has a puzzle, or has only what minimal and repair say where they make none.
func isPuzzles(head []byte) bool {
	return saysPuzzle().Match(head) || len(onlyComments().Find(head)) == len(head)
}

var onlyComments = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?:#.*\n)*`) })

// isResults reports whether something is text, and no puzzle and no document.
func isResults(head []byte) bool {
	return isText(head) && resultLine().Match(firstLine(head)) && !saysPuzzle().Match(head) && !bytes.Contains(head, []byte("p cnf "))
}

// resultLine matches how results begin: a comment, a number, a cover, or what is said of a file. No puzzle, no
// document and no letter begins so.
var resultLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(# .*|v( -?[0-9]+)* 0|[|c] (no|[0-9]+) .*|[0-9]+(:|\+)?( [0-9a-f]{32})?|[^|{<%\\*\[:][^:]*: .*)\r?$`)
})

// isDrawn reports whether something is text with a board that is drawn in it.
func isDrawn(head []byte) bool {
	return isText(head) && bytes.ContainsAny(head, "·│─┌") && !saysPuzzle().Match(head)
}

// isText reports whether the beginning of a file is text.
func isText(head []byte) bool {
	for r := head; len(r) > utf8.UTFMax; { // a character may be cut at the end
		c, size := utf8.DecodeRune(r)
		if c == utf8.RuneError && size == 1 || c < ' ' && !strings.ContainsRune("\t\n\r\x1b", c) {
			return false
		}
		r = r[size:]
	}
	return true
}
