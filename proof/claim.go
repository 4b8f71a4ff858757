// Package proof writes and checks certificates: folders that show a stranger that a puzzle has
// exactly the solutions listed and no others.
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
// An exact cover problem has problem.dlx and covers.txt in the place of the first two files. A formula
// has problem.cnf and models.txt: the last clauses exclude the values of the variables that it shows.
//
// # Three links
//
// A certificate that is right has three links: the proof is right, the formula says what the
// rules say, and the boards that are listed are solutions. [Check] writes the formula again to
// compare, which shows only that the same code writes the same. So check_statement.py reads
// puzzle, solutions and formula a second time. It is one file of Python, which shares no code
// with this module. docs/proofs.md describes what must be trusted then.
package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/meter"
	"crosscut/proof/internal/states"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// The files of a certificate.
const (
	puzzleFile    = "puzzle.txt"
	encodingFile  = "encoding.txt"
	solutionsFile = "solutions.txt"
	problemFile   = "problem.dlx"
	coversFile    = "covers.txt"
	askedFile     = "problem.cnf"
	modelsFile    = "models.txt"
	cubesFile     = "cubes.txt" // of a partition into cubes, which only check_statement.py reads
	formulaFile   = "formula.cnf"
	dratFile      = "proof.drat"
	lratFile      = "proof.lrat"
)

// Claim says that a puzzle has these solutions and no others, that an exact cover problem
// has these covers and no others, or that a formula has these models and no others. One of Puzzle, Problem and Formula is set.
type Claim struct {
	Puzzle    puzzle.Puzzle
	Notes     text.Notes        // for the file of the puzzle
	Solutions []puzzle.Solution // all of them, in the order in which they shall be listed; none if there is none
	Encoding  encode.Encoding   // of the formula: see [encode.Encodings] and "states"; "" for the default

	// Problem must have a primary item.
	Problem *dlx.Problem
	Covers  [][]int // the numbers of the options of each cover, as dlx yields them

	// Formula asks for its models, which are told apart by the variables of Keep.
	Formula *sat.CNF
	Keep    []sat.Lit
	Models  [][]int // a literal of each variable of the formula, in their order

	Format sat.ProofFormat // of the proof

	// Deletions lets [Claim.WriteCount] write a longer proof, for checkers that want each step.
	Deletions bool

	// By is another program that writes the proof, in DRAT. Its proof is checked before the
	// certificate is written. If it is nil, our own solver writes the proof.
	By *sat.Command
}

// Size returns how many variables and clauses the formula of the puzzle or problem has, without
// the clauses that exclude solutions. It fails where there can be no certificate, and so it
// says before a search whether [Claim.Write] can succeed.
func (c Claim) Size(ctx context.Context) (variables, clauses int, err error) {
	c.Solutions, c.Covers, c.Models = nil, nil, nil
	d, err := c.draft(ctx)
	if err != nil {
		return 0, 0, err
	}
	return d.cnf.Vars(), d.stated(), nil
}

// Files finds a proof, and calls put with the name and the content of each file of the
// certificate. It always uses our own solver. The first error of put ends it, and otherwise it
// fails as [Claim.Write] does.
func (c Claim) Files(ctx context.Context, m *meter.Meter, put func(name string, content func(io.Writer) error) error) error {
	return c.files(ctx, put, func(d *draft, w io.Writer) error { return d.refute(ctx, m, w, c.Format) })
}

// files is Files with a proof by refute.
func (c Claim) files(ctx context.Context, put func(name string, content func(io.Writer) error) error, refute func(d *draft, w io.Writer) error) error {
	d, err := c.draft(ctx)
	if err != nil {
		return err
	}
	if err := cmp.Or(d.putStatement(put, d.comment(c.Format)), put(d.listFile, d.writeList)); err != nil {
		return err
	}
	return put(proofFile(c.Format), func(w io.Writer) error {
		err := refute(d, w)
		if errors.Is(err, sat.ErrSatisfiable) {
			err = fmt.Errorf("there are more %ss than are listed: %w", d.noun, err)
		}
		return err
	})
}

// draft returns the certificate that c claims, still without a proof.
func (c Claim) draft(ctx context.Context) (*draft, error) {
	var d *draft
	var err error
	var list [][]int
	switch {
	case c.Puzzle != nil && c.Problem != nil, c.Puzzle != nil && c.Formula != nil, c.Problem != nil && c.Formula != nil:
		return nil, errors.New("proof: a claim about two of a puzzle, an exact cover problem and a formula")
	case c.Format != "" && c.Format != sat.DRAT && c.Format != sat.LRAT:
		return nil, fmt.Errorf("proof: a proof in %q; it is in %q or %q", string(c.Format), sat.DRAT, sat.LRAT)
	case c.Problem != nil:
		d, err = coverDraft(ctx, c.Problem, c.Encoding)
		list = c.Covers
	case c.Formula != nil:
		d, err = formulaDraft(c.Formula, c.Keep)
		list = c.Models
	default:
		d, err = puzzleDraft(ctx, c.Puzzle, c.Notes, c.Encoding)
		for _, s := range c.Solutions {
			list = append(list, s)
		}
	}
	if err != nil {
		return nil, err
	}
	for i, entry := range list {
		if err := d.list(entry); err != nil {
			return nil, fmt.Errorf("%s %d: %w", d.noun, i+1, err)
		}
	}
	return d, nil
}

// putStatement puts the puzzle or problem, the formula with a comment, and the name of its encoding.
func (d *draft) putStatement(put func(name string, content func(io.Writer) error) error, comment string) error {
	err := cmp.Or(
		put(d.statementFile, d.writeStatement),
		put(formulaFile, func(w io.Writer) error { return d.cnf.WriteDIMACS(w, nil, comment) }),
	)
	if err != nil || d.encoding == "" {
		return err
	}
	return put(encodingFile, func(w io.Writer) error { return writeText(w, string(d.encoding)+"\n") })
}

// draft is a certificate without a proof, of a puzzle, of an exact cover problem or of a formula.
type draft struct {
	formula
	statementFile, listFile string
	writeStatement          func(w io.Writer) error
	title, noun             string // for the comment of the formula: the puzzle, and what is listed
	listed                  [][]int
	puzzle                  puzzle.Puzzle                           // whose solutions are listed; nil if it is none
	seen                    map[string]bool                         // the keys of the entries of the list
	check                   func(values []int) (key any, err error) // fails unless values are an entry, which it may sort; equal ones have equal keys
	show                    func(entry []int) string                // its lines
}

// formula is what is asked as a formula. Its last clauses exclude what is listed.
type formula struct {
	cnf      *sat.CNF
	encoding encode.Encoding // its name, "" for the default
	refute   func(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error
	exclude  func(entry []int)                    // adds its clause
	has      func(model []bool, entry []int) bool // whether a model is the entry; nil if its clause excludes many models
	states   *states.Formula                      // in the encoding of counts; nil in another one
}

// list lists an entry, and adds the clause that excludes it.
func (d *draft) list(entry []int) error {
	entry = slices.Clone(entry)
	key, err := d.check(entry)
	if err != nil {
		return err
	}
	text := fmt.Sprint(key)
	if d.seen[text] {
		return fmt.Errorf("a %s is given twice", d.noun)
	}
	if d.seen == nil {
		d.seen = make(map[string]bool)
	}
	d.seen[text], d.listed = true, append(d.listed, entry)
	d.exclude(entry)
	return nil
}

// stated returns the number of clauses that exclude nothing.
func (d *draft) stated() int { return d.cnf.Clauses() - len(d.listed) }

// comment returns the comment at the top of the formula's file.
func (d *draft) comment(format sat.ProofFormat) string {
	checker := "drat-trim"
	if format == sat.LRAT {
		checker = "cake_lpr"
	}
	return fmt.Sprintf("%s\nThe first %d clauses say what is asked; the other %d exclude the %ss in\n%s, in their order.\nTo check: %s %s %s",
		d.title, d.stated(), len(d.listed), d.noun, d.listFile, checker, formulaFile, proofFile(format))
}

// proofFile returns the name of the file of a proof.
func proofFile(format sat.ProofFormat) string {
	if format == sat.LRAT {
		return lratFile
	}
	return dratFile
}

// writeText writes a text.
func writeText(w io.Writer, s string) error {
	_, err := io.WriteString(w, s)
	return err
}

// writeList writes the list. Each entry begins with its number.
func (d *draft) writeList(w io.Writer) error {
	if len(d.listed) == 0 {
		return writeText(w, "# no "+d.noun+"\n")
	}
	for i, entry := range d.listed {
		if _, err := fmt.Fprintf(w, "# %s %d of %d\n%s", d.noun, i+1, len(d.listed), d.show(entry)); err != nil {
			return err
		}
	}
	return nil
}
