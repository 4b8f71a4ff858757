//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle"
	"crosscut/sat"
)

// benchLimit is the processor time after which a solver is stopped on a board, in whole
// seconds.
const benchLimit = 2 * time.Second

// benchAnswer is what a solver came to on a board.
type benchAnswer struct {
	solutions int // 0, 1, or 2 for more
	settled   bool
	taken     time.Duration // processor time
}

// benchSolver searches to the second solution or to the end.
type benchSolver struct {
	name  string
	ours  bool // an engine of this module
	solve func(t testing.TB, b *benchBoard) benchAnswer
}

// benchSolvers returns the engines, and the programs by others that are installed.
func benchSolvers(t testing.TB, summary *benchSummary) []benchSolver {
	solvers := []benchSolver{
		{"native", true, benchEngine(crosscut.Native)},
		{"sat", true, benchEngine(crosscut.SAT)},
		{"dlx", true, benchEngine(crosscut.DLX)},
	}
	for _, other := range []struct {
		name, needs string
		solve       func(t testing.TB, b *benchBoard) benchAnswer
	}{
		{"clasp, CNF", "clasp", claspOnCNF},
		{"clasp, ASP", "gringo", claspOnASP},
		{"cadical", "cadical", modelTwice("cadical")},
		{"kissat", "kissat", modelTwice("kissat")},
		{"gecode", "fzn-gecode", gecode},
	} {
		if _, err := exec.LookPath(other.needs); err == nil {
			solvers = append(solvers, benchSolver{other.name, false, other.solve})
		} else {
			summary.miss(other.needs)
		}
	}
	return solvers
}

// usedSoFar returns the processor time of this process, its children not included.
func usedSoFar() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// benchEngine times an engine from the puzzle on, with its encoding. A short search runs
// three times, and the least time counts: the first search of a process pays for memory that
// the others find ready.
func benchEngine(engine crosscut.Engine) func(testing.TB, *benchBoard) benchAnswer {
	return func(_ testing.TB, b *benchBoard) benchAnswer {
		best := runEngine(engine, b)
		for range 2 {
			if best.taken < 20*time.Millisecond {
				best.taken = min(best.taken, runEngine(engine, b).taken)
			}
		}
		return best
	}
}

func runEngine(engine crosscut.Engine, b *benchBoard) benchAnswer {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	start := usedSoFar()
	go func() {
		watch := time.NewTicker(20 * time.Millisecond)
		defer watch.Stop()
		for usedSoFar()-start < benchLimit {
			select {
			case <-ctx.Done():
				return
			case <-watch.C:
			}
		}
		cancel()
	}()
	found, err := crosscut.First(ctx, engine, b.puzzle, 2, nil)
	return benchAnswer{len(found), err == nil, usedSoFar() - start}
}

// runLimited runs a program under a limit on its processor time and one on its memory.
// What it prints and its processor time come back; ended says that it was not stopped.
func runLimited(limit time.Duration, args ...string) (out []byte, taken time.Duration, ended bool) {
	limits := fmt.Sprintf(`ulimit -t %d; ulimit -v 6000000; exec "$@"`, int(limit.Seconds()))
	run := exec.Command("sh", append([]string{"-c", limits, "sh"}, args...)...)
	out, _ = run.Output() // the exit code says what was found, which the output says too
	taken = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	return out, taken, run.ProcessState.Exited()
}

// file returns the path of a file that fill has written, once a board and name.
func (b *benchBoard) file(t testing.TB, name string, fill func(to *os.File) error) string {
	path := filepath.Join(b.dir, name)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	to, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, fill(to))
	require.NoError(t, to.Close())
	return path
}

// formula returns the board as a formula.
func (b *benchBoard) formula(t testing.TB) *encode.Formula {
	if b.cnf == nil {
		var err error
		b.cnf, err = encode.CNF(context.Background(), b.puzzle, "")
		require.NoError(t, err)
	}
	return b.cnf
}

// cover returns a draughtboard as an exact cover, nil for other boards.
func (b *benchBoard) cover(t testing.TB) *dlx.Problem {
	if b.puzzle.Family() != puzzle.FamilyDraughtboard {
		return nil
	}
	c, err := encode.ExactCover(context.Background(), b.puzzle)
	require.NoError(t, err)
	return c.Problem
}

// projection is the line that tells clasp what makes models different.
func projection(keep []sat.Lit) string {
	var line strings.Builder
	line.WriteString("c project ")
	for _, lit := range keep {
		fmt.Fprintf(&line, "%d ", lit.Var())
	}
	return line.String() + "0\n"
}

// claspOnCNF has clasp enumerate the models of our formula, those that differ on Keep.
func claspOnCNF(t testing.TB, b *benchBoard) benchAnswer {
	f := b.formula(t)
	path := b.file(t, "project.cnf", func(to *os.File) error {
		var text bytes.Buffer
		if err := f.CNF.WriteDIMACS(&text, nil); err != nil {
			return err
		}
		header := regexp.MustCompile(`(?m)^p cnf .*\n`).FindIndex(text.Bytes())
		_, err := fmt.Fprintf(to, "%s%s%s", text.Bytes()[:header[1]], projection(f.Keep), text.Bytes()[header[1]:])
		return err
	})
	return claspAnswer(runLimited(benchLimit, "clasp", "--parse-ext", "--project", "-q", "2", path))
}

// claspOnASP gives clasp what gringo makes of our answer set program. The time of gringo
// is not counted.
func claspOnASP(t testing.TB, b *benchBoard) benchAnswer {
	program := b.file(t, "program.lp", func(to *os.File) error { return writeASP(to, b.puzzle, b.cover(t)) })
	ground, _, ended := runLimited(10*benchLimit, "gringo", program)
	if !ended {
		return benchAnswer{}
	}
	path := b.file(t, "program.aspif", func(to *os.File) error {
		_, err := to.Write(ground)
		return err
	})
	return claspAnswer(runLimited(benchLimit, "clasp", "-q", "2", path))
}

var claspModels = regexp.MustCompile(`(?m)^(?:c )?Models +: (\d+)`)

func claspAnswer(out []byte, taken time.Duration, ended bool) benchAnswer {
	models := claspModels.FindSubmatch(out)
	if models == nil || !ended {
		return benchAnswer{taken: taken}
	}
	count, _ := strconv.Atoi(string(models[1]))
	unknown := bytes.Contains(out, []byte("UNKNOWN")) || bytes.Contains(out, []byte("INTERRUPTED"))
	return benchAnswer{count, !unknown || count == 2, taken}
}

// modelTwice has a SAT solver find a model of our formula, and then, from the start, another.
func modelTwice(program string) func(testing.TB, *benchBoard) benchAnswer {
	return func(t testing.TB, b *benchBoard) benchAnswer {
		f := b.formula(t)
		var total time.Duration
		for count := range 2 {
			path := b.file(t, fmt.Sprintf("%s%d.cnf", program, count), func(to *os.File) error { return f.CNF.WriteDIMACS(to, nil) })
			out, taken, ended := runLimited(benchLimit, program, "-q", path)
			total += taken
			if !ended || total > benchLimit || !bytes.Contains(out, []byte("SATISFIABLE")) {
				return benchAnswer{count, false, total}
			}
			found := 0
			require.NoError(t, sat.ReadModels(bytes.NewReader(out), program, f.CNF.Vars(), func(values []bool) error {
				found++
				f.CNF.Add(otherThan(values, f.Keep)...) // the clause stays in the formula, which nobody reads after the second
				return nil
			}))
			if found == 0 {
				return benchAnswer{count, true, total}
			}
			b.cnf = nil
		}
		return benchAnswer{2, true, total}
	}
}

// otherThan returns the clause that some literal of keep has another value.
func otherThan(values []bool, keep []sat.Lit) []sat.Lit {
	var clause []sat.Lit
	for _, lit := range keep {
		if values[lit.Var()] == (lit > 0) {
			lit = lit.Not()
		}
		clause = append(clause, lit)
	}
	return clause
}

// gecode gives gecode a model of ours.
func gecode(t testing.TB, b *benchBoard) benchAnswer {
	path := b.file(t, "model.fzn", func(to *os.File) error { return writeFlatZinc(to, b.puzzle, b.cover(t)) })
	out, taken, ended := runLimited(benchLimit, "fzn-gecode", "-n", "2", path)
	count := bytes.Count(out, []byte("----------"))
	whole := bytes.Contains(out, []byte("==========")) || bytes.Contains(out, []byte("=====UNSATISFIABLE====="))
	return benchAnswer{count, ended && (whole || count == 2), taken}
}
