//go:build unix

package encode

// The puzzles as answer set programs, for gringo and clasp: the other way to state a
// puzzle for a general solver.

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// hidokuProgram has the rules of a Hidoku. A number can be on the cells that it can reach
// from the clues around it.
const hidokuProgram = `
number(1..n).
free(C) :- cell(C), not given(_,C).
open(K) :- number(K), not given(K,_).
up(K,C) :- given(K,C).
up(1,C) :- open(1), free(C).
up(K+1,D) :- up(K,C), touch(C,D), open(K+1), free(D).
down(K,C) :- given(K,C).
down(n,C) :- open(n), free(C).
down(K-1,D) :- down(K,C), touch(C,D), open(K-1), free(D).
may(K,C) :- up(K,C), down(K,C).
:- number(K), not may(K,_).
{ on(K,C) : may(K,C) } = 1 :- number(K).
{ on(K,C) : may(K,C) } = 1 :- cell(C).
:- on(K,C), K < n, not on(K+1,D) : touch(C,D), may(K+1,D).
:- on(K,C), K > 1, not on(K-1,D) : touch(C,D), may(K-1,D).
#show on/2.
`

// magicProgram has the rules of a magic board.
const magicProgram = `
{ has(C,K) : number(K) } = 1 :- cell(C).
{ has(C,K) : cell(C) } = 1 :- number(K).
:- given(K,C), not has(C,K).
:- line(L,_), not #sum { K,C : has(C,K), line(L,C) } = s.
#show has/2.
`

// draughtboardProgram has the rules of a draughtboard. Its placements are given as facts.
const draughtboardProgram = `
{ use(P) : covers(P,C) } = 1 :- cell(C).
{ use(P) : kind(P,I) } = M :- stones(I,M).
{ corner(J) : colouring(J) } = 1.
:- use(P), needs(P,J), not corner(J).
#show use/1.
#show corner/1.
`

// program returns a puzzle as an answer set program with one answer for each solution.
func program(t require.TestingT, p puzzle.Puzzle) string {
	var text strings.Builder
	for c := range p.Board().Len() {
		fmt.Fprintf(&text, "cell(%d).\n", c)
	}
	given := func(c, clue int) {
		if clue != puzzle.Empty {
			fmt.Fprintf(&text, "given(%d,%d).\n", clue, c)
		}
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		fmt.Fprintf(&text, "#const n=%d.\n", p.Board().Len())
		for c := range p.Board().Len() {
			given(c, p.Clue(c))
			for _, d := range p.Neighbours(c) {
				fmt.Fprintf(&text, "touch(%d,%d).\n", c, d)
			}
		}
		return text.String() + hidokuProgram
	case *puzzle.Magic:
		n := p.Order()
		fmt.Fprintf(&text, "#const s=%d.\nnumber(%d..%d).\ngiven(none,none).\n", p.Sum(), p.Low(), p.Low()+n*n-1)
		for c := range n * n {
			given(c, p.Clue(c))
		}
		for _, l := range magicLines(p) {
			for _, c := range l.cells {
				fmt.Fprintf(&text, "line(%s,%d).\n", l.name, c)
			}
		}
		return strings.Replace(text.String(), "given(none,none).\n", "#defined given/2.\n", 1) + magicProgram
	case *puzzle.Draughtboard:
		run := newSearchRun(t)
		all, err := newPlacements(run, p)
		require.NoError(t, err)
		for j := range p.Colourings() {
			fmt.Fprintf(&text, "colouring(%d).\n", j)
		}
		text.WriteString("#defined needs/2.\n#defined covers/2.\n#defined kind/2.\n")
		next := 0
		for i, k := range all.kinds {
			fmt.Fprintf(&text, "stones(%d,%d).\n", i, len(k.stones))
			for j := range k.placements {
				q := &k.placements[j]
				fmt.Fprintf(&text, "kind(%d,%d).\n", next, i)
				for _, c := range q.cells {
					fmt.Fprintf(&text, "covers(%d,%d).\n", next, c)
				}
				if colouring := all.needs(q); colouring >= 0 {
					fmt.Fprintf(&text, "needs(%d,%d).\n", next, colouring)
				}
				next++
			}
		}
		return text.String() + draughtboardProgram
	}
	return ""
}

// newSearchRun returns a run without limits.
func newSearchRun(require.TestingT) *search.Run { return search.Start(ctx, nil) }

// grounded runs gringo on a program, and then clasp for up to the given number of answers.
// It returns what clasp printed and the processor times of both.
func grounded(t require.TestingT, dir, text string, answers int, limit time.Duration) (out string, gringo, clasp time.Duration, stopped bool) {
	name, ground := filepath.Join(dir, "program.lp"), filepath.Join(dir, "program.aspif")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	bound := fmt.Sprintf("ulimit -t %d; exec ", int(limit/time.Second)+1)
	run := exec.Command("sh", "-c", bound+"gringo "+name+" >"+ground)
	err := run.Run()
	gringo = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	if err != nil {
		return "", gringo, 0, true
	}
	run = exec.Command("sh", "-c", bound+fmt.Sprintf("clasp %d %s", answers, ground))
	read, err := run.Output()
	clasp = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	exit := new(exec.ExitError)
	done := errors.As(err, &exit) && (exit.ExitCode() == 10 || exit.ExitCode() == 20 || exit.ExitCode() == 30)
	return string(read), gringo, clasp, !done
}

func TestAnswerSetProgramsHaveAsManyAnswersAsSolutions(t *testing.T) {
	needs.Program(t, "gringo")
	needs.Program(t, "clasp")
	for _, d := range drawers {
		t.Run(d.name, func(t *testing.T) {
			dir := t.TempDir()
			for seed := range 10 {
				p := rapid.Custom(d.draw).Filter(puzzle.Plain).Example(seed)
				want := len(puzzletest.Brute(p))
				out, _, _, stopped := grounded(t, dir, program(t, p), 0, time.Minute)
				require.False(t, stopped, "%s\n%s", p, out)
				require.Regexp(t, fmt.Sprintf(`Models +: %d\n`, want), out, "%s", p)
			}
		})
	}
}

// TestHidokuFormulasBesideAnswerSets prints the median and worst milliseconds of processor
// time to the second solution or the end, by the size of the board. It measures gini with
// the writing of the formula, gringo and clasp on answer set programs, clasp alone, and
// cadical on the same formula without the writing. It runs every third case and takes
// minutes, so it runs only when asked for:
//
//	CROSSCUT_RACE=1 go test ./encode -run AnswerSets -v -timeout 60m
func TestHidokuFormulasBesideAnswerSets(t *testing.T) {
	if os.Getenv("CROSSCUT_RACE") == "" {
		t.Skip("CROSSCUT_RACE is not set")
	}
	for _, program := range []string{"gringo", "clasp", "cadical"} {
		needs.Program(t, program)
	}
	const limit = 2 * time.Second
	classes := []struct {
		name  string
		cells int // at most
	}{{"to 8x8", 64}, {"to 13x13", 169}, {"to 19x19", 361}, {"to 20x20", 400}, {"to 30x30", 900}, {"beyond", 1 << 20}}
	fmt.Printf("| Hidokus | cases | sat | gringo and clasp | clasp alone | cadical, same formula | sat to cadical |\n|---|---|---|---|---|---|---|\n")
	files := sample(t, puzzle.FamilyHidoku, 3)
	least := 0
	for _, class := range classes {
		var own, both, clasp, cadical, ratio column
		for _, file := range files {
			if n := file.Puzzle.Board().Len(); n <= least || n > class.cells {
				continue
			}
			start := processor()
			f, err := CNF(ctx, file.Puzzle)
			end := processor()
			if err != nil {
				continue // too large for any
			}
			r := byGini(t, f, limit)
			own.time(end-start+r.settled, r.stopped)
			c := byProgram("exec cadical -q {}")(t, f, limit)
			cadical.time(c.settled, c.stopped)
			if !r.stopped || !c.stopped {
				ratio.values = append(ratio.values, float64(end-start+r.settled)/float64(c.settled))
			}
			_, gringo, solving, stopped := grounded(t, t.TempDir(), program(t, file.Puzzle), 2, limit)
			both.time(min(gringo+solving, limit), stopped)
			clasp.time(min(solving, limit), stopped)
		}
		fmt.Printf("| %s | %d | %v | %v | %v | %v | %v |\n", class.name, len(own.values), &own, &both, &clasp, &cadical, &ratio)
		least = class.cells
	}
}
