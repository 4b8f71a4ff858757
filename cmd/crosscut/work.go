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
	"crosscut/internal/ledger"
)

// workFlags are the flags of work.
type workFlags struct {
	input  inputFlags
	engine engineFlags
	output outputFlags
	long   longFlags
	shard  string
}

// sharesExample is the example of the two commands that go together.
const sharesExample = `  crosscut work --shard 1/2 testdata/magic/order-4.txt > one
  crosscut work --shard 2/2 testdata/magic/order-4.txt > two
  crosscut merge one two`

func (a *app) workCommand() *cobra.Command {
	f := workFlags{output: outputFlags{format: "json"}}
	cmd := &cobra.Command{
		Use:   "work FILE",
		Short: "Search a share of the cubes of a puzzle",
		Long: `Search every N-th of the cubes of a puzzle, as "crosscut cubes" lists them: with
--shard i/N those whose number leaves i-1 when divided by N. Every solution is found
and judged. For each cube, as soon as it and those before it are done, a line of
JSON says how many solutions it has and gives a digest of their set; a first line
says of which puzzle. "crosscut merge" adds up what all shares found.

So several machines count one puzzle without knowing of each other: each does a
share, by any engine, and the files are brought together. All must be given the same
puzzle and the same --cubes.

With --checkpoint the results go to that file in place of being printed, and --resume
goes on with it.`,
		Example: sharesExample,
		Args:    exactly("one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.input.check(), f.engine.check(cmd), f.long.check(cmd, &f.engine, args)); err != nil {
				return err
			}
			if f.engine.name == "all" {
				return errors.New("--engine all compares whole answers; for cubes it can be native, sat, dlx or race")
			}
			if f.long.active() && f.output.file != "" {
				return errors.New("--output and a checkpoint exclude each other: the checkpoint has the results")
			}
			return a.work(cmd, &f, args[0])
		},
	}
	f.input.add(cmd)
	f.engine.add(cmd)
	f.output.addFile(cmd)
	f.long.add(cmd)
	cmd.Flags().StringVar(&f.shard, "shard", "1/1", "search share `i/N` of the cubes")
	return cmd
}

// parseShard reads "i/N".
func parseShard(text string) (i, n int, err error) {
	if count, scanErr := fmt.Sscanf(text, "%d/%d", &i, &n); scanErr != nil || count != 2 || fmt.Sprintf("%d/%d", i, n) != text || i < 1 || i > n {
		return 0, 0, fmt.Errorf("--shard %q; it is a share and how many there are, such as 2/3", text)
	}
	return i, n, nil
}

func (a *app) work(cmd *cobra.Command, f *workFlags, name string) error {
	i, n, err := parseShard(f.shard)
	if err != nil {
		return err
	}
	e, err := a.engine(&f.engine)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	file, err := a.read(ctx, name, &f.input)
	if err != nil {
		return err
	}
	header := ledger.Header{Kind: ledger.Digest}
	if n > 1 {
		header.Shard = f.shard
	}
	release, err := f.long.lock()
	if err != nil {
		return err
	}
	defer release()
	r, err := a.begin(ctx, &f.long, cmd, file, header)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	r.left = slices.DeleteFunc(r.left, func(c cubes.Cube) bool { return c.Index()%n != i-1 })
	finished, finish, err := a.workInto(f, r, name)
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

// workInto returns what to do with the entry of each cube and what to do in the end.
func (a *app) workInto(f *workFlags, r *longRun, name string) (finished func(ledger.Entry) error, finish func() error, err error) {
	if f.long.active() {
		if err := a.keep(r, &f.long, nil); err != nil {
			return nil, nil, err
		}
		return r.keeper.Add, r.keeper.Save, nil
	}
	out, err := a.printer(&f.output, readFrom(name)...)
	if err != nil {
		return nil, nil, err
	}
	if out.file != nil && out.length() > 0 {
		return nil, nil, fmt.Errorf("--output %s is there already; name another file", shownName(f.output.file))
	}
	put := func(header, v any) error {
		line, err := ledger.Line(header, v)
		return cmp.Or(err, out.text("%s", line))
	}
	held := make(map[int]ledger.Entry) // of cubes that are done before one that they come after
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
			for _, c := range r.left[next:] { // after an early end
				if e, ok := held[c.Index()]; ok {
					if err := put(r.header, e); err != nil {
						return err
					}
				}
			}
			return out.close()
		}, put(nil, r.header)
}
