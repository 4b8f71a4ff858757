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

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/durable"
	"crosscut/internal/files"
	"crosscut/internal/serve/commands"
	"crosscut/internal/wording"
	"crosscut/ledger"
	"crosscut/puzzle/text"
)

// A long run searches a puzzle cube by cube. Its checkpoint is a file that records the
// finished cubes.

// checkpointFlags name the checkpoint of a long run, and say how to cut the puzzle.
type checkpointFlags struct {
	checkpoint, resume string
	cubes              int
	cubesGiven         bool   // whether --cubes is there
	file               string // the checkpoint to write, with links resolved; see lock
}

// defaultCubes is large enough that losing a few unfinished cubes costs little. It is small
// enough that the start of an engine on each cube costs little too.
const defaultCubes = 500

func (f *checkpointFlags) variables() commands.Variables {
	f.cubes = defaultCubes
	return commands.Variables{"checkpoint": &f.checkpoint, "resume": &f.resume, "cubes": &f.cubes}
}

// active reports whether the run has a checkpoint.
func (f *checkpointFlags) active() bool { return f.checkpoint != "" || f.resume != "" }

// places returns the files that the flags name.
func (f *checkpointFlags) places() []files.Place {
	return []files.Place{{What: "--checkpoint", Name: f.checkpoint}, {What: "--resume", Name: f.resume}}
}

// check rejects flags that are invalid or do not go together.
func (f *checkpointFlags) check(cmd *cobra.Command, engine *engineFlags) error {
	f.cubesGiven = cmd.Flags().Changed("cubes")
	switch args := cmd.Flags().Args(); {
	case f.checkpoint == "-" || f.resume == "-":
		return errors.New("a checkpoint needs a file name; it cannot be -")
	case f.cubes < 1 || f.cubes > cubes.Max:
		return fmt.Errorf("--cubes %d; it must be 1 to %d", f.cubes, cubes.Max)
	case f.resume == "" && f.checkpoint == "":
		if f.cubesGiven && cmd.Flags().Lookup("checkpoint") != nil && cmd.Name() != "work" {
			return errors.New("--cubes needs --checkpoint or --resume")
		}
		return nil
	case len(args) != 1:
		return fmt.Errorf("a checkpoint is for one puzzle, and there are %s", wording.Plural(len(args), "file"))
	case engine.name == everyEngine:
		return errors.New("--engine all compares whole answers; with a checkpoint it can be native, sat, dlx or race")
	}
	return nil
}

// lock keeps other runs from the checkpoint until the caller calls release.
func (f *checkpointFlags) lock(output *outputFlags) (release func(), err error) {
	name := cmp.Or(f.checkpoint, f.resume)
	if name == "" {
		return func() {}, nil
	}
	if f.file, err = durable.Resolve(name); err != nil {
		return nil, withGivenName(err, name)
	}
	if output.noLock {
		return func() {}, nil
	}
	if release, err = durable.LockBeside(f.file); err != nil {
		return nil, lockError(err, name)
	}
	return release, nil
}

// openForCubes returns the engine, the puzzle and the printer of a long run.
func (a *app) openForCubes(ctx context.Context, f *searchFlags, checkpoint *checkpointFlags, name string) (e crosscut.Engine, file *text.File, out *printer, err error) {
	if e, err = a.engine(&f.engine); err != nil {
		return e, nil, nil, err
	}
	if out, err = a.printer(ctx, &f.output, append(files.InputPlaces(name), checkpoint.places()...)...); err != nil {
		return e, nil, nil, err
	}
	if file, err = a.read(ctx, name, &f.input); err == nil {
		err = f.engine.checkPuzzle(file)
	}
	if err != nil {
		return e, nil, nil, cmp.Or(err, out.close())
	}
	return a.warnOfManySolutions(e, file), file, out, nil
}

// beginCubeRun reads the checkpoint, if there is one, and cuts the puzzle into cubes. header
// says what kind of run it is. To cut a board of 128x128 takes seconds, so the context that
// comes here has the time limit already.
func (a *app) beginCubeRun(ctx context.Context, f *checkpointFlags, file *text.File, header ledger.Header) (*cubeRun, error) {
	old, err := a.checkpointOf(ctx, f)
	if err != nil {
		return nil, err
	}
	header.Format, header.Version, header.Asked = ledger.Format, ledger.Version, f.cubes
	header.Puzzle = fmt.Sprintf("%x", sha256.Sum256([]byte(file.Puzzle.String())))
	if old != nil {
		if f.cubesGiven && f.cubes != old.Header.Asked {
			return nil, fmt.Errorf("--cubes %d; the run to continue has --cubes %d", f.cubes, old.Header.Asked)
		}
		header.Asked = old.Header.Asked
	}
	all, err := cubes.Split(ctx, file.Puzzle, header.Asked)
	if err != nil {
		return nil, err
	}
	header.Cubes = len(all)
	if header.Split, err = files.RunOrAbandon(ctx, func() (string, error) { return cubes.Hash(all), nil }); err != nil {
		return nil, err
	}
	r := &cubeRun{header: header, cubes: all}
	if old != nil {
		if err := sameRun(&header, &old.Header); err != nil {
			return nil, fmt.Errorf("%s: %w", files.ShownName(f.resume), err)
		}
		if old.Dropped > 0 {
			a.note(fmt.Sprintf("%s: skipped %s; their cubes are searched again", files.ShownName(f.resume), wording.Plural(old.Dropped, "damaged line")))
		}
		r.incomplete = old.Dropped > 0
		if old.Header.Cut > 0 {
			r.header.Cut, r.header.Plan, r.parts = old.Header.Cut, old.Header.Plan, old.Entries
		}
		if old, err = folded(old, ""); err != nil {
			return nil, fmt.Errorf("%s: %w", files.ShownName(f.resume), err)
		}
		if r.entries, err = oneEntryPerCube(old.Entries); err != nil {
			return nil, fmt.Errorf("%s: %w", files.ShownName(f.resume), err)
		}
	}
	r.finishedWith(r.entries)
	return r, nil
}

// startKeeping opens the checkpoint for writing. publish is nil unless the run appends
// solutions to a file.
func (a *app) startKeeping(r *cubeRun, f *checkpointFlags, publish ledger.Publish) (err error) {
	if f.resume != "" {
		a.note(fmt.Sprintf("%s: %d of %s already finished", files.ShownName(f.resume), len(r.entries), wording.Plural(r.header.Cubes, "cube")))
	}
	kept := r.entries
	if r.header.Cut > 0 {
		kept = r.parts
	}
	r.keeper, err = ledger.Keep(f.file, &ledger.Ledger{Header: r.header, Entries: kept}, publish)
	return withGivenName(err, cmp.Or(f.checkpoint, f.resume))
}

// checkpointOf reads the checkpoint of the run to continue. It returns nil for a new run.
func (a *app) checkpointOf(ctx context.Context, f *checkpointFlags) (*ledger.Ledger, error) {
	info, err := os.Stat(f.checkpoint)
	there := f.checkpoint != "" && err == nil
	switch {
	case there && info.Mode().IsRegular() && info.Size() == 0: // such as a file of mktemp
		return nil, fmt.Errorf("--checkpoint %s exists and is empty; remove it, or name another file", files.ShownName(f.checkpoint))
	case f.resume == "":
		if there {
			return nil, fmt.Errorf("--checkpoint %s already exists; continue with --resume %[1]s, or name another file", files.ShownName(f.checkpoint))
		}
		return nil, nil
	case f.checkpoint != f.resume && there:
		return nil, fmt.Errorf("--checkpoint %s already exists; name another file", files.ShownName(f.checkpoint))
	case f.checkpoint == f.resume && errors.Is(err, fs.ErrNotExist): // both flags with one file that does not exist: a new run
		return nil, nil
	}
	if info, err := os.Stat(f.resume); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, fmt.Errorf("%s: not an ordinary file, so not a checkpoint", files.ShownName(f.resume)) // a pipe might never end
	}
	return a.readLedger(ctx, f.resume)
}

// readLedger reads a checkpoint, or the results of "crosscut work".
func (a *app) readLedger(ctx context.Context, name string) (*ledger.Ledger, error) {
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) (*ledger.Ledger, error) {
		l, err := ledger.Read(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return l, nil
	})
}

// sameRun returns an error when the checkpoint of an earlier run does not fit the present
// one.
func sameRun(now, was *ledger.Header) error {
	switch {
	case now.Puzzle != was.Puzzle:
		return errors.New("this is the checkpoint of another puzzle")
	case now.Kind != was.Kind:
		return fmt.Errorf("this is the checkpoint of %q, not of %q", ledgerCommands[was.Kind], ledgerCommands[now.Kind])
	case now.Form != was.Form:
		return fmt.Errorf("this is the checkpoint of a run with --format %s", was.Form)
	case now.Output != was.Output && was.Output == "":
		return errors.New("this is the checkpoint of a run without --output")
	case now.Output != was.Output:
		return fmt.Errorf("this is the checkpoint of a run with --output %s", files.ShownName(was.Output))
	case now.Shard != was.Shard:
		return fmt.Errorf("this is the checkpoint of a run with --shard %s", cmp.Or(was.Shard, "1/1"))
	case now.Split != was.Split:
		return errors.New("this checkpoint is from a version of crosscut that cuts the puzzle into other cubes")
	}
	return nil
}

// ledgerCommands names the command that writes each kind of ledger.
var ledgerCommands = map[ledger.Kind]string{
	ledger.Count: "crosscut count", ledger.Digest: "crosscut count --digest", ledger.Solutions: "crosscut solve --all",
}
