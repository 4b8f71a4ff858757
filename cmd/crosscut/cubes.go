package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"crosscut/cubes"
	"crosscut/internal/serve/commands"
)

func (a *app) cubesCommand() *cobra.Command {
	var checkpoint checkpointFlags
	var input inputFlags
	var memory memoryFlag
	output := outputFlags{format: "json"}
	return command("cubes", together(input.variables(), output.variables(), checkpoint.variables(), commands.Variables{"memory": &memory}), &cobra.Command{
		Long: `Cut a puzzle into cubes: puzzles that share out its solutions. Every solution lies in
exactly one cube. If the puzzle has symmetries, this holds for one of each group of
symmetric solutions. Print each cube as a JSON object on a line:

  cube, of  its number, counted from 0, and the number of cubes
  share     its estimated share of the whole search
  puzzle    its text, which any engine can search
  images    how many solutions of the whole puzzle each of its solutions stands for

images is above 1 where the puzzle has symmetries. The number of solutions of the puzzle is
the sum over the cubes of their solutions times images.

On a draughtboard, a hole in the board of a cube stands for a stone that is already laid.`,
		Example: "  crosscut cubes --cubes 8 testdata/magic/order-4.txt",
		Args:    exactly("one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(input.check(), checkpoint.check(cmd, new(engineFlags), args)); err != nil {
				return err
			}
			return a.cubes(cmd.Context(), checkpoint.cubes, &input, &output, args[0])
		},
	})
}

// cubeRecord is the JSON object of a cube.
type cubeRecord struct {
	File   string  `json:"file"`
	Cube   int     `json:"cube"`   // counted from 0
	Of     int     `json:"of"`     // number of cubes
	Share  float64 `json:"share"`  // estimated fraction of the whole search
	Images int     `json:"images"` // solutions of the whole puzzle for each solution of the cube
	Puzzle string  `json:"puzzle"`
}

func (a *app) cubes(ctx context.Context, n int, in *inputFlags, to *outputFlags, name string) error {
	out, err := a.printer(ctx, to, inputPlaces(name)...)
	if err != nil {
		return err
	}
	return cmp.Or(a.printCubes(ctx, n, in, out, name), out.close())
}

// printCubes cuts the puzzle and prints the cubes.
func (a *app) printCubes(ctx context.Context, n int, in *inputFlags, out *printer, name string) error {
	file, err := a.read(ctx, name, in)
	if err != nil {
		return err
	}
	cubes, err := cubes.Split(ctx, file.Puzzle, n)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return out.inOneStep(func(out *printer) error {
		for i := range cubes {
			if ctx.Err() != nil {
				return fmt.Errorf("%s: %w", file.Name, context.Cause(ctx))
			}
			c := &cubes[i]
			r := cubeRecord{File: file.Name, Cube: i, Of: len(cubes), Share: c.Share(), Images: c.Images(), Puzzle: file.Text(c.Puzzle())}
			if err := out.object(r); err != nil {
				return err
			}
		}
		return nil
	})
}
