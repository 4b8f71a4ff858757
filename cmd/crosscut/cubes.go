package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/ledger"
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

func (a *app) mergeCommand() *cobra.Command {
	var output outputFlags
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Add up the results of shares of one puzzle",
		Long: `Add up what "crosscut work" found in several shares of the cubes of one puzzle, or
what is in checkpoints of "crosscut count", and print how many solutions there are
and, where the files have them, the digest of their set, which are those that
"crosscut count --digest" prints.

When cubes are missing, the sum is a lower bound, printed as "104+"; a message says
which are missing, and the exit code is 3. Cubes that are in several files count once.
When two files say different things of one cube the exit code is 4. Files that are
about another puzzle, or whose cubes were cut in another way, are refused; lines
that are damaged are left out, and a message says so.`,
		Example: sharesExample,
		Args:    files,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.merge(cmd.Context(), &output, args)
		},
	}
	output.add(cmd)
	return cmd
}

// mergeRecord is the JSON object of a merged count.
type mergeRecord struct {
	File     string   `json:"file"` // the first one
	Count    *big.Int `json:"count"`
	Complete bool     `json:"complete"`         // every cube is there, else the count is a lower bound
	Digest   string   `json:"digest,omitempty"` // of the set of solutions
	Cubes    int      `json:"cubes"`            // how many there are
	Missing  []int    `json:"missing,omitempty"`
}

// foundIn is an entry, and the file that it is in.
type foundIn struct {
	ledger.Entry
	file string
}

func (a *app) merge(ctx context.Context, to *outputFlags, names []string) error {
	out, err := a.printer(to, readFrom(names...)...)
	if err != nil {
		return err
	}
	var first ledger.Header
	entries := make(map[int]foundIn)
	shards := make(map[string]bool)
	for i, name := range names {
		l, err := a.readLedger(ctx, name)
		if err != nil {
			return err
		}
		if l.Dropped > 0 {
			a.note(fmt.Sprintf("%s: %s left out", shownName(name), plural(l.Dropped, "damaged line")))
		}
		if l.Header.Kind != ledger.Count && l.Header.Kind != ledger.Digest {
			return fmt.Errorf("%s: the checkpoint of a run of %q has no counts of cubes", shownName(name), commands[l.Header.Kind])
		}
		if i == 0 {
			first = l.Header
		} else if err := mergeable(&first, &l.Header); err != nil {
			return fmt.Errorf("%s: %w %s", shownName(name), err, shownName(names[0]))
		}
		shards[l.Header.Shard] = true
		if err := a.mergeEntries(entries, l, shownName(name)); err != nil {
			return err
		}
	}
	r := mergeRecord{File: shownName(names[0]), Count: new(big.Int), Cubes: first.Cubes}
	var digest crosscut.Digest
	for cube := range first.Cubes {
		e, ok := entries[cube]
		if !ok {
			r.Missing = append(r.Missing, cube)
			continue
		}
		r.Count.Add(r.Count, e.Count)
		if first.Kind == ledger.Digest {
			d, err := crosscut.ParseDigest(e.Digest)
			if err != nil {
				return fmt.Errorf("%s: %w", e.file, err)
			}
			digest = digest.Plus(d)
			r.Digest = digest.String()
		}
	}
	if first.Kind == ledger.Digest {
		r.Digest = digest.String()
	}
	r.Complete = len(r.Missing) == 0
	if !r.Complete {
		a.outcome(exitLimit)
		a.complain(exitLimit, fmt.Sprintf("%s of %d missing: %s%s", plural(len(r.Missing), "cube"), r.Cubes, ranges(r.Missing), missingShards(shards)))
	}
	if out.json {
		err = out.object(r)
	} else {
		err = out.count(countRecord{Count: r.Count, Digest: r.Digest, Complete: r.Complete}, false)
	}
	return cmp.Or(err, out.close())
}

// mergeEntries adds what one ledger says of its cubes.
func (a *app) mergeEntries(entries map[int]foundIn, l *ledger.Ledger, name string) error {
	var again []int
	for _, e := range l.Entries {
		before, twice := entries[e.Cube]
		if twice && !before.Equal(e) {
			return contradiction(before.Entry, before.file, e, name)
		}
		if twice {
			again = append(again, e.Cube)
			continue
		}
		entries[e.Cube] = foundIn{e, name}
	}
	if len(again) > 0 {
		slices.Sort(again)
		a.note(fmt.Sprintf("%s: %s counted once that came before: %s", name, plural(len(again), "cube"), ranges(again)))
	}
	return nil
}

// mergeable returns an error when two headers are not of parts of the same count.
func mergeable(first, next *ledger.Header) error {
	switch {
	case next.Puzzle != first.Puzzle:
		return errors.New("of another puzzle than")
	case next.Split != first.Split || next.Cubes != first.Cubes:
		return fmt.Errorf("its puzzle is cut into other cubes (%d, by --cubes %d) than that of", next.Cubes, next.Asked)
	case next.Kind != first.Kind:
		return fmt.Errorf("of a run of %q, other than", commands[next.Kind])
	}
	return nil
}

// missingShards names the shares of which there is no file, where the files are shares
// of one kind.
func missingShards(there map[string]bool) string {
	var missing []string
	n := 0
	for shard := range there {
		_, of, err := parseShard(shard)
		if err != nil || n != 0 && n != of {
			return ""
		}
		n = of
	}
	for i := 1; i <= n; i++ {
		if shard := fmt.Sprintf("%d/%d", i, n); !there[shard] {
			missing = append(missing, shard)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	if len(missing) > 10 {
		missing = append(missing[:10], "…")
	}
	return "; there is no file of share " + strings.Join(missing, ", ")
}

// ranges lists ascending numbers as "0-3, 7", the first ten ranges of them.
func ranges(numbers []int) string {
	var text []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch {
		case len(text) == 10:
			return strings.Join(append(text, "…"), ", ")
		case i == j:
			text = append(text, fmt.Sprint(numbers[i]))
		default:
			text = append(text, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(text, ", ")
}
