package exchange

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/base"
)

// form is a kind of text of other programs.
type form struct {
	name    string
	about   string // for help texts
	read    func(*Source) ([]*Entry, error)
	write   func(*Entry) ([]byte, error)
	single  bool     // a text has one puzzle
	plain   bool     // it has no rules but those of the plain puzzles of a family
	between string   // stands between two puzzles
	headers []string // keys of the header lines that it has a place for; all of them if it holds the whole file
	whole   bool

	solution solutionUse
}

type solutionUse int

const (
	noUse    solutionUse = iota
	mayHave              // it is written if it is the only one
	mustHave             // any solution; without one there is nothing to write
)

// has reports whether the form has a place for a header line.
func (f *form) has(key string) bool { return f.whole || slices.Contains(f.headers, key) }

var forms []form

func init() {
	own := []string{"title", "author", "source"}
	forms = []form{
		{
			name: "csv", about: "rows with commas, semicolons or tabs, as spreadsheets write them",
			read: readCSV, write: writeCSV, between: "---\n", whole: true,
		},
		{
			name: "janko", about: "the text of a Hidoku on janko.at",
			read: readJanko, write: writeJanko, plain: true, between: "\n", headers: own, solution: mayHave,
		},
		{
			name: "kudamono", about: "the address of a Hidoku (king) in the editor Kudamono",
			read: readKudamono, write: writeKudamono,
		},
		{
			name: "penpa", about: "the address of a board of numbers in the editor penpa-edit",
			read: readPenpa, write: writePenpa, headers: own,
		},
		{
			name: "linkedin", about: "a Zip in the JSON of LinkedIn's page",
			read: readLinkedIn, write: writeLinkedIn, solution: mayHave,
		},
		{
			name: "burrtools", about: "a file .xmpuzzle of BurrTools with flat polyominoes",
			read: readBurrTools, write: writeBurrTools, single: true, headers: []string{"title", "source"},
		},
		{
			name: "letters", about: "a tiling drawn with one letter for each stone",
			read: readLetters, write: writeLetters, plain: true, between: "\n", solution: mustHave,
		},
		{
			name: "latex", about: "a document for LaTeX, drawn with TikZ",
			read: readLaTeX, write: writeLaTeX, single: true, whole: true,
		},
		{
			name: "link", about: "the whole puzzle in one short line, for an address",
			read: readLink, write: writeLink, whole: true,
		},
	}
}

func formNamed(name string) (*form, error) {
	for i := range forms {
		if forms[i].name == name {
			return &forms[i], nil
		}
	}
	return nil, fmt.Errorf("no form %q; it is %s", base.Shortened(name), Alternatives())
}

// Names returns the names of all forms, in the order of the help.
func Names() []string {
	var names []string
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

// Alternatives returns the names as error texts list them: "csv, janko or link".
func Alternatives() string { return base.Choice(Names()) }

// Help returns one line for each form: its name and what it is.
func Help() string {
	var text strings.Builder
	for _, f := range forms {
		fmt.Fprintf(&text, "  %-10s %s\n", f.name, f.about)
	}
	return text.String()
}
