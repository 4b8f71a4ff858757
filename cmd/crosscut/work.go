package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/files"
	"crosscut/internal/serve/commands"
	"crosscut/ledger"
)

// workFlags are the flags of work.
type workFlags struct {
	input      inputFlags
	engine     engineFlags
	output     outputFlags
	checkpoint checkpointFlags
	shard      string
}

func (f *workFlags) variables() commands.Variables {
	f.shard, f.output.limit = "1/1", &f.engine.limit
	return together(f.input.variables(), f.engine.variables(), f.output.variables(), f.checkpoint.variables(), commands.Variables{"shard": &f.shard})
}

func (a *app) workCommand() *cobra.Command {
	f := workFlags{output: outputFlags{format: "json"}}
	return command("work", f.variables(), f.check, func(ctx context.Context, args []string) error { return a.work(ctx, &f, args[0]) })
}

// check rejects flags that are invalid or do not go together.
func (f *workFlags) check(cmd *cobra.Command) error {
	if err := cmp.Or(f.input.check(), f.engine.check(cmd), f.checkpoint.check(cmd, &f.engine)); err != nil {
		return err
	}
	switch {
	case f.engine.name == everyEngine:
		return errors.New("--engine all compares whole answers; for cubes it can be native, sat, dlx or race")
	case f.checkpoint.active() && f.output.file != "":
		return errors.New("--output and a checkpoint exclude each other: the checkpoint holds the results")
	}
	return nil
}

// parseShard reads a share such as "2/3".
func parseShard(text string) (i, n int, err error) {
	if count, scanErr := fmt.Sscanf(text, "%d/%d", &i, &n); scanErr != nil || count != 2 || fmt.Sprintf("%d/%d", i, n) != text || i < 1 || i > n {
		return 0, 0, fmt.Errorf("--shard %q; it is one share of several, such as 2/3", text)
	}
	return i, n, nil
}

func (a *app) work(ctx context.Context, f *workFlags, name string) error {
	i, n, err := parseShard(f.shard)
	if err != nil {
		return err
	}
	e, err := a.engine(&f.engine)
	if err != nil {
		return err
	}
	file, err := a.read(ctx, name, &f.input)
	if err == nil {
		err = f.engine.checkPuzzle(file)
	}
	if err != nil {
		return err
	}
	header := ledger.Header{Kind: ledger.Digest}
	if n > 1 {
		header.Shard = f.shard
	}
	release, err := f.checkpoint.lock(&f.output)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := f.engine.limit.within(ctx)
	defer cancel()
	r, err := a.beginCubeRun(ctx, &f.checkpoint, file, header)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	r.left = slices.DeleteFunc(r.left, func(c cubes.Cube) bool { return c.Index()%n != i-1 })
	finished, finish, err := a.workInto(ctx, f, r, name)
	if err != nil {
		return err
	}
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) error {
		_, _, err := r.countCubes(ctx, e, m, finished)
		return err
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", file.Name, err)
	}
	return cmp.Or(finish(), err)
}

// workInto returns two functions: finished takes the entry of each finished cube, and finish
// ends the results. They write to the checkpoint, or print the entries in the order of the
// cubes.
func (a *app) workInto(ctx context.Context, f *workFlags, r *cubeRun, name string) (finished func(ledger.Entry) error, finish func() error, err error) {
	if f.checkpoint.active() {
		if err := a.startKeeping(r, &f.checkpoint, nil); err != nil {
			return nil, nil, err
		}
		return r.keeper.Add, r.keeper.Save, nil
	}
	out, err := a.printer(ctx, &f.output, files.InputPlaces(name)...)
	if err != nil {
		return nil, nil, err
	}
	if out.file != nil {
		if size, err := out.file.Size(); err != nil || size > 0 {
			err = cmp.Or(err, fmt.Errorf("--output %s already exists; name another file", files.ShownName(f.output.file)))
			return nil, nil, cmp.Or(err, out.close())
		}
	}
	put := func(header, v any) error {
		line, err := ledger.Line(header, v)
		return cmp.Or(err, out.text("%s", line))
	}
	held := make(map[int]ledger.Entry) // entries of cubes that must wait for an earlier cube
	next := 0
	return func(e ledger.Entry) error {
			held[e.Cube] = e
			for next < len(r.left) {
				e, ok := held[r.left[next].Index()]
				if !ok {
					break
				}
				delete(held, e.Cube)
				next++
				if err := put(r.header, e); err != nil {
					return err
				}
			}
			return nil
		}, func() error {
			for _, c := range r.left[next:] { // only after an early end
				if e, ok := held[c.Index()]; ok {
					if err := put(r.header, e); err != nil {
						return err
					}
				}
			}
			return out.close()
		}, put(nil, r.header)
}

func (a *app) cubesCommand() *cobra.Command {
	var checkpoint checkpointFlags
	var input inputFlags
	var memory memoryFlag
	output := outputFlags{format: "json"}
	return command("cubes", together(input.variables(), output.variables(), checkpoint.variables(), commands.Variables{"memory": &memory}),
		func(cmd *cobra.Command) error { return cmp.Or(input.check(), checkpoint.check(cmd, new(engineFlags))) },
		func(ctx context.Context, args []string) error {
			return a.cubes(ctx, checkpoint.cubes, &input, &output, args[0])
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
	out, err := a.printer(ctx, to, files.InputPlaces(name)...)
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
