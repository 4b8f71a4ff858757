package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/ledger"
	"crosscut/puzzle"
)

// Long runs go by cubes, and keep those that are finished in a file.

// longFlags say where a long run keeps what it has done.
type longFlags struct {
	checkpoint, resume string
	cubes              int
}

// defaultCubes are enough that the loss of some is not much, and few enough that what
// an engine does before it can begin is not much either.
const defaultCubes = 500

func (f *longFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.checkpoint, "checkpoint", "", "keep what is finished in this `FILE`, so that --resume can go on")
	cmd.Flags().StringVar(&f.resume, "resume", "", "go on with the run whose checkpoint is this `FILE`, and keep it there")
	f.addCubes(cmd)
}

func (f *longFlags) addCubes(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.cubes, "cubes", defaultCubes, "cut the puzzle into `N` cubes or some more")
}

// active reports whether the run is to be kept.
func (f *longFlags) active() bool { return f.checkpoint != "" || f.resume != "" }

// places are the files that the flags name.
func (f *longFlags) places() []place {
	return []place{{what: "--checkpoint", name: f.checkpoint}, {what: "--resume", name: f.resume}}
}

// check reports flags that make no sense.
func (f *longFlags) check(cmd *cobra.Command, engine *engineFlags, args []string) error {
	switch {
	case f.checkpoint == "-" || f.resume == "-":
		return errors.New("a checkpoint is a file with a name, and - is none")
	case f.cubes < 1 || f.cubes > cubes.Max:
		return fmt.Errorf("--cubes %d; it must be 1 to %d", f.cubes, cubes.Max)
	case f.resume == "" && f.checkpoint == "":
		if cmd.Flags().Lookup("checkpoint") != nil && cmd.Flags().Changed("cubes") && cmd.Name() != "work" {
			return errors.New("--cubes is for runs with --checkpoint")
		}
		return nil
	case len(args) != 1:
		return fmt.Errorf("a checkpoint is of one puzzle, and these are %s", plural(len(args), "file"))
	case engine.name == "all":
		return errors.New("--engine all compares whole answers; with a checkpoint it can be native, sat, dlx or race")
	}
	return nil
}

// lock keeps other runs from the checkpoint until release is called.
func (f *longFlags) lock() (release func(), err error) {
	name := cmp.Or(f.checkpoint, f.resume)
	if name == "" {
		return func() {}, nil
	}
	if release, err = ledger.Lock(name); err != nil {
		return nil, fmt.Errorf("%s: %w", shownName(name), err)
	}
	return release, nil
}

// openLong returns what a long run works with: the engine, the puzzle, and where the
// results go.
func (a *app) openLong(ctx context.Context, f *questionFlags, long *longFlags, name string) (e crosscut.Engine, file *puzzle.File, out *printer, err error) {
	if e, err = a.engine(&f.engine); err != nil {
		return e, nil, nil, err
	}
	if out, err = a.printer(&f.output, append(readFrom(name), long.places()...)...); err != nil {
		return e, nil, nil, err
	}
	if file, err = a.read(ctx, name, &f.input); err != nil {
		return e, nil, nil, err
	}
	return a.cautious(e, file), file, out, nil
}

// begin cuts the puzzle, and reads the checkpoint if there is one. What becomes of
// the output is told by before: see [ledger.Keep].
func (a *app) begin(ctx context.Context, f *longFlags, cmd *cobra.Command, file *puzzle.File, header ledger.Header) (*longRun, error) {
	old, err := a.checkpointOf(ctx, f)
	if err != nil {
		return nil, err
	}
	header.Format, header.Version, header.Asked = ledger.Format, ledger.Version, f.cubes
	header.Puzzle = fmt.Sprintf("%x", sha256.Sum256([]byte(file.Puzzle.String())))
	if old != nil {
		if cmd.Flags().Changed("cubes") && f.cubes != old.Header.Asked {
			return nil, fmt.Errorf("--cubes %d; the run that is to go on has --cubes %d", f.cubes, old.Header.Asked)
		}
		header.Asked = old.Header.Asked
	}
	all, err := cubes.Split(ctx, file.Puzzle, header.Asked)
	if err != nil {
		return nil, err
	}
	header.Split, header.Cubes = cubes.Hash(all), len(all)
	r := &longRun{header: header, cubes: all}
	if old != nil {
		if err := sameRun(&header, &old.Header); err != nil {
			return nil, fmt.Errorf("%s: %w", shownName(f.resume), err)
		}
		if old.Dropped > 0 {
			a.note(fmt.Sprintf("%s: %s left out, and what was there found again", shownName(f.resume), plural(old.Dropped, "damaged line")))
		}
		r.header.Length = old.Header.Length
		if r.entries, err = distinct(old.Entries); err != nil {
			return nil, fmt.Errorf("%s: %w", shownName(f.resume), err)
		}
	}
	r.finishedWith(r.entries)
	return r, nil
}

// goOnAfter makes a run that prints solutions one that goes on after the last cube
// before which all are finished, with all solutions of them in the output if that is a
// file. What else is in the file is taken back.
func (a *app) goOnAfter(r *longRun, out *printer, f *longFlags) error {
	slices.SortFunc(r.entries, func(a, b ledger.Entry) int { return cmp.Compare(a.Cube, b.Cube) })
	there, good := out.length(), 0
	if out.file != nil { // somebody may have put a shorter file there
		r.header.Length = min(r.header.Length, there)
	}
	length := r.header.Length
	for good < len(r.entries) && r.entries[good].Cube == good && r.entries[good].Count.IsInt64() && (out.file == nil || r.entries[good].Length <= there) {
		length = r.entries[good].Length
		good++
	}
	if good < len(r.entries) {
		a.note(fmt.Sprintf("%s: solutions of %s are not all there, and found again", shownName(f.resume), plural(len(r.entries)-good, "cube")))
	}
	r.finishedWith(r.entries[:good])
	if out.file == nil || there <= length {
		return nil
	}
	return out.cut(length)
}

// keep begins to keep the run.
func (a *app) keep(r *longRun, f *longFlags, before func() error) (err error) {
	if f.resume != "" {
		a.note(fmt.Sprintf("%s: %d of %s done already", shownName(f.resume), len(r.entries), plural(r.header.Cubes, "cube")))
	}
	r.keeper, err = ledger.Keep(cmp.Or(f.checkpoint, f.resume), &ledger.Ledger{Header: r.header, Entries: r.entries}, before)
	return err
}

// checkpointOf reads the checkpoint to go on with, nil for none.
func (a *app) checkpointOf(ctx context.Context, f *longFlags) (*ledger.Ledger, error) {
	_, err := os.Stat(f.checkpoint)
	there := f.checkpoint != "" && err == nil
	switch {
	case f.resume == "":
		if there {
			return nil, fmt.Errorf("--checkpoint %s is there already; go on with --resume %[1]s, or name another file", shownName(f.checkpoint))
		}
		return nil, nil
	case f.checkpoint != f.resume && there:
		return nil, fmt.Errorf("--checkpoint %s is there already; name another file", shownName(f.checkpoint))
	case f.checkpoint == f.resume && errors.Is(err, fs.ErrNotExist): // a run that goes on if it was ever begun
		return nil, nil
	}
	return a.readLedger(ctx, f.resume)
}

// readLedger reads a checkpoint, or results of cubes.
func (a *app) readLedger(ctx context.Context, name string) (*ledger.Ledger, error) {
	return readFile(ctx, a, name, func(in io.Reader, name string) (*ledger.Ledger, error) {
		l, err := ledger.Read(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return l, nil
	})
}

// sameRun returns an error when a checkpoint is not one of a run that is now to go on.
func sameRun(now, was *ledger.Header) error {
	switch {
	case now.Puzzle != was.Puzzle:
		return errors.New("a checkpoint of another puzzle")
	case now.Kind != was.Kind:
		return fmt.Errorf("a checkpoint of a run of %q, not of %q", commands[was.Kind], commands[now.Kind])
	case now.Form != was.Form:
		return fmt.Errorf("a checkpoint of a run with --format %s", was.Form)
	case now.Output != was.Output && was.Output == "":
		return errors.New("a checkpoint of a run without --output")
	case now.Output != was.Output:
		return fmt.Errorf("a checkpoint of a run with --output %s", shownName(was.Output))
	case now.Shard != was.Shard:
		return fmt.Errorf("a checkpoint of a run with --shard %s", cmp.Or(was.Shard, "1/1"))
	case now.Split != was.Split:
		return errors.New("a checkpoint of a version of crosscut that cuts the puzzle into other cubes")
	}
	return nil
}

// commands are the commands that make the kinds of ledger.
var commands = map[ledger.Kind]string{
	ledger.Count: "crosscut count", ledger.Digest: "crosscut count --digest", ledger.Solutions: "crosscut solve --all",
}
