package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"crosscut/cubes"
)

// The same count on several machines: cubes, work and merge.

func (a *app) cubesCommand() *cobra.Command {
	var long longFlags
	var input inputFlags
	output := outputFlags{format: "json"}
	cmd := &cobra.Command{
		Use:   "cubes FILE",
		Short: "List the cubes that a puzzle is cut into",
		Long: `Cut a puzzle into cubes and print them, a JSON object a line: "cube" and "of" say
which it is, counted from 0, "share" what share of the search it is thought to be,
and "puzzle" is the text of a puzzle, which any engine can search. Every solution
lies in exactly one cube. "images" says how many solutions of the whole puzzle each
solution of the cube stands for, where the puzzle has symmetries: so the numbers
of solutions of the cubes, each times its images, add up to that of the puzzle.

On a draughtboard the stones that a cube has laid are holes in its board.`,
		Example: "  crosscut cubes --cubes 8 testdata/magic/order-4.txt",
		Args:    exactly("one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(input.check(), long.check(cmd, new(engineFlags), args)); err != nil {
				return err
			}
			return a.cubes(cmd.Context(), long.cubes, &input, &output, args[0])
		},
	}
	input.add(cmd)
	long.addCubes(cmd)
	output.addFile(cmd)
	return cmd
}

// cubeRecord is the JSON object of a cube.
type cubeRecord struct {
	File   string  `json:"file"`
	Cube   int     `json:"cube"`   // counted from 0
	Of     int     `json:"of"`     // so many
	Share  float64 `json:"share"`  // of the search
	Images int     `json:"images"` // solutions of the whole puzzle for each of the cube
	Puzzle string  `json:"puzzle"`
}

func (a *app) cubes(ctx context.Context, n int, in *inputFlags, to *outputFlags, name string) error {
	out, err := a.printer(to, readFrom(name)...)
	if err != nil {
		return err
	}
	file, err := a.read(ctx, name, in)
	if err != nil {
		return err
	}
	cubes, err := cubes.Split(ctx, file.Puzzle, n)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	for i := range cubes {
		c := &cubes[i]
		r := cubeRecord{File: file.Name, Cube: i, Of: len(cubes), Share: c.Share(), Images: c.Images(), Puzzle: c.Puzzle().String()}
		if err := cmp.Or(context.Cause(ctx), out.object(r)); err != nil {
			return err
		}
	}
	return out.close()
}
