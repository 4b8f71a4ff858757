package crosscut_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/diagnose"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/ledger"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
	"crosscut/show"
)

// entries are the exported functions and methods by package.
var entries = map[string]map[string]any{
	".": {
		"All": crosscut.All, "Count": crosscut.Count, "CountCube": crosscut.CountCube, "CountCubes": crosscut.CountCubes,
		"CountSome": crosscut.CountSome, "EnumerateSome": crosscut.EnumerateSome, "SearchSome": crosscut.SearchSome, "NewTally": crosscut.NewTally,
		"Tally.Count": crosscut.Tally.Count, "CubeResult.Tally": (*crosscut.CubeResult).Tally,
		"CountUpToSymmetry": crosscut.CountUpToSymmetry, "CrossCheck": crosscut.CrossCheck, "Distinct": crosscut.Distinct,
		"DLXBy": crosscut.DLXBy, "EngineNamed": crosscut.EngineNamed, "Engines": crosscut.Engines, "Enumerate": crosscut.Enumerate,
		"EnumerateCube": crosscut.EnumerateCube, "EnumerateCubes": crosscut.EnumerateCubes, "First": crosscut.First,
		"Judge": crosscut.Judge, "ParseDigest": crosscut.ParseDigest, "Race": crosscut.Race, "SATBy": crosscut.SATBy,
		"SATCommand": crosscut.SATCommand, "SearchCube": crosscut.SearchCube, "SearchCubes": crosscut.SearchCubes,
		"WithTimeLimit": crosscut.WithTimeLimit, "Digest.Plus": crosscut.Digest.Plus, "Digest.MarshalText": crosscut.Digest.MarshalText, "Digest.UnmarshalText": (*crosscut.Digest).UnmarshalText, "Digest.String": crosscut.Digest.String,
		"DisagreementError.Error": (*crosscut.DisagreementError).Error, "Engine.Solutions": crosscut.Engine.Solutions,
		"Outcome.Complete": (*crosscut.Outcome).Complete, "Tally.Add": (*crosscut.Tally).Add, "Tally.Plus": crosscut.Tally.Plus,
		"WrongError.Error": (*crosscut.WrongError).Error, "WrongError.Unwrap": (*crosscut.WrongError).Unwrap,
	},
	"show":  {"Write": show.Write, "Picture.Text": show.Picture.Text},
	"proof": {"Check": proof.Check, "Vacant": proof.Vacant, "Claim.Write": proof.Claim.Write, "Claim.Files": proof.Claim.Files, "Claim.Size": proof.Claim.Size, "RejectedError.Error": (*proof.RejectedError).Error, "RejectedError.Unwrap": (*proof.RejectedError).Unwrap},
	"meter": {
		"Start": meter.Start, "StepKind.String": meter.StepKind.String, "Nodes": meter.Nodes, "Stats.Branching": meter.Stats.Branching, "Stats.Minus": meter.Stats.Minus, "LimitError.Error": (*meter.LimitError).Error, "LimitError.Is": (*meter.LimitError).Is,
		"Meter.Add": (*meter.Meter).Add, "Meter.Done": (*meter.Meter).Done, "Meter.Part": (*meter.Meter).Part, "Meter.Shared": (*meter.Meter).Shared,
		"Meter.BetterWhole": (*meter.Meter).BetterWhole, "Meter.Stats": (*meter.Meter).Stats, "Meter.Sure": (*meter.Meter).Sure, "Meter.Used": (*meter.Meter).Used,
		"Run.Close": (*meter.Run).Close, "Run.Context": (*meter.Run).Context, "Run.Count": (*meter.Run).Count, "Run.Err": (*meter.Run).Err,
		"Run.Forecast": (*meter.Run).Forecast, "Run.Left": (*meter.Run).Left, "Run.Node": (*meter.Run).Node, "Run.Share": (*meter.Run).Share,
		"Run.Tracing": (*meter.Run).Tracing, "Run.BetterWhole": (*meter.Run).BetterWhole, "Run.Unsure": (*meter.Run).Unsure, "Run.Use": (*meter.Run).Use, "Run.Wanted": (*meter.Run).Wanted, "Run.Workers": (*meter.Run).Workers,
	},
	"cubes": {
		"Hash": cubes.Hash, "Knows": cubes.Knows, "Split": cubes.Split, "Spread": cubes.Spread, "Cube.Images": (*cubes.Cube).Images,
		"Cube.Index": (*cubes.Cube).Index, "Cube.Lift": (*cubes.Cube).Lift, "Cube.Puzzle": (*cubes.Cube).Puzzle,
		"Cube.Path": (*cubes.Cube).Path, "Cube.Split": (*cubes.Cube).Split, "Cube.Children": (*cubes.Cube).Children,
		"NewTree": cubes.NewTree, "Plan.Check": cubes.Plan.Check, "Path.Child": cubes.Path.Child, "Path.Parent": cubes.Path.Parent,
		"Path.Contains": cubes.Path.Contains, "Path.Depth": cubes.Path.Depth, "Path.Numbers": cubes.Path.Numbers,
		"Tree.Plan": (*cubes.Tree).Plan, "Tree.Whole": (*cubes.Tree).Whole, "Tree.Len": (*cubes.Tree).Len, "Tree.At": (*cubes.Tree).At,
		"Tree.Children": (*cubes.Tree).Children, "Tree.Hash": (*cubes.Tree).Hash,
		"Cube.Reduced": (*cubes.Cube).Reduced, "Cube.Share": (*cubes.Cube).Share, "Cube.Whole": (*cubes.Cube).Whole,
	},
	"diagnose": {
		"Certain": diagnose.Certain, "Repair": diagnose.Repair, "Why": diagnose.Why, "Mend.Text": diagnose.Mend.Text,
		"Partial": diagnose.Partial,
	},
	"generate": {"Puzzles": generate.Puzzles, "Shape": generate.Shape, "ShapeNames": generate.ShapeNames, "Thin": generate.Thin},
	"human": {
		"StoneOf": human.StoneOf,
		"GradeOf": human.GradeOf, "LevelNamed": human.LevelNamed, "Templates": human.Templates, "Levels": human.Levels, "New": human.New, "NewFilled": human.NewFilled,
		"Grade.Score": (*human.Grade).Score, "Grade.Times": (*human.Grade).Times, "Grade.Stars": (*human.Grade).Stars, "Step.Weight": human.Step.Weight, "Sentence.English": human.Sentence.English,
		"ContradictionError.Error": (*human.ContradictionError).Error, "ContradictionError.Unwrap": (*human.ContradictionError).Unwrap, "Level.String": human.Level.String, "Level.MarshalText": human.Level.MarshalText, "Level.UnmarshalText": (*human.Level).UnmarshalText,
		"Solver.Board": (*human.Solver).Board, "Solver.Next": (*human.Solver).Next, "Solver.Within": (*human.Solver).Within,
		"Technique.Level": human.Technique.Level, "Technique.ID": human.Technique.ID, "Technique.String": human.Technique.String, "Technique.Weight": human.Technique.Weight,
	},
	"puzzle": {
		"FamilyNames": puzzle.FamilyNames, "Hidoku.Clues": (*puzzle.Hidoku).Clues, "Hidoku.High": (*puzzle.Hidoku).High,
		"Hidoku.Chequered": (*puzzle.Hidoku).Chequered, "Hidoku.Closed": (*puzzle.Hidoku).Closed, "Hidoku.Links": (*puzzle.Hidoku).Links,
		"Hidoku.OnLattice": (*puzzle.Hidoku).OnLattice, "Hidoku.Order": (*puzzle.Hidoku).Order, "Hidoku.Ranked": (*puzzle.Hidoku).Ranked,
		"Hidoku.Plain": (*puzzle.Hidoku).Plain, "Hidoku.Rules": (*puzzle.Hidoku).Rules, "Hidoku.RuleLines": (*puzzle.Hidoku).RuleLines, "Hidoku.Torus": (*puzzle.Hidoku).Torus, "Hidoku.Walls": (*puzzle.Hidoku).Walls, "Hidoku.Bridges": (*puzzle.Hidoku).Bridges, "Hidoku.Unlinked": (*puzzle.Hidoku).Unlinked,
		"NewHidokuBy": puzzle.NewHidokuBy, "RuleError.Error": (*puzzle.RuleError).Error, "ParseMoves": puzzle.ParseMoves,
		"Hidoku.Low": (*puzzle.Hidoku).Low, "Hidoku.WithClues": (*puzzle.Hidoku).WithClues, "Magic.Clues": (*puzzle.Magic).Clues,
		"Magic.WithClues": (*puzzle.Magic).WithClues,
		"Magic.Plain":     (*puzzle.Magic).Plain, "Magic.Form": (*puzzle.Magic).Form, "Magic.Lines": (*puzzle.Magic).Lines, "Magic.Numbers": (*puzzle.Magic).Numbers,
		"Magic.Free": (*puzzle.Magic).Free, "Magic.Uses": (*puzzle.Magic).Uses, "Magic.Repeats": (*puzzle.Magic).Repeats, "Magic.Equations": (*puzzle.Magic).Equations,
		"Equations.Grid": (*puzzle.Equations).Grid, "Line.Cells": (*puzzle.Line).Cells, "Line.Value": (*puzzle.Line).Value, "Line.IsSum": (*puzzle.Line).IsSum,
		"Line.IsProduct": (*puzzle.Line).IsProduct, "Line.Operators": (*puzzle.Line).Operators,
		"Families": puzzle.Families, "CheckPartial": puzzle.CheckPartial, "Format": puzzle.Format, "AppendFormat": puzzle.AppendFormat, "MagicSum": puzzle.MagicSum, "NewBoard": puzzle.NewBoard,
		"NewDraughtboard": puzzle.NewDraughtboard, "NewHidoku": puzzle.NewHidoku, "NewMagic": puzzle.NewMagic, "NewMagicLines": puzzle.NewMagicLines, "NewMagicSquare": puzzle.NewMagicSquare, "NewJodici": puzzle.NewJodici, "NewEquation": puzzle.NewEquation,
		"NewStone":       puzzle.NewStone,
		"Representative": puzzle.Representative, "StoneName": puzzle.StoneName, "Symmetries": puzzle.Symmetries,
		"Draughtboard.Drawn": (*puzzle.Draughtboard).Drawn, "Draughtboard.Fixed": (*puzzle.Draughtboard).Fixed, "Draughtboard.Gaps": (*puzzle.Draughtboard).Gaps,
		"Draughtboard.GapsInWords": (*puzzle.Draughtboard).GapsInWords, "Draughtboard.Least": (*puzzle.Draughtboard).Least,
		"Draughtboard.Name": (*puzzle.Draughtboard).Name, "Draughtboard.Plain": (*puzzle.Draughtboard).Plain, "Draughtboard.Setup": (*puzzle.Draughtboard).Setup,
		"Draughtboard.Stock": (*puzzle.Draughtboard).Stock, "Draughtboard.Use": (*puzzle.Draughtboard).Use,
		"Draughtboard.Versions": (*puzzle.Draughtboard).Versions, "IsStoneSet": puzzle.IsStoneSet, "Setup.New": puzzle.Setup.New, "Setup.Area": puzzle.Setup.Area,
		"Validate": puzzle.Validate, "Variant": puzzle.Variant, "Plain": puzzle.Plain,
		"Board.Cell": (*puzzle.Board).Cell, "Board.Draw": (*puzzle.Board).Draw, "Board.Height": (*puzzle.Board).Height,
		"Board.Len": (*puzzle.Board).Len, "Board.Width": (*puzzle.Board).Width,
		"Colour.Accepts": puzzle.Colour.Accepts, "Colour.Other": puzzle.Colour.Other, "Colour.String": puzzle.Colour.String,
		"Draughtboard.Balance": (*puzzle.Draughtboard).Balance, "Draughtboard.Board": (*puzzle.Draughtboard).Board,
		"Draughtboard.Check": (*puzzle.Draughtboard).Check, "Draughtboard.Colourings": (*puzzle.Draughtboard).Colourings,
		"Draughtboard.Corner": (*puzzle.Draughtboard).Corner, "Draughtboard.Family": (*puzzle.Draughtboard).Family,
		"Draughtboard.Flips": (*puzzle.Draughtboard).Flips, "Draughtboard.Kinds": (*puzzle.Draughtboard).Kinds,
		"Draughtboard.Signed": (*puzzle.Draughtboard).Signed, "Draughtboard.Stones": (*puzzle.Draughtboard).Stones,
		"Draughtboard.String": (*puzzle.Draughtboard).String,
		"Hidoku.Board":        (*puzzle.Hidoku).Board, "Hidoku.Canonical": (*puzzle.Hidoku).Canonical, "Hidoku.Check": (*puzzle.Hidoku).Check,
		"Hidoku.Family": (*puzzle.Hidoku).Family, "Hidoku.Label": (*puzzle.Hidoku).Label, "Hidoku.Moves": (*puzzle.Hidoku).Moves, "Hidoku.String": (*puzzle.Hidoku).String,
		"Magic.Board": (*puzzle.Magic).Board, "Magic.Canonical": (*puzzle.Magic).Canonical, "Magic.Check": (*puzzle.Magic).Check,
		"Magic.Diagonals": (*puzzle.Magic).Diagonals, "Magic.Family": (*puzzle.Magic).Family, "Magic.High": (*puzzle.Magic).High,
		"Magic.Label": (*puzzle.Magic).Label, "Magic.Low": (*puzzle.Magic).Low, "Magic.Order": (*puzzle.Magic).Order,
		"Magic.String": (*puzzle.Magic).String, "Magic.Sum": (*puzzle.Magic).Sum,
		"Stone.Cells": puzzle.Stone.Cells, "Stone.Compare": puzzle.Stone.Compare, "Stone.Equal": puzzle.Stone.Equal, "Stone.Len": puzzle.Stone.Len, "Stone.String": puzzle.Stone.String,
		"Stone.Versions": puzzle.Stone.Versions, "Symmetry.Apply": puzzle.Symmetry.Apply, "Symmetry.ApplyTo": puzzle.Symmetry.ApplyTo, "Symmetry.Image": puzzle.Symmetry.Image,
		"Symmetry.Recolours": puzzle.Symmetry.Recolours, "Violation.Error": (*puzzle.Violation).Error,
	},
	"puzzle/text": {
		"FamilyNamed": text.FamilyNamed, "Aliases": text.Aliases, "NewReader": text.NewReader, "NewSolutionReader": text.NewSolutionReader,
		"Parse": text.Parse, "Read": text.Read, "ReadSolutions": text.ReadSolutions, "HeaderKeys": text.HeaderKeys,
		"OwnHeaderKeys": text.OwnHeaderKeys, "Claim.Allows": text.Claim.Allows, "Claim.String": text.Claim.String, "ParseError.Error": (*text.ParseError).Error,
		"Notes.Text": text.Notes.Text, "Reader.Next": (*text.Reader).Next, "Reader.NextPiece": (*text.Reader).NextPiece, "Piece.Read": (*text.Piece).Read,
		"SolutionReader.Next": (*text.SolutionReader).Next,
	},
	"ledger": {
		"Fold": ledger.Fold, "Keep": ledger.Keep, "Line": ledger.Line, "NewReader": ledger.NewReader, "OpenJournal": ledger.OpenJournal,
		"Read": ledger.Read, "ConflictError.Error": (*ledger.ConflictError).Error, "Entry.Equal": ledger.Entry.Equal, "Entry.ID": ledger.Entry.ID,
		"Journal.Add": (*ledger.Journal).Add, "Journal.Close": (*ledger.Journal).Close, "Journal.Each": (*ledger.Journal).Each, "Journal.Rewrite": (*ledger.Journal).Rewrite, "Keeper.Add": (*ledger.Keeper).Add,
		"Keeper.Save": (*ledger.Keeper).Save, "Ledger.Write": (*ledger.Ledger).Write, "Outcomes.Add": (*ledger.Outcomes).Add,
		"Outcomes.Total": (*ledger.Outcomes).Total, "Reader.Next": (*ledger.Reader).Next,
	},
	"native": {"CubesPay": native.CubesPay, "UsesOneCore": native.UsesOneCore, "Count": native.Count, "Search": native.Search},
	"encode": {
		"CheckName": encode.CheckName, "CNF": encode.CNF, "CNFBy": encode.CNFBy, "CoverCNF": encode.CoverCNF, "CoverEncodings": encode.CoverEncodings, "Encodings": encode.Encodings, "EncodingNames": encode.EncodingNames, "ExactCover": encode.ExactCover, "ExactCoverBy": encode.ExactCoverBy,
		"WriteOPB": encode.WriteOPB, "CoverFormula.Solve": (*encode.CoverFormula).Solve, "CoverFormula.Exclude": (*encode.CoverFormula).Exclude, "CoverFormula.Refute": (*encode.CoverFormula).Refute, "Formula.Differ": (*encode.Formula).Differ, "Formula.Exclude": (*encode.Formula).Exclude,
		"Formula.Models": (*encode.Formula).Models, "Formula.Refute": (*encode.Formula).Refute,
	},
	"dlx": {
		"Cube.Index": (*dlx.Cube).Index, "Cube.Lift": (*dlx.Cube).Lift, "Cube.Path": (*dlx.Cube).Path, "Cube.Problem": (*dlx.Cube).Problem,
		"Cube.Share": (*dlx.Cube).Share, "Cube.AppendLift": (*dlx.Cube).AppendLift, "Cube.Split": (*dlx.Cube).Split, "CubeTree.At": (*dlx.CubeTree).At,
		"CubeTree.Children": (*dlx.CubeTree).Children, "CubeTree.Len": (*dlx.CubeTree).Len, "CubeTree.Hash": (*dlx.CubeTree).Hash, "CubeTree.Parts": (*dlx.CubeTree).Parts, "NewCubeTree": dlx.NewCubeTree,
		"Problem.Split": (*dlx.Problem).Split,
		"NewProblem":    dlx.NewProblem, "CoreNamed": dlx.CoreNamed, "CoreNames": dlx.CoreNames, "Core.String": dlx.Core.String, "Core.MarshalText": dlx.Core.MarshalText, "Core.UnmarshalText": (*dlx.Core).UnmarshalText, "CoreError.Error": (*dlx.CoreError).Error, "Read": dlx.Read, "Problem.Add": (*dlx.Problem).Add, "Problem.ColourName": (*dlx.Problem).ColourName,
		"Problem.Comment": (*dlx.Problem).Comment, "Problem.Comments": (*dlx.Problem).Comments, "Problem.Count": (*dlx.Problem).Count,
		"Problem.First": (*dlx.Problem).First, "Problem.Grow": (*dlx.Problem).Grow, "Problem.ItemName": (*dlx.Problem).ItemName,
		"Problem.Multiplicity": (*dlx.Problem).Multiplicity, "Problem.NameColour": (*dlx.Problem).NameColour, "Problem.NameItem": (*dlx.Problem).NameItem,
		"Problem.Options": (*dlx.Problem).Options, "Problem.Primary": (*dlx.Problem).Primary, "Problem.Random": (*dlx.Problem).Random,
		"Problem.ReadCovers": (*dlx.Problem).ReadCovers, "Problem.Secondary": (*dlx.Problem).Secondary, "Problem.SetMultiplicity": (*dlx.Problem).SetMultiplicity,
		"Problem.Solutions": (*dlx.Problem).Solutions, "Problem.Solve": (*dlx.Problem).Solve, "Problem.SolveWith": (*dlx.Problem).SolveWith,
		"Problem.Validate": (*dlx.Problem).Validate, "Problem.Write": (*dlx.Problem).Write, "Problem.ZDD": (*dlx.Problem).ZDD,
		"ZDD.All": (*dlx.ZDD).All, "ZDD.Count": (*dlx.ZDD).Count, "ZDD.Nodes": (*dlx.ZDD).Nodes,
		"ZDD.Sample": (*dlx.ZDD).Sample, "ZDD.Write": (*dlx.ZDD).Write, "Problem.AddItems": (*dlx.Problem).AddItems,
	},
	"sat": {
		"Models": sat.Models, "ModelsAntichain": sat.ModelsAntichain, "ModelsInCubes": sat.ModelsInCubes,
		"NewCommand": sat.NewCommand, "ReadDIMACS": sat.ReadDIMACS, "ReadModel": sat.ReadModel, "Refute": sat.Refute,
		"Solve": sat.Solve, "ProofFormat.String": sat.ProofFormat.String, "ProofFormat.MarshalText": sat.ProofFormat.MarshalText, "ProofFormat.UnmarshalText": (*sat.ProofFormat).UnmarshalText, "CNF.AtLeast": (*sat.CNF).AtLeast, "CNF.AtMost": (*sat.CNF).AtMost, "CNF.Clone": (*sat.CNF).Clone, "CNF.Exactly": (*sat.CNF).Exactly,
		"CNF.Add": (*sat.CNF).Add, "CNF.All": (*sat.CNF).All, "CNF.AtMostOne": (*sat.CNF).AtMostOne,
		"CNF.Clauses": (*sat.CNF).Clauses, "CNF.Err": (*sat.CNF).Err,
		"CNF.ExactlyOne": (*sat.CNF).ExactlyOne, "CNF.Literals": (*sat.CNF).Literals, "CNF.Name": (*sat.CNF).Name, "CNF.NameOf": (*sat.CNF).NameOf, "CNF.NameVars": (*sat.CNF).NameVars,
		"CNF.NewVar": (*sat.CNF).NewVar, "CNF.NewVars": (*sat.CNF).NewVars, "CNF.Satisfied": (*sat.CNF).Satisfied, "CNF.Vars": (*sat.CNF).Vars,
		"CNF.WriteDIMACS": (*sat.CNF).WriteDIMACS, "Command.Models": (*sat.Command).Models, "Command.Proves": (*sat.Command).Proves,
		"Command.Refute": (*sat.Command).Refute, "CommandError.Error": (*sat.CommandError).Error, "CommandError.Unwrap": (*sat.CommandError).Unwrap,
		"Lit.Not": sat.Lit.Not, "Lit.Positive": sat.Lit.Positive, "Lit.Var": sat.Lit.Var, "SyntaxError.Error": (*sat.SyntaxError).Error,
	},
}

// indexed are the exported methods that take the number of a cell or an option, or a filling
// that has passed Check. They panic, as a slice does, when the number is out of range.
var indexed = map[string][]string{
	"cubes": {"Cube.Image"},
	"puzzle": {
		"Board.Name", "Board.Pos", "Draughtboard.Canonical", "Draughtboard.CanonicalTo", "Draughtboard.ColourAt",
		"Draughtboard.Label", "Hidoku.Clue", "Hidoku.Neighbours", "Hidoku.Shown", "IsCanonical", "Magic.Clue",
	},
	"dlx": {"Problem.Option", "Problem.OptionText"},
}

// No exported function or method panics, or does not return, when it is called with
// zero values: of what it takes, and of what it is a method of.
func TestZeroValues(t *testing.T) {
	for dir, functions := range entries {
		for name, function := range functions {
			f := reflect.ValueOf(function)
			for _, args := range zeroArguments(f.Type(), strings.Contains(name, ".")) {
				assert.NotPanics(t, func() { call(f, args) }, "%s.%s%s", dir, name, shown(args))
			}
		}
	}
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

// zeroArguments returns all combinations of arguments for a function. The receiver of a
// method comes first, and is not nil.
func zeroArguments(f reflect.Type, method bool) [][]reflect.Value {
	lists := [][]reflect.Value{nil}
	for i := range f.NumIn() {
		var longer [][]reflect.Value
		for _, list := range lists {
			for _, v := range zeroValues(f.In(i), method && i == 0) {
				longer = append(longer, append(slices.Clip(list), v))
			}
		}
		lists = longer
	}
	return lists
}

// zeroValues returns values of a type that nobody has put anything into, or nearly so.
func zeroValues(t reflect.Type, receiver bool) []reflect.Value {
	var values []any
	switch t {
	case reflect.TypeFor[context.Context]():
		return []reflect.Value{reflect.ValueOf(context.Background())}
	case reflect.TypeFor[io.Reader]():
		return []reflect.Value{reflect.ValueOf(strings.NewReader(""))}
	case reflect.TypeFor[io.Writer]():
		return []reflect.Value{reflect.ValueOf(io.Discard)}
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
	if receiver && t.Kind() == reflect.Pointer {
		return all
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

// Every exported function and method is an entry, or one of indexed.
func TestZeroValuesOfAll(t *testing.T) {
	for dir, functions := range entries {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			for _, decl := range file.Decls {
				if of, ok := exportedFunction(decl); ok && functions[of] == nil {
					assert.Contains(t, indexed[dir], of, "%s is no entry", name)
				}
			}
		}
	}
}

// exportedFunction returns the name of a function or "Type.Method" of a method, and
// whether others see it.
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
	return fmt.Sprint(of, ".", f.Name.Name), ok && of.IsExported()
}
