package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/meter"
	"crosscut/proof"
	"crosscut/sat"
)

type modelsFlags struct {
	listFlags
	Keep string
}

func (f *modelsFlags) check(cmd *cobra.Command) error {
	f.Engine = crosscut.SAT.Name
	if f.Prove && f.Count {
		return errors.New("--count has no proof for a formula; --prove alone lists the models and proves that there are no others")
	}
	return cmp.Or(f.checkProver(f.Lrat), f.checkList(cmd, "model", "--digest is a way to count"))
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
	return readOther(ctx, a, name, "dimacs", func(in io.Reader, name string) (formula, error) {
		cnf, keep, note, err := sat.ReadDIMACS(in, name)
		if err != nil {
			return formula{}, err
		}
		if note != "" {
			a.note(name + ": " + note)
		}
		if f.Keep != "" {
			keep, err = keptVariables(f.Keep, cnf.Vars())
		} else if keep == nil {
			keep = cnf.AllVars()
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
		for v := first; v <= last; v++ {
			keep = append(keep, sat.Lit(v))
		}
	}
	return keep, nil
}

func (a *app) models(ctx context.Context, f *modelsFlags, args []string) error {
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	g, err := a.readFormula(ctx, f, args[0])
	if err != nil {
		return a.unreadable(ctx, &f.outputFlags, args[0], err)
	}
	by, _ := sat.NewCommand(f.SatCommand) // nil if there is none
	l := a.newListing(&f.listFlags, args[0], "model", crosscut.SAT.Name)
	l.find = func(ctx context.Context, m *meter.Meter, yield func([]int) bool) error {
		return run.Models(ctx, g.CNF, g.keep, by, m, func(model []int, _ []bool) bool { return yield(model) })
	}
	l.problem = func() (run.Problem, error) { return run.OfFormula(g.CNF, g.keep, by) }
	l.print = func(out *printer, n int, literals []int) error { return out.model(l.file, n, literals) }
	if !f.Prove {
		return a.list(ctx, l)
	}
	if f.prover() != nil {
		by = nil // it is for the proof
	}
	all := make([]int, g.Vars())
	l.find = func(ctx context.Context, m *meter.Meter, yield func([]int) bool) error { // with a value for every variable
		return run.Models(ctx, g.CNF, g.keep, by, m, func(_ []int, values []bool) bool {
			for i := range all {
				if all[i] = i + 1; !values[i+1] {
					all[i] = -all[i]
				}
			}
			return yield(all)
		})
	}
	return a.certify(ctx, l, proof.Claim{Formula: g.CNF, Keep: g.keep})
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
