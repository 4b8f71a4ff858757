package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/dlx"
	"crosscut/puzzle"
	"crosscut/sat"
)

// engineFlags say which engine searches, and for how long.
type engineFlags struct {
	name  string
	by    string // the command of a SAT solver, "" for gini
	limit timeFlag
	nodes int64
	jobs  int
	stats bool

	memory   memoryFlag
	encoding encodingFlag
	core     coreFlag
}

// add adds the flags.
func (f *engineFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "engine", crosscut.Native.Name, "`NAME` of the engine: native, sat, dlx, all (each in turn, answers compared) or race (all at once)")
	f.encoding.add(cmd)
	f.core.add(cmd)
	f.addCommand(cmd)
	f.addLimits(cmd)
}

// addCommand adds the flag for the program that is the SAT solver.
func (f *engineFlags) addCommand(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.by, "sat-command", "", "run this `COMMAND` as the SAT solver, as in 'cadical -q {}', where {} is the name of a DIMACS file, which else comes on standard input; the engine is sat, then")
}

// addLimits adds the flags that commands with a fixed engine have as well.
func (f *engineFlags) addLimits(cmd *cobra.Command) {
	f.limit.add(cmd, "stop each search")
	cmd.Flags().Int64Var(&f.nodes, "nodes", 0, "stop each search after `N` nodes (default no limit)")
	cmd.Flags().Var(&f.memory, "memory", "stop when the program takes more memory than this `SIZE`, such as 512M or 2G (default no limit)")
	cmd.RunE = f.memory.under(cmd.RunE)
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "search on `N` processor cores at most, with the same results (default all)")
	cmd.Flags().BoolVar(&f.stats, "stats", false, "show what each search did, on standard error")
}

// check reports flags that make no sense.
func (f *engineFlags) check(cmd *cobra.Command) error {
	switch {
	case f.nodes < 0 || f.nodes == 0 && cmd.Flags().Changed("nodes"):
		return fmt.Errorf("--nodes %d; it must be above 0", f.nodes)
	case f.jobs < 0 || f.jobs == 0 && cmd.Flags().Changed("jobs"):
		return fmt.Errorf("--jobs %d; it must be above 0", f.jobs)
	}
	return cmp.Or(f.limit.check(cmd), f.checkCommand(cmd), f.checkEncoding(), f.checkCore(cmd))
}

// checkCommand reports a command of a SAT solver where there is no use for it. With one,
// the engine is sat unless another is named.
func (f *engineFlags) checkCommand(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("sat-command") {
		return nil
	}
	if _, err := sat.NewCommand(f.by); err != nil {
		return fmt.Errorf("--sat-command: %w", err)
	}
	if engine := cmd.Flags().Lookup("engine"); engine != nil && !engine.Changed && f.name == crosscut.Native.Name {
		f.name = crosscut.SAT.Name
	}
	if f.name == crosscut.Native.Name || f.name == crosscut.DLX.Name {
		return fmt.Errorf("--sat-command goes with --engine sat, all or race, and %s has no use for it", f.name)
	}
	return nil
}

// checkEncoding reports an encoding that is none, or that there is no use for.
func (f *engineFlags) checkEncoding() error {
	if err := f.encoding.check(); err != nil {
		return err
	}
	if f.encoding != "" && (f.name == crosscut.Native.Name || f.name == crosscut.DLX.Name) {
		return fmt.Errorf("--encoding is of formulas; it goes with --engine sat, all or race, not %s", f.name)
	}
	return nil
}

// checkCore rejects a core where the engine is not dlx.
func (f *engineFlags) checkCore(cmd *cobra.Command) error {
	if cmd.Flags().Lookup("core") == nil {
		return nil
	}
	return f.core.check(cmd, f.name)
}

// enginesOf returns the engines, with the encoding, the SAT solver and the core that
// the flags name.
func (a *app) enginesOf(f *engineFlags) []crosscut.Engine {
	engines := slices.Clone(a.engines)
	for i, e := range engines {
		if e.Name == crosscut.DLX.Name && f.core.core() != dlx.Auto {
			engines[i] = crosscut.DLXBy(f.core.core())
		}
		if e.Name != crosscut.SAT.Name {
			continue
		}
		if c, err := sat.NewCommand(f.by); err == nil { // as check has seen to where there is one
			engines[i] = crosscut.SATCommand(c, string(f.encoding))
		} else if f.encoding != "" {
			engines[i] = crosscut.SATBy(string(f.encoding))
		}
	}
	return engines
}

// engine returns the engine that searches.
func (a *app) engine(f *engineFlags) (crosscut.Engine, error) {
	engines := a.enginesOf(f)
	for _, e := range engines {
		if e.Name == f.name {
			return e, nil
		}
	}
	switch f.name {
	case "race":
		return crosscut.Race(engines...), nil
	case "all":
		return a.allEngines(f), nil
	}
	return crosscut.Engine{}, fmt.Errorf("--engine %q; it is native, sat, dlx, all or race", f.name)
}

// search runs an engine under the limits of the flags, with progress on a
// terminal, and shows its statistics.
func (a *app) search(ctx context.Context, f *engineFlags, e crosscut.Engine, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
	if e.Name == "all" { // which limits, times and shows each engine itself
		return e.Search(ctx, p, m, yield)
	}
	return a.watch(ctx, f, e.Name, m, func(ctx context.Context) error { return e.Search(ctx, p, m, yield) })
}

// watch calls a function that searches and counts in m, with what search says.
func (a *app) watch(ctx context.Context, f *engineFlags, name string, m *crosscut.Meter, search func(context.Context) error) error {
	ctx, cancel := f.limit.within(ctx)
	defer cancel()
	m.MaxNodes, m.Workers = f.nodes, a.workers(f)
	hide := a.showProgress(name, m)
	start := time.Now()
	err := search(ctx)
	elapsed := time.Since(start)
	hide()
	if f.stats {
		a.showStats(name, m.Stats(), m.Used(), elapsed)
	}
	return err
}

// workers returns on how many cores to search: on one where nodes are limited, so
// that the limit cuts every run at the same place, and where other puzzles have the
// others.
func (a *app) workers(f *engineFlags) int {
	if f.nodes > 0 || a.lane != nil {
		return 1
	}
	return f.cores()
}

// cores returns how many cores may be used.
func (f *engineFlags) cores() int {
	if f.jobs > 0 {
		return f.jobs
	}
	return runtime.GOMAXPROCS(0)
}

// roundTime rounds to three digits or so.
func roundTime(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

// allEngines returns the engine that runs each engine in turn and compares their
// answers. It yields each solution when the first engine finds it, and shows what
// each engine did.
func (a *app) allEngines(f *engineFlags) crosscut.Engine {
	return crosscut.Engine{Name: "all", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		stopped := false
		outcomes, err := crosscut.CrossCheck(ctx, p, a.watched(a.enginesOf(f)), f.limits(), func(s puzzle.Solution) bool {
			stopped = !yield(s)
			return !stopped
		})
		complete := false
		for _, o := range outcomes {
			complete = complete || o.Complete()
			m.Add(o.Stats)
			a.showStats(o.Engine, o.Stats, o.Used, o.Elapsed)
		}
		switch {
		case err != nil:
			return err
		case stopped:
			return crosscut.ErrStopped
		case commandFault(outcomes) != nil:
			return commandFault(outcomes)
		case complete:
			return nil
		}
		return outcomes[0].Err
	}}
}

// commandFault returns what the program said that is no answer, if it was that which
// ended one of the engines.
func commandFault(outcomes []crosscut.Outcome) error {
	for _, o := range outcomes {
		if fault := (*sat.CommandError)(nil); errors.As(o.Err, &fault) {
			return fault
		}
	}
	return nil
}

// limits returns the limits for [crosscut.CrossCheck].
func (f *engineFlags) limits() crosscut.Limits {
	return crosscut.Limits{Time: time.Duration(f.limit), Nodes: f.nodes}
}
