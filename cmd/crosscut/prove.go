package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

type proveFlags struct {
	input     inputFlags
	engine    engineFlags
	output    outputFlags
	dir       string
	checks    bool // a certificate
	strict    bool
	count     bool
	deletions bool
	lrat      bool

	encoding string // of the formula in the certificate; the engine may use another
}

func (f *proveFlags) variables() commands.Variables {
	return together(f.input.variables(), f.engine.variables(), f.output.variables(), commands.Variables{
		"out": &f.dir, "lrat": &f.lrat, "check": &f.checks, "count": &f.count, "deletions": &f.deletions, "strict": &f.strict, "encoding": &f.encoding,
	})
}

func (a *app) proveCommand() *cobra.Command {
	cmd := command("prove", a.prove)()
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check, _ := cmd.Flags().GetBool("check"); check {
			return exactly("DIR")(cmd, args)
		}
		return exactly("FILE")(cmd, args)
	}
	return cmd
}

func (f *proveFlags) check(cmd *cobra.Command) error {
	return cmp.Or(f.engine.check(cmd), f.checkTogether(cmd))
}

// checkTogether rejects flags that do not go together. It selects the engine native when
// --sat-command is only for the proof.
func (f *proveFlags) checkTogether(cmd *cobra.Command) error {
	switch proves := f.command() != nil; {
	case f.checks && (f.dir != "" || f.lrat || f.count || f.encoding != ""):
		return errors.New("--check takes the folder as it is; it excludes --out, --lrat, --count and --encoding")
	case f.count && (f.lrat || f.encoding != "" || f.engine.by != ""):
		return errors.New("--count has a formula and a proof of its own; it excludes --lrat, --encoding and --sat-command")
	case f.deletions && !f.count:
		return errors.New("--deletions goes with --count")
	case !f.checks && f.strict:
		return errors.New("--strict goes with --check")
	case !f.checks && f.dir == "":
		return errors.New("--out is missing; it names the folder for the certificate")
	case f.lrat && proves:
		return errors.New("--lrat and {proof} in --sat-command exclude each other: other programs write DRAT")
	case proves && !cmd.Flags().Changed("engine"):
		f.engine.name = crosscut.Native.Name // --sat-command is for the proof
	}
	return nil
}

// command returns the program of --sat-command if it writes proofs, or nil.
func (f *proveFlags) command() *sat.Command {
	c, err := sat.NewCommand(f.engine.by)
	if err != nil || !c.Proves() {
		return nil
	}
	return c
}

func (a *app) prove(ctx context.Context, f *proveFlags, args []string) error {
	name := args[0]
	ctx, cancel := f.engine.limit.within(ctx)
	defer cancel()
	if f.checks {
		return a.checkCertificate(ctx, f, name)
	}
	file, err := a.read(ctx, name, &f.input)
	if err != nil {
		return a.unreadable(ctx, &f.output, name, err)
	}
	out, err := a.printer(ctx, &f.output, append(files.InputPlaces(name), files.Place{What: "--out", Name: f.dir, Contains: files.EveryFile})...)
	if err != nil {
		return err
	}
	var c serve.Certificate
	if f.count {
		c, err = a.countByDiagram(ctx, &f.engine, proof.Claim{Puzzle: file.Puzzle, Notes: file.Notes, Deletions: f.deletions}, f.dir)
	} else {
		c, err = a.certify(ctx, f, file)
	}
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", file.Name, err))
	}
	return cmp.Or(out.certificate(f.dir, "solution", c), out.close())
}

// certify finds all solutions, writes the certificate, and returns what it says.
func (a *app) certify(ctx context.Context, f *proveFlags, file *text.File) (said serve.Certificate, err error) {
	e := a.engine(&f.engine)
	c := proof.Claim{Puzzle: file.Puzzle, Notes: file.Notes, Encoding: f.encoding, By: f.command(), Format: proofFormat(f.lrat)}
	if said, err = possible(ctx, c, f.dir); err != nil {
		return said, err
	}
	if err := a.foresee(ctx, c, "solution"); err != nil {
		return said, err
	}
	err = a.search(ctx, &f.engine, e, c.Puzzle, new(crosscut.Meter), func(s puzzle.Solution) bool {
		c.Solutions = append(c.Solutions, slices.Clone(s))
		return len(c.Solutions) <= mostListed
	})
	if len(c.Solutions) > mostListed {
		return said, tooMany("more than " + base.Plural(mostListed, "solution"))
	}
	if err == nil {
		err = a.writeProof(ctx, c, f.dir, &f.engine, e.Name, base.Plural(len(c.Solutions), "solution"))
	}
	said.Solutions, said.Clauses = big.NewInt(int64(len(c.Solutions))), said.Clauses+len(c.Solutions)
	return said, err
}

// proofFormat returns the format that --lrat chooses.
func proofFormat(lrat bool) sat.ProofFormat {
	if lrat {
		return sat.LRAT
	}
	return sat.DRAT
}

// countByDiagram writes a certificate of the number of solutions or covers, and returns what it says.
func (a *app) countByDiagram(ctx context.Context, f *engineFlags, c proof.Claim, dir string) (said serve.Certificate, err error) {
	c.Encoding = proof.CountEncoding
	if said, err = possible(ctx, c, dir); err != nil {
		return said, err
	}
	m := new(crosscut.Meter)
	err = a.watch(ctx, f, "diagram", m, func(ctx context.Context) (err error) {
		said.Counted = true
		said.Solutions, err = c.WriteCount(ctx, dir, m)
		return err
	})
	if errors.Is(err, proof.ErrNone) {
		err = fmt.Errorf("%w; a certificate without --count shows that", err)
	}
	return said, err
}

// mostListed is the largest number of solutions in a certificate. Each is a clause, and the proof grows with them.
const mostListed = 20_000

// tooMany returns the error for a list that would be too long.
func tooMany(found string) error {
	return &meter.LimitError{What: found + ", and a certificate lists them all; --count shows only how many there are"}
}

// What dives at random say before a list is begun. An estimate may be too large: it is so by this factor in one case
// of a hundred at most.
const (
	tooLarge      = 100
	manyDecisions = 200_000
	bytesOf       = 500
	timeOf        = 200 * time.Microsecond // for each decision
)

// foresee fails if there are clearly too many solutions for a list. It says what --count would take if the list takes long.
func (a *app) foresee(ctx context.Context, c proof.Claim, noun string) error {
	within, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	decisions, solutions, err := c.Estimate(within)
	switch {
	case err != nil: // a list may still be possible
		return nil
	case solutions > tooLarge*mostListed:
		return tooMany(fmt.Sprintf("about %.0g %ss", solutions, noun))
	case decisions > manyDecisions && decisions < 20*manyDecisions: // beyond that --count goes in order
		a.complain(fmt.Sprintf("a list may take very long; --count takes about %.0f MB and %v", decisions*bytesOf/1e6, (time.Duration(decisions) * timeOf).Round(time.Second)))
	}
	return nil
}

// possible returns what a certificate will say, except for its solutions. It fails if there can
// be none in the folder, so no search is done in vain.
func possible(ctx context.Context, c proof.Claim, dir string) (said serve.Certificate, err error) {
	if err := proof.Vacant(dir); err != nil {
		return said, err
	}
	said = serve.Certificate{File: files.ShownName(filepath.Clean(dir)), Right: true}
	said.Variables, said.Clauses, err = c.Size(ctx)
	return said, err
}

// writeProof finds the proof of a claim and writes the certificate. found says in words what the
// engine found.
func (a *app) writeProof(ctx context.Context, c proof.Claim, dir string, f *engineFlags, engine, found string) error {
	m := new(crosscut.Meter)
	err := a.watch(ctx, f, "proof", m, func(ctx context.Context) error { return c.Write(ctx, dir, m) })
	return serve.OtherModel(err, found, engine)
}

func (a *app) checkCertificate(ctx context.Context, f *proveFlags, dir string) error {
	out, err := a.printer(ctx, &f.output, files.Place{What: "the certificate", Name: dir, Contains: files.EveryFile})
	if err != nil {
		return err
	}
	var checked *proof.Checked
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.engine, "check", m, func(ctx context.Context) (err error) {
		checked, err = files.RunOrAbandon(ctx, func() (*proof.Checked, error) { return proof.Check(ctx, dir, m) }) // the file system may be slow
		return err
	})
	said, noun := serve.Certificate{File: files.ShownName(filepath.Clean(dir)), Solutions: new(big.Int)}, "solution"
	switch rejected := new(proof.RejectedError); {
	case errors.As(err, &rejected):
		a.outcome(exitNo)
		said.Wrong = base.OneLine(err)
	case err != nil:
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", dir, err))
	default:
		if checked.Problem != nil {
			noun = "cover"
		}
		if f.strict && checked.Unread != "" {
			a.outcome(exitNo)
		}
		said = serve.Certificate{
			File: said.File, Right: true, Solutions: checked.Count,
			Variables: checked.Variables, Clauses: checked.Clauses, Statement: checked.Statement, Uncovered: checked.Unread, Verified: checked.Verified,
		}
		switch {
		case checked.Cubes != nil:
			noun, said.Cubes = "cube", len(checked.Cubes)
		case said.Solutions == nil:
			said.Solutions = big.NewInt(int64(len(checked.Solutions) + len(checked.Covers)))
		}
		said.Counted = checked.Count != nil
	}
	return cmp.Or(out.certificate(dir, noun, said), out.close())
}

// certificate prints what a certificate proves, or why it is wrong. noun is what it lists.
func (p *printer) certificate(dir, noun string, c serve.Certificate) error {
	if p.json {
		return p.object(c)
	}
	name := files.ShownName(filepath.Clean(dir))
	if c.Wrong != "" {
		return p.text("%s: not right: %s\n", name, c.Wrong)
	}
	n := c.Solutions
	if n == nil {
		n = big.NewInt(int64(c.Cubes))
	}
	err := p.text("%s: %s, proved by a formula of %s and %s\n", name, base.Claim(n, noun),
		base.Plural(c.Variables, "variable"), base.Plural(c.Clauses, "clause"))
	proved := "proof checked"
	if c.Verified {
		proved = "proof checked here and by cake_lpr"
	}
	switch { // both are empty unless the certificate was checked
	case c.Statement != "":
		listed := "checked"
		if c.Counted {
			listed = "counted"
		}
		err = cmp.Or(err, p.text("%s: second reading: %s; every clause follows from the rules\n", name, c.Statement),
			p.text("%s: %s, formula checked by code of its own, %ss %s\n", name, proved, noun, listed))
	case c.Uncovered != "":
		err = cmp.Or(err, p.text("%s: %s, %ss checked; the formula was not read a second time: %s\n", name, proved, noun, c.Uncovered))
	}
	return err
}
