package exchange

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/internal/chars"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// form is a kind of text of other programs.
type form struct {
	name    string
	about   string // for help texts
	is      func(head string) bool
	read    func(*Source) []*Entry
	write   func(*Entry) string
	other   string   // if it is no puzzle: what it is
	what    string   // and what to do with it
	loose   bool     // a text that looks like it may be a puzzle file
	single  bool     // a text has one puzzle
	plain   bool     // it has no rules but those of the plain puzzles of a family
	between string   // stands between two puzzles
	headers []string // keys of the header lines that it has a place for; all of them if it holds the whole file
	whole   bool
	uses    bool // a solution is written if it is the only one
	needs   bool // any solution; without one there is nothing to write
}

// entries reads the puzzles of a text.
func (f *form) entries(s *Source) (entries []*Entry, err error) {
	defer ended(&err)
	s = &Source{Name: s.Name, Family: s.Family, Data: s.Data} // a text may be read again
	entries = f.read(s)
	for _, e := range entries {
		s.keepable(e)
	}
	return entries, nil
}

// text writes a puzzle.
func (f *form) text(e *Entry) (written string, err error) {
	defer ended(&err)
	refuse(f.write == nil, "a puzzle; it is only read")
	variant := puzzle.Variant(e.Puzzle)
	refuse(f.plain && variant != "", "a puzzle with %s", variant)
	return f.write(e), nil
}

// ending is the error that ends what reads or writes, from deep within it. Nothing else that is recovered is one.
type ending struct{ error }

// stopIf ends what reads or writes if there is an error.
func stopIf(err error) {
	if err != nil {
		panic(ending{err})
	}
}

// refuse ends the writing of a puzzle where the form cannot express it.
func refuse(is bool, format string, args ...any) {
	if is {
		stopIf(fmt.Errorf(format, args...))
	}
}

// ended is deferred by what reads or writes. It sets err to what ended the work early, if something did.
func ended(err *error) {
	switch fault := recover().(type) {
	case nil:
	case ending:
		*err = fault.error
	default:
		panic(fault)
	}
}

// asKnuth says how people solve exact covers of other programs.
const asKnuth = `"crosscut cover" solves it in Knuth's form: a line with the names of all columns, and `

var forms []form

func init() {
	own := []string{"title", "author", "source"}
	forms = []form{
		{
			name: "csv", about: "rows with commas, semicolons or tabs, as spreadsheets write them",
			is: func(string) bool { return false }, read: readOwn, write: writeCSV, between: "---\n", whole: true,
		},
		{
			name: "janko", about: "the text of a Hidoku on janko.at",
			is: janko.in, read: readJanko, write: only("it has Hidokus only", writeJanko), plain: true, between: "\n", headers: own, uses: true,
		},
		{
			name: "kudamono", about: "the address of a Hidoku (king) in the editor Kudamono",
			is: isKudamono, read: readKudamono, write: only("it has Hidokus with king's moves only", writeKudamono),
		},
		{
			name: "penpa", about: "the address of a board of numbers in the editor penpa-edit",
			is: isAddress("penpa"), read: readPenpa, write: only("only numbers are written", writePenpa), headers: own,
		},
		{
			name: "linkedin", about: "a Zip in the JSON of LinkedIn's page",
			is: linkedin.in, read: readLinkedIn, write: writeLinkedIn, uses: true,
		},
		{
			name: "burrtools", about: "a file .xmpuzzle of BurrTools with flat polyominoes",
			is: burrTools.in, read: readBurrTools, write: only("it has polyominoes only", writeBurrTools), single: true, headers: []string{"title", "source"},
		},
		{
			name: "letters", about: "a tiling drawn with one letter for each stone", loose: true,
			is: isLetters, read: readLetters, write: only("it has tilings only", writeLetters), plain: true, between: "\n", needs: true,
		},
		{
			name: "link", about: "the whole puzzle in one short line, for an address",
			is: isLink, read: readLink, write: writeLink, whole: true,
		},
		{
			name: "json", about: "a board of numbers in JSON, as a list of rows",
			is: func(head string) bool { return isJSON(head) && !linkedin.in(head) }, read: readMatrix,
		},
		{name: "table", about: "a board of numbers as the table of a web page, a wiki or a forum", is: isTable, read: readTable},
		{name: "dimacs", is: dimacs.in, other: "a formula in DIMACS", what: `"crosscut models" finds its models`},
		{name: "dlx", is: isCover, loose: true, other: "an exact cover", what: `"crosscut cover" solves it`},
		{name: "matrix", is: matrix.in, loose: true, other: "a matrix of 0 and 1", what: asKnuth + "for each row a line with the names where it has 1"},
		{name: "columns", is: isColumns, loose: true, other: "an exact cover as lists of columns", what: asKnuth + "for each row a line with its names"},
		{name: "items", is: isItems, loose: true, other: "an exact cover in the form of another program", what: asKnuth + "for each option a line with its names, and names that need not be covered behind | in the first line"},
		{name: "drawings", is: drawings.in, loose: true, other: "drawings of stones and their sizes", what: "write the board as in board: 8x8, and then each stone in rows of X, with a line of = between two"},
		{name: "sudoku", is: isSudoku, other: "a Sudoku", what: `"crosscut cover" solves it as an exact cover: an option is a number in a cell, such as p11 r15 c15 b15`},
		{name: "address", is: isOtherAddress, other: "an address of a page", what: "copy its board as rows such as 1,_,_,4; addresses of penpa-edit and Kudamono have the board in them"},
		{name: "places", is: places.in, other: "a list of the places of cells", what: "draw the board as rows such as 1,_,_,4, and stones in rows of X and _"},
		{name: "page", is: func(head string) bool { return isPage(head) && !isTable(head) }, other: "a web page or a file of another program", what: `copy its board as rows such as 1,_,_,4; "crosscut help import" lists the forms that are read`},
		{name: "workbook", is: workbook.in, other: "a workbook or another archive", what: "save the sheet as CSV"},
		{name: "picture", is: picture.in, other: "a picture", what: "type the board as rows such as 1,_,_,4"},
	}
}

// only returns a writer of one type of puzzle. has says what the form has.
func only[P puzzle.Puzzle](has string, write func(*Entry, P) string) func(*Entry) string {
	return func(e *Entry) string {
		p, ok := e.Puzzle.(P)
		refuse(!ok, "a puzzle of the family %s; %s", e.Puzzle.Family(), has)
		return write(e, p)
	}
}

func formNamed(name string) (*form, error) {
	for i := range forms {
		if forms[i].name == name && forms[i].other == "" {
			return &forms[i], nil
		}
	}
	return nil, fmt.Errorf("no form %q; it is %s", base.Shortened(name), Alternatives())
}

// Is reports whether a text that begins with head may have the form of a name.
func Is(name string, head []byte) bool {
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == name })
	return i >= 0 && forms[i].is(string(bytes.TrimPrefix(head, []byte(chars.Mark))))
}

// Other says what a text that begins with head may be, other than the form of a name, and what to do with it; or "".
func Other(name string, head []byte) string {
	content := string(bytes.TrimPrefix(head, []byte(chars.Mark)))
	for _, f := range forms {
		if f.other != "" && f.name != name && f.is(content) {
			return f.other + "; " + f.what
		}
	}
	line, _ := firstLine(content)
	if key, _, _ := strings.Cut(line, ":"); isOwn(content) && (slices.Contains(text.Headers(""), key) || strings.ContainsAny(line, ",_")) {
		return `a puzzle; "crosscut solve" solves it`
	}
	return ""
}

// Names returns the names of all forms that are read, in the order of the help.
func Names() (names []string) {
	for _, f := range forms {
		if f.other == "" {
			names = append(names, f.name)
		}
	}
	return names
}

// Written returns the names of all forms that are written.
func Written() (names []string) {
	return slices.DeleteFunc(Names(), func(name string) bool { f, _ := formNamed(name); return f.write == nil })
}

// Alternatives returns the names as error texts list them: "csv, janko or link".
func Alternatives() string { return base.Choice(Names()) }

// Help returns one line for each form: its name and what it is.
func Help() string {
	var text strings.Builder
	for _, name := range Names() {
		f, _ := formNamed(name)
		fmt.Fprintf(&text, "  %-10s %s\n", name, f.about)
	}
	return text.String()
}
