package crosscut_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/diagnose"
	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
	"crosscut/show"
	"crosscut/show/paper"
)

// functions are the exported functions.
var functions = []any{
	crosscut.All, crosscut.Count, crosscut.CountUpToSymmetry, crosscut.CrossCheck, crosscut.Distinct,
	crosscut.DLXBy, crosscut.Engines, crosscut.Enumerate,
	crosscut.First, crosscut.Race, crosscut.SATBy,
	crosscut.SATCommand, crosscut.SearchCube, crosscut.NewEngine, meter.WithTimeLimit, show.WriteSVG, show.Shown, show.SizeOf, show.Draw,
	show.RulesOf, paper.Write, generate.Fill, generate.Dissect, proof.Check,
	proof.Vacant, meter.Start, meter.WithMemoryLimit, cubes.Split, cubes.NewTree,
	diagnose.Certain, diagnose.Repair, diagnose.RepairClues, diagnose.Why, diagnose.Partial, generate.Puzzles, generate.Shape,
	generate.Shapes, generate.Thin, human.Clash, human.GradeOf, human.Levels,
	human.New, puzzle.Families,
	puzzle.CheckPartial, puzzle.Format, puzzle.NewBoard,
	puzzle.NewStone, puzzle.Symmetries,
	puzzle.Validate, puzzle.Variant, text.NewReader,
	text.Solutions, text.Family, text.Others, text.Headers, text.Parse, text.Read, text.ReadSolutions,
	native.Cubes,
	native.Count, native.Search, encode.CNF, encode.ForSearch, encode.CoverCNF,
	encode.ConfirmByCover, encode.Encodings, encode.ExactCover,
	dlx.NewProblem, zdd.Of, dlx.Cores, dlx.Read, sat.Models, sat.ModelsInCubes,
	sat.NewCommand, sat.NewSolver, sat.ReadModels, sat.ReadDIMACS, sat.Refute,
}

// receivers are pointers to the exported types with methods.
var receivers = []any{
	new(crosscut.Tally), new(crosscut.Digest), new(crosscut.DisagreementError),
	new(crosscut.Engine), new(crosscut.Outcome), new(crosscut.WrongError), new(show.Picture), new(show.Point), new(proof.Claim),
	new(proof.RejectedError), new(meter.Stats), new(meter.LimitError), new(meter.Meter), (*meter.Meter)(nil),
	new(meter.Run), new(cubes.Cube), new(cubes.Tree), new(diagnose.Mend),
	new(human.Grade), new(human.Candidate), new(human.Step), new(human.ContradictionError), new(human.Level),
	new(human.Solver), new(human.Technique), new(puzzle.Hidoku), new(puzzle.HidokuRules), new(puzzle.RuleError), new(puzzle.Magic), new(puzzle.MagicRules),
	new(puzzle.Line), new(puzzle.Draughtboard), new(puzzle.Setup), new(puzzle.Board),
	new(puzzle.Colour), new(puzzle.Stone), new(puzzle.Symmetry), new(puzzle.Violation), new(text.Claim),
	new(text.ParseError), new(text.PartError), new(text.Notes), new(text.Reader),
	new(encode.Encoding), new(encode.Formula),
	new(dlx.Problem), new(zdd.ZDD),
	new(sat.CNF), new(sat.Solver), new(sat.Command), new(sat.CommandError), new(sat.Lit),
}

// indexed are those that take the number of a cell or an option, or a filling that has passed Check.
// They panic, as a slice does, when the number is out of range.
var indexed = []string{
	"dlx.Problem.Option", "dlx.Problem.OptionText", "puzzle.Board.Name", "puzzle.Board.Pos",
	"puzzle.Draughtboard.Canonical", "puzzle.Draughtboard.ColourAt", "puzzle.Draughtboard.Label",
	"puzzle.Hidoku.Clue", "puzzle.Hidoku.Fits", "puzzle.Hidoku.FitsLike", "puzzle.Hidoku.Fitting", "puzzle.Hidoku.MayFollow", "puzzle.Hidoku.Neighbours", "puzzle.IsCanonical", "puzzle.Magic.Clue", "show.Shown",
}

// No exported function or method panics, or does not return, when it is called with zero values: of
// what it takes, and of what it is a method of.
func TestZeroValues(t *testing.T) {
	check := func(name string, f reflect.Value) {
		if slices.Contains(indexed, name) {
			return
		}
		for _, args := range zeroArguments(f.Type()) {
			assert.NotPanics(t, func() { call(f, args) }, "%s%s", name, shown(args))
		}
	}
	for _, f := range functions {
		check(nameOf(f), reflect.ValueOf(f))
	}
	for _, r := range receivers {
		v := reflect.ValueOf(r)
		for i := range v.NumMethod() {
			check(v.Type().Elem().String()+"."+v.Type().Method(i).Name, v.Method(i))
		}
	}
}

// nameOf returns the name of a function, with that of its package.
func nameOf(function any) string {
	full := runtime.FuncForPC(reflect.ValueOf(function).Pointer()).Name()
	return full[strings.LastIndexByte(full, '/')+1:]
}

// call calls f, and takes what a sequence that it returns has.
func call(f reflect.Value, args []reflect.Value) {
	results := f.Call
	if f.Type().IsVariadic() {
		results = f.CallSlice
	}
	for _, result := range results(args) {
		switch {
		case result.Type().CanSeq2():
			for range result.Seq2() {
			}
		case result.Type().CanSeq():
			for range result.Seq() {
			}
		}
	}
}

// zeroArguments returns all combinations of arguments for a function.
func zeroArguments(f reflect.Type) [][]reflect.Value {
	lists := [][]reflect.Value{nil}
	for i := range f.NumIn() {
		var longer [][]reflect.Value
		for _, list := range lists {
			for _, v := range zeroValues(f.In(i)) {
				longer = append(longer, append(slices.Clip(list), v))
			}
		}
		lists = longer
	}
	return lists
}

// zeroValues returns values of a type that nobody has put anything into, or nearly so.
func zeroValues(t reflect.Type) []reflect.Value {
	var values []any
	switch t {
	case reflect.TypeFor[context.Context]():
		return []reflect.Value{reflect.ValueOf(context.Background())}
	case reflect.TypeFor[io.Reader]():
		return []reflect.Value{reflect.ValueOf(strings.NewReader("")), reflect.Zero(t)}
	case reflect.TypeFor[io.Writer]():
		return []reflect.Value{reflect.ValueOf(io.Discard), reflect.Zero(t)}
	case reflect.TypeFor[*rand.Rand]():
		return []reflect.Value{reflect.ValueOf(rand.New(rand.NewPCG(0, 0)))}
	case reflect.TypeFor[puzzle.Puzzle]():
		values = []any{
			new(puzzle.Hidoku), new(puzzle.Magic), new(puzzle.Draughtboard),
			(*puzzle.Hidoku)(nil), (*puzzle.Magic)(nil), (*puzzle.Draughtboard)(nil),
		}
		if foreign, err := puzzletest.Foreign(); err == nil { // types of another package
			for _, p := range foreign {
				values = append(values, p)
			}
		}
	case reflect.TypeFor[crosscut.Engine]():
		values = []any{crosscut.Native, crosscut.SAT, crosscut.DLX, crosscut.Race(crosscut.Engines()...), crosscut.Race()}
	case reflect.TypeFor[generate.Wish]():
		values = []any{generate.Wish{Puzzle: new(puzzle.Hidoku)}, generate.Wish{Puzzle: new(puzzle.Magic)}, generate.Wish{Puzzle: new(puzzle.Draughtboard)}}
	}
	var all []reflect.Value
	for _, v := range values {
		all = append(all, reflect.ValueOf(v))
	}
	switch t.Kind() {
	case reflect.Func:
		return []reflect.Value{reflect.MakeFunc(t, func([]reflect.Value) (results []reflect.Value) {
			for i := range t.NumOut() {
				results = append(results, reflect.Zero(t.Out(i)))
			}
			return results
		})}
	case reflect.Slice:
		all = append(all, reflect.MakeSlice(t, 1, 1))
	case reflect.Pointer:
		all = append(all, reflect.New(t.Elem()))
	}
	return append(all, reflect.Zero(t))
}

// shown are arguments as text, for messages.
func shown(args []reflect.Value) string {
	var text []string
	for _, a := range args {
		text = append(text, fmt.Sprintf("%T %.40v", a.Interface(), a))
	}
	return "(" + strings.Join(text, "; ") + ")"
}

// Every exported function is listed, and so is the type of every exported method.
func TestZeroValuesOfAll(t *testing.T) {
	listed := map[string]bool{}
	for _, f := range functions {
		listed[nameOf(f)] = true
	}
	for _, r := range receivers {
		listed[reflect.TypeOf(r).Elem().String()] = true
	}
	for _, dir := range []string{
		".", "cubes", "diagnose", "dlx", "encode", "generate", "human", "meter", "native", "proof", "puzzle", "puzzle/text", "sat", "show",
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			for _, decl := range file.Decls {
				if of, ok := exportedFunction(decl); ok {
					full := file.Name.Name + "." + of
					assert.True(t, listed[full] || slices.Contains(indexed, full), "%s: %s is not listed", name, full)
				}
			}
		}
	}
}

// exportedFunction returns the name of a function or of the type of a method, and whether others
// see it.
func exportedFunction(decl ast.Decl) (string, bool) {
	f, ok := decl.(*ast.FuncDecl)
	if !ok || !f.Name.IsExported() {
		return "", false
	}
	if f.Recv == nil {
		return f.Name.Name, true
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	of, ok := receiver.(*ast.Ident)
	if !ok {
		return "", false
	}
	return of.Name, of.IsExported()
}

// What is nil, and sizes beyond all bounds, are errors or make no difference. Nothing panics.
func TestWhatIsMissingIsNoPanic(t *testing.T) {
	p := mustParse(three)
	require.Error(t, crosscut.SearchCube(t.Context(), crosscut.Native, cubes.Cube{}, nil, func(puzzle.Solution) bool { return true }))
	assert.ErrorContains(t, show.WriteSVG(nil, show.Picture{Puzzle: p}), "no writer is given")
	_, err := crosscut.First(t.Context(), crosscut.SATCommand(nil, ""), p, 1, nil)
	assert.ErrorContains(t, err, "no command is given")

	f, err := encode.CNF(t.Context(), p, "")
	require.NoError(t, err)
	f.Differ(puzzle.Solution{1, 2, 3, 4, 5, 6, 7, 8, 9}, []int{-1, 77})
	q := dlx.NewProblem(1, 0)
	q.AddItems(0)
	z, err := zdd.Of(t.Context(), q, nil)
	require.NoError(t, err)
	cover, ok := z.Sample(nil)
	assert.True(t, ok && slices.Equal(cover, []int{0}))

	var many sat.CNF
	assert.Empty(t, many.NewVars(1<<40))
	assert.ErrorContains(t, many.Err(), "more than 2147483647 variables")
	err = sat.ReadModels(strings.NewReader("SAT"), "answer", 1<<40, func([]bool) error { return nil })
	assert.ErrorContains(t, err, "answer: an answer about 1099511627776 variables")

	negative := crosscut.Native
	negative.Counting = func(context.Context, puzzle.Puzzle, *meter.Meter) (*big.Int, error) { return big.NewInt(-7), nil }
	_, err = crosscut.Count(t.Context(), negative, p, nil)
	assert.EqualError(t, err, `engine "native" returned the count -7`)
}

// A function that is nil where a search needs it is an error, and no panic.
func TestNilFunctionsAreErrors(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_\n_,_\n")
	parts, err := cubes.Split(t.Context(), p, 2)
	require.NoError(t, err)
	foreign := crosscut.NewEngine("foreign", crosscut.Native.Search)
	calls := map[string]func() error{
		"native.Search": func() error { return native.Search(t.Context(), p, nil, nil) },
		"generate.Puzzles": func() error {
			return generate.Puzzles(t.Context(), generate.Wish{Puzzle: p}, generate.Series{Count: 1}, nil)
		},
		"SearchCube": func() error { return crosscut.SearchCube(t.Context(), crosscut.Native, parts[0], nil, nil) },
	}
	for _, e := range append(crosscut.Engines(), crosscut.Race(crosscut.Engines()...), crosscut.DLXBy(dlx.Core("sparse")), foreign) {
		calls["Search of "+e.Name] = func() error { return e.Search(t.Context(), p, nil, nil) }
		calls["All of "+e.Name] = func() error { return crosscut.All(t.Context(), e, p, nil, nil) }
	}
	for name, call := range calls {
		assert.NotPanics(t, func() { assert.Error(t, call(), name) }, name)
	}
}

// TestAPanicReachesTheCaller: a panic of an engine in a goroutine of this package comes up in
// the goroutine of the caller, who can recover it.
func TestAPanicReachesTheCaller(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_,_\n_,_,_\n_,_,_\n")
	panicking := crosscut.NewEngine("panicking", func(context.Context, puzzle.Puzzle, *meter.Meter, func(puzzle.Solution) bool) error {
		panic("hat")
	})
	panicking.Counting = func(context.Context, puzzle.Puzzle, *meter.Meter) (*big.Int, error) { panic("hat") }
	for name, ask := range map[string]func(ctx context.Context, m *meter.Meter) error{
		"race": func(ctx context.Context, m *meter.Meter) error {
			_, err := crosscut.First(ctx, crosscut.Race(panicking, hanging("hanging")), p, 1, m)
			return err
		},
		"race of counts": func(ctx context.Context, m *meter.Meter) error {
			_, err := crosscut.Count(ctx, crosscut.Race(panicking, crosscut.Native), p, m)
			return err
		},
		"whole or cubes": func(ctx context.Context, m *meter.Meter) error {
			_, err := crosscut.Count(ctx, panicking, p, m)
			return err
		},
	} {
		for _, workers := range []int{1, 3} {
			name := fmt.Sprintf("%s, %d workers", name, workers)
			func() {
				defer func() {
					value := recover()
					if fault, ok := value.(*search.Fault); ok {
						value = fault.Value
					}
					assert.Equal(t, "hat", value, name)
				}()
				assert.NoError(t, ask(t.Context(), &meter.Meter{Workers: workers}), name)
			}()
		}
	}
}
