// Command mutate changes the code in one small place at a time, and looks whether a test
// notices. A change that no test notices is a missing test, dead code, or a change that
// cannot be seen:
//
//	go -C lab run ./mutate -n 20 -seed 1 ./dlx ./internal/native/...
//
// Each mutant is compiled through the -overlay flag of go, so no file changes. The short
// tests of its own package run first. If they pass, the short tests of the packages in
// importers run too. A mutant is killed when a test fails. A test that runs much longer than usual ends
// the mutant as well, but counts as too slow and not as a kill: a busy machine is slow, too. Mutants that do not compile are not drawn. The method is by DeMillo, Lipton and Sayward,
// Hints on test data selection, Computer 11 (1978).
//
// The seed alone decides which mutants are drawn, and in which order. A mutant has a name
// that depends only on its line, its function and its file. So changes elsewhere keep most
// draws, and -only runs a mutant again after a test was added.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"crosscut/internal/search"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := mutate(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

type wish struct {
	n, from, jobs int
	seed          uint64
	only          string
	skip          string
	own, list     bool
	in            string // the folder of the module
	patience      time.Duration
	patterns      []string
}

// mutate runs the command with its arguments. It prints the results to out as they come.
func mutate(ctx context.Context, args []string, out io.Writer) error {
	var w wish
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	flags.IntVar(&w.n, "n", 20, "draw this many mutants")
	flags.IntVar(&w.from, "from", 0, "leave out this many mutants at the beginning, to go on with an earlier draw")
	flags.Uint64Var(&w.seed, "seed", 1, "the mutants to draw, and their order")
	flags.StringVar(&w.only, "only", "", "run the mutants with these names, divided by commas, instead of a draw")
	flags.IntVar(&w.jobs, "jobs", 1, "mutants at once")
	flags.StringVar(&w.skip, "skip", "", "leave out the tests that this regular expression matches")
	flags.DurationVar(&w.patience, "patience", time.Minute, "a test program is too slow after this time, and after twice its usual time")
	flags.BoolVar(&w.own, "own", false, "run only the tests of the package that is changed")
	flags.StringVar(&w.in, "in", "..", "the folder of the module that is changed")
	flags.BoolVar(&w.list, "list", false, "print the mutants and run no test")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if w.patterns = flags.Args(); len(w.patterns) == 0 {
		return fmt.Errorf("name the packages to change, such as ./dlx")
	}
	if err := os.Chdir(w.in); err != nil {
		return err
	}
	packages, err := load(ctx, w.patterns)
	if err != nil {
		return err
	}
	drawn, err := draw(packages, w)
	if err != nil {
		return err
	}
	if w.list {
		for _, m := range drawn {
			fmt.Fprint(out, m.describe("drawn"))
		}
		return nil
	}
	return runAll(ctx, drawn, w, out)
}

// draw returns the wanted mutants in their order.
func draw(packages []*codePackage, w wish) ([]*mutant, error) {
	var all []*mutant
	for _, p := range packages {
		found, err := p.mutants(w.seed)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b *mutant) int { return strings.Compare(a.rank, b.rank) })
	names := strings.Split(w.only, ",")
	end := w.from + w.n
	var drawn []*mutant
	compile := 0
	for _, m := range all {
		if w.only != "" && !slices.Contains(names, m.name) || !m.compiles() {
			continue
		}
		if compile++; w.only != "" || compile > w.from {
			drawn = append(drawn, m)
			m.number = len(drawn)
		}
		if w.only == "" && compile >= end {
			break
		}
	}
	return drawn, nil
}

// runAll runs the mutants, prints what became of each, and the sums of each package.
func runAll(ctx context.Context, drawn []*mutant, w wish, out io.Writer) error {
	t, err := newTester(ctx, w, drawn)
	if err != nil {
		return err
	}
	defer t.close()
	type sum struct{ killed, slow, all int }
	sums := make(map[string]sum)
	q := search.InOrder[int, string]{
		Workers: w.jobs,
		Tasks:   search.Indices(len(drawn)),
		Join: func(ctx context.Context) func(int, func([]string) bool) error {
			return func(i int, emit func([]string) bool) error {
				killer, err := t.killer(ctx, drawn[i])
				if err == nil {
					emit([]string{killer})
				}
				return err
			}
		},
		Receive: func(i int, killers []string) error {
			fate, s := "survived", sums[drawn[i].code.folder]
			switch s.all++; {
			case strings.HasSuffix(killers[0], tooSlow):
				s.slow++
				fate = "too slow in " + strings.TrimSuffix(killers[0], tooSlow)
			case killers[0] != "":
				s.killed++
				fate = "killed by " + killers[0]
			}
			sums[drawn[i].code.folder] = s
			_, err := fmt.Fprint(out, drawn[i].describe(fate))
			return err
		},
	}
	err = q.Run(ctx)
	var total sum
	fmt.Fprintln(out)
	for _, folder := range slices.Sorted(maps.Keys(sums)) {
		s := sums[folder]
		total = sum{total.killed + s.killed, total.slow + s.slow, total.all + s.all}
		fmt.Fprintf(out, "%-28s %3d of %3d killed, %d too slow\n", folder, s.killed, s.all, s.slow)
	}
	fmt.Fprintf(out, "%-28s %3d of %3d killed, %d too slow, %.1f %% killed\n",
		"all", total.killed, total.all, total.slow, 100*float64(total.killed)/float64(max(total.all, 1)))
	return err
}
