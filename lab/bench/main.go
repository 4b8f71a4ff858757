//go:build unix

// Bench runs all engines, and clasp, cadical, kissat and gecode where they are installed, on
// boards of all families. Each search goes to the second solution or to the end, for at most
// 2 seconds of processor time. It prints a table in Markdown with a row for each class
// of boards: median, 95th percentile and worst in milliseconds. A stopped board counts as
// slow as the limit, and the number after a + says how many were stopped. Settled answers
// must agree.
//
// The time of our engines includes encoding. The time of the others is from the start of
// the program to its end, without writing and grounding the models. After a solver was
// stopped on two boards in a row, it is not tried on the larger boards of the class.
//
// Further tables compare whole processes: those of the groups in summary.go, beside
// other programs, and two jobs beside one. One table ends the output. It has the geometric
// mean of each group. Then it names all rows in which somebody else is faster, and all
// programs that are not installed.
//
// The pattern chooses classes and groups to run. After the name of a group, it chooses rows.
// docs/measurements.md lists the groups, and the programs for them:
//
//	go -C lab run ./bench .
//	go -C lab run ./bench magic
//	go -C lab run ./bench 'exact covers, (queens|Aztec)'
//	go -C lab run ./bench -growth testdata/growth.svg
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/encode"
	"crosscut/puzzle"
)

func main() {
	growth := flag.String("growth", "", "draw how time grows with the size of Hidokus into a `FILE`, and nothing else")
	flag.Parse()
	if flag.NArg() != 1 && *growth == "" {
		fmt.Fprintln(os.Stderr, "usage: go -C lab run ./bench PATTERN, or -growth FILE; the pattern . runs everything")
		os.Exit(2)
	}
	t, err := begin("..")
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	defer t.end()
	if *growth != "" {
		drawGrowth(t, *growth)
		return
	}
	wanted, err := regexp.Compile(flag.Arg(0))
	require.NoError(t, err)
	var summary benchSummary
	if !onlyProcesses(wanted) {
		t.Logf("\n%s", runSolvers(t, wanted, &summary))
	}
	ours := sync.OnceValue(func() string { return buildProgram(t) })
	for _, g := range wholeProcesses {
		if wantsGroup(wanted, g.name) {
			t.Logf("\n%s", g.run(t, wanted, ours(), &summary))
		}
	}
	if wantsGroup(wanted, jobs) {
		t.Logf("\n%s", runJobs(t, wanted, ours(), &summary))
	}
	t.Logf("\n%s", &summary)
}

// session is one run of the bench. Helpers of tests take it for a test: what they refuse ends the program.
type session struct {
	testing.TB // nil: only the methods below are called
	folder     string
	stop       context.CancelFunc
	ctx        context.Context
}

// begin goes to the folder of the main module and returns a session.
func begin(root string) (*session, error) {
	if err := os.Chdir(root); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "crosscut-bench")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	return &session{folder: folder, ctx: ctx, stop: stop}, err
}

func (s *session) end() {
	s.stop()
	os.RemoveAll(s.folder)
}

func (s *session) Helper()                           {}
func (s *session) Context() context.Context          { return s.ctx }
func (s *session) Logf(format string, values ...any) { fmt.Printf(format+"\n", values...) }

// Errorf says what went wrong.
func (s *session) Errorf(format string, values ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
}

// Fatal says what went wrong and ends the program.
func (s *session) Fatal(values ...any) {
	s.Errorf("%s", fmt.Sprint(values...))
	s.FailNow()
}

// Skipf says what is missing and ends the program.
func (s *session) Skipf(format string, values ...any) {
	s.Errorf(format, values...)
	s.FailNow()
}

// FailNow ends the program.
func (s *session) FailNow() {
	s.end()
	os.Exit(1)
}

// TempDir returns a new folder.
func (s *session) TempDir() string {
	folder, err := os.MkdirTemp(s.folder, "")
	require.NoError(s, err)
	return folder
}

// benchBoard is a board of the bench.
type benchBoard struct {
	name   string
	puzzle puzzle.Puzzle
	dir    string          // of files for programs
	cnf    *encode.Formula // nil until it is needed
}

// benchClass is a row of the table.
type benchClass struct {
	name   string
	boards []*benchBoard
}

// runSolvers returns the table of all solvers on all classes of boards.
func runSolvers(t testing.TB, wanted *regexp.Regexp, summary *benchSummary) string {
	solvers := benchSolvers(t, summary)
	table := "| boards (n) |"
	for _, s := range solvers {
		table += fmt.Sprintf(" %s |", s.name)
	}
	table += "\n|---|" + strings.Repeat("---|", len(solvers)) + "\n"
	for _, class := range benchClasses(t, wanted) {
		if wanted.MatchString(class.name) {
			answers := class.run(t, solvers)
			row := class.row(answers)
			table += row
			class.summarise(summary, solvers, answers)
			t.Logf("\n%s%s", row, class.judge(solvers, answers))
		}
	}
	return table
}

// summarise adds the boards to the summary, by family. Native is ours, and the programs that
// are not in this module are the others.
func (c *benchClass) summarise(summary *benchSummary, solvers []benchSolver, answers [][]benchAnswer) {
	family, _, _ := strings.Cut(c.name, ",")
	for j, b := range c.boards {
		var times []time.Duration
		for i := range solvers {
			if i > 0 && solvers[i].ours {
				continue
			}
			times = append(times, 0)
			if answers[i][j].settled {
				times[len(times)-1] = answers[i][j].taken
			}
		}
		summary.add(family, b.name, times[0], times[1:], benchLimit)
	}
}

// run returns the answers by solver and board.
func (c *benchClass) run(t testing.TB, solvers []benchSolver) [][]benchAnswer {
	answers := make([][]benchAnswer, len(solvers))
	inARow := make([]int, len(solvers))
	for _, b := range c.boards {
		b.dir = t.TempDir()
		settled := -1
		for i, s := range solvers {
			answer := benchAnswer{taken: benchLimit}
			if inARow[i] < 2 {
				runtime.GC() // what one leaves behind is not the next one's to clear
				answer = s.solve(t, b)
			}
			if answer.settled && answer.taken < benchLimit {
				inARow[i] = 0
				require.True(t, settled < 0 || settled == answer.solutions, "%s: %d by %s, not %d", b.name, answer.solutions, s.name, settled)
				settled = answer.solutions
			} else {
				inARow[i]++
				answer.settled, answer.taken = false, benchLimit
			}
			answers[i] = append(answers[i], answer)
		}
		require.NoError(t, os.RemoveAll(b.dir))
		b.cnf = nil
	}
	return answers
}

// row returns a row of the table.
func (c *benchClass) row(answers [][]benchAnswer) string {
	row := fmt.Sprintf("| %s (%d) |", c.name, len(c.boards))
	for _, list := range answers {
		times, stopped := sortedTimes(list)
		row += fmt.Sprintf(" %s / %s / %s", milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 0.95)), milliseconds(quantile(times, 1)))
		if stopped > 0 {
			row += fmt.Sprintf(" +%d", stopped)
		}
		row += " |"
	}
	return row + "\n"
}

// judge says whether native, the first of the solvers, is three times as fast as all others
// at the median. It names the boards that take native twice the time of the best other.
func (c *benchClass) judge(solvers []benchSolver, answers [][]benchAnswer) string {
	var notes strings.Builder
	native, _ := sortedTimes(answers[0])
	best, by := time.Duration(math.MaxInt64), ""
	for i, list := range answers[1:] {
		if times, _ := sortedTimes(list); quantile(times, 0.5) < best {
			best, by = quantile(times, 0.5), solvers[i+1].name
		}
	}
	ratio := float64(best) / float64(quantile(native, 0.5))
	fmt.Fprintf(&notes, "%s: the best other median is that of %s, %.1f times native's", c.name, by, ratio)
	if ratio < 3 {
		notes.WriteString(", LESS THAN 3")
	}
	notes.WriteString("\n")
	for j, b := range c.boards {
		best, by := benchLimit, ""
		for i := 1; i < len(solvers); i++ {
			if answers[i][j].taken < best {
				best, by = answers[i][j].taken, solvers[i].name
			}
		}
		if taken := answers[0][j].taken; by != "" && taken > 2*best {
			fmt.Fprintf(&notes, "    %s: native %s ms, %s %s ms\n", b.name, milliseconds(taken), by, milliseconds(best))
		} else if by == "" && !answers[0][j].settled {
			fmt.Fprintf(&notes, "    %s: settled by none\n", b.name)
		}
	}
	return notes.String()
}

func sortedTimes(answers []benchAnswer) (times []time.Duration, stopped int) {
	for _, a := range answers {
		times = append(times, a.taken)
		if !a.settled {
			stopped++
		}
	}
	slices.Sort(times)
	return times, stopped
}

func quantile(sorted []time.Duration, at float64) time.Duration {
	return sorted[int(at*float64(len(sorted)-1)+0.5)]
}

// milliseconds returns d with three digits, or two where it is short.
func milliseconds(d time.Duration) string {
	ms := d.Seconds() * 1000
	switch {
	case ms < 1:
		return fmt.Sprintf("%.2f", ms)
	case ms < 10:
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}

// onlyProcesses reports whether the pattern is for whole processes and for no family. Then no
// board needs to be made.
func onlyProcesses(wanted *regexp.Regexp) bool {
	return !slices.ContainsFunc([]string{"hidoku", "magic", "draughtboard"}, wanted.MatchString) &&
		(wantsGroup(wanted, jobs) || slices.ContainsFunc(wholeProcesses, func(g processGroup) bool { return wantsGroup(wanted, g.name) }))
}
