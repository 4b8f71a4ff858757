// Command skipped reads what "go test -json" prints. It shows what "go test" prints
// without -json, and writes a list of the skipped tests, each with its reason:
//
//	go test -json ./... | go run ./scripts/skipped LIST
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go test -json ./... | go run ./scripts/skipped LIST")
		os.Exit(2)
	}
	list, err := copyAndList(os.Stdin, os.Stdout)
	if err == nil {
		err = os.WriteFile(os.Args[1], []byte(list), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "skipped:", err)
		os.Exit(1)
	}
}

// event is a line of "go test -json", as "go doc test2json" describes it.
type event struct {
	Action, Package, Test, Output string
}

// log follows the tests of all packages, which run at the same time.
type log struct {
	out     io.Writer
	running map[[2]string]string // package and test: what it has printed so far
	skipped []string             // one line each
	passed  int
}

// copyAndList shows the events of tests and returns the list of skipped tests.
func copyAndList(in io.Reader, out io.Writer) (list string, err error) {
	l := &log{out: out, running: make(map[[2]string]string)}
	lines := bufio.NewReader(in)
	for err == nil {
		var line []byte
		line, err = lines.ReadBytes('\n')
		var e event
		if json.Unmarshal(line, &e) != nil || e.Action == "" {
			fmt.Fprintf(out, "%s", line) // a line by something else
			continue
		}
		l.add(e)
	}
	if err != io.EOF {
		return "", err
	}
	slices.Sort(l.skipped)
	return fmt.Sprintf("%s%d tests passed, %d skipped\n", strings.Join(l.skipped, ""), l.passed, len(l.skipped)), nil
}

// add takes the next event.
func (l *log) add(e event) {
	test := [2]string{e.Package, e.Test}
	switch {
	case e.Output != "" && e.Test == "":
		if e.Output != "PASS\n" {
			fmt.Fprint(l.out, e.Output)
		}
	case e.Action == "output":
		if !strings.HasPrefix(e.Output, "=== ") { // go test shows these lines only with -v
			l.running[test] += e.Output
		}
	case e.Test == "" && e.Action == "fail": // tests without an end were running when the process ended
		for _, test := range slices.SortedFunc(maps.Keys(l.running), compare) {
			if test[0] == e.Package {
				l.show(test)
			}
		}
	case e.Test == "":
	case e.Action == "fail":
		l.show(test)
	case e.Action == "skip":
		l.skipped = append(l.skipped, fmt.Sprintf("%s %s: %s\n", e.Package, e.Test, reason(l.running[test])))
		delete(l.running, test)
	case e.Action == "pass":
		l.passed++
		delete(l.running, test)
	}
}

func compare(a, b [2]string) int { return slices.Compare(a[:], b[:]) }

// show prints what a test has printed.
func (l *log) show(test [2]string) {
	fmt.Fprint(l.out, l.running[test])
	delete(l.running, test)
}

// reason returns why a test was skipped: what it printed last, without the place.
func reason(printed string) string {
	why := "no reason given"
	for line := range strings.Lines(printed) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "--- ") {
			continue
		}
		why = line
		if place, text, ok := strings.Cut(line, ": "); ok && strings.Contains(place, ".go:") {
			why = text
		}
	}
	return why
}
