package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// text returns the text of a file in testdata.
func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(text)
}

// order6 is a puzzle whose solutions nobody can list.
var order6 = "puzzle: magic\n\n" + strings.Repeat("_ _ _ _ _ _\n", 6)

// asked returns the answer to a question about a file of testdata, or about a text. Options are pairs of a
// name and a value.
func asked(t *testing.T, op, file string, options ...string) Answer {
	t.Helper()
	q := Question{Operation: op, Options: map[string]string{}}
	switch {
	case strings.Contains(file, "\n"):
		q.Text = file
	case file != "":
		q.Text = textOf(t, file)
	}
	for i := 0; i < len(options); i += 2 {
		q.Options[options[i]] = options[i+1]
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return Ask(ctx, q, Bounds{Cells: 1024, Time: time.Minute, Bytes: 1 << 22, Puzzles: 10}, nil)
}

// TestAnswers asks each operation about a puzzle, and looks for a part of the answer.
func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		op, file string
		options  []string
		kind     Kind
		part     string
	}{
		{"read", "hidoku/seed-10x10.txt", []string{"puzzle", "zzz"}, Input, `--puzzle \"zzz\"; it is hidato, `},
		{"read", "hidoku/seed-10x10.txt", []string{"puzzle", "hidato"}, OK, `"puzzle":"hidoku"`},
		{"read", "hidoku/seed-10x10.txt", nil, OK, `"puzzle":"hidoku","moves":"king","width":10,"height":10,"cells":100,"rows":[[`},
		{"read", "magic/order-3.txt", nil, OK, `"low":1,"high":9,"sum":15,"diagonals":true,`},
		{"read", "draughtboard/d04-0.txt", nil, OK, `"corner":"B","flips":true,"stones":[{"name":"A","text":"`},
		{"solve", "hidoku/seed-10x10.txt", nil, OK, `"solutions":1,"complete":true,"others":"none"}]`},
		{"solve", "magic/order-3.txt", []string{"number", "2"}, OK, `"solutions":2,"complete":false,"others":"unknown","stopped":"number"`},
		{"solve", "magic/order-3.txt", []string{"n", "2"}, OK, `"solutions":2,"complete":false,"others":"unknown","stopped":"number"`},
		{"solve", "magic/order-3.txt", []string{"all", ""}, OK, `"solutions":8,"complete":true,"others":"none"}]`},
		{"solve", "magic/order-4.txt", []string{"nodes", "1"}, Limit, `"answer":[{"file":"puzzle","solutions":0,"complete":false`},
		{"count", "draughtboard/seed-8x8.txt", []string{"engine", "dlx"}, OK, `{"file":"puzzle","count":104,"complete":true}`},
		{"count", "magic/order-4.txt", []string{"nodes", "1"}, Limit, `"kind":"limit","answer":{"file":"puzzle","count":0,"complete":false,"stopped":"nodes"`},
		{"count", order6, []string{"time", "20ms"}, Time, `"kind":"time","answer":{"file":"puzzle","count":`},
		{"unique", "hidoku/gh08-multi-1.txt", nil, OK, `"differ":["r`},
		{"unique", "draughtboard/seed-8x8.txt", []string{"up-to-symmetry", "false"}, OK, `"unique":false`},
		{"check", "magic/order-3.txt", nil, OK, `"verdict":"agree","claim":"8","engines":[{"engine":"native","count":8`},
		{"check", order6, []string{"time", "30ms"}, Time, `"verdict":"stopped"`},
		{"verify", "magic/order-3.txt", []string{"filled", "2 7 6\n9 5 1\n4 3 8\n"}, OK, `[{"file":"filled","solution":1,"right":true}]`},
		{"verify", "magic/order-3.txt", []string{"filled", "2 7 6\n9 5 1\n4 3 _\n", "partial", "true"}, OK, `[{"file":"filled","board":1,"right":true,"unique":false}]`},
		{"verify", "magic/order-3.txt", nil, Input, `--filled is missing; it is the board so far`},
		{"hint", "hidoku/seed-10x10.txt", nil, OK, `[{"file":"puzzle","step":1,"technique":"`},
		{"hint", "hidoku/seed-10x10.txt", []string{"degree", "1"}, OK, `"text":"look at row`},
		{"hint", "hidoku/seed-10x10.txt", []string{"degree", "4"}, Input, `--degree 4; it is 1, 2 or 3`},
		{"hint", "magic/order-2.txt", nil, OK, `"end":"unsolvable"`},
		{"grade", "hidoku/gk08-med-1.txt", nil, OK, `"hardest":"guess","times":1,`},
		{"grade", "magic/order-2.txt", nil, OK, `"solutions":"none"`},
		{"grade", "magic/order-3.txt", nil, OK, `"solutions":"several"`},
		{"why", "hidoku/gk05-unsat-2.txt", nil, OK, `"found":false,"clues":[{"value":`},
		{"certain", "hidoku/gh08-multi-1.txt", nil, OK, `"found":true,"certain":["r`},
		{"repair", "hidoku/gk05-unsat-2.txt", nil, OK, `"changes":[{"change":"`},
		{"repair", "magic/order-2.txt", nil, OK, `"changes":[],"text":""`},
		{"minimal", "hidoku/seed-10x10.txt", nil, OK, `"removed":["r`},
		{"minimal", "puzzle: zip\n1,2,3\n6,5,4\n7,8,9\n", nil, OK, `,"clues":4,"text":"puzzle: hidoku\nmoves: rook\nclues: order\n`},
		{"minimal", "magic/order-3.txt", nil, Input, `so no clue can go`},
		{"minimal", "draughtboard/d04-0.txt", nil, Input, `a draughtboard has no clues`},
		{"generate", "", []string{"family", "numbrix", "size", "4", "seed", "7"}, OK, `[{"file":"hidoku-0001.txt","number":1,"seed":7,`},
		{"generate", "puzzle: hidoku\nmoves: rook\nbridges: r1c1-r2c2\n1,__,__\n__,5,__\n", []string{"family", "hidoku", "keep", "", "seed", "7"}, OK, `,"text":"# puzzle 1 of 1: easy, 2 clues\npuzzle: hidoku\nsolutions: 1\nsource: crosscut generate, seed 7, puzzle 1\nmoves: rook\nbridges: r1c1-r2c2\n 1,__,__`},
		{"generate", "", []string{"family", "hidoku", "keep", "true"}, Input, `--keep needs the text of a puzzle`},
		{"generate", "", []string{"family", "hidoku", "size", "100"}, Size, `the board has 10,000 squares`},
		{"generate", "", nil, Input, `--family is missing`},
		{"encode", "magic/order-3.txt", []string{"to", "dimacs"}, OK, "p cnf "},
		{"encode", "magic/order-3.txt", []string{"to", "dlx", "encoding", "x"}, Input, `--encoding x is for formulas; an exact cover has one encoding, and needs no name`},
		{"count", "magic/order-3.txt", []string{"engine", "sat", "encoding", "morse"}, Input, `{"error":"no encoding \"morse\" of a magic puzzle; the encodings are `},
		{"unique", "magic/order-3.txt", []string{"engine", "race", "encoding", "arcs"}, Input, `{"error":"no encoding \"arcs\" of a magic puzzle; the encodings are `},
		{"check", "magic/order-3.txt", []string{"encoding", "arcs"}, Input, `{"error":"no encoding \"arcs\" of a magic puzzle; the encodings are `},
		{"solve", "magic/order-3.txt", []string{"engine", "dlx", "encoding", "tree"}, Input, `--encoding works with --engine sat, all or race, not dlx`},
		{"solve", "magic/order-3.txt", []string{"encoding", "tree"}, Input, `--encoding works with --engine sat, all or race, not native`},
		{"prove", "magic/order-3.txt", nil, OK, `"right":true,"solutions":8,`},
		{"solve", "magic/order-3.txt", []string{"engine", "prayer"}, Input, `--engine \"prayer\"; it is native, sat, dlx or race`},
		{"solve", "magic/order-3.txt", []string{"sat-command", "rm"}, Input, `unknown option \"sat-command\"; solve has engine, encoding`},
		{"solve", "cover/toy.dlx", nil, Input, `"error":"puzzle:`},
		{"cook", "magic/order-3.txt", nil, Absent, `no operation \"cook\"`},
	} {
		t.Run(test.op+" "+strings.Fields(test.file + " x")[0], func(t *testing.T) {
			got := asked(t, test.op, test.file, test.options...)
			assert.Equal(t, test.kind, got.Kind, string(got.Body))
			assert.Contains(t, string(got.Body), test.part)
			if got.Type == typeJSON {
				assert.True(t, json.Valid(got.Body), string(got.Body))
			}
		})
	}
}

func TestAppendSolutionIsMarshal(t *testing.T) {
	for name, content := range map[string]string{
		"plain.txt":       "puzzle: hidoku\n1,_,##\n_,_,_\n",
		"negative \"a\"":  "puzzle: magic\nnumbers: -4..4\n_,_,_\n_,0,_\n_,_,_\n",
		"<&> \\ ü\n\x7f":  "puzzle: magic\n_,_,_\n_,5,_\n_,_,_\n",
		"\xff and \u2028": "puzzle: draughtboard\nboard: 2x2\nX,X\n=\nX,X\n",
		"bare \x01 cells": "puzzle: draughtboard\nboard: 1x3\ngaps: 1\nX,X\n",
		"":                "puzzle: draughtboard\nboard: 1x2\nB,W\n",
	} {
		p, err := text.Parse(content)
		require.NoError(t, err, content)
		found, err := crosscut.First(context.Background(), crosscut.Native, p, 5, nil)
		require.NoError(t, err, content)
		require.NotEmpty(t, found, content)
		for i, s := range found {
			file := &text.File{Name: name, Puzzle: p}
			want, err := json.Marshal(newSolution(file, i+1, s))
			require.NoError(t, err)
			assert.Equal(t, string(want), string(AppendSolution(nil, file, i+1, s)))
		}
	}
}

func TestStringsInJSONAreThoseOfMarshal(t *testing.T) {
	for b := range 256 {
		for _, s := range []string{string([]byte{'a', byte(b), 'z'}), string(rune(b)), string(rune(b + 0x2000))} {
			want, err := json.Marshal(s)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(appendString(nil, s)), "%q", s)
		}
	}
}

func TestTwoNumbersAreReadWhole(t *testing.T) {
	for _, text := range []string{"2x30", " 2x 30 "} {
		first, second, ok := TwoNumbers(text, "x")
		assert.Equal(t, [3]any{2, 30, true}, [3]any{first, second, ok}, text)
	}
	for _, text := range []string{"", "x", "2", "2x", "x2", "2x3x4", "2x3a", "2 x3", "2x99999999999999999999"} {
		_, _, ok := TwoNumbers(text, "x")
		assert.False(t, ok, text)
	}
}

// TestTheSecondSolutionMayStayUnknown: a search that has found one solution ends after a second, and
// nothing is said of others.
func TestTheSecondSolutionMayStayUnknown(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n")
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		searches := 0
		slow := crosscut.NewEngine("slow", func(ctx context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
			searches++
			yield(puzzle.Solution{1, 2})
			<-ctx.Done()
			return context.Cause(ctx)
		})
		b, err := stepper(t.Context(), []crosscut.Engine{slow}, p, nil, nil)
		require.NoError(t, err)
		require.NotNil(t, b.solver)
		require.False(t, b.several)
		require.Equal(t, 1, searches)
	})
}

// TestTheEndOfTheSearchAloneIsNoError ends the question at the moment when the native engine has
// searched long enough alone. The error is that of the question.
func TestTheEndOfTheSearchAloneIsNoError(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n_,_\n")
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("the user has gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		searches := 0
		slow := crosscut.NewEngine("slow", func(ctx context.Context, _ puzzle.Puzzle, _ *meter.Meter, _ func(puzzle.Solution) bool) error {
			searches++
			<-ctx.Done()
			cancel(gone)
			return context.Cause(ctx)
		})
		_, err := upToTwo(ctx, []crosscut.Engine{slow}, p)
		require.Equal(t, gone, err)
		require.Equal(t, 2, searches, "alone, and in the race")
	})
}

// The words of a limit may say more than the limit, and a program asks for its kind.
func TestLimitsAreToldApart(t *testing.T) {
	for want, kind := range map[string]error{"time": context.DeadlineExceeded, "memory": meter.ErrMemory, "nodes": meter.ErrNodes, "effort": nil} {
		err := fmt.Errorf("puzzle 1: %w", &meter.LimitError{Kind: kind, What: "5 nodes; --time sets another"})
		assert.Equal(t, want, stopKind(err))
	}
}

// Cells that only agree so far have another name than cells that are proved.
func TestCellsThatAgreeAreNotCertain(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: numbrix\n1,_\n_,_\n")
	got := &diagnose.Certainty{Solution: puzzle.Solution{1, 2, 4, 3}, Agree: []int{0, 3}, Calls: 1}
	line, err := json.Marshal(newCertain(&text.File{Name: "f", Puzzle: p}, got, &meter.LimitError{What: "1s"}))
	require.NoError(t, err)
	assert.Contains(t, string(line), `"agree":["r1c1","r2c2"]`)
	assert.NotContains(t, string(line), `"certain"`)
}

// TestBoardsWithANumberTwiceAreTaken asks what the page asks about such a board.
func TestBoardsWithANumberTwiceAreTaken(t *testing.T) {
	for content, want := range map[string]string{
		"puzzle: hidoku\n1,_,3\n_,3,_\n_,_,9\n":                                           `"faults":[{"cell":"r2c2","value":3,"before":"r1c3"}]`,
		"puzzle: hidoku\n1,_,3\n_,30,_\n":                                                 `"faults":[{"cell":"r2c2","value":30}]`,
		"puzzle: magic\nnumbers: 1..4\nsum: any\nlines: r1c1 r1c2; r2c1 r2c2\n1,1\n_,_\n": `"faults":[{"cell":"r1c2","value":1,"before":"r1c1"}]`,
	} {
		a := Ask(t.Context(), Question{Operation: "read", Text: content}, Bounds{}, nil)
		require.Equal(t, OK, a.Kind, "%s", a.Body)
		assert.Contains(t, string(a.Body), want)
		var read struct{ Text string }
		require.NoError(t, json.Unmarshal(a.Body, &read))
		again := Ask(t.Context(), Question{Operation: "read", Text: read.Text}, Bounds{}, nil)
		assert.Equal(t, string(a.Body), string(again.Body), "the text has the number, too")
		assert.Equal(t, OK, Ask(t.Context(), Question{Operation: "draw", Text: content}, Bounds{}, nil).Kind)
		assert.Equal(t, OK, Ask(t.Context(), Question{Operation: "why", Text: content}, Bounds{}, nil).Kind)
		assert.Equal(t, OK, Ask(t.Context(), Question{Operation: "repair", Text: content}, Bounds{}, nil).Kind)
		assert.Equal(t, Input, Ask(t.Context(), Question{Operation: "solve", Text: content}, Bounds{}, nil).Kind)
	}
}
