package certificate

import (
	"context"
	"crypto/sha256"
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

	"crosscut/encode"
	"crosscut/internal/certificate/statement"
	"crosscut/internal/drat"
	"crosscut/internal/regular"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
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
// the proof that there is no other solution. If there are two proofs, both must be right.
// If the puzzle says how many solutions it has, that must be right too. At last package
// statement reads puzzle, solutions and formula again, with code of its own.
//
// Each file must be a regular file or a symbolic link to one. Files are read as streams,
// up to the first thing that is wrong. So memory grows only with what is right: the puzzle,
// its solutions, and the clauses that the proof holds at one time.
//
// It returns the certificate, a [*RejectedError], an error of reading, the cause of
// the end of ctx, or a [*search.LimitError] for what is too large to check. The share of
// the proof that was checked goes to m.
func Check(ctx context.Context, dir string, m *search.Meter) (*Certificate, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	if err := oneKind(dir); err != nil {
		return nil, err
	}
	return newCheck(ctx, run, dir).all()
}

// oneKind refuses a folder with the files of a puzzle and those of an exact cover problem. A
// reader would take the verdict on one of them for that on the other.
func oneKind(dir string) error {
	if !IsCover(dir) {
		return nil
	}
	for _, name := range []string{puzzleFile, solutionsFile} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return &RejectedError{name, errors.New("it is of a puzzle, and " + problemFile + " in the same folder is of an exact cover problem")}
		}
	}
	return nil
}

// newCheck returns the check of a folder.
func newCheck(ctx context.Context, run *search.Run, dir string) *check {
	return &check{ctx: ctx, run: run, open: openIn(dir)}
}

// openIn returns a function that opens the regular files of a folder.
func openIn(dir string) func(name string) (folderFile, error) {
	return func(name string) (folderFile, error) { return regular.Open(filepath.Join(dir, name)) }
}

// all does the whole check.
func (k *check) all() (*Certificate, error) {
	defer k.endReservation()
	file, err := k.readPuzzle()
	if err != nil {
		return nil, err
	}
	encoding, err := k.readEncoding(file.Puzzle.Family())
	if err != nil {
		return nil, err
	}
	f, err := encode.CNFBy(k.ctx, file.Puzzle, encoding)
	if err != nil {
		return nil, err
	}
	k.c = &Certificate{Puzzle: file.Puzzle, encoding: encoding, formula: f, clauses: f.CNF.Clauses()}
	if err := k.readFormula(); err != nil {
		return nil, err
	}
	if n := len(k.c.Solutions); !file.Solutions.Allows(big.NewInt(int64(n)), true) {
		return nil, &RejectedError{puzzleFile, fmt.Errorf("it says \"solutions: %v\", and the certificate is about %d", file.Solutions, n)}
	}
	if err := k.checkListing(); err != nil {
		return nil, err
	}
	if err := k.checkProofs(k.c.Variables(), k.c.clauses); err != nil {
		return nil, err
	}
	if err := k.readAgain(); err != nil {
		return nil, err
	}
	return k.c, nil
}

// readAgain reads the puzzle, the solutions and the formula again, with the code of package
// statement. It shares nothing with the code that wrote the formula.
func (k *check) readAgain() error {
	if k.c.encoding != "" {
		k.c.NotCovered = fmt.Sprintf("the second reading covers only the default encoding, not %q", k.c.encoding)
		return nil
	}
	var s *statement.Statement
	err := k.readAll(func(r []io.Reader) (err error) {
		s, err = statement.Check(k.ctx, r[0], r[1], r[2])
		return err
	}, puzzleFile, solutionsFile, formulaFile)
	var uncovered *statement.NotCoveredError
	switch {
	case errors.As(err, &uncovered):
		k.c.NotCovered = uncovered.Error()
		return nil
	case err != nil:
		return err
	}
	k.c.Statement = s.Puzzle
	return nil
}

// folderFile is a file that was opened.
type folderFile interface {
	io.ReadCloser
	Stat() (fs.FileInfo, error)
}

// check is one run of [Check].
type check struct {
	ctx  context.Context
	run  *search.Run
	open func(name string) (folderFile, error) // opens a file of the folder
	c    *Certificate

	checker  *drat.Checker // has the clauses of the puzzle, but not those that exclude solutions
	written  [][]int32     // all clauses of the formula
	excluded map[[sha256.Size]byte]struct{}

	allocated func() // ends the reservation of the last list that grew; may be nil
}

// room reserves memory for a list of the checker of proofs. The list before is there by now.
func (k *check) room(length, capacity, more, elementSize int) (err error) {
	k.endReservation()
	k.allocated, err = search.RoomToAppend(length, capacity, more, elementSize)
	return err
}

// endReservation ends the reservation of the last list, if there is one.
func (k *check) endReservation() {
	if k.allocated != nil {
		k.allocated()
	}
}

// readPuzzle reads the puzzle.
func (k *check) readPuzzle() (file *text.File, err error) {
	err = k.read(puzzleFile, func(r io.Reader, _ int64) (err error) {
		file, err = text.Read(r, puzzleFile, "")
		return err
	})
	return file, err
}

// readEncoding returns the name of the encoding. If no file names one it is "", the
// default.
func (k *check) readEncoding(family puzzle.Family) (name string, err error) {
	err = k.read(encodingFile, func(r io.Reader, _ int64) error {
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

// readFormula compares the formula with that of the puzzle. Its further clauses must exclude
// solutions, which it collects.
func (k *check) readFormula() error {
	next, stop := iter.Pull(k.c.formula.CNF.All())
	defer stop()
	k.checker = drat.New(k.c.Variables(), k.room)
	k.excluded = make(map[[sha256.Size]byte]struct{})
	return k.read(formulaFile, func(r io.Reader, _ int64) error {
		var wrong error // without the number of the line, which says less
		vars, err := drat.EachClause(r, func(vars int, clause []int32) error {
			wrong = k.takeClause(vars, clause, next)
			return wrong
		})
		switch {
		case wrong != nil:
			return wrong
		case err != nil:
			return err
		case vars != k.c.Variables() || len(k.written) < k.c.clauses:
			return fmt.Errorf("%d variables and %d clauses; the puzzle has %d and %d", vars, len(k.written), k.c.Variables(), k.c.clauses)
		}
		return nil
	})
}

// takeClause takes the next clause of the formula. next returns the next one of the puzzle.
func (k *check) takeClause(vars int, clause []int32, next func() ([]sat.Lit, bool)) error {
	if vars != k.c.Variables() {
		return fmt.Errorf("%d variables; the puzzle has %d", vars, k.c.Variables())
	}
	k.written = append(k.written, clause)
	n := len(k.written)
	if err := k.run.Err(); err != nil {
		return err
	}
	if want, ours := next(); ours {
		if !slices.EqualFunc(want, clause, func(l sat.Lit, w int32) bool { return int32(l) == w }) {
			return fmt.Errorf("clause %d is not the puzzle's", n)
		}
		return k.checker.Add(clause)
	}
	if err := k.takeBlock(clause); err != nil {
		return fmt.Errorf("clause %d, which is to exclude solution %d: %w", n, n-k.c.clauses, err)
	}
	return nil
}

// takeBlock checks that a clause excludes one solution that no earlier one excludes, and
// collects the solution.
func (k *check) takeBlock(clause []int32) error {
	literals := make([]int32, len(clause))
	for j, l := range clause {
		literals[j] = -l
	}
	values, err := k.checker.Model(literals)
	if err != nil {
		return err
	}
	s := k.c.formula.Decode(values)
	if err := k.c.Puzzle.Check(s); err != nil {
		return err
	}
	want := block(k.c.formula, values)
	if !slices.EqualFunc(want, clause, func(l sat.Lit, w int32) bool { return int32(l) == w }) {
		return errors.New("it has other literals than those of the solution that decide")
	}
	digest := sha256.Sum256(fmt.Append(nil, s))
	if _, again := k.excluded[digest]; again {
		return errors.New("an earlier clause excludes the same solution")
	}
	k.excluded[digest] = struct{}{}
	k.c.Solutions = append(k.c.Solutions, s)
	return nil
}

// checkListing compares the list of solutions with those that the clauses exclude. It reads the
// list as a solution file, so blanks, empty lines and the end of the last line do not matter.
// The second reading looks at the comments too.
func (k *check) checkListing() error {
	differs := errors.New("not the list of the solutions that " + formulaFile + " excludes")
	return k.read(solutionsFile, func(r io.Reader, _ int64) error {
		if len(k.c.Solutions) == 0 {
			const longest = 100
			content, err := io.ReadAll(io.LimitReader(r, longest))
			if err == nil && strings.TrimSpace(string(content)) != noSolution {
				err = differs
			}
			return err
		}
		listed := text.NewSolutionReader(r, solutionsFile, k.c.Puzzle)
		for _, want := range k.c.Solutions {
			s, err := listed.Next()
			switch {
			case errors.Is(err, io.EOF):
				return differs
			case err != nil:
				return err
			case k.c.Puzzle.Check(s) != nil || !slices.Equal(k.c.Puzzle.Canonical(s), k.c.Puzzle.Canonical(want)):
				return differs
			}
		}
		_, err := listed.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			return differs
		}
		return err
	})
}

// checkProofs checks the proof, or both if there are two. The checker has the first clauses
// of the formula already. The proof in DRAT comes last, because its checker changes.
func (k *check) checkProofs(variables, first int) error {
	lrat := k.read(lratFile, func(r io.Reader, size int64) error {
		return drat.LRAT(k.ctx, variables, k.written, k.sharing(r, size))
	})
	missing := errors.Is(lrat, fs.ErrNotExist)
	if lrat != nil && !missing {
		return lrat
	}
	err := k.read(dratFile, func(r io.Reader, size int64) error {
		for _, clause := range k.written[first:] {
			if err := k.checker.Add(clause); err != nil {
				return err
			}
		}
		return k.checker.DRAT(k.ctx, k.sharing(r, size))
	})
	if errors.Is(err, fs.ErrNotExist) && !missing {
		return nil
	}
	return err
}

// sharing returns a reader of a proof that reports which share of it was read.
func (k *check) sharing(r io.Reader, size int64) io.Reader {
	return &sharingReader{Reader: r, run: k.run, size: max(size, 1)}
}
