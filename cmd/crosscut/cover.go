package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
)

// coverFlags are the flags of cover.
type coverFlags struct {
	limits engineFlags
	output outputFlags
	engine string
	n      int
	all    bool
	count  bool
}

func (a *app) coverCommand() *cobra.Command {
	var f coverFlags
	cmd := &cobra.Command{
		Use:   "cover FILE",
		Short: "Solve an exact cover problem in Knuth's format",
		Long: `Print the first exact cover of a problem in the text format of Knuth's programs,
as many as -n or --all asks for, or with --count how many there are. A cover is a
line "N:" and below it its options. A line that begins with | and says whether
there are other covers comes last.

--engine sat solves the problem as a formula, by unit propagation along the items and
with gini, to check the other engine; the covers come in another order.

Exit code 0 when there is a cover, 1 when there is none, 3 when a limit came first.`,
		Example: "  crosscut cover --all testdata/cover/toy.dlx\n" +
			"  crosscut cover --count --stats testdata/cover/langford-7.dlx",
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			return a.cover(cmd.Context(), &f, args[0])
		},
	}
	f.limits.addLimits(cmd)
	f.output.add(cmd)
	cmd.Flags().StringVar(&f.engine, "engine", crosscut.DLX.Name, "`NAME` of the engine: dlx, or sat for the problem as a formula")
	cmd.Flags().IntVarP(&f.n, "number", "n", 1, "how many covers to find at most")
	cmd.Flags().BoolVar(&f.all, "all", false, "find every cover")
	cmd.Flags().BoolVar(&f.count, "count", false, "print the number of covers and nothing else")
	return cmd
}

// check reports flags that make no sense.
func (f *coverFlags) check(cmd *cobra.Command) error {
	number := cmd.Flags().Changed("number")
	switch {
	case f.engine != crosscut.DLX.Name && f.engine != crosscut.SAT.Name:
		return fmt.Errorf("--engine %q; it is dlx or sat", f.engine)
	case f.n < 1:
		return fmt.Errorf("-n %d; it must be above 0", f.n)
	case f.all && number || f.all && f.count || f.count && number:
		return errors.New("-n, --all and --count exclude each other")
	}
	if f.all || f.count {
		f.n = math.MaxInt
	}
	return f.limits.check(cmd)
}

// coverRecord is the JSON object of a cover.
type coverRecord struct {
	File    string   `json:"file"`
	Cover   int      `json:"cover"`   // counted from 1
	Options []string `json:"options"` // as they stand in the file
}

// coversRecord is the JSON object after the last cover.
type coversRecord struct {
	File     string `json:"file"`
	Covers   int    `json:"covers"`
	Complete bool   `json:"complete"`          // there are no others
	Stopped  string `json:"stopped,omitempty"` // why there may be others
}

func (a *app) cover(ctx context.Context, f *coverFlags, name string) error {
	p, err := readFile(ctx, a, name, func(in io.Reader, name string) (*dlx.Problem, error) { return dlx.Read(in, name) })
	if err != nil {
		return err
	}
	out, err := a.printer(&f.output, name)
	if err != nil {
		return err
	}
	name = shownName(name)
	found, outErr := 0, error(nil)
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) error {
		solve, err := coverSolver(ctx, f.engine, p)
		if err != nil {
			return err
		}
		return solve(ctx, m, func(options []int) bool {
			found++
			if !f.count {
				outErr = out.cover(name, found, p, options)
			}
			return found < f.n && outErr == nil
		})
	})
	if outErr == nil {
		outErr = cmp.Or(out.covers(name, found, err, f.count), out.flush())
	}
	switch {
	case outErr != nil:
	case err == nil && found == 0:
		a.outcome(exitNo)
	case err != nil && !errors.Is(err, crosscut.ErrStopped):
		a.report(fmt.Errorf("%s: %w", name, err))
	}
	return cmp.Or(outErr, out.close())
}

// coverSolver returns the search of an engine.
func coverSolver(ctx context.Context, engine string, p *dlx.Problem) (func(context.Context, *crosscut.Meter, func([]int) bool) error, error) {
	if engine == crosscut.DLX.Name {
		return p.Solve, nil
	}
	f, err := encode.CoverCNF(ctx, p)
	if err != nil {
		return nil, err
	}
	return f.Solve, nil
}

// cover prints the n-th cover.
func (p *printer) cover(file string, n int, problem *dlx.Problem, options []int) error {
	texts := make([]string, len(options))
	for i, o := range options {
		texts[i] = problem.OptionText(o)
	}
	if p.json {
		return p.object(coverRecord{File: file, Cover: n, Options: texts})
	}
	return p.text("%d:\n %s\n", n, strings.Join(texts, "\n "))
}

// covers prints how the search ended: as a number alone, or as a line that says
// whether there are other covers.
func (p *printer) covers(file string, found int, err error, count bool) error {
	switch {
	case p.json:
		r := coversRecord{File: file, Covers: found, Complete: err == nil}
		switch {
		case errors.Is(err, crosscut.ErrStopped):
			r.Stopped = "as many as asked for"
		case err != nil:
			r.Stopped = oneLine(err)
		}
		return p.object(r)
	case count && err == nil:
		return p.text("%d\n", found)
	case count:
		return p.text("%d+\n", found)
	case err == nil && found == 0:
		return p.text("| no cover\n")
	case err == nil:
		return p.text("| %s, and no other\n", plural(found, "cover"))
	case errors.Is(err, crosscut.ErrStopped):
		return p.text("| %s as asked for; there may be others\n", plural(found, "cover"))
	}
	return p.text("| %s so far; there may be others (%s)\n", plural(found, "cover"), oneLine(err))
}
