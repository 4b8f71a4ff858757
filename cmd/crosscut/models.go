package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/sat"
)

type modelsFlags struct {
	limits engineFlags
	output outputFlags
	n      int
	all    bool
	count  bool
	digest bool
	keep   string
}

func (f *modelsFlags) variables() commands.Variables {
	f.n = 1
	return together(f.limits.variables(), f.output.variables(), commands.Variables{
		"number": &f.n, "all": &f.all, "count": &f.count, "digest": &f.digest, "keep": &f.keep,
	})
}

func (f *modelsFlags) check(cmd *cobra.Command) error {
	number := cmd.Flags().Changed("number")
	f.limits.name = crosscut.SAT.Name
	f.count = f.count || f.digest
	switch {
	case f.n < 1:
		return fmt.Errorf("-n %d; it must be above 0", f.n)
	case f.all && number || f.all && f.count || f.count && number:
		return errors.New("-n, --all and --count exclude each other; --digest is a way to count")
	}
	if f.all || f.count {
		f.n = math.MaxInt
	}
	return f.limits.check(cmd)
}

type modelRecord struct {
	File     string    `json:"file"`
	Model    int       `json:"model"` // counted from 1
	Literals []sat.Lit `json:"literals"`
}

type modelsRecord struct {
	File     string   `json:"file"`
	Models   *big.Int `json:"models"` // number of models
	Digest   string   `json:"digest,omitempty"`
	Complete bool     `json:"complete"` // there are no others
	serve.Stop
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
		if f.keep != "" {
			keep, err = keptVariables(f.keep, cnf.Vars())
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
func (f *modelsFlags) find(ctx context.Context, g formula, m *crosscut.Meter, yield func([]int) bool) error {
	literals := make([]int, len(g.keep))
	take := func(values []bool) bool {
		for i, l := range g.keep {
			if literals[i] = int(l); !values[l] {
				literals[i] = -int(l)
			}
		}
		return yield(literals)
	}
	if c, err := sat.NewCommand(f.limits.by); err == nil {
		return c.Models(ctx, g.CNF, g.keep, m, take)
	}
	return sat.Models(ctx, g.CNF, g.keep, m, take)
}

func (a *app) models(ctx context.Context, f *modelsFlags, args []string) error {
	ctx, cancel := f.limits.limit.within(ctx)
	defer cancel()
	g, err := a.readFormula(ctx, f, args[0])
	if err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.output, files.InputPlaces(args[0])...)
	if err != nil {
		return err
	}
	name := files.ShownName(args[0])
	var tally crosscut.Tally
	found, outErr := 0, error(nil)
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.limits, crosscut.SAT.Name, m, func(ctx context.Context) error {
		return f.find(ctx, g, m, func(literals []int) bool {
			if found++; f.count {
				tally.Add(literals)
				return true
			}
			outErr = out.model(name, found, literals)
			return found < f.n && outErr == nil
		})
	})
	if outErr == nil && (found > 0 || !notSearched(err)) {
		outErr = cmp.Or(out.models(f, name, found, tally.Digest, err), out.flush())
	}
	return a.endList(out, name, found, err, outErr)
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

// models prints how many models there are, and with --digest the digest of their set.
func (p *printer) models(f *modelsFlags, file string, found int, digest crosscut.Digest, err error) error {
	r := modelsRecord{File: file, Models: big.NewInt(int64(found)), Complete: err == nil}
	r.Because(err)
	if f.digest {
		r.Digest = digest.String()
	}
	if f.count {
		return p.either(r, "%s\n", countText(r.Models.String(), r.Complete, r.Digest))
	}
	status := "SATISFIABLE"
	switch {
	case found == 0 && err == nil:
		status = "UNSATISFIABLE"
	case found == 0:
		status = "UNKNOWN"
	}
	return p.recordEither(r, "s %s\nc %s\n", status, endText(found, "model", err))
}
