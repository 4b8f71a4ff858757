package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/encode"
	"crosscut/internal/certificate"
	"crosscut/internal/serve"
	"crosscut/internal/serve/commands"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// proveFlags are the flags of prove.
type proveFlags struct {
	input  inputFlags
	engine engineFlags
	output outputFlags
	dir    string
	check  bool
	lrat   bool

	encoding encodingFlag // of the formula in the certificate; the engine may use another
}

func (f *proveFlags) variables() commands.Variables {
	f.output.limit = &f.engine.limit
	return together(f.input.variables(), f.engine.variables(), f.output.variables(), commands.Variables{
		"out": &f.dir, "lrat": &f.lrat, "check": &f.check, "encoding": (*string)(&f.encoding),
	})
}

func (a *app) proveCommand() *cobra.Command {
	var f proveFlags
	return command("prove", f.variables(), &cobra.Command{
		Long: `Find all solutions of a puzzle, and write a certificate that there are no others. The
certificate is a new folder. It contains the puzzle, its solutions, a formula in DIMACS and
a proof in DRAT, or in LRAT with --lrat. The formula is the puzzle with a clause for each
solution that excludes it. The proof shows that this formula has no model, so the engine
has missed no solution. drat-trim and lrat-check accept these proofs. lrat-check accepts
some wrong ones, too: see docs/proofs.md.

  drat-trim DIR/formula.cnf DIR/proof.drat
  lrat-check DIR/formula.cnf DIR/proof.lrat

With {proof} in --sat-command, another program writes the proof: it writes text or binary to
the file of that name. Such a proof is checked before the certificate appears.

With --check, check the certificate in a folder. The formula must be that of the puzzle,
its last clauses must exclude the listed solutions, and the proof must be right. If there
are two proofs, both must be right. The checker shares no code with the engines. Only
regular files are read, and links to them. Certificates of "cover --prove" are checked too.

--time limits finding, proving and checking separately.

The exit code is 0 when the certificate is written, or right, and 1 when it is not right.
It is 3 when a limit came first, and then there is no folder.`,
		Example: "  crosscut prove testdata/magic/seed-5x5.txt --out certificate\n" +
			"  crosscut prove --check certificate",
		Args: func(cmd *cobra.Command, args []string) error {
			if f.check {
				return exactly("DIR")(cmd, args)
			}
			return exactly("FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.input.check(), f.engine.check(cmd), f.encoding.check(), f.checkTogether(cmd)); err != nil {
				return err
			}
			if f.check {
				return a.checkCertificate(cmd.Context(), &f, args[0])
			}
			return a.prove(cmd.Context(), &f, args[0])
		},
	})
}

// checkTogether rejects flags that do not go together. It selects the engine native when
// --sat-command is only for the proof.
func (f *proveFlags) checkTogether(cmd *cobra.Command) error {
	by := f.command()
	switch proves := by != nil && by.Proves(); {
	case f.check && (f.dir != "" || f.lrat || f.encoding != ""):
		return errors.New("--check takes the folder as it is; it excludes --out, --lrat and --encoding")
	case !f.check && f.dir == "":
		return errors.New("--out is missing; it names the folder for the certificate")
	case f.lrat && proves:
		return errors.New("--lrat and {proof} in --sat-command exclude each other: other programs write DRAT")
	case proves && !cmd.Flags().Changed("engine"):
		f.engine.name = crosscut.Native.Name // --sat-command is for the proof
	}
	return nil
}

// command returns the program of --sat-command, or nil.
func (f *proveFlags) command() *sat.Command {
	c, err := sat.NewCommand(f.engine.by)
	if err != nil {
		return nil
	}
	return c
}

// chosenProver returns the prover that the flags name.
func (f *proveFlags) chosenProver() certificate.Prover {
	switch by := f.command(); {
	case by != nil && by.Proves():
		return certificate.Prover{Foreign: true, Refute: func(ctx context.Context, f *encode.Formula, m *crosscut.Meter, w io.Writer) error {
			return by.Refute(ctx, f.CNF, m, w)
		}}
	case f.lrat:
		return certificate.Own(sat.LRAT)
	}
	return certificate.Own(sat.DRAT)
}

func (a *app) prove(ctx context.Context, f *proveFlags, name string) error {
	file, err := a.read(ctx, name, &f.input)
	if err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.output, append(inputPlaces(name), place{"--out", f.dir, everyFile})...)
	if err != nil {
		return err
	}
	c, err := a.certify(ctx, f, file)
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", file.Name, err))
	}
	return cmp.Or(out.certificate(f.dir, c, nil), out.close())
}

// certify finds all solutions and writes the certificate.
func (a *app) certify(ctx context.Context, f *proveFlags, file *text.File) (c *certificate.Certificate, err error) {
	e, err := a.engine(&f.engine)
	if err != nil {
		return nil, err
	}
	p := file.Puzzle
	if err := certificate.Vacant(f.dir); err != nil { // so no search is done in vain
		return nil, err
	}
	formula := func(found []puzzle.Solution) (*certificate.Certificate, error) { // takes seconds for a large board
		ctx, cancel := f.engine.limit.within(ctx)
		defer cancel()
		return certificate.New(ctx, p, found, string(f.encoding))
	}
	if _, err := formula(nil); err != nil {
		return nil, err
	}
	var found []puzzle.Solution
	err = a.search(ctx, &f.engine, e, p, new(crosscut.Meter), func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		return true
	})
	if err != nil {
		return nil, err
	}
	if c, err = formula(found); err != nil {
		return nil, err
	}
	c.Notes = file.Notes
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.engine, "proof", m, func(ctx context.Context) error {
		return c.Write(ctx, f.dir, f.chosenProver(), m)
	})
	if errors.Is(err, sat.ErrSatisfiable) {
		err = &crosscut.DisagreementError{
			Engines: [2]string{"proof", e.Name},
			Detail:  fmt.Sprintf("the formula has a model in addition to the %s that %s found", plural(len(found), "solution"), e.Name),
		}
	}
	return c, err
}

// checkCertificate checks the certificate in a folder and prints the verdict.
func (a *app) checkCertificate(ctx context.Context, f *proveFlags, dir string) error {
	out, err := a.printer(ctx, &f.output, place{"the certificate", dir, everyFile})
	if err != nil {
		return err
	}
	var c *certificate.Certificate
	var covers *certificate.CoverStatement
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.engine, "check", m, func(ctx context.Context) error {
		var checked *certificate.Certificate
		var stated *certificate.CoverStatement
		abandoned, err := runOrAbandon(ctx, func() (err error) { // the file system may be slow
			if certificate.IsCover(dir) {
				stated, err = certificate.CheckCover(ctx, dir, m)
				return err
			}
			checked, err = certificate.Check(ctx, dir, m)
			return err
		})
		if !abandoned {
			c, covers = checked, stated
		}
		return err
	})
	rejected := new(certificate.RejectedError)
	if err != nil && !errors.As(err, &rejected) {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", dir, err))
	}
	if err != nil {
		a.outcome(exitNo)
	}
	if covers != nil {
		return cmp.Or(out.coverCertificate(dir, *covers), out.close())
	}
	return cmp.Or(out.certificate(dir, c, err), out.close())
}

// certificate prints what a certificate proves, or why it is wrong.
func (p *printer) certificate(dir string, c *certificate.Certificate, wrong error) error {
	name := shownName(filepath.Clean(dir))
	switch {
	case p.json && wrong != nil:
		return p.object(serve.Certificate{File: name, Wrong: oneLine(wrong)})
	case p.json:
		return p.object(serve.NewCertificate(name, c))
	case wrong != nil:
		return p.text("%s: not right: %s\n", name, oneLine(wrong))
	}
	count := "no solution"
	if len(c.Solutions) > 0 {
		count = "exactly " + plural(len(c.Solutions), "solution")
	}
	err := p.text("%s: %s, proved by a formula of %s and %s\n", name, count,
		plural(c.Variables(), "variable"), plural(c.Clauses(), "clause"))
	switch { // both are empty unless the certificate was checked
	case c.Statement != "":
		err = cmp.Or(err, p.text("%s: second reading: %s; every clause follows from the rules\n", name, c.Statement))
	case c.NotCovered != "":
		err = cmp.Or(err, p.text("%s: %s\n", name, c.NotCovered))
	}
	return err
}
