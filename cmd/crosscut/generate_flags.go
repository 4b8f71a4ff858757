package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/generate"
	"crosscut/human"
	"crosscut/puzzle"
)

// generateFlags are the flags of generate. Some families do not have all of them.
type generateFlags struct {
	family puzzle.Family
	output outputFlags
	dir    string
	size   string
	shape  string
	count  int
	seed   uint64
	jobs   int
	limit  timeFlag
	level  string

	moves, ends, pattern string // of families with clues
	clues                int
	minimal              bool
	sameSolution         bool

	sizeGiven, movesGiven bool // not the defaults
}

// addClues adds the flags of families with clues.
func (f *generateFlags) addClues(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.clues, "clues", 0, "give exactly `N` clues (default as few as the other flags allow)")
	flags.BoolVar(&f.minimal, "minimal", false, "keep only clues that are needed; with --symmetry, a clue and its images go or stay together")
	flags.BoolVar(&f.sameSolution, "same-solution", false, "give puzzles with the same seed the same solution at every level, for a set of levels")
	flags.StringVar(&f.pattern, "symmetry", string(generate.NoPattern), "`PATTERN` of the clues: none, rotational or mirror")
}

// takeMoves takes the moves from another name of the family: "generate numbrix" makes
// hidokus with rook's moves. It also notes which flags are given.
func (f *generateFlags) takeMoves(cmd *cobra.Command) error {
	f.sizeGiven = cmd.Flags().Changed("size")
	f.movesGiven = f.family == puzzle.FamilyHidoku && cmd.Flags().Changed("moves")
	_, moves, _ := puzzle.FamilyNamed(cmd.CalledAs())
	switch {
	case moves == "":
		return nil
	case cmd.Flags().Changed("moves") && f.moves != string(moves):
		return fmt.Errorf("--moves %s; a %s has the moves %s", f.moves, cmd.CalledAs(), moves)
	}
	f.moves, f.movesGiven = string(moves), true
	return nil
}

// addShape adds the flag for boards of any shape.
func (f *generateFlags) addShape(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.shape, "shape", "", "`SHAPE` of the board: "+shapeNames()+", or a file with rows of _ (cell) and # (hole)")
}

// check rejects flags that are invalid or do not go together. It draws a seed if none is
// given, and returns the level of --difficulty, or 0.
func (f *generateFlags) check(cmd *cobra.Command) (human.Level, error) {
	switch {
	case f.count < 1:
		return 0, fmt.Errorf("--count %d; it must be above 0", f.count)
	case f.jobs < 1:
		return 0, fmt.Errorf("--jobs %d; it must be above 0", f.jobs)
	case f.dir != "" && (f.output.file != "" || f.output.format != "text"):
		return 0, errors.New("--dir writes its own files; it excludes --output and --format")
	case cmd.Flags().Lookup("clues") != nil && cmd.Flags().Changed("clues") && f.clues < 1:
		return 0, fmt.Errorf("--clues %d; it must be above 0", f.clues)
	}
	if err := f.limit.check(cmd); err != nil {
		return 0, err
	}
	if !cmd.Flags().Changed("seed") {
		f.seed = rand.Uint64N(1_000_000_000)
	}
	if f.level == "" {
		return 0, nil
	}
	level, err := human.LevelNamed(f.level)
	if err != nil {
		return 0, fmt.Errorf("--difficulty %q; it is easy, medium, hard or extreme", f.level)
	}
	return level, nil
}

// shapeNames returns the shapes that have names, as help texts list them.
func shapeNames() string { return strings.Join(generate.ShapeNames(), ", ") }

// board returns the board of --shape if it is given, and otherwise that of --size.
func (f *generateFlags) board(ctx context.Context, a *app) (*puzzle.Board, error) {
	width, height, err := f.widthHeight()
	if err != nil {
		return nil, err
	}
	if f.shape == "" {
		return puzzle.NewBoard(width, height, nil)
	}
	board, sized, hex, err := generate.Shape(f.shape, width, height)
	switch {
	case errors.Is(err, generate.ErrNoShape):
		return f.boardOfFile(ctx, a)
	case err != nil:
		return nil, err
	case !sized && f.sizeGiven:
		return nil, fmt.Errorf("--shape %s has its own size; it excludes --size", f.shape)
	case hex && f.family != puzzle.FamilyHidoku:
		return nil, fmt.Errorf("--shape %s; only hidokus have hexagons", f.shape)
	case hex && f.moves != string(puzzle.Hex) && f.movesGiven:
		return nil, fmt.Errorf("--shape %s; it needs --moves hex", f.shape)
	case hex:
		f.moves = string(puzzle.Hex)
	}
	return board, nil
}

// boardOfFile returns the board that is drawn in the file of --shape.
func (f *generateFlags) boardOfFile(ctx context.Context, a *app) (*puzzle.Board, error) {
	if f.sizeGiven {
		return nil, errors.New("--shape and --size exclude each other")
	}
	file, err := a.read(ctx, f.shape, &inputFlags{family: string(puzzle.FamilyHidoku)})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--shape %q; it is %s or a file, and there is no such file", f.shape, shapeNames())
	}
	if err != nil {
		return nil, err
	}
	return file.Puzzle.Board(), nil
}

// shapeFile returns the name of the file of --shape, or "" if --shape is not a file.
func (f *generateFlags) shapeFile() string {
	if _, _, _, err := generate.Shape(f.shape, 1, 1); errors.Is(err, generate.ErrNoShape) {
		return f.shape
	}
	return ""
}

// widthHeight parses --size.
func (f *generateFlags) widthHeight() (width, height int, err error) {
	size := f.size
	if !strings.Contains(size, "x") { // one number for a square board
		size += "x" + size
	}
	var rest string
	n, _ := fmt.Sscanf(size+" ", "%dx%d%s", &width, &height, &rest)
	if n != 2 || width < 1 || height < 1 {
		return 0, 0, fmt.Errorf("--size %q; it is columns x rows, as in 10x10", f.size)
	}
	return width, height, nil
}

// cellRange parses a range of numbers of cells, "4..6". An empty text gives zeros.
func cellRange(text string) (low, high int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	var rest string
	n, _ := fmt.Sscanf(text+" ", "%d..%d%s", &low, &high, &rest)
	if n != 2 || low < 1 || high < low {
		return 0, 0, fmt.Errorf("--stones %q; it is a range of numbers of cells, as in 4..6", text)
	}
	return low, high, nil
}
