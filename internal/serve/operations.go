package serve

import (
	"context"
	"slices"

	"crosscut"
)

// Operation describes an operation.
type Operation struct {
	Name    string
	Text    bool // it needs the text of a puzzle
	Help    string
	Options []Option
	Type    string // the media type of an answer

	// For JSON: the kinds of objects in an answer, as the schema names them, and whether the
	// answer is an array of them.
	Objects []string
	Several bool

	answer func(context.Context, *task) (any, error)
}

// Operations returns all operations, in the order of the documentation.
func Operations() []Operation {
	return []Operation{
		{
			Name: "read", Text: true, Type: typeJSON, Objects: []string{"read"}, answer: read,
			Help: "what the text says: board, clues, stones", Options: readOptions,
		},
		{
			Name: "solve", Text: true, Type: typeJSON, Objects: []string{"solution", "solutions"}, Several: true, answer: solve, Help: "solutions, and whether there are others",
			Options: with(
				searchOptions,
				Option{Name: "number", Type: Integer, Help: "stop after so many solutions (default 1, and a look for another)"},
				Option{Name: "n", Type: Integer, Help: "the same as number"},
				Option{Name: "all", Type: Boolean, Help: "find every solution"},
			),
		},
		{
			Name: "count", Text: true, Type: typeJSON, Objects: []string{"count"}, answer: count, Help: "the number of solutions",
			Options: with(
				searchOptions, symmetryOption,
				Option{Name: "digest", Type: Boolean, Help: "find every solution, and also answer a digest of their set"},
			),
		},
		{
			Name: "unique", Text: true, Type: typeJSON, Objects: []string{"unique"}, answer: unique,
			Help: "whether there is exactly one solution; of several, two and the cells that differ", Options: with(searchOptions, symmetryOption),
		},
		{
			Name: "check", Text: true, Type: typeJSON, Objects: []string{"check"}, answer: check, Help: "the engines' sets of solutions, compared",
			Options: []Option{enginesOption, encodingOption, nodesOption, familyOption, timeOption},
		},
		{
			Name: "verify", Text: true, Type: typeJSON, Objects: []string{"verify", "partial"}, Several: true, answer: verify, Help: "judges filled boards",
			Options: with(readOptions, needed(filledOption), Option{Name: "partial", Type: Boolean, Help: "judge boards that are filled in part"}),
		},
		{
			Name: "hint", Text: true, Type: typeJSON, Objects: []string{"step", "steps", "partial"}, Several: true, answer: hint, Help: "the next step that a person could find",
			Options: with(
				readOptions, filledOption,
				Option{Name: "degree", Type: Integer, Help: "show where to look (1), the cells (2) or the step (3)"},
				Option{Name: "steps", Type: Boolean, Help: "show every step to the solution"},
				Option{Name: "skip", Type: Integer, Help: "leave out so many steps"},
			),
		},
		{
			Name: "grade", Text: true, Type: typeJSON, Objects: []string{"grade"}, answer: grade,
			Help: "how hard the puzzle is for a person", Options: searchOptions,
		},
		{
			Name: "why", Text: true, Type: typeJSON, Objects: []string{"why"}, answer: why, Help: "clues or stones that contradict each other",
			Options: with(searchOptions, Option{Name: "steps", Type: Boolean, Help: "show every step of a person to the contradiction"}),
		},
		{
			Name: "certain", Text: true, Type: typeJSON, Objects: []string{"certain"}, answer: certain,
			Help: "the cells that are the same in all solutions", Options: with(readOptions, nodesOption),
		},
		{
			Name: "repair", Text: true, Type: typeJSON, Objects: []string{"repair"}, answer: repair,
			Help: "changes after which there is exactly one solution", Options: searchOptions,
		},
		{
			Name: "minimal", Text: true, Type: typeJSON, Objects: []string{"minimal"}, answer: minimal,
			Help: "takes away clues while there is one solution", Options: with(readOptions, patternOption, seedOption),
		},
		{
			Name: "generate", Type: typeJSON, Objects: []string{"made"}, Several: true, answer: makePuzzles,
			Help: "new puzzles with one solution; the text may be a puzzle whose board they get", Options: makingOptions(),
		},
		{
			Name: "draw", Text: true, Type: typeSVG, answer: draw, Help: "a picture",
			Options: with(searchOptions, filledOption, Option{Name: "solution", Type: Boolean, Help: "draw the solution"}, Option{Name: "title", Type: String, Help: "a line above the board"}),
		},
		{
			Name: "qr", Type: typeSVG, answer: qrCode, Help: "the QR code of an address",
			Options: []Option{{Name: "address", Type: String, Needed: true, Help: "the text of the code"}},
		},
		{
			Name: "encode", Text: true, Type: typeText, answer: encodePuzzle, Help: "the puzzle for other programs",
			Options: with(readOptions, encodingOption, Option{Name: "to", Type: String, Needed: true, Values: []string{toDIMACS, toDLX, toOPB}, Help: "the format"}),
		},
		{
			Name: "prove", Text: true, Type: typeJSON, Objects: []string{"certificate"}, answer: prove, Help: "a certificate that there are no other solutions",
			Options: with(readOptions, encodingOption, Option{Name: "lrat", Type: Boolean, Help: "the proof in LRAT instead of DRAT"}),
		},
		{
			Name: "link", Text: true, Type: typeJSON, Objects: []string{"link"}, answer: linkTo, Help: "the puzzle as a part of an address", Options: readOptions,
		},
	}
}

// with returns a list of options with others after it.
func with(all []Option, more ...Option) []Option { return slices.Concat(all, more) }

// needed returns an option that must be there.
func needed(o Option) Option {
	o.Needed = true
	return o
}

// operationNamed returns the operation of that name.
func operationNamed(name string) (Operation, bool) {
	all := Operations()
	i := slices.IndexFunc(all, func(op Operation) bool { return op.Name == name })
	if i < 0 {
		return Operation{}, false
	}
	return all[i], true
}

// engineName returns the name of the engine that answers, and whether the operation has
// that option.
func (op Operation) engineName(o options) (name string, has bool) {
	i := slices.IndexFunc(op.Options, func(option Option) bool { return option.Name == engineOption.Name })
	if i < 0 {
		return crosscut.Native.Name, false
	}
	return o.textOr(engineOption.Name, op.Options[i].Values[0]), true
}
