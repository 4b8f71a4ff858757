package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/serve"
	"crosscut/internal/serve/commands"
	"crosscut/ledger"
	"crosscut/puzzle/text"
)

// countFlags are the flags of count.
type countFlags struct {
	searchFlags
	checkpoint checkpointFlags
	symmetry   bool
	digest     bool
}

func (f *countFlags) variables() commands.Variables {
	return together(f.searchFlags.variables(), f.checkpoint.variables(), commands.Variables{"up-to-symmetry": &f.symmetry, "digest": &f.digest})
}

func (a *app) countCommand() *cobra.Command {
	var f countFlags
	return command("count", f.variables(), f.check, func(ctx context.Context, args []string) error {
		if f.checkpoint.active() {
			return a.countByCubes(ctx, &f, args[0])
		}
		return a.count(ctx, &f, args)
	})
}

// check rejects flags that are invalid or do not go together.
func (f *countFlags) check(cmd *cobra.Command) error {
	switch {
	case f.symmetry && f.digest:
		return errors.New("--up-to-symmetry and --digest exclude each other")
	case f.symmetry && f.checkpoint.active():
		return errors.New("--up-to-symmetry and a checkpoint exclude each other")
	}
	return cmp.Or(f.searchFlags.check(cmd), f.checkpoint.check(cmd, &f.engine))
}

func (a *app) count(ctx context.Context, f *countFlags, args []string) error {
	return a.eachWithEngine(ctx, &f.searchFlags, args, func(a *app, e crosscut.Engine, file *text.File, out *printer) error {
		r, err := a.countFile(ctx, f, e, file)
		if err != nil {
			r.Because(err)
			defer a.fails(file, err)
		}
		r.Complete = err == nil
		return cmp.Or(out.count(r, len(args) > 1 || a.emit != nil), out.flush())
	})
}

// countFile counts the solutions of one puzzle. With an error, the count is a lower bound.
func (a *app) countFile(ctx context.Context, f *countFlags, e crosscut.Engine, file *text.File) (r serve.Count, err error) {
	m := new(crosscut.Meter)
	e = a.warnOfManySolutions(e, file)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) (err error) {
		r, err = serve.CountSolutions(ctx, e, file, f.digest, f.symmetry, m)
		return err
	})
	return r, err
}

// tryWhole is how long a count tries the whole puzzle before it goes on by cubes.
const tryWhole = 2 * time.Second

// countByCubes counts the solutions of one puzzle cube by cube, and keeps a checkpoint.
func (a *app) countByCubes(ctx context.Context, f *countFlags, name string) error {
	e, file, out, err := a.openForCubes(ctx, &f.searchFlags, &f.checkpoint, name)
	if err != nil {
		return err
	}
	header := ledger.Header{Kind: ledger.Count}
	if f.digest {
		header.Kind = ledger.Digest
	}
	release, err := f.checkpoint.lock(&f.output)
	if err != nil {
		return cmp.Or(err, out.close())
	}
	defer release()
	ctx, cancel := f.engine.limit.within(ctx)
	defer cancel()
	run, err := a.beginCubeRun(ctx, &f.checkpoint, file, header)
	if err == nil {
		err = a.startKeeping(run, &f.checkpoint, nil)
	}
	if err != nil {
		return cmp.Or(fmt.Errorf("%s: %w", file.Name, err), out.close())
	}
	r, m := serve.Count{File: file.Name}, new(crosscut.Meter)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) (err error) {
		tried := new(big.Int)
		if !f.digest && f.engine.nodes == 0 && len(run.entries) == 0 { // a limit of nodes is for work that a checkpoint can keep
			try, cancel := context.WithTimeout(ctx, tryWhole)
			defer cancel()
			whole := &crosscut.Meter{Workers: m.Workers, MaxNodes: m.MaxNodes}
			if tried, err = crosscut.Count(try, e, file.Puzzle, whole); err == nil {
				r.Count = tried
				m.Add(whole.Stats())
				return nil
			}
		}
		var digest crosscut.Digest
		if r.Count, digest, err = run.countCubes(ctx, e, m, run.keeper.Add); f.digest {
			r.Digest = digest.String()
		}
		if err != nil && tried.Cmp(r.Count) > 0 { // the trial of the whole gave a better lower bound
			r.Count = tried
		}
		return err
	})
	saveErr := run.keeper.Save()
	if err != nil {
		r.Because(err)
		defer a.fails(file, err)
	}
	r.Complete = err == nil
	return cmp.Or(out.count(r, false), out.close(), saveErr)
}

// count prints a count, after the name of the file if named is true.
func (p *printer) count(r serve.Count, named bool) error {
	if p.json {
		return p.object(r)
	}
	name := ""
	if named {
		name = r.File + ": "
	}
	return p.text("%s%s\n", name, countText(r.Count.String(), r.Complete, r.Digest))
}

// countText returns a count with "+" if it is a lower bound, and the digest unless it is "".
func countText(count string, complete bool, digest string) string {
	if !complete {
		count += "+"
	}
	if digest != "" {
		count += " " + digest
	}
	return count
}
