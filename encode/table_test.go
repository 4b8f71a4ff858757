//go:build unix

package encode

// The table of encodings, and the times of other SAT solvers on the formulas.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// timing is how long it took to settle whether a puzzle has exactly one solution.
type timing struct {
	first   time.Duration // processor time to the first solution
	settled time.Duration // processor time to the second solution or the end
	stopped bool          // it was stopped at the limit, and settled is the limit
}

// processor returns the processor time of this process so far.
func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// byGini finds models as the engine sat does.
func byGini(t *testing.T, f *Formula, limit time.Duration) timing {
	start := processor()
	elapsed := func() time.Duration { return processor() - start }
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watch := time.NewTicker(10 * time.Millisecond)
	defer watch.Stop()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-watch.C:
				if elapsed() > limit {
					cancel()
				}
			}
		}
	}()
	var result timing
	found := 0
	err := f.Models(ctx, nil, func([]bool) bool {
		if found++; found == 1 {
			result.first = elapsed()
		}
		return found < 2
	})
	result.settled = elapsed()
	if found == 0 {
		result.first = result.settled
	}
	result.stopped = err != nil && found < 2
	return result.within(limit)
}

// within sets the times to the limit if the run was stopped.
func (r timing) within(limit time.Duration) timing {
	if r.stopped || r.settled > limit {
		r.settled, r.stopped = limit, true
	}
	r.first = min(r.first, r.settled)
	return r
}

// byProgram gives the formula to another solver, and then again with a clause that
// excludes its model.
func byProgram(command string) solver {
	return func(t *testing.T, f *Formula, limit time.Duration) timing {
		dir := t.TempDir()
		defer os.RemoveAll(dir)
		cnf := new(sat.CNF)
		cnf.NewVars(f.CNF.Vars())
		for clause := range f.CNF.All() {
			cnf.Add(clause...)
		}
		var result timing
		for call := range 2 {
			name, answer := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "answer")
			file, err := os.Create(name)
			require.NoError(t, err)
			require.NoError(t, cnf.WriteDIMACS(file))
			require.NoError(t, file.Close())
			left := limit - result.settled
			run := exec.Command("sh", "-c", fmt.Sprintf("ulimit -t %d; %s", int(left/time.Second)+1, strings.NewReplacer("{}", name, "{answer}", answer).Replace(command)))
			out, err := run.Output()
			exit := new(exec.ExitError)
			settled := errors.As(err, &exit) && (exit.ExitCode() == 10 || exit.ExitCode() == 20)
			result.settled += run.ProcessState.UserTime() + run.ProcessState.SystemTime()
			if call == 0 {
				result.first = result.settled
			}
			if result.stopped = !settled; result.stopped {
				break
			}
			if from, err := os.ReadFile(answer); err == nil {
				out = from
			}
			values, found, err := sat.ReadModel(bytes.NewReader(out), command, f.CNF.Vars())
			require.NoError(t, err)
			if !found {
				break
			}
			var block []sat.Lit
			for _, l := range f.Keep {
				if values[l.Var()] {
					block = append(block, l.Not())
				}
			}
			cnf.Add(block...)
		}
		return result.within(limit)
	}
}

// solver settles a formula.
type solver func(t *testing.T, f *Formula, limit time.Duration) timing

// solvers returns gini and the programs that are installed.
func solvers(t *testing.T) (names []string, solve map[string]solver) {
	names, solve = []string{"gini"}, map[string]solver{"gini": byGini}
	for _, program := range []struct{ name, command string }{
		{"cadical", "exec cadical -q {}"}, {"minisat", "exec minisat -verb=0 {} {answer} >/dev/null"},
	} {
		if !needs.Found(t, program.name) {
			continue
		}
		names = append(names, program.name)
		solve[program.name] = byProgram(program.command)
	}
	return names, solve
}

// column has measurements of one kind, in milliseconds or in numbers of things.
type column struct {
	values  []float64
	stopped int
}

func (c *column) time(d time.Duration, stopped bool) {
	c.values = append(c.values, float64(d)/float64(time.Millisecond))
	if stopped {
		c.stopped++
	}
}

// String returns the median and the worst, and how many of them were stopped.
func (c *column) String() string {
	if len(c.values) == 0 {
		return "–"
	}
	slices.Sort(c.values)
	text := fmt.Sprintf("%s / %s", figure(c.values[len(c.values)/2]), figure(c.values[len(c.values)-1]))
	if c.stopped > 0 {
		text += fmt.Sprintf(" (%d)", c.stopped)
	}
	return text
}

// figure returns a number in two digits or as a whole.
func figure(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// sample returns every step-th of the cases of a family, in the order of their names.
func sample(t *testing.T, family puzzle.Family, step int) []*text.File {
	var chosen []*text.File
	for i, file := range puzzletest.Files(t, "../shared/cases/"+string(family)) {
		if i%step == 0 {
			chosen = append(chosen, file)
		}
	}
	return chosen
}

// TestEncodingTable prints the table of encodings: variables, clauses, and milliseconds
// of processor time to write the formula, to the first solution and to the second or the
// end. Each entry is the median / the worst (how many were stopped at the limit). It takes
// minutes, so it runs only when asked for, with "all", a family or some of its encodings:
//
//	CROSSCUT_ENCODINGS=all go test ./encode -run EncodingTable -v -timeout 60m
//	CROSSCUT_ENCODINGS=magic:tree,bdd go test ./encode -run EncodingTable -v
func TestEncodingTable(t *testing.T) {
	wanted := os.Getenv("CROSSCUT_ENCODINGS")
	if wanted == "" {
		t.Skip("CROSSCUT_ENCODINGS names no family, and is not all")
	}
	limits := map[puzzle.Family]time.Duration{puzzle.FamilyHidoku: time.Second, puzzle.FamilyMagic: 2 * time.Second, puzzle.FamilyDraughtboard: time.Second}
	steps := map[puzzle.Family]int{puzzle.FamilyHidoku: 9, puzzle.FamilyMagic: 3, puzzle.FamilyDraughtboard: 2}
	names, solve := solvers(t)
	for _, family := range puzzle.Families() {
		if wanted != "all" && !strings.HasPrefix(wanted, string(family)) {
			continue
		}
		files, limit := sample(t, family, steps[family]), limits[family]
		fmt.Printf("\n%s, %d cases, limit %v\n\n| encoding | variables | clauses | encode |", family, len(files), limit)
		for _, name := range names {
			fmt.Printf(" %s first | %s settled |", name, name)
		}
		fmt.Printf("\n|---|%s\n", strings.Repeat("---|", 3+2*len(names)))
		for _, e := range Encodings(family) {
			if _, only, some := strings.Cut(wanted, ":"); some && !slices.Contains(strings.Split(only, ","), e.Name) {
				continue
			}
			fmt.Println(e.row(t, files, limit, names, solve))
		}
	}
}

// row returns the row of an encoding.
func (e *Encoding) row(t *testing.T, files []*text.File, limit time.Duration, names []string, solve map[string]solver) string {
	var vars, clauses, encoding column
	first, settled := make(map[string]*column), make(map[string]*column)
	for _, name := range names {
		first[name], settled[name] = new(column), new(column)
	}
	for _, file := range files {
		start := processor()
		f, err := CNFBy(ctx, file.Puzzle, e.Name)
		end := processor()
		encoding.time(end-start, err != nil)
		if err == nil {
			vars.values = append(vars.values, float64(f.CNF.Vars()))
			clauses.values = append(clauses.values, float64(f.CNF.Clauses()))
		}
		for _, name := range names {
			r := timing{limit, limit, true} // for a formula too large to write
			if err == nil {
				r = solve[name](t, f, limit)
			}
			first[name].time(r.first, false)
			settled[name].time(r.settled, r.stopped)
		}
	}
	row := fmt.Sprintf("| %s | %v | %v | %v |", e.Name, &vars, &clauses, &encoding)
	for _, name := range names {
		row += fmt.Sprintf(" %v | %v |", first[name], settled[name])
	}
	return row
}
