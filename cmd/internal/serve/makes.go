package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"crosscut"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

func makingOptions() []Option {
	yesNo := []string{"yes", "no"}
	hidoku, magic, draughtboard := []puzzle.Family{puzzle.FamilyHidoku}, []puzzle.Family{puzzle.FamilyMagic}, []puzzle.Family{puzzle.FamilyDraughtboard}
	clues, shaped := slices.Concat(hidoku, magic), slices.Concat(hidoku, draughtboard)
	pattern := patternOption
	pattern.Families = clues
	options := []Option{
		{Name: "family", Type: String, Values: FamilyNames(), Needed: true, Asked: true, Help: "the puzzle type"},
		{Name: "size", Type: String, Help: "`SIZE` of the board: columns x rows, or one number for a square board"},
		{Name: "shape", Type: String, Families: shaped, Values: generate.Shapes(), Later: true, Help: "`SHAPE` of the board: " + strings.Join(generate.Shapes(), ", ")},
		{Name: "keep", Type: Boolean, Asked: true, Help: "keep everything of the puzzle, and add clues or stones up to one solution"},
		{Name: "count", Type: Integer, Help: "make `N` puzzles"},
		SeedOption,
		{Name: "difficulty", Type: String, Values: []string{"easy", "medium", "hard", "extreme"}, Help: "`LEVEL` of the puzzles: easy, medium, hard or extreme", Default: "any"},
		{Name: "moves", Type: String, Families: hidoku, Values: []string{string(puzzle.King), string(puzzle.Rook), string(puzzle.Hex)}, Later: true, Help: "`KIND` of moves: king, rook, hex, knight, or steps such as \"(1,2) (1,3)\""},
		{Name: "walls", Type: Natural, Families: hidoku, Help: "draw `N` walls between cells that then do not touch"},
		{Name: "links", Type: Natural, Families: hidoku, Help: "draw `N` links between cells with consecutive numbers"},
		{Name: "order", Type: Boolean, Families: hidoku, Help: "show ranks along the path instead of numbers, as in Zip"},
		{Name: "ends", Type: String, Families: hidoku, Values: []string{"any", "given", "hidden"}, Help: "`ENDS` of the row of numbers: any, or 1 and the last number always given or hidden"},
		{Name: "clues", Type: Integer, Families: clues, Help: "give exactly `N` clues", Default: "as few as the other flags allow"},
		{Name: "minimal", Type: Boolean, Families: clues, Help: "keep only clues that are needed; with --symmetry, a clue and its images go or stay together"},
		{Name: "same-solution", Type: Boolean, Families: clues, Help: "give puzzles with the same seed the same solution at every level and with all wishes, for a set of levels"},
		pattern,
		{Name: "low", Type: Number, Families: magic, Help: "smallest `NUMBER` on the board"},
		{Name: "lines", Type: String, Families: magic, Values: []string{string(puzzle.Pandiagonal), string(puzzle.Associative)}, Help: "`FORM` of the lines: pandiagonal or associative", Default: "rows, columns and diagonals"},
		{Name: "diagonals", Type: String, Families: magic, Values: yesNo, Help: "`yes` if the diagonals must have the sum too, or no"},
		{Name: "stones", Type: String, Families: draughtboard, Help: "smallest and largest number of `CELLS` of a stone, as in 4..6", Default: "by area and level: 5..8 on 8x8, or 6..20 if easy"},
		{Name: "alike", Type: Boolean, Families: draughtboard, Help: "allow stones that are alike"},
		{Name: "gaps", Type: Natural, Families: draughtboard, Help: "leave `N` cells bare"},
		{Name: "set", Type: String, Families: draughtboard, Help: "use the stones of this `SET`, such as pentominoes or \"tetrominoes + tetrominoes\"; they make the board, within --size", Default: "12x12 for pentominoes"},
		{Name: "corner", Type: String, Families: draughtboard, Values: []string{"B", "W"}, Help: "`COLOUR` of the first square: B or W"},
		{Name: "flips", Type: String, Families: draughtboard, Values: yesNo, Help: "`yes` if stones may be turned over, or no"},
		{Name: "solutions", Type: Integer, Families: draughtboard, Help: "make puzzles with `N` solutions; symmetric ones count as one"},
		TimeOption("stop"),
	}
	var switches []Option
	for _, rule := range base.Fields[bool](new(puzzle.HidokuRules)) {
		help := strings.ToLower(rule.Says[:1]) + strings.TrimSuffix(rule.Says[1:], ".")
		switches = append(switches, Option{Name: rule.Name, Type: Boolean, Families: hidoku, Help: help})
	}
	return slices.Insert(options, 1+slices.IndexFunc(options, func(o Option) bool { return o.Name == "moves" }), switches...)
}

func (t *task) making() (Making, error) {
	o := t.options
	family, _, _ := text.Family(o.text("family"))
	m := NewMaking(family)
	variables := m.Variables()
	for name := range o {
		switch v := variables[name].(type) {
		case *string:
			*v = o.text(name)
		case *int:
			*v = o.number(name, *v)
		case *bool:
			*v = o.flag(name)
		case *uint64:
			*v = o.seed()
		}
	}
	if err := m.Named(o.text("family"), o.has); err != nil {
		return m, &Error{Input, err}
	}
	if t.file != nil {
		if o.has("size") || o.has("shape") {
			return m, invalid("--size, --shape and a text exclude each other")
		}
		m.Drawn = t.file.Puzzle.Board()
	}
	if o.flag("keep") {
		if t.file == nil {
			return m, invalid("--keep needs the text of a puzzle")
		}
		m.From, m.Left = t.file.Puzzle, t.left
	}
	if !o.has("seed") {
		m.Seed = NewSeed()
	}
	return m, nil
}

func makePuzzles(ctx context.Context, t *task) (any, error) {
	m, err := t.making()
	if err != nil {
		return nil, err
	}
	w, err := m.Wish()
	if err != nil {
		return nil, err
	}
	if err := checkSize(w.Puzzle.Board(), t.bounds); err != nil {
		return nil, err
	}
	if w.Level, err = m.Difficulty(); err != nil {
		return nil, err
	}
	if b := t.bounds.Puzzles; b > 0 && m.Count > b {
		return nil, &Error{Size, fmt.Errorf("--count %d; at most %d are made here", m.Count, b)}
	}
	answers := []any{}
	err = generate.Puzzles(ctx, w, generate.Series{Seed: m.Seed, Count: m.Count, Workers: max(t.bounds.Workers, 1)}, func(made generate.Made) bool {
		answers = append(answers, m.NewMade(&made))
		return true
	})
	return answers, err
}

// Minimal is the object of a puzzle that lost its needless clues.
type Minimal struct {
	File    string   `json:"file"`
	Removed []string `json:"removed"` // the cells whose clues are gone
	Clues   int      `json:"clues"`   // number of clues that are left
	Text    string   `json:"text"`    // the puzzle with them; "" if it has not exactly one solution
}

// newMinimal takes needless clues away, as [generate.Thin] does, and returns the object of the
// puzzle without them. It does so beside the error of a limit, too, and without a text beside other
// errors.
func newMinimal(ctx context.Context, file *text.File, p puzzle.Numbered, pattern string, seed uint64, m *meter.Meter) (Minimal, error) {
	thinner, removed, err := generate.Thin(ctx, crosscut.Native, p, generate.Pattern(pattern), seed, m)
	slices.Sort(removed)
	r := Minimal{File: file.Name, Removed: append([]string{}, CellNames(p, removed)...)}
	left := p
	if thinner != nil {
		left, r.Text = thinner, thinner.String()
	}
	r.Clues = clueCount(left)
	return r, err
}

func tellMinimal(_ context.Context, a *Asking) error {
	p, ok := a.File.Puzzle.(puzzle.Numbered)
	if !ok {
		return fmt.Errorf("a %s has no clues", a.File.Puzzle.Family())
	}
	var r Minimal
	err := a.Watch(crosscut.Native.Name, func(ctx context.Context) (err error) {
		o := options(a.Options)
		r, err = newMinimal(ctx, a.File, p, o.text("symmetry"), o.seed(), a.Meter)
		return err
	})
	done := "every clue is needed"
	if len(r.Removed) > 0 {
		done = fmt.Sprintf("took away %s, at %s", base.Plural(len(r.Removed), "clue"), strings.Join(r.Removed, ", "))
	}
	switch name := a.File.Name; {
	case errors.Is(err, generate.ErrNotUnique):
		return a.Say(Told{Object: r, Text: fmt.Sprintf("# %s: %v\n", name, err), No: true, Err: err})
	case r.Text != "": // otherwise the search ended before it knew that there is one solution
		err = cmp.Or(a.Say(Told{Object: r, Text: fmt.Sprintf("# %s: %s\n%s", name, done, r.Text), Puzzle: true}), err)
	}
	return err
}

// The formats of encode.
const (
	ToDIMACS = "dimacs"
	ToDLX    = "dlx"
)

// CheckTarget returns an error if an encoding is named for another format than that of formulas.
func CheckTarget(encoding, format string) error {
	if encoding == "" || format == ToDIMACS {
		return nil
	}
	return fmt.Errorf("--encoding %s is for formulas; an exact cover has one encoding, and needs no name", encoding)
}

// PuzzleWriter returns a function that writes the puzzle in the format dimacs or dlx, by the encoding of
// that name.
func PuzzleWriter(ctx context.Context, to, encoding string, file *text.File) (func(io.Writer) error, error) {
	p := file.Puzzle
	content := strings.Split(strings.TrimSpace(file.Text(p)), "\n")
	if to == ToDIMACS {
		f, err := encode.CNF(ctx, p, encode.Encoding(encoding))
		if err != nil {
			return nil, err
		}
		content = noted(content, f.Encoding, encode.Encodings(p.Family()))
		return func(w io.Writer) error { return f.CNF.WriteDIMACS(w, nil, content...) }, nil
	}
	if err := CheckTarget(encoding, to); err != nil {
		return nil, err
	}
	c, err := encode.ExactCover(ctx, p)
	if err != nil {
		return nil, err
	}
	for i, line := range content {
		content[i] = strings.Map(printable, line) // a title may have signs that shape others, which a problem has not
	}
	c.Problem.Comments = append(c.Problem.Comments, content...)
	return c.Problem.Write, nil
}

// printable returns U+FFFD for a character that is not printed.
func printable(r rune) rune {
	if unicode.IsGraphic(r) {
		return r
	}
	return utf8.RuneError
}

// noted returns the text with a line that names the encoding, unless it is the default.
func noted(text []string, by encode.Encoding, all []encode.Encoding) []string {
	if by == all[0] {
		return text
	}
	return append(text, "encoding "+string(by))
}

func encodePuzzle(ctx context.Context, t *task) (any, error) {
	write, err := PuzzleWriter(ctx, t.options.text("to"), t.options.text("encoding"), t.file)
	if err != nil {
		return nil, err
	}
	out := t.buffer()
	if err := write(out); err != nil {
		return nil, err
	}
	return document{typeText, out.Bytes()}, nil
}

type buffer struct {
	bytes.Buffer
	bound int
}

func (t *task) buffer() *buffer { return &buffer{bound: t.bounds.Bytes} }

// Write fails when the text is too long.
func (b *buffer) Write(text []byte) (int, error) {
	if b.bound > 0 && b.Len()+len(text) > b.bound {
		return 0, tooLong(b.bound)
	}
	return b.Buffer.Write(text)
}

// Certificate is the object of a certificate. The program writes its files into a folder.
type Certificate struct {
	File      string            `json:"file"` // the folder
	Right     bool              `json:"right"`
	Solutions *big.Int          `json:"solutions,omitempty"`
	Variables int               `json:"variables"`
	Clauses   int               `json:"clauses"`
	Counted   bool              `json:"counted,omitempty"`     // no solution is listed
	Statement string            `json:"statement,omitempty"`   // the puzzle as the second reading of --check has read it
	Uncovered string            `json:"not_covered,omitempty"` // why there was no second reading
	Verified  bool              `json:"verified,omitempty"`    // cake_lpr has accepted the proof too
	Wrong     string            `json:"wrong,omitempty"`       // why it is not right
	Files     map[string]string `json:"files,omitempty"`       // the files by their names, for askers without folders
}

// OtherModel returns the error of a proof. Where it says that the formula has another model, that is a
// disagreement with the engine, which found those solutions.
func OtherModel(err error, found, engine string) error {
	if !errors.Is(err, sat.ErrSatisfiable) {
		return err
	}
	return &crosscut.DisagreementError{
		Engines: [2]string{"proof", engine},
		Detail:  fmt.Sprintf("the formula has a model in addition to the %s that %s found", found, engine),
	}
}
