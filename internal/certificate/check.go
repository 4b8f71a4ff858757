package certificate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crosscut/encode"
	"crosscut/internal/drat"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// RejectedError says why a certificate proves nothing.
type RejectedError struct {
	File   string // which file of it is wrong
	Reason error
}

// Error returns the file and the reason, which may begin with the file itself.
func (e *RejectedError) Error() string {
	return e.File + ": " + strings.TrimPrefix(e.Reason.Error(), e.File+":")
}

// Unwrap returns the reason.
func (e *RejectedError) Unwrap() error { return e.Reason }

// Check checks the certificate in a folder, and trusts nothing in it. The formula must be
// the one that package encode writes for the puzzle. Each further clause must exclude one
// solution. These solutions must be the ones listed and keep the rules. Package drat checks
// the proof that there is no other solution.
//
// It returns the certificate, a [*RejectedError], an error of reading, the cause of
// the end of ctx, or a [*search.LimitError] for a puzzle that is too large. The share of
// the proof that was checked goes to m.
func Check(ctx context.Context, dir string, m *search.Meter) (*Certificate, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	p, err := readPuzzle(run, dir)
	if err != nil {
		return nil, err
	}
	encoding, err := readEncoding(run, dir, p.Family())
	if err != nil {
		return nil, err
	}
	f, err := encode.CNFBy(ctx, p, encoding)
	if err != nil {
		return nil, err
	}
	var written *drat.Formula
	err = read(run, dir, formulaFile, func(r io.Reader) (err error) {
		written, err = drat.ReadFormula(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	c := &Certificate{Puzzle: p, encoding: encoding, formula: f, clauses: f.CNF.Clauses()}
	if err := c.checkFormula(written); err != nil {
		return nil, &RejectedError{formulaFile, err}
	}
	checker := drat.New(written.Vars)
	for _, clause := range written.Clauses[:c.clauses] {
		if err := run.Err(); err != nil {
			return nil, err
		}
		checker.Add(clause)
	}
	if err := c.checkBlocks(run, checker, written.Clauses[c.clauses:]); err != nil {
		return nil, err
	}
	if err := c.checkListing(dir); err != nil {
		return nil, err
	}
	return c, c.checkProof(ctx, run, dir, checker, written)
}

// readPuzzle reads the puzzle.
func readPuzzle(run *search.Run, dir string) (p puzzle.Puzzle, err error) {
	err = read(run, dir, puzzleFile, func(r io.Reader) error {
		file, err := puzzle.Read(r, puzzleFile, "")
		if err == nil {
			p = file.Puzzle
		}
		return err
	})
	return p, err
}

// readEncoding returns the name of the encoding. If no file names one it is "", the
// default.
func readEncoding(run *search.Run, dir string, family puzzle.Family) (name string, err error) {
	err = read(run, dir, encodingFile, func(r io.Reader) error {
		const longest = 100
		line, err := io.ReadAll(io.LimitReader(r, longest))
		name = strings.TrimSpace(string(line))
		if err == nil && !slices.ContainsFunc(encode.Encodings(family), func(e encode.Encoding) bool { return e.Name == name }) {
			err = fmt.Errorf("a %s has no encoding %q", family, name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return name, err
}

// read opens a file and calls do to read it. An error of do rejects the certificate.
func read(run *search.Run, dir, name string, do func(io.Reader) error) error {
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer file.Close()
	err = do(endingReader{file, run})
	switch {
	case run.Err() != nil:
		return run.Err()
	case err != nil:
		return &RejectedError{name, err}
	}
	return nil
}

// endingReader is a reader that ends with a run.
type endingReader struct {
	io.Reader
	run *search.Run
}

// Read reads, unless the run has ended.
func (r endingReader) Read(to []byte) (int, error) {
	if err := r.run.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(to)
}

// checkFormula compares a formula that was read with that of the puzzle. It ignores the
// clauses after those of the puzzle.
func (c *Certificate) checkFormula(written *drat.Formula) error {
	if written.Vars != c.Variables() || len(written.Clauses) < c.clauses {
		return fmt.Errorf("%d variables and %d clauses; the puzzle has %d and %d",
			written.Vars, len(written.Clauses), c.Variables(), c.clauses)
	}
	i := 0
	for clause := range c.formula.CNF.All() {
		if !slices.EqualFunc(clause, written.Clauses[i], func(l sat.Lit, w int32) bool { return int32(l) == w }) {
			return fmt.Errorf("clause %d is not the puzzle's", i+1)
		}
		i++
	}
	return nil
}

// checkBlocks checks that each clause excludes one solution, and collects the solutions.
func (c *Certificate) checkBlocks(run *search.Run, checker *drat.Checker, blocks [][]int32) error {
	for i, clause := range blocks {
		if err := run.Err(); err != nil {
			return err
		}
		literals := make([]int32, len(clause))
		for j, l := range clause {
			literals[j] = -l
		}
		values, err := checker.Model(literals)
		if err == nil {
			err = c.checkBlock(clause, values)
		}
		if err != nil {
			return &RejectedError{formulaFile, fmt.Errorf("clause %d, which is to exclude solution %d: %w", c.clauses+i+1, i+1, err)}
		}
	}
	if !distinct(c.Solutions) {
		return &RejectedError{formulaFile, errors.New("two clauses exclude the same solution")}
	}
	return nil
}

// checkBlock checks that a clause excludes the solution of its model.
func (c *Certificate) checkBlock(clause []int32, values []bool) error {
	s := c.formula.Decode(values)
	if err := c.Puzzle.Check(s); err != nil {
		return err
	}
	want := block(c.formula, values)
	if !slices.EqualFunc(want, clause, func(l sat.Lit, w int32) bool { return int32(l) == w }) {
		return errors.New("it has other literals than those of the solution that decide")
	}
	c.Solutions = append(c.Solutions, s)
	return nil
}

// checkListing compares the list of solutions with those that the clauses exclude.
func (c *Certificate) checkListing(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, solutionsFile))
	if err != nil {
		return err
	}
	if string(text) != listing(c.Puzzle, c.Solutions) {
		return &RejectedError{solutionsFile, errors.New("not the list of the solutions that " + formulaFile + " excludes")}
	}
	return nil
}

// checkProof checks the proof, in either format. The checker has the clauses of the puzzle,
// but not yet those that exclude solutions.
func (c *Certificate) checkProof(ctx context.Context, run *search.Run, dir string, checker *drat.Checker, f *drat.Formula) error {
	name := dratFile
	if _, err := os.Stat(filepath.Join(dir, lratFile)); err == nil {
		name = lratFile
	}
	info, err := os.Stat(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if name == dratFile {
		for _, clause := range f.Clauses[c.clauses:] {
			checker.Add(clause)
		}
	}
	return read(run, dir, name, func(r io.Reader) error {
		r = &sharingReader{Reader: r, run: run, size: max(info.Size(), 1)}
		if name == lratFile {
			return drat.LRAT(ctx, f, r)
		}
		return checker.DRAT(ctx, r)
	})
}

// sharingReader is a reader that reports the share of the file that was read.
type sharingReader struct {
	io.Reader
	run        *search.Run
	size, read int64
}

// Read reads, and reports the share.
func (r *sharingReader) Read(to []byte) (int, error) {
	n, err := r.Reader.Read(to)
	r.run.Share(float64(r.read) / float64(r.size)) // the steps read before this call are checked
	r.read += int64(n)
	return n, err
}
