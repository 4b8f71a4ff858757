package serve

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"crosscut"
)

// Operation describes an operation.
type Operation struct {
	Name       string
	Text       bool // it needs the text of a puzzle
	Faulty     bool // also that of a board with a number that stands twice or outside
	Unfinished bool // also that of a draughtboard that the stones do not cover yet
	Help       string
	Options    []Option
	Type       string // the media type of an answer
	Several    bool   // the answer is an array of objects

	Compares bool // it compares engines, unless one is named

	check  func(given map[string]string) error // rejects options that do not go together; nil if all do
	answer func(context.Context, *task) (any, error)
	tell   func(context.Context, *Asking) error // instead of answer; it is for people, too
}

// Operations returns all operations that answer questions, in the order of the documentation.
// Package commands adds what only the program has.
func Operations() []Operation { return slices.Clone(operations()) }

var operations = sync.OnceValue(func() []Operation { return slices.Concat(solving(), explaining(), writing()) })

// solving returns the operations about solutions.
func solving() []Operation {
	return []Operation{
		{
			Name: "read", Text: true, Faulty: true, Type: typeJSON, tell: tellRead,
			Help: "Say what the text means: board, clues, stones", Options: readOptions,
		},
		{
			Name: "solve", Text: true, Type: typeJSON, Several: true, tell: tellSolve, check: checkSolving, Help: "Print solutions",
			Options: with(
				searchOptions,
				Option{Name: "number", Letter: "n", Type: Integer, Help: "stop after `N` solutions", Default: "1, and a look for another"},
				Option{Name: "all", Type: Boolean, Help: "find every solution"},
			),
		},
		{
			Name: "count", Text: true, Type: typeJSON, tell: tellCount, check: checkCounting, Help: "Count all solutions",
			Options: with(
				searchOptions,
				Option{Name: "up-to-symmetry", Type: Boolean, Help: "count solutions as one if a symmetry of the board takes one to the other"},
				Option{Name: "stones", Type: Boolean, Help: "count solutions with the same stones as one, wherever they lie"},
				Option{Name: "digest", Type: Boolean, Help: "find every solution, and also print a digest of their set"},
			),
		},
		{
			Name: "unique", Text: true, Type: typeJSON, tell: tellUnique,
			Help:    "Say whether there is exactly one solution",
			Options: with(searchOptions, Option{Name: "up-to-symmetry", Type: Boolean, Help: "count symmetric solutions as one", Default: "on draughtboards: true"}),
		},
		{
			Name: "check", Text: true, Type: typeJSON, tell: tellCheck, Compares: true, Help: "Compare the engines' whole sets of solutions",
			Options: []Option{enginesOption, EncodingOption, NodesOption, FamilyOption, TimeOption("stop")},
		},
		{
			Name: "verify", Text: true, Type: typeJSON, Several: true, tell: tellVerify, Help: "Judge filled boards by the rules",
			Options: []Option{
				FamilyOption, TimeOption("with --partial, stop with each board"), needed(filledOption),
				{Name: "partial", Type: Boolean, Help: "judge boards that are filled in part"},
			},
		},
	}
}

// explaining returns the operations about steps and faults.
func explaining() []Operation {
	return []Operation{
		{
			Name: "hint", Text: true, Type: typeJSON, Several: true, tell: tellHint, check: checkDegree, Help: "Show the next step that a person could find",
			Options: []Option{
				FamilyOption, patientOption, filledOption, stepsOption,
				{Name: "degree", Type: Number, Usual: "3", Help: "help of degree `N`: where to look (1), the cells (2) or the step (3)"},
				{Name: "skip", Type: Natural, Help: "leave out the first `N` steps"},
			},
		},
		{
			Name: "grade", Text: true, Type: typeJSON, tell: tellGrade,
			Help:    "Say how hard a puzzle is for a person",
			Options: []Option{EngineOption, EncodingOption, NodesOption, FamilyOption, patientOption},
		},
		{
			Name: "why", Text: true, Faulty: true, Type: typeJSON, tell: tellWhy, Help: "Show which clues contradict each other",
			Options: with(searchOptions, Option{Name: "steps", Type: Boolean, Help: "show every step of a person from the clues to the contradiction"}),
		},
		{
			Name: "certain", Text: true, Type: typeJSON, tell: tellCertain,
			Help: "Show the cells that are the same in all solutions", Options: []Option{FamilyOption, patientOption, NodesOption},
		},
		{
			Name: "repair", Text: true, Faulty: true, Type: typeJSON, tell: tellRepair,
			Help: "Change a puzzle so that it has exactly one solution", Options: searchOptions,
		},
	}
}

// writing returns the operations that write puzzles in other forms, and new ones.
func writing() []Operation {
	return []Operation{
		{
			Name: "minimal", Text: true, Type: typeJSON, tell: tellMinimal,
			Help: "Take away clues while there is one solution", Options: with(readOptions, patternOption, Option{Name: "seed", Type: Seed, Help: "`NUMBER` that selects one of many results"}),
		},
		{
			Name: "generate", Unfinished: true, Type: typeJSON, Several: true, answer: makePuzzles,
			Help: "Make puzzles with exactly one solution", Options: makingOptions(),
		},
		{
			Name: "draw", Text: true, Faulty: true, Type: typeSVG, answer: draw, Help: "Draw puzzles and their solutions",
			Options: with(
				searchOptions, filledOption, Option{Name: "solution", Type: Boolean, Help: "draw the solution instead of the puzzle"},
				Option{Name: "title", Type: String, Asked: true, Help: "a line above the board"},
			),
		},
		{
			Name: "qr", Type: typeSVG, answer: qrCode, Help: "Draw the QR code of an address",
			Options: []Option{{Name: "address", Type: String, Needed: true, Help: "the text of the code"}},
		},
		{
			Name: "encode", Text: true, Type: typeText, answer: encodePuzzle, Help: "Write a puzzle for other programs",
			Options: with(readOptions, EncodingOption, Option{Name: "to", Type: String, Needed: true, Values: []string{ToDIMACS, ToDLX}, Help: "`FORMAT` to write: dimacs or dlx"}),
		},
		{
			Name: "prove", Text: true, Type: typeJSON, answer: prove, Help: "Write a certificate that anyone can check, or check one",
			Options: []Option{
				FamilyOption, TimeOption("stop"), EncodingOption,
				LRATOption,
			},
		},
		{
			Name: "link", Text: true, Type: typeJSON, answer: linkTo, Help: "Write the puzzle as a part of an address", Options: readOptions,
		},
	}
}

func with(all []Option, more ...Option) []Option { return slices.Concat(all, more) }

func needed(o Option) Option {
	o.Needed = true
	return o
}

// OperationNamed returns the operation of that name.
func OperationNamed(name string) (Operation, bool) {
	all := operations()
	i := slices.IndexFunc(all, func(op Operation) bool { return op.Name == name })
	if i < 0 {
		return Operation{}, false
	}
	return all[i], true
}

// engineName returns the name of the engine that answers, and whether the operation has
// that option.
func (op Operation) engineName(o options) (name string, has bool) {
	i := slices.IndexFunc(op.Options, func(option Option) bool { return option.Name == EngineOption.Name })
	if i < 0 {
		return crosscut.Native.Name, false
	}
	return cmp.Or(o.text(EngineOption.Name), op.Options[i].Usual), true
}
