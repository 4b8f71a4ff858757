package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
)

// build is a set of files that replace others, and the tests compiled with them.
type build struct {
	dir      string
	lock     sync.Mutex
	programs map[*testedPackage]string
}

// newBuild writes the files for -overlay.
func (t *tester) newBuild(name string, files map[string]string) (*build, error) {
	dir, err := os.MkdirTemp(t.work, filepath.Base(name))
	if err != nil {
		return nil, err
	}
	replace := make(map[string]string)
	for path, text := range files {
		replace[path] = filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(replace[path], []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return &build{dir: dir, programs: make(map[*testedPackage]string)}, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)
}

// program returns the tests of a package, compiled once, or "" if there are none.
func (b *build) program(ctx context.Context, p *testedPackage) (string, error) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if program, ok := b.programs[p]; ok {
		return program, nil
	}
	program := filepath.Join(b.dir, fmt.Sprintf("test%d.exe", len(b.programs)))
	compile := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-o", program, "-overlay", filepath.Join(b.dir, "overlay.json"), p.path)
	if printed, err := compile.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", p.path, err, printed)
	}
	if _, err := os.Stat(program); err != nil {
		program = "" // no test files
	}
	b.programs[p] = program
	return program, nil
}

// variable is the environment variable that chooses one of the mutants of a build.
const variable = "MUTANT"

// chooser is a file that reads it.
const chooser = `package %s

import (
	"os"
	"strconv"
)

var mutantNumber, _ = strconv.Atoi(os.Getenv(%q))
`

// together returns files that have all mutants that are not alone. A function begins with
// a switch that has its changed bodies. So tests are compiled once, and not for each mutant.
func together(drawn []*mutant) map[string]string {
	files := make(map[string]string)
	// From the end of a file to its beginning, so that places before stay the same.
	for _, m := range slices.SortedStableFunc(slices.Values(drawn), func(a, b *mutant) int { return cmp.Compare(b.body[0], a.body[0]) }) {
		if m.alone {
			continue
		}
		text := cmp.Or(files[m.file], m.source)
		changed := m.source[m.body[0]:m.begin] + m.text + m.source[m.end:m.body[1]]
		files[m.file] = fmt.Sprintf("%s\nif mutantNumber == %d {\n%s\n%s}\n%s", text[:m.body[0]], m.number, changed, m.ending, text[m.body[0]:])
		files[filepath.Join(m.code.dir, "zz_mutant_number.go")] = fmt.Sprintf(chooser, m.code.name, variable)
	}
	return files
}
