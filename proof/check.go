//go:build !page

package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crosscut/dlx"
	"crosscut/internal/base"
	"crosscut/internal/durable"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// RejectedError says why a certificate proves nothing.
type RejectedError struct {
	File   string // the file in which the mistake was noticed, or "second reading"
	Reason error
}

// Error returns the file and the reason, which may begin with the file itself.
func (e *RejectedError) Error() string {
	reason := "no reason"
	if e.Reason != nil {
		reason = e.Reason.Error()
	}
	return e.File + ": " + strings.TrimPrefix(reason, e.File+":")
}

// Unwrap returns the reason.
func (e *RejectedError) Unwrap() error { return e.Reason }

// Checked is what a certificate proves: about Puzzle, Problem or Formula, the other ones are nil.
type Checked struct {
	Puzzle    puzzle.Puzzle
	Solutions []puzzle.Solution
	Problem   *dlx.Problem
	Covers    [][]int
	Formula   *sat.CNF
	Models    [][]int
	Count     *big.Int // how many solutions there are, if none are listed; nil otherwise
	Variables int      // of the formula
	Clauses   int      // of the formula, with those that exclude what is listed

	// Statement says in a few words what the second reading has read. It is "" where Unread
	// says why the formula was not read a second time.
	Statement string
	Unread    string

	Verified bool // whether cake_lpr has accepted the proof too
}

// Check checks the certificate in a folder, and trusts nothing in it. A folder has one claim about one
// puzzle or problem. The listed solutions must keep the rules.
// The formula must be the one that package encode writes for the puzzle, with one clause for each solution that
// excludes it. The proof that there is no other solution is checked step by step. If there are two proofs, both must be
// right. If the puzzle says how many solutions it has, that must be right too.
//
// At last check_statement.py reads the folder a second time, unless it is about a formula, if there is a program python3 on
// the PATH. It is run with -I and gets the program on standard input, so no file of the folder
// is executed. It ends with ctx, and stays within what the memory limit of the Go runtime
// leaves. A crash of it is an error.
//
// If there is a file count.txt, no solutions are listed. Then check_count.py checks the number, and
// without python3 that is an error.
//
// If the proof is in LRAT and there is a program cake_lpr on the PATH, that checks the proof too.
// Its refusal is a [*RejectedError].
//
// Comments in formula.cnf are for readers, and are not checked.
//
// Each file must be a regular file or a symbolic link to one. Files are read as streams,
// up to the first thing that is wrong. So memory grows only with what is right: the puzzle,
// its solutions, and the clauses that the proof holds at one time.
//
// It returns what is proved, a [*RejectedError], an error of reading, the cause of
// the end of ctx, or a [*meter.LimitError] for what is too large to check. The share of
// the proof that was checked goes to m.
func Check(ctx context.Context, dir string, m *meter.Meter) (*Checked, error) {
	run := meter.Start(ctx, m)
	defer run.Close()
	if is, err := os.Stat(dir); err == nil && !is.IsDir() {
		return nil, errors.New("this is a file; name the folder of a certificate")
	}
	k := newCheck(ctx, run, openIn(dir))
	checked, err := k.all()
	if err != nil {
		return nil, err
	}
	if err := k.readAgain(dir); err != nil {
		return checked, err
	}
	return checked, k.verify(dir)
}

// newCheck returns the check of the files that open opens.
func newCheck(ctx context.Context, run *meter.Run, open func(name string) (folderFile, error)) *check {
	return &check{ctx: ctx, run: run, open: open}
}

// openIn returns a function that opens the regular files of a folder.
func openIn(dir string) func(name string) (folderFile, error) {
	return func(name string) (folderFile, error) { return durable.OpenRegular(filepath.Join(dir, name)) }
}

// folderFile is a file that was opened.
type folderFile interface {
	io.ReadCloser
	Stat() (fs.FileInfo, error)
}

// check is one run of [Check].
type check struct {
	ctx     context.Context
	run     *meter.Run
	open    func(name string) (folderFile, error) // opens a file of the folder
	draft   *draft                                // as the puzzle and the list say
	checked Checked

	checker *checker  // has the clauses of the puzzle, but not those that exclude solutions
	written [][]int32 // all clauses of the formula

	allocated func() // ends the reservation of the last list that grew; may be nil
}

// all does the whole check except for the second reading.
func (k *check) all() (*Checked, error) {
	defer k.endReservation()
	about, err := k.theOnly(problemFile, askedFile, puzzleFile)
	claim, claimErr := k.theOnly(coversFile, modelsFile, solutionsFile, cubesFile, countFile)
	if err := cmp.Or(err, claimErr); err != nil {
		return nil, err
	}
	if claim == cubesFile {
		return nil, errors.New(cubesFile + ": crosscut does not read a partition into cubes; check_statement.py does")
	}
	read, fits := k.readPuzzle, claim != coversFile && claim != modelsFile
	switch about {
	case problemFile:
		read, fits = k.readCover, claim == coversFile || claim == countFile
	case askedFile:
		read, fits = k.readAsked, claim == modelsFile
	}
	if !fits {
		return nil, &RejectedError{claim, fmt.Errorf("it does not go with %s in the same folder", about)}
	}
	steps := []func() error{read, k.readFormula, k.checkProofs}
	if claim == countFile {
		steps = []func() error{k.readCount, read, k.readFormula} // check_count.py checks the proof
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	k.checked.Variables, k.checked.Clauses = k.draft.cnf.Vars(), k.draft.cnf.Clauses()
	return &k.checked, nil
}

// theOnly returns which one of some files is there. It refuses a folder with two of them: a reader would take the
// verdict on one of them for that on the other.
func (k *check) theOnly(names ...string) (only string, err error) {
	for _, name := range names {
		file, err := k.open(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return "", err
		}
		file.Close()
		if only != "" {
			return "", &RejectedError{name, errors.New("a folder has one claim, and there is " + only + " too")}
		}
		only = name
	}
	if only == "" {
		return "", fmt.Errorf("none of the files %s: %w", strings.Join(names, ", "), fs.ErrNotExist)
	}
	return only, nil
}

// room reserves memory for a list of the checker of proofs. The list before is there by now.
func (k *check) room(length, capacity, more, elementSize int) (err error) {
	k.endReservation()
	k.allocated, err = base.ReserveToAppend(length, capacity, more, elementSize)
	return err
}

// endReservation ends the reservation of the last list, if there is one.
func (k *check) endReservation() {
	if k.allocated != nil {
		k.allocated()
	}
}

// readFormula compares the formula with that of the draft. Each clause that excludes an entry
// of the list must exclude that alone.
func (k *check) readFormula() error {
	next, stop := iter.Pull(k.draft.cnf.All())
	defer stop()
	variables, clauses := k.draft.cnf.Vars(), k.draft.cnf.Clauses()
	k.checker = newChecker(variables, k.room)
	return k.read(formulaFile, func(r io.Reader, _ int64) error {
		var wrong error // without the number of the line, which says less
		vars, err := eachClause(r, func(vars int, clause []int32) error {
			wrong = k.takeClause(vars, clause, next)
			return wrong
		})
		switch {
		case wrong != nil:
			return wrong
		case err != nil:
			return err
		case vars != variables || len(k.written) < clauses:
			return fmt.Errorf("%d variables and %d clauses; the puzzle has %d and %d", vars, len(k.written), variables, clauses)
		}
		return nil
	})
}

// takeClause takes the next clause of the formula. next returns the next one of the draft.
func (k *check) takeClause(vars int, clause []int32, next func() ([]sat.Lit, bool)) error {
	if variables := k.draft.cnf.Vars(); vars != variables {
		return fmt.Errorf("%d variables; the puzzle has %d", vars, variables)
	}
	if err := k.run.Err(); err != nil {
		return err
	}
	want, more := next()
	if !more {
		return fmt.Errorf("it has more clauses than the %d of the puzzle and of %s", len(k.written), k.draft.listFile)
	}
	k.written = append(k.written, clause)
	n := len(k.written)
	same := slices.EqualFunc(want, clause, func(l sat.Lit, w int32) bool { return int32(l) == w })
	listed := n - k.draft.stated()
	switch {
	case listed <= 0 && same:
		return k.checker.add(clause)
	case listed <= 0:
		return fmt.Errorf("clause %d is not the puzzle's", n)
	case !same:
		return fmt.Errorf("clause %d does not exclude %s %d of %s alone", n, k.draft.noun, listed, k.draft.listFile)
	case k.draft.has == nil:
		return nil
	}
	return k.excludesOne(clause, listed)
}

// excludesOne returns an error unless a clause excludes one entry of the list and nothing else:
// by unit propagation only one model makes all its literals false.
func (k *check) excludesOne(clause []int32, listed int) error {
	literals := make([]int32, len(clause))
	for j, l := range clause {
		literals[j] = -l
	}
	model, err := k.checker.model(literals)
	if err == nil && !k.draft.has(model, k.draft.listed[listed-1]) {
		err = errors.New("it excludes another one")
	}
	if err != nil {
		return fmt.Errorf("clause %d, which is to exclude %s %d: %w", len(k.written), k.draft.noun, listed, err)
	}
	return nil
}

// checkProofs checks the proof, or both if there are two. The checker has the first clauses
// of the formula already. The proof in DRAT comes last, because its checker changes.
func (k *check) checkProofs() error {
	variables, first := k.draft.cnf.Vars(), k.draft.stated()
	lrat := k.read(lratFile, func(r io.Reader, size int64) error {
		return checkLRAT(k.ctx, variables, k.written, k.sharing(r, size))
	})
	missing := errors.Is(lrat, fs.ErrNotExist)
	if lrat != nil && !missing {
		return lrat
	}
	err := k.read(dratFile, func(r io.Reader, size int64) error {
		for _, clause := range k.written[first:] {
			if err := k.checker.add(clause); err != nil {
				return err
			}
		}
		return k.checker.checkDRAT(k.ctx, k.sharing(r, size))
	})
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case missing:
		return fmt.Errorf("no proof, neither %s nor %s: %w", dratFile, lratFile, err)
	}
	return nil
}

// sharing returns a reader of a proof that reports which share of it was read.
func (k *check) sharing(r io.Reader, size int64) io.Reader {
	return &sharingReader{Reader: r, run: k.run, size: max(size, 1)}
}
