package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/puzzle/text"
)

type countFlags struct {
	searchFlags
	run  runFlags
	what serve.Counting
}

func (f *countFlags) variables() commands.Variables {
	return together(f.searchFlags.variables(), f.run.variables(), commands.Variables{"up-to-symmetry": &f.what.Symmetry, "digest": &f.what.Digest, "stones": &f.what.Stones})
}

func (f *countFlags) check(cmd *cobra.Command) error {
	if f.run.active() && (f.what.Symmetry || f.what.Stones) {
		return errors.New("--run goes neither with --up-to-symmetry nor with --stones")
	}
	return cmp.Or(f.what.Check(), f.searchFlags.check(cmd), f.run.check(cmd, &f.engine))
}

func (a *app) count(ctx context.Context, f *countFlags, args []string) error {
	if f.run.active() {
		return a.countInFolder(ctx, f, args[0])
	}
	return a.eachWithEngine(ctx, &f.searchFlags, args, func(ctx context.Context, a *app, e crosscut.Engine, file *text.File, out *printer) error {
		r, err := a.countFile(ctx, f, e, file)
		if err != nil {
			r.Because(err)
			defer a.fails(file, err)
			if r.Count.Sign() == 0 && notSearched(err) {
				return nil
			}
		}
		r.Complete = err == nil
		name := ""
		if len(args) > 1 || a.emit != nil {
			name = r.File + ": "
		}
		return a.answer(out, exitYes, r, "%s%s\n", name, countText(r.Count.String(), r.Complete, r.Digest))
	})
}

// countFile counts the solutions of one puzzle. With an error, the count is a lower bound.
func (a *app) countFile(ctx context.Context, f *countFlags, e crosscut.Engine, file *text.File) (r serve.Count, err error) {
	m := new(crosscut.Meter)
	e = a.warnOfManySolutions(e, file)
	err = a.watch(ctx, &f.engine, e.Name, m, func(ctx context.Context) (err error) {
		r, err = serve.CountSolutions(ctx, e, file, f.what, m)
		return err
	})
	return r, err
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
