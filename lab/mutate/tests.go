package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// importers are the packages whose tests run after those of the package that is changed,
// if they import it. Fast tests come first. The program is left out: its tests take minutes.
var importers = []string{
	"internal/native", "internal/native/hidoku", "internal/native/magic", "internal/native/draughtboard", "cubes", "internal/filling",
	"human", "dlx", "sat", "encode", ".", "diagnose", "generate",
}

type tester struct {
	wish
	work     string // a temporary folder
	shared   *build // has all mutants that are not alone
	packages map[string]*testedPackage
}

type testedPackage struct {
	path, dir string
	needs     map[string]bool // the packages that the tests need, by path
	rapid     bool            // its tests have the flags of rapid
	usual     func() (time.Duration, error)
}

func newTester(ctx context.Context, w wish, drawn []*mutant) (*tester, error) {
	t := &tester{wish: w, packages: make(map[string]*testedPackage)}
	all, err := goList(ctx, "./...")
	if err != nil {
		return nil, err
	}
	if t.work, err = os.MkdirTemp("", "mutate"); err != nil {
		return nil, err
	}
	if t.shared, err = t.newBuild("", together(drawn)); err != nil {
		return nil, err
	}
	imports := make(map[string][]string)
	for _, p := range all {
		imports[p.ImportPath] = p.Imports
	}
	for _, p := range all {
		direct := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
		q := &testedPackage{path: p.ImportPath, dir: p.Dir, needs: make(map[string]bool)}
		q.rapid = slices.Contains(direct, "pgregory.net/rapid")
		for queue := direct; len(queue) > 0; queue = queue[1:] {
			if !q.needs[queue[0]] {
				q.needs[queue[0]] = true
				queue = append(queue, imports[queue[0]]...)
			}
		}
		q.usual = sync.OnceValues(func() (time.Duration, error) { return t.usual(ctx, q) })
		t.packages[p.Dir] = q
	}
	return t, nil
}

func (t *tester) close() { os.RemoveAll(t.work) }

// killer returns the test that fails with the mutant, or "" if none does. The name of a test that was
// stopped ends in tooSlow.
func (t *tester) killer(ctx context.Context, m *mutant) (string, error) {
	b := t.shared
	if m.alone {
		var err error
		if b, err = t.newBuild(m.code.dir, map[string]string{m.file: m.changed()}); err != nil {
			return "", err
		}
		defer os.RemoveAll(b.dir)
	}
	for _, p := range t.order(m) {
		usual, err := p.usual()
		if err != nil {
			return "", err
		}
		killer, err := t.run(ctx, b, p, m.number, max(t.patience, 2*usual))
		if killer != "" || err != nil {
			return killer, err
		}
	}
	return "", nil
}

// order returns the packages whose tests run with a mutant, in this order.
func (t *tester) order(m *mutant) []*testedPackage {
	own := t.packages[m.code.dir]
	order := []*testedPackage{own}
	if t.own {
		return order
	}
	here, _ := os.Getwd()
	for _, folder := range importers {
		if p := t.packages[filepath.Join(here, folder)]; p != nil && p != own && p.needs[own.path] {
			order = append(order, p)
		}
	}
	return order
}

// usual returns how long the tests of a package take without a change.
func (t *tester) usual(ctx context.Context, p *testedPackage) (time.Duration, error) {
	if _, err := t.shared.program(ctx, p); err != nil {
		return 0, err
	}
	began := time.Now()
	killer, err := t.run(ctx, t.shared, p, 0, 10*time.Minute)
	if err == nil && killer != "" {
		err = fmt.Errorf("without a change: %s", killer)
	}
	return time.Since(began), err
}

// run runs the short tests of a package, and returns the first one that fails.
func (t *tester) run(ctx context.Context, b *build, p *testedPackage, number int, limit time.Duration) (string, error) {
	program, err := b.program(ctx, p)
	if err != nil || program == "" {
		return "", err
	}
	args := []string{"-test.short", "-test.failfast", "-test.timeout", limit.String()}
	if t.skip != "" {
		args = append(args, "-test.skip", t.skip)
	}
	if p.rapid { // neither shrink what fails, nor keep it beside the tests
		args = append(args, "-rapid.shrinktime=0s", "-rapid.nofailfile")
	}
	command := exec.CommandContext(ctx, "sh", slices.Concat([]string{"-c", capped, program}, args)...)
	command.Dir = p.dir
	command.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, number))
	command.WaitDelay = 10 * time.Second
	printed, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err == nil {
		return "", nil
	}
	return filepath.Base(p.path) + " " + reason(string(printed), err), nil
}

// tooSlow ends the name of a test that did not fail but was stopped.
const tooSlow = " (too slow)"

// capped is a script that runs a program with at most 6 GB of address space. A mutant may
// allocate without end.
const capped = `ulimit -v 6000000; exec "$0" "$@"`

var (
	failed  = regexp.MustCompile(`(?m)^--- FAIL: (\w+)`)
	running = regexp.MustCompile(`running tests:\s+(\S+)`)
)

// reason returns the name of the test that failed, or how else the program ended.
func reason(printed string, err error) string {
	if found := running.FindStringSubmatch(printed); found != nil {
		return found[1] + tooSlow
	}
	if found := failed.FindStringSubmatch(printed); found != nil {
		return found[1]
	}
	for line := range strings.Lines(printed) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return strings.TrimSpace(line)
		}
	}
	return err.Error()
}
