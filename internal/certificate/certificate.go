// Package certificate writes and checks certificates: folders that show a stranger
// that a puzzle has exactly the solutions listed and no others.
//
// # What a certificate says
//
// A folder has the files
//
//	puzzle.txt     the puzzle
//	solutions.txt  its solutions
//	formula.cnf    the puzzle as a formula, in DIMACS; its last clauses exclude the
//	               solutions, one clause for each, in their order
//	proof.drat     a proof that the formula has no model; or proof.lrat
//	encoding.txt   the name of the encoding, if it is not the default
//
// The proof shows that the formula has no model with the last clauses. So each model
// without them makes one of the last clauses false. Such a clause says that the deciding
// literals that a solution makes true are not all true. If they are all true, unit
// propagation fixes all variables, and [Check] tests that. So only the one solution makes
// the clause false, and there are no other solutions.
//
// An exact cover problem has problem.dlx and covers.txt in the place of the first two files:
// see [Cover].
//
// The reader must still trust that the formula says what the rules say. Package encode
// writes the rules as formulas, and [Check] writes the formula again to compare.
package certificate

import (
	"bufio"
	"cmp"
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
	"crosscut/internal/durable"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// The files of a certificate.
const (
	puzzleFile    = "puzzle.txt"
	encodingFile  = "encoding.txt"
	solutionsFile = "solutions.txt"
	formulaFile   = "formula.cnf"
	dratFile      = "proof.drat"
	lratFile      = "proof.lrat"
)

// Certificate is a puzzle with its solutions, still without a proof.
type Certificate struct {
	Puzzle    puzzle.Puzzle
	Notes     text.Notes // for the file of the puzzle
	Solutions []puzzle.Solution
	encoding  string          // the name of the encoding, "" for the default
	formula   *encode.Formula // when made by New, it has the clauses that exclude the solutions
	clauses   int             // the number of clauses without those

	// Statement says in a few words which puzzle the second reading has read. It is for
	// certificates that Check returns, and "" if NotCovered says why there was none.
	Statement  string
	NotCovered string
}

// Variables returns how many variables the formula has.
func (c *Certificate) Variables() int { return c.formula.CNF.Vars() }

// Clauses returns how many clauses the formula has, with those that exclude the
// solutions.
func (c *Certificate) Clauses() int { return c.clauses + len(c.Solutions) }

// New returns the certificate that p has the given solutions and no others. It checks that
// they are solutions and different. [Certificate.Write] finds out whether there are others.
// encoding names the encoding of the formula, "" for the default. Memory grows with the
// solutions: some hundred bytes each for a board of a hundred cells. It fails for a
// draughtboard that is not [puzzle.Draughtboard.Plain]. The certificate of a plain one
// draws all its stones.
func New(ctx context.Context, p puzzle.Puzzle, solutions []puzzle.Solution, encoding string) (*Certificate, error) {
	if board, ok := p.(*puzzle.Draughtboard); ok && puzzle.Validate(p) == nil {
		if p = board.Drawn(); !board.Plain() { // the second reading knows drawn stones only
			return nil, fmt.Errorf("no certificate for a draughtboard with %s", puzzle.Variant(board))
		}
	}
	f, err := encode.CNFBy(ctx, p, encoding)
	if err != nil {
		return nil, err
	}
	if encoding == "" && f.Encoding != encode.Encodings(p.Family())[0].Name {
		encoding = f.Encoding // the puzzle is too large for the default
	}
	c := &Certificate{Puzzle: p, Solutions: solutions, encoding: encoding, formula: f, clauses: f.CNF.Clauses()}
	for _, s := range solutions {
		if err := p.Check(s); err != nil {
			return nil, err
		}
		f.Exclude(s)
	}
	if !distinct(solutions) {
		return nil, errors.New("a solution is given twice")
	}
	return c, nil
}

// Prover is a way to find proofs.
type Prover struct {
	Format sat.ProofFormat

	// Refute writes a proof that a formula has no model, as [sat.Refute] does.
	Refute func(ctx context.Context, f *encode.Formula, m *search.Meter, w io.Writer) error

	// Foreign says that the prover is another program. Its proofs are checked before the
	// certificate is written.
	Foreign bool
}

// Own returns our own prover: [encode.Formula.Refute].
func Own(format sat.ProofFormat) Prover {
	return Prover{Format: format, Refute: func(ctx context.Context, f *encode.Formula, m *search.Meter, w io.Writer) error {
		return f.Refute(ctx, m, w, format)
	}}
}

// block returns the clause that excludes a model: the deciding literals that the model
// makes true are not all true.
func block(f *encode.Formula, values []bool) (clause []sat.Lit) {
	for _, l := range f.Keep {
		if values[l.Var()] == l.Positive() {
			clause = append(clause, l.Not())
		}
	}
	return clause
}

// Write finds a proof and writes the certificate into a folder, which must be new or
// empty. If a limit or ctx ends the search for a proof, it fails as a search does. It
// fails with [sat.ErrSatisfiable] when there are more solutions, and with a
// [*RejectedError] when the proof of a foreign prover is wrong. If it fails, there is no
// new folder, and an empty one is still empty.
func (c *Certificate) Write(ctx context.Context, dir string, prover Prover, m *search.Meter) error {
	return writeFolder(dir, func(work string) error {
		err := c.Files(ctx, prover, m, func(name string, content func(io.Writer) error) error { return write(work, name, content) })
		if err == nil && prover.Foreign {
			_, err = Check(ctx, work, nil)
		}
		return err
	})
}

// writeFolder calls fill with a working folder. When fill has succeeded, the files become
// those of dir, which must be new or empty.
func writeFolder(dir string, fill func(work string) error) error {
	there, err := free(dir)
	if err != nil {
		return err
	}
	beside, name := filepath.Dir(filepath.Clean(dir)), filepath.Base(dir)+".*"
	if there {
		beside, name = dir, "unfinished.*"
	}
	work, err := os.MkdirTemp(beside, name)
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return fmt.Errorf("%s: %w", dir, pathErr.Err) // without the temporary name
	}
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) // it is gone already if there was no error
	if err := fill(work); err != nil {
		return err
	}
	if there {
		return moveAll(work, dir)
	}
	return cmp.Or(os.Chmod(work, 0o755), durable.Rename(work, dir))
}

// Files finds a proof, and calls put with the name and the content of each file of the
// certificate. It returns the first error of put. Otherwise it fails as [Certificate.Write]
// does, except that it does not check the proof of a foreign prover.
func (c *Certificate) Files(ctx context.Context, prover Prover, m *search.Meter, put func(name string, content func(io.Writer) error) error) error {
	err := cmp.Or(
		put(puzzleFile, func(w io.Writer) error { return writeText(w, c.Notes.Text(c.Puzzle)) }),
		put(solutionsFile, func(w io.Writer) error { return writeListing(w, c.Puzzle, c.Solutions) }),
		put(formulaFile, func(w io.Writer) error { return c.formula.CNF.WriteDIMACS(w, c.comment(prover.Format)) }),
	)
	if err == nil && c.encoding != "" {
		err = put(encodingFile, func(w io.Writer) error { return writeText(w, c.encoding+"\n") })
	}
	if err != nil {
		return err
	}
	return put(proofFile(prover.Format), func(w io.Writer) error { return prover.Refute(ctx, c.formula, m, w) })
}

// moveAll moves the files of a folder into the one above it, which must have no other
// entry. The one above may be the working folder, a link or a disk, so it cannot be
// replaced as a whole.
func moveAll(from, to string) error {
	if there, err := os.ReadDir(to); err != nil || len(there) > 1 {
		return cmp.Or(err, notEmpty(to))
	}
	entries, err := os.ReadDir(from)
	for _, entry := range entries {
		err = cmp.Or(err, durable.Rename(filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())))
	}
	return err
}

// Vacant returns an error if no certificate can be written into a folder, as far as that can be
// known before the work: it must be new or empty, and the folder above it must exist.
func Vacant(dir string) error {
	there, err := free(dir)
	if err != nil || there {
		return err
	}
	_, err = os.Stat(filepath.Dir(filepath.Clean(dir)))
	if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
		return fmt.Errorf("%s: %w", dir, pathErr.Err)
	}
	return err
}

// free reports whether there is a folder of that name. It fails if the folder is not empty.
func free(dir string) (there bool, err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err):
		return false, nil
	case err == nil && len(entries) > 0:
		err = notEmpty(dir)
	}
	return true, err
}

// notEmpty is the error for a folder with files.
func notEmpty(dir string) error {
	return fmt.Errorf("%s: there are files in it; name a new folder", dir)
}

// proofFile returns the name of the file of a proof.
func proofFile(format sat.ProofFormat) string {
	if format == sat.LRAT {
		return lratFile
	}
	return dratFile
}

// comment returns the comment at the top of the formula's file.
func (c *Certificate) comment(format sat.ProofFormat) string {
	checker := "drat-trim"
	if format == sat.LRAT {
		checker = "lrat-check"
	}
	return fmt.Sprintf("%s\nThe first %d clauses are the puzzle; the other %d exclude the solutions in\n%s, in their order.\nTo check: %s %s %s",
		strings.TrimSpace(c.Puzzle.String()), c.clauses, len(c.Solutions), solutionsFile, checker, formulaFile, proofFile(format))
}

// write writes one file.
func write(dir, name string, content func(io.Writer) error) error {
	return durable.Write(filepath.Join(dir, name), func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<16)
		return cmp.Or(content(out), out.Flush())
	})
}

// writeText writes a text.
func writeText(w io.Writer, s string) error {
	_, err := io.WriteString(w, s)
	return err
}

// noSolution is the list of no solutions.
const noSolution = "# no solution"

// writeListing writes the solutions as text.
func writeListing(w io.Writer, p puzzle.Puzzle, solutions []puzzle.Solution) error {
	if len(solutions) == 0 {
		return writeText(w, noSolution+"\n")
	}
	for i, s := range solutions {
		if _, err := fmt.Fprintf(w, "# solution %d of %d\n%s\n", i+1, len(solutions), puzzle.Format(p, s)); err != nil {
			return err
		}
	}
	return nil
}

// distinct reports whether no two solutions are equal.
func distinct(solutions []puzzle.Solution) bool {
	sorted := slices.Clone(solutions)
	slices.SortFunc(sorted, slices.Compare)
	return len(slices.CompactFunc(sorted, slices.Equal)) == len(solutions)
}
