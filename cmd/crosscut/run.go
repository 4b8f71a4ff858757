package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/cubes"
	"crosscut/internal/base"
	"crosscut/proof"
	"crosscut/sat"
)

type folderFlags struct {
	output outputFlags
	limit  timeFlag
	memory base.Bytes
	proof  string // the folder
}

func (f *folderFlags) variables() commands.Variables {
	return together(f.output.variables(), commands.Variables{
		"time": f.limit.variable(), "memory": &f.memory, "prove": &f.proof,
	})
}

func (f *folderFlags) check(*cobra.Command) error { return nil }

func (a *app) run(ctx context.Context, f *folderFlags, args []string) error {
	if len(args) != 2 || args[0] != "status" && args[0] != "check" {
		return errors.New("run needs status or check, and the folder of a run; see \"crosscut run --help\"")
	}
	if f.proof != "" && args[0] != "check" {
		return errors.New("--prove goes with run check")
	}
	folder, err := run.Look(args[1])
	if err != nil {
		return withGivenName(err, args[1])
	}
	out, err := a.printer(ctx, &f.output, files.Place{What: "the run", Name: args[1], Contains: files.EveryFile})
	if err != nil {
		return err
	}
	if args[0] == "check" {
		err = a.checkRun(ctx, f, folder, files.ShownName(args[1]), out)
	} else {
		err = a.runStatus(folder, files.ShownName(args[1]), out)
	}
	return cmp.Or(err, out.close())
}

type runStatus struct {
	File string `json:"file"` // the folder
	run.Status
}

func (a *app) runStatus(folder *run.Folder, name string, out *printer) error {
	s, err := folder.Status()
	if err != nil {
		return err
	}
	return a.answer(out, exitYes, runStatus{name, s}, "%s", s.Text())
}

// runCheck is the JSON object of a run that was read again.
type runCheck struct {
	File     string   `json:"file"` // the folder
	Kind     run.Kind `json:"kind"`
	Complete bool     `json:"complete"`
	Count    *big.Int `json:"count,omitempty"` // absent while the run is not complete
	Digest   string   `json:"digest,omitempty"`
	Damaged  int      `json:"damaged"` // lines and solutions that are not as they were written
}

// checkRun reads everything in a run again, and prints what it comes to.
func (a *app) checkRun(ctx context.Context, f *folderFlags, folder *run.Folder, name string, out *printer) error {
	sum, whole, damaged, err := folder.Check()
	if err != nil {
		return err
	}
	if whole { // before, a process that works for the run may still write the problem
		if _, err := folder.ProblemText(); err != nil {
			return err
		}
	}
	r := runCheck{File: name, Kind: folder.Header.Kind, Complete: whole, Damaged: damaged}
	if whole {
		if r.Count = sum.Number(); r.Kind != run.Count {
			r.Digest = sum.Digest.String()
		}
	}
	if damaged > 0 && !out.json {
		a.note(fmt.Sprintf("damaged lines and solutions: %d", damaged))
	}
	text := ""
	if f.proof != "" {
		if !whole {
			return fmt.Errorf("%s: --prove needs a finished run", name)
		}
		parts, err := a.provePartition(ctx, f, folder)
		if err != nil {
			return fmt.Errorf("%s: %w", f.proof, err)
		}
		text = fmt.Sprintf("%s: each solution is in one of %s\n", f.proof, base.Plural(parts, "cube"))
	}
	if !whole {
		return a.answer(out, exitLimit, r, "not finished\n")
	}
	return a.answer(out, exitYes, r, "%s\n%s", countText(r.Count.String(), true, r.Digest), text)
}

// provePartition writes a certificate that each solution is in one of the finished cubes, or in an image of it, and
// returns how many these are.
func (a *app) provePartition(ctx context.Context, f *folderFlags, folder *run.Folder) (parts int, err error) {
	ctx, cancel := f.limit.within(ctx)
	defer cancel()
	_, tree, err := folder.Problem(ctx)
	if err != nil {
		return 0, err
	}
	paths, err := folder.Leaves(tree)
	if err != nil {
		return 0, err
	}
	if len(paths) == 0 {
		return 0, errors.New("the run has no cubes, since there is no solution; crosscut prove shows that")
	}
	c := proof.Claim{Format: sat.LRAT}
	of, ok := tree.(interface {
		At(ctx context.Context, path cubes.Path) (cubes.Cube, error)
	})
	for i := 0; i < len(paths) && ok; i++ {
		cube, err := of.At(ctx, paths[i])
		if err != nil {
			return 0, err
		}
		c.Puzzle = cube.Whole()
		added := cube.Added()
		ok = len(added) > 0
		c.Cubes = append(c.Cubes, added...)
	}
	if !ok {
		return 0, errors.New("only puzzles of numbers have proofs that the cubes are all")
	}
	return len(c.Cubes), c.Write(ctx, f.proof, new(crosscut.Meter))
}
