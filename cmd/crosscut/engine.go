package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// engineFlags select the engine and limit the search.
type engineFlags struct {
	Engine     string // "" for native
	SatCommand string // "" selects gini
	Encoding   string
	Core       string
	Time       time.Duration
	Nodes      int64
	Jobs       int
	Memory     base.Bytes
	Stats      bool
}

func (f *engineFlags) check(cmd *cobra.Command) error {
	return cmp.Or(f.checkCommand(cmd), f.checkEncoding(), f.checkCore(cmd))
}

// checkCommand rejects --sat-command when no SAT engine would run it. When the flag is
// there and --engine is not, it selects the engine sat.
func (f *engineFlags) checkCommand(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("sat-command") {
		return nil
	}
	if _, err := sat.NewCommand(f.SatCommand); err != nil {
		return fmt.Errorf("--sat-command: %w", err)
	}
	if engine := cmd.Flags().Lookup("engine"); engine != nil && !engine.Changed && f.Engine == crosscut.Native.Name {
		f.Engine = crosscut.SAT.Name
	}
	if f.Engine == crosscut.Native.Name || f.Engine == crosscut.DLX.Name {
		return fmt.Errorf("--sat-command works with --engine sat, all or race, not %s", f.Engine)
	}
	return nil
}

// checkEncoding rejects an encoding that no engine would use.
func (f *engineFlags) checkEncoding() error { return serve.CheckEncoding(f.Encoding, f.Engine, "") }

// checkPuzzle rejects an encoding that the engine does not have for puzzles of this family.
func (f *engineFlags) checkPuzzle(file *text.File) error {
	if err := serve.CheckEncoding(f.Encoding, f.Engine, file.Puzzle.Family()); err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return nil
}

// checkCore rejects a core where the engine is not dlx.
func (f *engineFlags) checkCore(cmd *cobra.Command) error {
	if cmd.Flags().Changed("core") && f.Engine != crosscut.DLX.Name {
		return fmt.Errorf("--core goes with --engine dlx, not %s", f.Engine)
	}
	return nil
}

// dlxCore returns the core that was named, Auto by default.
func (f *engineFlags) dlxCore() (core dlx.Core) {
	core = cmp.Or(dlx.Core(f.Core), dlx.Auto) // the table of commands rejects unknown names; commands without the flag have none
	return core
}

// enginesOf returns the engines, with the encoding, the SAT solver and the core that
// the flags name.
func (a *app) enginesOf(f *engineFlags) []crosscut.Engine {
	engines := serve.EnginesBy(a.engines, f.Engine, f.Encoding, f.dlxCore())
	c, err := sat.NewCommand(f.SatCommand)
	if err != nil { // there is none, because checkCommand has rejected invalid ones
		return engines
	}
	for i, e := range engines {
		if e.Name == crosscut.SAT.Name {
			engines[i] = crosscut.SATCommand(c, encode.Encoding(f.Encoding))
		}
	}
	return engines
}

func (a *app) engine(f *engineFlags) crosscut.Engine {
	if f.Engine == serve.EveryEngine {
		return a.allEngines(f)
	}
	return serve.EngineNamed(a.enginesOf(f), cmp.Or(f.Engine, crosscut.Native.Name))
}

// search runs an engine under the limit of nodes. It shows progress on a terminal,
// and the statistics if --stats asks for them.
func (a *app) search(ctx context.Context, f *engineFlags, e crosscut.Engine, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	return a.watch(ctx, f, e.Name, m, func(ctx context.Context) error { return e.Search(ctx, p, m, yield) })
}

// watch runs a function that searches and measures itself in m. It applies the limit
// of nodes, shows progress under the given name, and shows the statistics.
func (a *app) watch(ctx context.Context, f *engineFlags, name string, m *meter.Meter, search func(context.Context) error) error {
	if name == serve.EveryEngine { // it limits, times and shows each engine itself
		return search(ctx)
	}
	m.MaxNodes, m.Workers, m.CountWays = f.Nodes, a.workers(f), f.Stats
	hide := a.showProgress(name, m)
	start := time.Now()
	err := search(ctx)
	elapsed := time.Since(start)
	hide()
	if f.Stats {
		a.showStats(name, m.Stats(), m.Used(), elapsed)
	}
	return err
}

// workers returns the number of cores for one search. It is 1 when nodes are limited, so
// that the limit stops every run at the same place. It is also 1 while other puzzles use
// the other cores.
func (a *app) workers(f *engineFlags) int {
	if f.Nodes > 0 || a.emit != nil {
		return 1
	}
	return f.cores()
}

func (f *engineFlags) cores() int { return cores(f.Jobs) }

// cores returns the number of cores for --jobs, which is 0 without the flag.
func cores(jobs int) int { return cmp.Or(jobs, runtime.GOMAXPROCS(0)) }

// allEngines returns an engine that runs every engine in turn and compares their answers.
// It yields each solution when the first engine finds it. It shows the statistics of each
// engine.
func (a *app) allEngines(f *engineFlags) crosscut.Engine {
	return crosscut.NewEngine(serve.EveryEngine, func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		_, err := a.askAll(ctx, f, p, m, yield)
		return err
	})
}

// compare runs every engine in turn, or the one that the flags name, and compares their answers.
func (a *app) compare(ctx context.Context, f *engineFlags, p puzzle.Puzzle, m *meter.Meter, stats bool, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error) {
	engines := a.enginesOf(f)
	if f.Engine != serve.EveryEngine {
		engines = []crosscut.Engine{a.engine(f)}
	}
	outcomes, err := crosscut.CrossCheck(ctx, p, engines, crosscut.Limits{Time: f.Time, Nodes: f.Nodes, Watch: func(engine string, m *meter.Meter) func() {
		m.CountWays = f.Stats
		return a.showProgress(engine, m)
	}}, yield)
	for _, o := range outcomes {
		if m.Add(o.Stats); stats {
			a.showStats(o.Engine, o.Stats, o.Used, o.Elapsed)
		}
	}
	return outcomes, err
}

// askAll is the search of allEngines. It also returns the outcomes.
func (a *app) askAll(ctx context.Context, f *engineFlags, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) ([]crosscut.Outcome, error) {
	stopped := false
	outcomes, err := a.compare(ctx, f, p, m, true, func(s puzzle.Solution) bool {
		stopped = !yield(s)
		return !stopped
	})
	complete := slices.ContainsFunc(outcomes, func(o crosscut.Outcome) bool { return o.Err == nil })
	switch {
	case err != nil:
		return outcomes, err
	case stopped:
		return outcomes, meter.ErrStopped
	case commandFault(outcomes) != nil:
		return outcomes, commandFault(outcomes)
	case complete:
		return outcomes, nil
	}
	return outcomes, outcomes[0].Err
}

// commandFault returns the error of a SAT solver command whose output was not an answer,
// if one of the engines ended with such an error.
func commandFault(outcomes []crosscut.Outcome) error {
	for _, o := range outcomes {
		if fault := (*sat.CommandError)(nil); errors.As(o.Err, &fault) {
			return fault
		}
	}
	return nil
}

// limitedEngine returns an engine whose every search has the limit of nodes, the progress and the
// statistics of the flags.
func (a *app) limitedEngine(f *engineFlags, e crosscut.Engine) crosscut.Engine {
	return crosscut.NewEngine(e.Name, func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
		return a.search(ctx, f, e, p, m, yield)
	})
}

// manySolutions is the number of solutions above which the SAT engine warns its user. The other
// engines find a hundred times as many in a second, or count without finding.
const manySolutions = 100_000

// warnOfManySolutions returns the engine with a warning, if it is the SAT engine. The warning comes
// once for a file. A solution counts again where another search finds it again.
func (a *app) warnOfManySolutions(e crosscut.Engine, file *text.File) crosscut.Engine {
	if e.Name != crosscut.SAT.Name {
		return e
	}
	found := new(atomic.Int64)
	e.Seen = func(puzzle.Solution) {
		if found.Add(1) == manySolutions+1 {
			a.note(fmt.Sprintf("%s: the SAT engine has found more than %d solutions one by one; native and dlx are faster", file.Name, manySolutions))
		}
	}
	return e
}
