package serve

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Making says which puzzles to make. Fields that a family does not have are ignored. The
// comments name the values of options, which [Option.Check] has checked.
type Making struct {
	Family puzzle.Family
	Drawn  *puzzle.Board // the board, or nil for one of Shape and Size
	From   puzzle.Puzzle // everything that the puzzles keep, or nil
	Left   int           // of From, a draughtboard: so many of its gaps get stones
	Shape  string        // one of [generate.Shapes], "" for a rectangle
	Size   string        // "10x10", or "10" for a square board
	Level  string        // the difficulty, "" for any
	Seed   uint64
	Count  int

	Moves string
	Rules puzzle.HidokuRules // of a Hidoku: its switches

	// Magic boards.
	Low       int
	Diagonals string           // yes or no
	Form      puzzle.MagicForm // of a magic board that is not a plain square; "" for a plain one

	SizeGiven, MovesGiven bool // Size and Moves are not the defaults

	// Draughtboards.
	Stones string // smallest and largest number of cells, "4..6"; "" for the usual ones
	Set    string // sets of stones, joined by "+"; "" for none
	Corner string // B or W
	Flips  string // yes or no

	wish generate.Wish // what else is wished
}

// NewMaking returns what the options of a family are when none is given.
func NewMaking(family puzzle.Family) Making {
	m := Making{
		Family: family, Size: "10x10", Count: 1, Moves: string(puzzle.King), Low: 1, Diagonals: "yes", Corner: "B", Flips: "yes",
		wish: generate.Wish{Ends: "any", Pattern: "none", Solutions: 1},
	}
	switch family {
	case puzzle.FamilyMagic:
		m.Size = "5x5"
	case puzzle.FamilyDraughtboard:
		m.Size = "8x8"
	}
	return m
}

// Variables returns where the values of the options of generate go, by their names.
func (m *Making) Variables() map[string]any {
	variables := map[string]any{
		"size": &m.Size, "shape": &m.Shape, "count": &m.Count, "seed": &m.Seed, "difficulty": &m.Level,
		"moves": &m.Moves, "walls": &m.wish.Walls, "links": &m.wish.Links, "order": &m.wish.Order, "ends": (*string)(&m.wish.Ends),
		"clues": &m.wish.Clues, "minimal": &m.wish.Minimal, "same-solution": &m.wish.SameSolution, "symmetry": (*string)(&m.wish.Pattern),
		"low": &m.Low, "lines": (*string)(&m.Form), "diagonals": &m.Diagonals,
		"stones": &m.Stones, "alike": &m.wish.Alike, "gaps": &m.wish.Gaps, "set": &m.Set, "solutions": &m.wish.Solutions, "corner": &m.Corner, "flips": &m.Flips,
	}
	for _, rule := range base.Fields[bool](&m.Rules) {
		variables[rule.Name] = rule.At
	}
	return variables
}

// Named takes what the name of the family says. Numbrix are Hidokus with rook's moves, and a Zip also
// has its clues in order. A jodici is a form of magic boards, and pentominoes are a set of stones.
// given reports whether an option is there.
func (m *Making) Named(name string, given func(option string) bool) error {
	m.SizeGiven = given("size")
	m.MovesGiven = m.Family == puzzle.FamilyHidoku && given("moves")
	if form := puzzle.MagicForm(strings.ToLower(name)); form == puzzle.Jodici || form == puzzle.Equation {
		if m.Form != "" {
			return fmt.Errorf("--lines %s; it does not go with %s", m.Form, form)
		}
		m.Form = form
	}
	if _, _, err := (puzzle.Setup{Sets: []string{name}}).Area(); err == nil && m.Set == "" && m.Stones == "" {
		m.Set = name
	}
	if strings.EqualFold(name, "zip") {
		m.wish.Order = true
		if !m.SizeGiven {
			m.Size = zipSize
		}
	}
	_, moves, _ := text.Family(name)
	switch {
	case moves == "":
		return nil
	case given("moves") && m.Moves != string(moves):
		return fmt.Errorf("--moves %s; a %s has the moves %s", m.Moves, name, moves)
	}
	m.Moves, m.MovesGiven = string(moves), true
	return nil
}

// Wish returns the wish for the package that makes puzzles, without the level. Errors name
// the options like flags.
func (m *Making) Wish() (generate.Wish, error) {
	switch {
	case m.From == nil:
	case m.From.Family() != m.Family:
		return generate.Wish{}, fmt.Errorf("a %s cannot be kept for a %s; name the family of the puzzle", m.From.Family(), m.Family)
	default:
		w, err := m.kept()
		w.Keep = true
		return w, err
	}
	switch m.Family {
	case puzzle.FamilyMagic:
		return m.magic()
	case puzzle.FamilyDraughtboard:
		return m.draughtboard()
	}
	return m.hidoku()
}

// kept returns the wish for the puzzle of From. The gaps of a whole draughtboard stay.
func (m *Making) kept() (generate.Wish, error) {
	board, isBoard := m.From.(*puzzle.Draughtboard)
	if !isBoard {
		return m.wishFor(m.From, nil)
	}
	m.wish.Gaps = board.Gaps().Most - m.Left
	setup := board.Setup()
	var err error
	if m.wish.Smallest, m.wish.Largest, err = cellRange(m.Stones); err == nil && setup.Corner == puzzle.AnyColour {
		setup.Corner = puzzle.Colour(m.Corner[0])
		board, err = setup.New()
	}
	return m.wishFor(board, err)
}

func (m *Making) hidoku() (generate.Wish, error) {
	board, err := m.board()
	if err != nil {
		return generate.Wish{}, err
	}
	rules := m.Rules
	rules.Moves = puzzle.Moves(m.Moves)
	w, err := m.wishFor(rules.New(board, nil))
	if err != nil {
		err = fmt.Errorf("--%w", err)
	}
	return w, err
}

func (m *Making) magic() (generate.Wish, error) {
	if m.Form != "" {
		return m.lined()
	}
	width, height, err := m.WidthHeight()
	switch {
	case err != nil:
		return generate.Wish{}, err
	case width != height || width == 2:
		return generate.Wish{}, fmt.Errorf("--size %q; a magic board is square, and there is none of 2x2", m.Size)
	}
	return m.wishFor(puzzle.MagicRules{Order: width, Low: m.Low, NoDiagonals: m.Diagonals != "yes"}.New(nil))
}

// zipSize is the size of a Zip, as LinkedIn has them.
const zipSize = "6x6"

// equationNumbers is how many numbers equations have, from Low on.
const equationNumbers = 20

// lined returns the wish for a magic board that is not a plain square.
func (m *Making) lined() (generate.Wish, error) {
	width, height, err := m.WidthHeight()
	switch {
	case m.Diagonals != "yes":
		return generate.Wish{}, fmt.Errorf("--diagonals %s; it does not go with %s", m.Diagonals, m.Form)
	case m.Form == puzzle.Jodici && (m.SizeGiven || m.Low != 1):
		return generate.Wish{}, errors.New("a jodici has its own size and numbers; it excludes --size and --low")
	case m.Form == puzzle.Jodici:
		return m.wishFor(puzzle.MagicRules{Form: puzzle.Jodici}.New(nil))
	case err != nil:
		return generate.Wish{}, err
	}
	if m.Form == puzzle.Equation && !m.SizeGiven {
		width, height = 3, 3
	}
	if m.Form != puzzle.Equation && width != height || max(width, height) > 8 {
		return generate.Wish{}, fmt.Errorf("--size %q; it is too large, or not square", m.Size)
	}
	numbers := make([]int, equationNumbers)
	if m.Form != puzzle.Equation {
		numbers = make([]int, width*height)
	}
	for i := range numbers {
		numbers[i] = m.Low + i
	}
	if m.Form != puzzle.Equation {
		return m.wishFor(puzzle.MagicRules{Form: m.Form, Numbers: numbers}.New(nil))
	}
	e := puzzle.Equations{Rows: make([]int, height), Columns: make([]int, width)}
	for range height {
		e.Across = append(e.Across, []byte(strings.Repeat("+", width-1)))
	}
	for range width {
		e.Down = append(e.Down, []byte(strings.Repeat("+", height-1)))
	}
	return m.wishFor(puzzle.MagicRules{Form: puzzle.Equation, Equations: e, Numbers: numbers}.New(nil))
}

func (m *Making) draughtboard() (generate.Wish, error) {
	w := m.wish
	if m.Set != "" {
		for _, name := range strings.Split(m.Set, "+") {
			w.Sets = append(w.Sets, strings.ToLower(strings.Join(strings.Fields(name), " ")))
		}
		if area, _, err := (puzzle.Setup{Sets: w.Sets}).Area(); err == nil && !m.SizeGiven {
			m.Size = strconv.Itoa(int(math.Ceil(math.Sqrt(float64(area) * 12 / 5)))) // 12x12 for the pentominoes: room for easy ones
		}
	}
	board, err := m.board()
	if err != nil {
		return w, err
	}
	if w.Smallest, w.Largest, err = cellRange(m.Stones); err != nil {
		return w, err
	}
	w.Puzzle, err = blankDraughtboard(board, puzzle.Colour(m.Corner[0]), m.Flips == "yes")
	return w, err
}

// blankDraughtboard returns a draughtboard whose stones are all single cells.
func blankDraughtboard(board *puzzle.Board, corner puzzle.Colour, flips bool) (*puzzle.Draughtboard, error) {
	one, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	if err != nil {
		return nil, err
	}
	return puzzle.Setup{Board: board, Corner: corner, Flips: flips, Stones: slices.Repeat([]puzzle.Stone{one}, board.Len())}.New()
}

// wishFor returns the wish for a puzzle on the board of p, or the error of making p.
func (m *Making) wishFor(p puzzle.Puzzle, err error) (generate.Wish, error) {
	w := m.wish
	w.Puzzle = p
	return w, err
}

// board returns the board. A shape of hexagons also sets the moves.
func (m *Making) board() (*puzzle.Board, error) {
	if m.Drawn != nil {
		return m.Drawn, nil
	}
	width, height, err := m.WidthHeight()
	switch {
	case err != nil:
		return nil, err
	case m.Shape == "":
		return puzzle.NewBoard(width, height, nil)
	}
	shape, err := generate.Shape(m.Shape, width, height)
	switch {
	case errors.Is(err, generate.ErrNoShape):
		return nil, fmt.Errorf("--shape %q; it is %s; --from reads a board that is drawn in a file", m.Shape, base.Choice(generate.Shapes()))
	case err != nil:
		return nil, err
	case !shape.Sized && m.SizeGiven:
		return nil, fmt.Errorf("--shape %s has its own size; it excludes --size", m.Shape)
	case shape.Hex && m.Family != puzzle.FamilyHidoku:
		return nil, fmt.Errorf("--shape %s; only hidokus have hexagons", m.Shape)
	case shape.Hex && m.Moves != string(puzzle.Hex) && m.MovesGiven:
		return nil, fmt.Errorf("--shape %s; it needs --moves hex", m.Shape)
	case shape.Hex:
		m.Moves = string(puzzle.Hex)
	}
	return shape.Board, nil
}

// WidthHeight parses Size.
func (m *Making) WidthHeight() (width, height int, err error) {
	size := m.Size
	if !strings.Contains(size, "x") { // one number for a square board
		size += "x" + size
	}
	width, height, ok := TwoNumbers(size, "x")
	if !ok || width < 1 || height < 1 {
		return 0, 0, fmt.Errorf("--size %q; it is columns x rows, as in 10x10", m.Size)
	}
	return width, height, nil
}

// TwoNumbers parses two numbers with a text between them, such as 10x10. There may be blanks before
// each number and at the end.
func TwoNumbers(text, between string) (first, second int, ok bool) {
	before, after, _ := strings.Cut(text, between)
	first, err := strconv.Atoi(strings.TrimLeft(before, " "))
	second, err2 := strconv.Atoi(strings.Trim(after, " "))
	return first, second, err == nil && err2 == nil
}

// cellRange parses a range of numbers of cells, "4..6". An empty text gives zeros.
func cellRange(text string) (low, high int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	low, high, ok := TwoNumbers(text, "..")
	if !ok || low < 1 || high < low {
		return 0, 0, fmt.Errorf("--stones %q; it is a range of numbers of cells, as in 4..6", text)
	}
	return low, high, nil
}

// Difficulty returns the level, or 0 if there is none.
func (m *Making) Difficulty() (human.Level, error) {
	if m.Level == "" {
		return 0, nil
	}
	var level human.Level
	if level.UnmarshalText([]byte(m.Level)) != nil {
		return 0, fmt.Errorf("--difficulty %q; it is easy, medium, hard or extreme", m.Level)
	}
	return level, nil
}

// BaseName returns the name of the file for the puzzle of that number, without the ending.
func (m *Making) BaseName(number int) string {
	return fmt.Sprintf("%s-%0*d", m.Family, max(4, len(fmt.Sprint(m.Count))), number)
}

// Text returns the text of a puzzle file. Its comment and headers say what is known of it.
func (m *Making) Text(made *generate.Made) string {
	first, rest, _ := strings.Cut(made.Puzzle.String(), "\n")
	return fmt.Sprintf("# puzzle %d of %d: %s\n%s\nsolutions: %d\n%s%s",
		made.Number, m.Count, MadeText(made), first, made.Count, m.Source(made.Number), rest)
}

// Source returns the header line that says how the puzzle of that number was made. It names
// the level, because the level is a part of the seed.
func (m *Making) Source(number int) string {
	level := ""
	switch {
	case m.Level != "" && m.wish.SameSolution:
		level = ", same solution, " + m.Level
	case m.Level != "":
		level = ", " + m.Level
	}
	return fmt.Sprintf("source: crosscut generate, seed %d%s, puzzle %d\n", m.Seed, level, number)
}

// MadeText describes a puzzle: its level and the numbers of clues, stones and solutions.
func MadeText(m *generate.Made) string {
	var parts []string
	if m.Grade != nil {
		parts = append(parts, m.Grade.Level.String())
	}
	if m.Clues > 0 {
		parts = append(parts, base.Plural(m.Clues, "clue"))
	}
	if board, ok := m.Puzzle.(*puzzle.Draughtboard); ok {
		parts = append(parts, base.Plural(len(board.Stones()), "stone"))
	}
	if m.Count > 1 {
		parts = append(parts, base.Plural(m.Count, "solution"))
	}
	return strings.Join(parts, ", ")
}

// Made is the object of a generated puzzle.
type Made struct {
	File      string  `json:"file"` // the name of its file
	Number    int     `json:"number"`
	Seed      uint64  `json:"seed"`
	Level     string  `json:"level,omitempty"`
	Hardest   string  `json:"hardest,omitempty"` // the hardest kind of step
	Clues     int     `json:"clues,omitempty"`
	Solutions int     `json:"solutions"` // symmetric ones count separately
	Text      string  `json:"text"`      // the puzzle as a file
	Solution  [][]any `json:"solution"`  // the rows of one solution
}

// NewMade returns the object of a generated puzzle.
func (m *Making) NewMade(made *generate.Made) Made {
	r := Made{
		File: m.BaseName(made.Number) + ".txt", Number: made.Number, Seed: m.Seed, Clues: made.Clues, Solutions: made.Count,
		Text: m.Text(made), Solution: Rows(made.Puzzle, made.Solution),
	}
	if made.Grade != nil {
		r.Level, r.Hardest = made.Grade.Level.String(), wordOf(made.Grade.Hardest)
	}
	return r
}
