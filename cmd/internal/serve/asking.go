package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"crosscut"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// ReadObject is the object of what a text says.
type ReadObject struct {
	File      string       `json:"file"`
	Puzzle    string       `json:"puzzle"` // the family
	Moves     string       `json:"moves,omitempty"`
	Width     int          `json:"width"`
	Height    int          `json:"height"`
	Cells     int          `json:"cells"` // without holes
	Rows      [][]any      `json:"rows"`  // clues, "" for open cells, null for holes
	Low       *int         `json:"low,omitempty"`
	High      *int         `json:"high,omitempty"`
	Sum       *int         `json:"sum,omitempty"`
	Diagonals *bool        `json:"diagonals,omitempty"`
	Corner    string       `json:"corner,omitempty"` // colour of the first square: B, W, or X if it is not known
	Flips     *bool        `json:"flips,omitempty"`  // stones may be turned over
	Stones    []StoneShape `json:"stones,omitempty"`
	Variant   string       `json:"variant,omitempty"` // what the puzzle has that a plain one of its family has not
	Claim     string       `json:"claim"`             // the number of solutions that the text claims, or ?
	Source    string       `json:"source,omitempty"`
	Title     string       `json:"title,omitempty"`
	Author    string       `json:"author,omitempty"`
	Labels    []string     `json:"labels,omitempty"` // of all squares, row by row
	Note      string       `json:"note,omitempty"`   // how the text was read, where that does not go without saying
	Faults    []ReadFault  `json:"faults,omitempty"` // numbers that stand twice or outside
	Text      string       `json:"text"`             // the puzzle in its usual form
	VariantParts
}

// ReadFault is the object of a number that no board can have.
type ReadFault struct {
	Cell   string `json:"cell"`
	Value  int    `json:"value"`
	Before string `json:"before,omitempty"` // the cell where it stands, too
}

// StoneShape is the object of a stone.
type StoneShape struct {
	Name    string `json:"name"`
	Text    string `json:"text"`              // rows as in a file
	Kind    int    `json:"kind"`              // the first stone that is like it, counted from 0
	Least   int    `json:"least"`             // how many stones of this kind are used at least
	NoFlips bool   `json:"noFlips,omitempty"` // it may not be turned over, even where others may
	NoTurns bool   `json:"noTurns,omitempty"` // it may not be rotated
}

// newRead returns the object of what a text says.
func newRead(file *text.File) ReadObject {
	p := file.Puzzle
	board := p.Board()
	r := ReadObject{
		File: file.Name, Puzzle: string(p.Family()), Width: board.Width(), Height: board.Height(), Cells: board.Len(),
		Rows: rows(board, func(cell int) any {
			if q, ok := p.(puzzle.Numbered); ok && q.Clue(cell) != puzzle.Empty {
				return q.Clue(cell)
			}
			return ""
		}),
		Claim: file.Solutions.String(), Source: file.Source, Text: file.Text(p),
		Title: file.Title, Author: file.Author, Labels: file.Labels, Variant: puzzle.Variant(p),
		VariantParts: variantParts(p), Note: file.Note,
	}
	lines := strings.Split(r.Text, "\n") // the rows stand at its end
	for _, f := range file.Faults {
		row, col := board.Pos(f.Cell)
		r.Rows[row][col] = f.Value
		line := &lines[len(lines)-1-board.Height()+row]
		fields := strings.Split(*line, ",")
		fields[col] = strconv.Itoa(f.Value)
		*line = strings.Join(fields, ",")
		fault := ReadFault{Cell: board.Name(f.Cell), Value: f.Value}
		if f.Before >= 0 {
			fault.Before = board.Name(f.Before)
		}
		r.Faults = append(r.Faults, fault)
	}
	r.Text = strings.Join(lines, "\n")
	switch p := p.(type) {
	case *puzzle.Hidoku:
		r.Moves, r.Low, r.High = string(p.Rules().Moves), new(p.Low()), new(p.High())
	case *puzzle.Magic:
		r.Low, r.High = new(p.Low()), new(p.High())
		if puzzle.Variant(p) == "" {
			r.Sum, r.Diagonals = new(p.Sum()), new(!p.Rules().NoDiagonals)
		}
	case *puzzle.Draughtboard:
		r.Corner, r.Flips = string(p.Setup().Corner), new(p.Setup().Flips)
		if r.Variant == "" && len(p.Setup().Sets) > 0 {
			r.Variant = "a named set of stones"
		}
		r.Stones = stoneShapes(p)
	}
	return r
}

// tellRead says in a line what a text says.
func tellRead(_ context.Context, a *Asking) error {
	r := newRead(a.File)
	said := []string{r.Puzzle}
	if r.Moves != "" {
		said = append(said, "moves: "+r.Moves)
	}
	if r.Variant != "" {
		said = append(said, r.Variant)
	}
	said = append(said, fmt.Sprintf("%dx%d", r.Width, r.Height), base.Plural(r.Cells, "cell"))
	if p, ok := a.File.Puzzle.(puzzle.Numbered); ok {
		said = append(said, base.Plural(clueCount(p)+len(r.Faults), "clue"))
	} else {
		said = append(said, base.Plural(len(r.Stones), "stone"))
	}
	switch r.Claim {
	case "?":
	case "1":
		said = append(said, "claims 1 solution")
	default:
		said = append(said, "claims "+r.Claim+" solutions")
	}
	if len(r.Faults) > 0 {
		said = append(said, faultsOf(a.File).Object.(Why).End)
	}
	return a.Say(Told{Object: r, Text: a.File.Name + ": " + strings.Join(said, ", ") + "\n", No: len(r.Faults) > 0})
}

// checkSolving rejects options that do not go together.
func checkSolving(given map[string]string) error {
	if options(given).flag("all") && options(given).has("number") {
		return errors.New("-n and --all exclude each other")
	}
	return nil
}

// tellSolve tells solutions: one and what is known about others, as many as asked for, or all.
func tellSolve(ctx context.Context, a *Asking) error {
	p, n, all := a.File.Puzzle, options(a.Options).number("number", 0), options(a.Options).flag("all")
	a.Meter.Wanted = max(n, 2) // without a number, there is one and a look for another
	if all {
		n, a.Meter.Wanted = math.MaxInt, 0
	}
	found, said := 0, error(nil)
	show := func(s puzzle.Solution) bool {
		if found++; found == 1 && a.Note != nil {
			noteNames(a)
		}
		said = a.Say(Told{Solution: s, Number: found})
		return said == nil && (n == 0 || found < n)
	}
	find := func(ctx context.Context, yield func(puzzle.Solution) bool) error {
		if all && people { // on all cores, perhaps in another order; the page has one core
			return crosscut.All(ctx, a.Engine, p, a.Meter, yield)
		}
		return a.Engine.Search(ctx, p, a.Meter, yield)
	}
	last, settled, err := Told{Once: true}, false, error(nil)
	if n == 0 {
		f := searchFirst(ctx, p, func(ctx context.Context, yield func(puzzle.Solution) bool) error {
			return a.Watch(a.Engine.Name, func(context.Context) error { return find(ctx, yield) })
		}, show)
		last.Object, settled, err = f.end(a.File), f.settled(), f.err
		if people {
			last.Text = f.text()
		}
	} else {
		err = a.Watch(a.Engine.Name, func(ctx context.Context) error {
			if a.Ahead != nil {
				return a.Ahead(ctx, n, find, show)
			}
			return find(ctx, show)
		})
		if said != nil {
			err = said
		}
		last.Object = NewEnd(a.File, found, err)
		if people {
			last.Text = EndText(found, "solution", err)
		}
	}
	last.No = found == 0 && err == nil
	if last.Text = fmt.Sprintf("# %s: %s\n", a.File.Name, last.Text); found == 0 && NotSearched(err) {
		last.Text = ""
	}
	if settled || n > 0 && errors.Is(err, meter.ErrStopped) { // answered as asked for
		err = nil
	}
	return cmp.Or(a.Say(last), err)
}

// EndText says how many solutions, covers or models were found, and whether there are others. If err is not nil, it
// ended the search early.
func EndText(found int, noun string, err error) string {
	switch {
	case err == nil:
		return base.AndNoOther(big.NewInt(int64(found)), noun)
	case errors.Is(err, meter.ErrStopped):
		return base.Plural(found, noun) + " as asked for; there may be others"
	}
	return fmt.Sprintf("%s so far; there may be others (%s)", base.Plural(found, noun), base.OneLine(err))
}

// room is what is left of the bytes of an answer.
type room struct{ left int }

// room returns the room of the whole answer.
func (t *task) room() *room {
	if t.bounds.Bytes > 0 {
		return &room{t.bounds.Bytes}
	}
	return &room{math.MaxInt}
}

// leastSquare is the least number of bytes that a square of a board takes in an answer.
const leastSquare = 2

// take takes the room of a board, and reports whether there is some left.
func (r *room) take(squares int) bool {
	r.left -= leastSquare * squares
	return !r.full()
}

func (r *room) full() bool { return r.left <= 0 }

// compare runs all engines, or the one that is named. Each has the time of the question.
func (t *task) compare(ctx context.Context, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error) {
	engines := t.engines()
	if name, _ := t.op.engineName(t.options); name != EveryEngine {
		engines = []crosscut.Engine{t.engine()}
	}
	outcomes, err := crosscut.CrossCheck(ctx, t.file.Puzzle, engines, crosscut.Limits{Nodes: t.meter.MaxNodes, Time: t.time}, yield)
	for _, o := range outcomes {
		t.meter.Add(o.Stats)
	}
	return outcomes, err
}

const filledName = "filled"

// boards returns the boards of the option filled, or none without it. If one, there must not be more.
func (t *task) boards(one bool) ([]puzzle.Solution, error) {
	if !t.options.has(filledOption.Name) {
		return nil, nil
	}
	boards, err := text.ReadSolutions(strings.NewReader(t.options.text(filledOption.Name)), filledName, t.file.Puzzle)
	switch {
	case err != nil:
		return nil, &Error{Input, err}
	case one && len(boards) != 1:
		return nil, invalid("--filled has %d boards; it needs one", len(boards))
	}
	return boards, nil
}
