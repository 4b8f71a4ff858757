package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/meter"
	"crosscut/sat"
)

type modelsFlags struct {
	listFlags
	Keep string
}

func (f *modelsFlags) check(cmd *cobra.Command) error {
	f.Engine = crosscut.SAT.Name
	return cmp.Or(f.checkList(cmd, "--digest is a way to count"), f.engineFlags.check(cmd))
}

type modelRecord struct {
	File     string    `json:"file"`
	Model    int       `json:"model"` // counted from 1
	Literals []sat.Lit `json:"literals"`
}

type formula struct {
	*sat.CNF
	keep []sat.Lit // by which models are told apart, ascending
}

func (a *app) readFormula(ctx context.Context, f *modelsFlags, name string) (formula, error) {
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) (formula, error) {
		cnf, keep, err := sat.ReadDIMACS(in, name)
		if err != nil {
			return formula{}, err
		}
		if f.Keep != "" {
			keep, err = keptVariables(f.Keep, cnf.Vars())
		} else if keep == nil {
			keep = firstVariables(1, cnf.Vars())
		}
		slices.Sort(keep)
		return formula{cnf, slices.Compact(keep)}, err
	})
}

// keptVariables parses --keep: numbers of variables and ranges, with commas between them.
func keptVariables(list string, vars int) (keep []sat.Lit, err error) {
	for part := range strings.SplitSeq(list, ",") {
		low, high, isRange := strings.Cut(part, "-")
		first, err := strconv.Atoi(low)
		last := first
		if isRange && err == nil {
			last, err = strconv.Atoi(high)
		}
		if err != nil || first < 1 || first > last || last > vars {
			return nil, fmt.Errorf("--keep %q; it is variables from 1 to %d, as in 1-9,12", list, vars)
		}
		keep = append(keep, firstVariables(first, last)...)
	}
	return keep, nil
}

func firstVariables(first, last int) []sat.Lit {
	keep := make([]sat.Lit, 0, last-first+1)
	for v := first; v <= last; v++ {
		keep = append(keep, sat.Lit(v))
	}
	return keep
}

// find yields the literals of each model that are kept. The slice is used again.
func (f *modelsFlags) find(ctx context.Context, g formula, m *meter.Meter, yield func([]int) bool) error {
	literals := make([]int, len(g.keep))
	take := func(values []bool) bool {
		for i, l := range g.keep {
			if literals[i] = int(l); !values[l] {
				literals[i] = -int(l)
			}
		}
		return yield(literals)
	}
	if c, err := sat.NewCommand(f.SatCommand); err == nil {
		return c.Models(ctx, g.CNF, g.keep, m, take)
	}
	return sat.Models(ctx, g.CNF, g.keep, m, take)
}

func (a *app) models(ctx context.Context, f *modelsFlags, args []string) error {
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	g, err := a.readFormula(ctx, f, args[0])
	if err != nil {
		return err
	}
	l := a.newListing(&f.listFlags, args[0], "model", crosscut.SAT.Name, func(ctx context.Context, m *meter.Meter, yield func([]int) bool) error {
		return f.find(ctx, g, m, yield)
	})
	l.print = func(out *printer, n int, literals []int) error { return out.model(l.file, n, literals) }
	return a.list(ctx, l)
}

// model prints a model, as solvers do.
func (p *printer) model(file string, n int, literals []int) error {
	if p.json {
		r := modelRecord{File: file, Model: n, Literals: make([]sat.Lit, len(literals))}
		for i, l := range literals {
			r.Literals[i] = sat.Lit(l)
		}
		return p.recordEither(r, "")
	}
	line := []byte("v ")
	for _, l := range literals {
		line = append(strconv.AppendInt(line, int64(l), 10), ' ')
	}
	return p.record(append(line, "0\n"...))
}
