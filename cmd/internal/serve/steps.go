package serve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"crosscut"
	"crosscut/human"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Step is the object of a step that a person makes.
type Step struct {
	File      string          `json:"file"`
	Step      int             `json:"step"` // counted from 1
	Technique string          `json:"technique"`
	Level     string          `json:"level"`
	Depth     int             `json:"depth,omitempty"` // depth of a guess
	Place     []Candidate     `json:"place,omitempty"`
	Remove    []Candidate     `json:"remove,omitempty"`
	Because   []string        `json:"because,omitempty"` // the cells to look at
	Text      string          `json:"text"`
	Sentence  *human.Sentence `json:"sentence,omitempty"` // the text for other languages
	Several   bool            `json:"several,omitempty"`  // the puzzle has several solutions
}

// Candidate is the object of a number or a stone, with its cells.
type Candidate struct {
	Value any      `json:"value"` // a number, the name of a stone, or "line" between two cells
	Cells []string `json:"cells"`
}

// Steps is the object after the steps.
type Steps struct {
	File   string  `json:"file"`
	Steps  int     `json:"steps"`
	Solved bool    `json:"solved"`
	End    string  `json:"end"`            // solved, stuck or unsolvable
	Rows   [][]any `json:"rows,omitempty"` // the filled board, if it is solved

	// Several says that the puzzle has several solutions.
	Several bool `json:"several,omitempty"`
}

// newStep returns the object of the n-th step. several says that the puzzle has several solutions.
func newStep(file *text.File, n int, step human.Step, several bool) Step {
	p := file.Puzzle
	return Step{
		File: file.Name, Step: n, Technique: wordOf(step.Technique), Level: step.Technique.Level().String(), Depth: step.Depth,
		Place: candidates(p, step.Place), Remove: candidates(p, step.Remove),
		Because: CellNames(p, step.Because), Text: step.Text, Sentence: &step.Sentence, Several: several,
	}
}

func candidates(p puzzle.Puzzle, all []human.Candidate) []Candidate {
	var objects []Candidate
	for _, c := range all {
		r := Candidate{Value: c.Value, Cells: CellNames(p, c.Cells)}
		if c.IsLine() {
			r.Value = "line"
		}
		if !HasNumbers(p) {
			r.Value = StoneName(p, c.Value)
		}
		if _, numbers := p.(puzzle.Numbered); !numbers && c.Value == puzzle.Bare {
			r.Value = nil
		}
		objects = append(objects, r)
	}
	return objects
}

// unsolvable returns the object that says that there is no step, because the puzzle has
// no solution.
func unsolvable(file *text.File) Steps {
	return Steps{File: file.Name, End: "unsolvable"}
}

// Degrees of help.
const (
	degreeWhere = 1 // the kind of step, and the part of the board
	degreeCells = 2 // the cells to look at and those of the conclusion
	degreeStep  = 3 // the step itself
)

// checkDegree rejects a degree of help that there is not, and one that hides steps which are asked for.
func checkDegree(given map[string]string) error {
	degree := options(given).number("degree", degreeStep)
	switch {
	case degree < degreeWhere || degree > degreeStep:
		return fmt.Errorf("--degree %d; it is 1, 2 or 3", degree)
	case options(given).flag("steps") && degree != degreeStep:
		return errors.New("--steps shows whole steps; it excludes --degree 1 and 2")
	}
	return nil
}

// nativeAlone is how long the native engine searches alone before all engines race. Nearly
// every puzzle takes it a few milliseconds.
const nativeAlone = time.Second

// errAlone is the cause of the end of that search.
var errAlone = errors.New("the native engine has searched long enough alone")

// upToTwo counts the solutions of a puzzle up to two, as [crosscut.Distinct] does. One may stand
// for several: the first of the engines searches alone for a second, and if it has found none then,
// all race for one. It returns an error when ctx ends before an engine has found a solution or
// knows that there is none.
func upToTwo(ctx context.Context, engines []crosscut.Engine, p puzzle.Puzzle) (int, error) {
	alone, cancel := context.WithTimeoutCause(ctx, nativeAlone, errAlone)
	defer cancel()
	found, err := crosscut.Distinct(alone, engines[0], p, 2, nil)
	if errors.Is(err, errAlone) && len(found) == 0 {
		found, err = crosscut.First(ctx, crosscut.Race(engines...), p, 1, nil)
	}
	if len(found) > 0 {
		err = nil
	}
	return len(found), err
}

// Grade is the object of a grade.
type Grade struct {
	File      string         `json:"file"`
	Solutions string         `json:"solutions"` // 1, none or several
	Level     string         `json:"level,omitempty"`
	Stars     int            `json:"stars,omitempty"` // 1 to 5
	Score     float64        `json:"score,omitempty"`
	Hardest   string         `json:"hardest,omitempty"` // the hardest kind of step
	Times     int            `json:"times,omitempty"`   // number of its uses
	Guesses   int            `json:"guesses,omitempty"` // number of guesses
	Depth     int            `json:"depth,omitempty"`   // depth of the deepest guess
	Solved    bool           `json:"solved"`            // steps and guesses of a bounded depth solve it
	Profile   map[string]int `json:"profile,omitempty"` // number of uses of each kind of step
}

// newGrade returns the object of a grade.
func newGrade(file *text.File, g *human.Grade) Grade {
	r := Grade{
		File: file.Name, Solutions: "1", Level: g.Level.String(), Stars: g.Stars(), Score: g.Score(),
		Hardest: wordOf(g.Hardest), Times: g.Profile[g.Hardest],
		Guesses: g.Guesses, Depth: g.Depth, Solved: g.Solved,
		Profile: map[string]int{},
	}
	for t, uses := range g.Profile {
		r.Profile[wordOf(t)] = uses
	}
	return r
}

// wordOf returns the name of a technique as one word, for programs.
func wordOf(t human.Technique) string { return strings.ReplaceAll(t.String(), " ", "-") }
