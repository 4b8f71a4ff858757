//go:build !page

package proof

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"crosscut/internal/base"
	"crosscut/meter"
)

// program reads a certificate a second time. docs/proofs.md says how strangers run it.
//
//go:embed check_statement.py
var program string

// statementHolds is how program accepts. Then it says what is claimed.
const statementHolds = "s STATEMENT HOLDS: "

// secondReading stands in the place of a file in a [RejectedError].
const secondReading = "second reading"

// The exit codes of both programs and the lines that must come with them. Python gives other codes for
// its own faults, or none of the lines.
const (
	holdsCode                    = 42
	refusedCode, refusedLine     = 1, "c refused: "
	uncoveredCode, uncoveredLine = 3, "c not covered: "
	memoryCode, memoryLine       = 4, "c out of memory"
)

// largestFile bounds a file for the second reading, in bytes. The formula that package encode
// writes is smaller, but comments of strangers have no bound.
const largestFile = 1 << 30

// readAgain lets program read the folder. It fills in k.checked.Statement or k.checked.Unread.
func (k *check) readAgain(dir string) error {
	if k.checked.Formula != nil { // it says itself what is asked, and both files were compared
		k.checked.Statement = "a formula of " + base.Plural(k.draft.cnf.Vars(), "variable") + " and " + base.Plural(k.draft.stated(), "clause")
		return nil
	}
	if err := k.isReadable(); err != nil {
		return err
	}
	k.written, k.checker = nil, nil // the other process needs the memory
	python, err := exec.LookPath("python3")
	if err != nil { // also if PATH has the current folder, which may be a stranger's
		k.checked.Unread = "there is no python3 on the PATH"
	} else if dir, err = filepath.Abs(dir); err == nil {
		err = k.ask(python, dir, question{program, statementHolds, secondReading, k.accepted})
	}
	if k.checked.Unread == "" && err != nil {
		return err
	}
	if k.checked.Count != nil {
		return k.countAgain(python, dir)
	}
	return nil
}

// question is a program in Python, with the begin of the line by which it accepts and what a refusal is about.
// accepted takes the lines of an acceptance.
type question struct {
	program, holds, about string
	accepted              func(lines []string) error
}

// ask lets a program read the folder.
func (k *check) ask(python, dir string, q question) error {
	limit, prologue := memoryLeft()
	cmd := exec.CommandContext(k.ctx, python, "-I", "-X", "utf8", "-", dir)
	cmd.Stdin = strings.NewReader(prologue + q.program)
	said, failed := output(cmd)
	if k.ctx.Err() != nil {
		return context.Cause(k.ctx)
	}
	last := said.lines[len(said.lines)-1]
	switch {
	case failed != nil:
	case said.code == holdsCode && strings.HasPrefix(last, q.holds):
		return q.accepted(said.lines)
	case said.code == refusedCode && strings.HasPrefix(last, refusedLine):
		return &RejectedError{q.about, errors.New(strings.TrimPrefix(last, refusedLine))}
	case said.code == uncoveredCode && strings.HasPrefix(last, uncoveredLine):
		k.checked.Unread = strings.TrimPrefix(last, uncoveredLine)
		return nil
	case limit && (said.code == memoryCode && last == memoryLine || strings.Contains(said.fault, "MemoryError")):
		return &meter.LimitError{Kind: meter.ErrMemory, What: "memory of the " + q.reading()}
	default:
		failed = fmt.Errorf("exit code %d", said.code)
	}
	if said.fault != "" {
		failed = fmt.Errorf("%w, %.200q", failed, said.fault)
	}
	return fmt.Errorf("the %s by %s crashed: %w", q.reading(), python, failed)
}

// reading says in words what the program does.
func (q question) reading() string {
	if q.about == secondReading {
		return secondReading
	}
	return "check of " + q.about
}

// isReadable returns an error for a file that program should not open.
func (k *check) isReadable() error {
	names := []string{k.draft.statementFile, k.draft.listFile, formulaFile}
	if k.checked.Count != nil {
		names = []string{k.draft.statementFile, formulaFile, diagramFile}
	}
	for _, name := range names {
		file, err := k.open(name)
		if err != nil {
			return err
		}
		info, err := file.Stat()
		file.Close()
		if err != nil {
			return err
		}
		if info.Size() > largestFile {
			return &meter.LimitError{What: fmt.Sprintf("%s: too large for the %s: more than %d GiB", name, secondReading, largestFile>>30)}
		}
	}
	return nil
}

// claim says what the certificate claims, as program says it.
func (k *check) claim() string {
	n := k.checked.Count
	if n == nil {
		n = big.NewInt(int64(k.checked.Clauses - k.draft.stated()))
	}
	return base.Claim(n, k.draft.noun)
}

// accepted takes the statement from what program has said. The numbers must be those of the
// files that were checked.
func (k *check) accepted(lines []string) error {
	listed := k.checked.Clauses - k.draft.stated()
	want := fmt.Sprintf("c %d clauses follow from the rules, and %d exclude what is listed; %d variables", k.draft.stated(), listed, k.checked.Variables)
	if len(lines) < 3 || lines[len(lines)-2] != want || lines[len(lines)-1] != statementHolds+k.claim() {
		return &RejectedError{formulaFile, errors.New("it has changed between the two readings")}
	}
	k.checked.Statement = strings.TrimPrefix(lines[0], "c ")
	return nil
}

// memoryLeft reports whether the Go runtime has a limit of memory. If it has one, the prologue
// makes a program in Python keep what is left, where the system can do that.
func memoryLeft() (limited bool, prologue string) {
	left, limited := bytesLeft()
	if !limited {
		return false, ""
	}
	return true, fmt.Sprintf("try:\n import resource; resource.setrlimit(resource.RLIMIT_AS, (%d, %d))\nexcept (ImportError, ValueError, OSError): pass\n", left, left)
}

// bytesLeft returns how much memory the limit of the Go runtime leaves, if there is one.
func bytesLeft() (left int64, limited bool) {
	limit := debug.SetMemoryLimit(-1) // a negative number changes nothing
	if limit == math.MaxInt64 {
		return 0, false
	}
	debug.FreeOSMemory()
	return max(limit-base.MemoryInUse(), 1), true
}

// saying is what a program has printed before its end.
type saying struct {
	code  int
	lines []string // of standard output, at least one
	fault string   // the last line of standard error
}

// output runs a command. An error says that it did not come to its end.
func output(cmd *exec.Cmd) (saying, error) {
	const patience = time.Second // for other processes that hold the outputs open
	stdout, stderr := &tail{most: 1 << 16}, &tail{most: 1 << 12}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = patience
	err := cmd.Run()
	faults := stderr.lines()
	said := saying{lines: stdout.lines(), fault: faults[len(faults)-1]}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.Exited() {
		said.code, err = exit.ExitCode(), nil
	}
	return said, err
}

// tail keeps the last bytes that were written to it.
type tail struct {
	most int
	text []byte
}

// Write keeps the end of the text.
func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-t.most):]
	return len(text), nil
}

// lines returns the lines, at least one.
func (t *tail) lines() []string {
	return strings.Split(string(bytes.TrimSpace(t.text)), "\n")
}
