package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosscut"
	"crosscut/internal/base"
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
			if k := ClueAt(p, cell); k != puzzle.Empty {
				return k
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
		clues := slices.DeleteFunc(p.Clues(), func(k int) bool { return k == puzzle.Empty })
		said = append(said, base.Plural(len(clues)+len(r.Faults), "clue"))
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

func solve(ctx context.Context, t *task) (any, error) {
	e, p := t.engine(), t.file.Puzzle
	n, all := t.options.number("number", 0), t.options.flag("all")
	if all && n > 0 {
		return nil, invalid("-n and --all exclude each other")
	}
	answers, room := []any{}, t.room()
	show := func(s puzzle.Solution) bool {
		answers = append(answers, newSolution(t.file, len(answers)+1, s))
		return room.take(p.Board().Width() * p.Board().Height())
	}
	if n == 0 && !all {
		first := SearchFirst(ctx, p, func(ctx context.Context, yield func(puzzle.Solution) bool) error {
			return e.Search(ctx, p, t.meter, yield)
		}, show)
		answers = append(answers, first.End(t.file))
		if first.Settled() {
			return answers, nil
		}
		return answers, first.Err
	}
	if all {
		n = math.MaxInt
	}
	err := e.Search(ctx, p, t.meter, func(s puzzle.Solution) bool { return show(s) && len(answers) < n })
	if room.full() {
		err = tooLong(t.bounds.Bytes)
	}
	answers = append(answers, NewEnd(t.file, len(answers), err))
	if errors.Is(err, crosscut.ErrStopped) {
		err = nil
	}
	return answers, err
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
