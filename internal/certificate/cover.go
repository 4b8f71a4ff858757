package certificate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/certificate/statement"
	"crosscut/internal/drat"
	"crosscut/internal/search"
	"crosscut/sat"
)

// The files of the certificate of an exact cover problem that differ from those of a puzzle.
const (
	problemFile = "problem.dlx"
	coversFile  = "covers.txt"
)

// Cover is an exact cover problem with its covers, still without a proof. Nothing writes its
// formula a second time. The reading of package statement accounts for all of it.
type Cover struct {
	Problem *dlx.Problem
	Covers  [][]int // the numbers of the options of each cover, ascending
	formula *encode.CoverFormula
	clauses int // the number of clauses without those that exclude covers
}

// CoverStatement is what the certificate of an exact cover problem proves.
type CoverStatement struct {
	Problem   string // the problem in a few words
	Covers    int
	Variables int // of the formula
	Clauses   int // of the formula, with those that exclude covers
}

// provable returns an error for a problem without certificates: one that is invalid, has
// multiplicities, or has a name that drat-trim would take for the header of a formula.
func provable(p *dlx.Problem) error {
	if err := p.Validate(); err != nil {
		return err
	}
	for i := range dlx.Item(p.Primary()) {
		if lo, hi := p.Multiplicity(i); lo != 1 || hi != 1 {
			return fmt.Errorf("no certificate for multiplicities, such as that of the item %q", p.ItemName(i))
		}
	}
	for i := range dlx.Item(p.Primary() + p.Secondary()) {
		if name := p.ItemName(i); statement.IsHeaderWord(name) {
			return fmt.Errorf("no certificate with an item named %q: drat-trim takes that for the header of the formula; rename the item", name)
		}
	}
	return nil
}

// NewCover returns the certificate that p has the given covers and no others. [Cover.Write]
// finds out whether they are covers, and whether there are others. It fails with the error of
// [provable], and for more than 400 options of an item.
func NewCover(ctx context.Context, p *dlx.Problem, covers [][]int) (*Cover, error) {
	if err := provable(p); err != nil {
		return nil, err
	}
	f, err := encode.CoverCNF(ctx, p)
	if err != nil {
		return nil, err
	}
	for v := 1; v <= f.CNF.Vars(); v++ {
		if f.CNF.NameOf(sat.Lit(v)) == "" { // an auxiliary variable of a sequential counter
			return nil, errors.New("no certificate for an item with more than 400 options")
		}
	}
	c := &Cover{Problem: p, Covers: covers, formula: f, clauses: f.CNF.Clauses()}
	for _, cover := range covers {
		f.Exclude(cover)
	}
	return c, nil
}

// Stated returns what the certificate states.
func (c *Cover) Stated() CoverStatement {
	return CoverStatement{Covers: len(c.Covers), Variables: c.formula.CNF.Vars(), Clauses: c.formula.CNF.Clauses()}
}

// Write finds a proof and writes the certificate into a folder, which must be new or empty.
// It checks what it has written by [CheckCover], except for the proof. It fails as
// [Certificate.Write] does.
func (c *Cover) Write(ctx context.Context, dir string, format sat.ProofFormat, m *search.Meter) error {
	return writeFolder(dir, func(work string) error {
		put := func(name string, content func(io.Writer) error) error { return write(work, name, content) }
		comment := fmt.Sprintf("An exact cover problem.\nThe first %d clauses are the problem; the other %d exclude the covers in\n%s, in their order.",
			c.clauses, len(c.Covers), coversFile)
		err := cmp.Or(
			put(problemFile, c.Problem.Write),
			put(coversFile, c.writeCovers),
			put(formulaFile, func(w io.Writer) error { return c.formula.CNF.WriteDIMACS(w, comment) }),
		)
		if err != nil {
			return err
		}
		run := search.Start(ctx, nil)
		defer run.Close()
		if _, err := newCheck(ctx, run, work).readCover(); err != nil {
			return err
		}
		return put(proofFile(format), func(w io.Writer) error { return c.formula.Refute(ctx, m, w, format) })
	})
}

// writeCovers writes the list of the covers.
func (c *Cover) writeCovers(w io.Writer) error {
	if len(c.Covers) == 0 {
		return writeText(w, "# no cover\n")
	}
	for i, cover := range c.Covers {
		if _, err := fmt.Fprintf(w, "# cover %d of %d\n", i+1, len(c.Covers)); err != nil {
			return err
		}
		for _, o := range slices.Sorted(slices.Values(cover)) {
			if _, err := fmt.Fprintf(w, "option %d: %s\n", o, c.Problem.OptionText(o)); err != nil {
				return err
			}
		}
	}
	return nil
}

// IsCover reports whether a folder has the certificate of an exact cover problem.
func IsCover(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, problemFile))
	return err == nil
}

// CheckCover checks the certificate of an exact cover problem, and trusts nothing in it.
// Package statement reads the problem, the covers and the formula. Package drat checks the
// proof. Files and errors are as in [Check].
func CheckCover(ctx context.Context, dir string, m *search.Meter) (*CoverStatement, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	if err := oneKind(dir); err != nil {
		return nil, err
	}
	k := newCheck(ctx, run, dir)
	defer k.endReservation()
	s, err := k.readCover()
	if err != nil {
		return nil, err
	}
	err = k.read(formulaFile, func(r io.Reader, _ int64) error {
		vars, err := drat.EachClause(r, func(_ int, clause []int32) error {
			k.written = append(k.written, clause)
			return k.run.Err()
		})
		switch {
		case err != nil:
			return err
		case vars != s.Variables || len(k.written) != s.Clauses:
			return errors.New("it has changed") // between the two readings
		}
		k.checker = drat.New(vars, k.room)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := k.checkProofs(s.Variables, 0); err != nil {
		return nil, err
	}
	return &CoverStatement{s.Puzzle, s.Boards, s.Variables, s.Clauses}, nil
}

// readCover reads the problem, the covers and the formula.
func (k *check) readCover() (s *statement.Statement, err error) {
	err = k.readAll(func(r []io.Reader) (err error) {
		s, err = statement.CheckCover(k.ctx, r[0], r[1], r[2])
		return err
	}, problemFile, coversFile, formulaFile)
	return s, err
}
