package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/certificate"
	"crosscut/sat"
)

// proveFlags are the flags of prove.
type proveFlags struct {
	input  inputFlags
	limits engineFlags // with the encoding
	output outputFlags
	dir    string
	check  bool
	lrat   bool
}

func (a *app) proveCommand() *cobra.Command {
	var f proveFlags
	cmd := &cobra.Command{
		Use:   "prove FILE --out DIR",
		Short: "Write a certificate that anyone can check, or check one",
		Long: `Find all solutions of a puzzle, and write a certificate that there are no others into
a new folder: the puzzle, the list of its solutions, the puzzle as a formula in DIMACS
with a clause that excludes each solution, and a proof in DRAT, or with --lrat in LRAT,
that this formula has no model. drat-trim and lrat-check accept these proofs:

  drat-trim DIR/formula.cnf DIR/proof.drat
  lrat-check DIR/formula.cnf DIR/proof.lrat

With --check, check the certificate in a folder: that the formula is the puzzle's, that
what is excluded are the solutions listed, and that the proof is right. The checker
shares nothing with the engines.

Exit code 0 when the certificate is written, or right; 1 when it is not right; 3 when a
limit came first, and then there is no folder.`,
		Example: "  crosscut prove testdata/magic/seed-5x5.txt --out certificate\n" +
			"  crosscut prove --check certificate",
		Args: func(cmd *cobra.Command, args []string) error {
			if f.check {
				return exactly("DIR")(cmd, args)
			}
			return exactly("FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.complete(), f.input.check(), f.limits.check(cmd)); err != nil {
				return err
			}
			if f.check {
				return a.checkCertificate(cmd.Context(), &f, args[0])
			}
			return a.prove(cmd.Context(), &f, args[0])
		},
	}
	f.input.add(cmd)
	f.limits.encoding.add(cmd)
	f.limits.addLimits(cmd)
	f.output.add(cmd)
	cmd.Flags().StringVar(&f.dir, "out", "", "write the certificate into this `DIR`, which must be new or empty")
	cmd.Flags().BoolVar(&f.lrat, "lrat", false, "write the proof in LRAT, which is larger and faster to check")
	cmd.Flags().BoolVar(&f.check, "check", false, "check the certificate in a folder")
	return cmd
}

// complete reports flags that do not go together.
func (f *proveFlags) complete() error {
	switch {
	case f.check && (f.dir != "" || f.lrat || f.limits.encoding != ""):
		return errors.New("--check goes without --out, --lrat and --encoding: it takes the folder as it is")
	case !f.check && f.dir == "":
		return errors.New("--out is missing; name the folder for the certificate")
	}
	return nil
}

// certificateRecord is the JSON object of a certificate.
type certificateRecord struct {
	File      string `json:"file"` // the folder
	Right     bool   `json:"right"`
	Solutions int    `json:"solutions"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Wrong     string `json:"wrong,omitempty"` // why it is not right
}

func (a *app) prove(ctx context.Context, f *proveFlags, name string) error {
	file, err := a.read(ctx, name, &f.input)
	if err != nil {
		return err
	}
	out, err := a.printer(&f.output, name)
	if err != nil {
		return err
	}
	var c *certificate.Certificate
	finding, proving := new(crosscut.Meter), new(crosscut.Meter)
	err = a.watch(ctx, &f.limits, crosscut.SAT.Name, finding, func(ctx context.Context) (err error) {
		c, err = certificate.New(ctx, file.Puzzle, string(f.limits.encoding), finding)
		return err
	})
	if err == nil {
		err = a.watch(ctx, &f.limits, "proof", proving, func(ctx context.Context) error {
			return c.Write(ctx, f.dir, f.format(), proving)
		})
	}
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", file.Name, err))
	}
	return cmp.Or(out.certificate(f.dir, c, nil), out.close())
}

func (f *proveFlags) format() sat.ProofFormat {
	if f.lrat {
		return sat.LRAT
	}
	return sat.DRAT
}

func (a *app) checkCertificate(ctx context.Context, f *proveFlags, dir string) error {
	out, err := a.printer(&f.output)
	if err != nil {
		return err
	}
	c, err := certificate.Check(ctx, dir)
	rejected := new(certificate.RejectedError)
	if err != nil && !errors.As(err, &rejected) {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", dir, err))
	}
	if err != nil {
		a.outcome(exitNo)
	}
	return cmp.Or(out.certificate(dir, c, err), out.close())
}

// certificate prints what a certificate says, or why it says nothing.
func (p *printer) certificate(dir string, c *certificate.Certificate, wrong error) error {
	name := shownName(filepath.Clean(dir))
	switch {
	case p.json && wrong != nil:
		return p.object(certificateRecord{File: name, Wrong: oneLine(wrong)})
	case p.json:
		return p.object(certificateRecord{
			File: name, Right: true, Solutions: len(c.Solutions), Variables: c.Variables(), Clauses: c.Clauses(),
		})
	case wrong != nil:
		return p.text("%s: not right: %s\n", name, oneLine(wrong))
	}
	count := "no solution"
	if len(c.Solutions) > 0 {
		count = "exactly " + plural(len(c.Solutions), "solution")
	}
	return p.text("%s: %s, proved by a formula of %s and %s\n", name, count,
		plural(c.Variables(), "variable"), plural(c.Clauses(), "clause"))
}
