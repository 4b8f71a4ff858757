package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/serve"
	"crosscut/internal/serve/commands"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// generateFlags are the flags of generate. Some families do not have all of them.
type generateFlags struct {
	serve.Making
	output outputFlags
	dir    string
	jobs   int
	limit  timeFlag
}

func (f *generateFlags) variables() commands.Variables {
	f.jobs, f.output.limit = runtime.NumCPU(), &f.limit
	return together(f.output.variables(), commands.Variables{
		"size": &f.Size, "shape": &f.Shape, "count": &f.Count, "seed": &f.Seed, "jobs": &f.jobs, "time": f.limit.variable(),
		"difficulty": &f.Level, "dir": &f.dir, "moves": &f.Moves, "torus": &f.Torus, "closed": &f.Closed, "walls": &f.Walls,
		"links": &f.Links, "order": &f.Order, "ends": &f.Ends, "clues": &f.Clues, "minimal": &f.Minimal,
		"same-solution": &f.SameSolution, "symmetry": &f.Pattern, "low": &f.Low, "lines": (*string)(&f.Form),
		"diagonals": &f.Diagonals, "stones": &f.Stones, "alike": &f.Alike, "gaps": &f.Gaps, "set": &f.Set,
		"solutions": &f.Solutions, "corner": &f.Corner, "flips": &f.Flips,
	})
}

// takeMoves takes the moves from another name of the family: "generate numbrix" makes
// hidokus with rook's moves. It also notes which flags are given.
func (f *generateFlags) takeMoves(cmd *cobra.Command) error {
	f.SizeGiven = cmd.Flags().Changed("size")
	f.MovesGiven = f.Family == puzzle.FamilyHidoku && cmd.Flags().Changed("moves")
	if form := puzzle.MagicForm(cmd.CalledAs()); form == puzzle.Jodici || form == puzzle.Equation {
		if f.Form != "" {
			return fmt.Errorf("--lines %s; it does not go with %s", f.Form, form)
		}
		f.Form = form
	}
	_, moves, _ := text.FamilyNamed(cmd.CalledAs())
	switch {
	case moves == "":
		return nil
	case cmd.Flags().Changed("moves") && f.Moves != string(moves):
		return fmt.Errorf("--moves %s; a %s has the moves %s", f.Moves, cmd.CalledAs(), moves)
	}
	f.Moves, f.MovesGiven = string(moves), true
	return nil
}

// check rejects flags that are invalid or do not go together. It draws a seed if none is
// given, and returns the level of --difficulty, or 0.
func (f *generateFlags) check(cmd *cobra.Command) (human.Level, error) {
	if f.dir != "" && (f.output.file != "" || f.output.format != "text") {
		return 0, errors.New("--dir writes its own files; it excludes --output and --format")
	}
	if !cmd.Flags().Changed("seed") {
		f.Seed = rand.Uint64N(1_000_000_000)
	}
	return f.Difficulty()
}

// shapeNames returns the shapes that have names, as help texts list them.
func shapeNames() string { return strings.Join(generate.ShapeNames(), ", ") }

// readShape reads the board that is drawn in the file of --shape, if --shape is a file.
func (f *generateFlags) readShape(ctx context.Context, a *app) error {
	name := f.shapeFile()
	switch {
	case name == "":
		return nil
	case f.SizeGiven:
		return errors.New("--shape and --size exclude each other")
	}
	file, err := a.read(ctx, name, &inputFlags{family: string(puzzle.FamilyHidoku)})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--shape %q; it is %s or a file, and there is no such file", name, shapeNames())
	}
	if err == nil {
		f.Drawn = file.Puzzle.Board()
	}
	return err
}

// shapeFile returns the name of the file of --shape, or "" if --shape is not a file.
func (f *generateFlags) shapeFile() string {
	if _, _, _, err := generate.Shape(f.Shape, 1, 1); errors.Is(err, generate.ErrNoShape) {
		return f.Shape
	}
	return ""
}
