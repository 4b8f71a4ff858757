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
	"crosscut/encode"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/sat"
)

type proveFlags struct {
	searchFlags
	Out       string
	Check     bool // a certificate
	Strict    bool
	Count     bool
	Deletions bool
	Lrat      bool
	Encoding  string // of the formula in the certificate; the engine may use another
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
	return cmp.Or(f.engineFlags.check(cmd), f.checkTogether(cmd))
}

// checkTogether rejects flags that do not go together. It selects the engine native when
// --sat-command is only for the proof.
func (f *proveFlags) checkTogether(cmd *cobra.Command) error {
	switch {
	case f.Check && (f.Out != "" || f.Lrat || f.Count || f.Encoding != ""):
		return errors.New("--check takes the folder as it is; it excludes --out, --lrat, --count and --encoding")
	case f.Count && (f.Lrat || f.Encoding != "" || f.SatCommand != ""):
		return errors.New("--count has a formula and a proof of its own; it excludes --lrat, --encoding and --sat-command")
	case f.Deletions && !f.Count:
		return errors.New("--deletions goes with --count")
	case !f.Check && f.Strict:
		return errors.New("--strict goes with --check")
	case !f.Check && f.Out == "":
		return errors.New("--out is missing; it names the folder for the certificate")
	case f.prover() != nil && !cmd.Flags().Changed("engine"):
		f.Engine = crosscut.Native.Name // --sat-command is for the proof
	}
	return f.checkProver(f.Lrat)
}

// checkProver rejects a program that writes proofs where they shall be in LRAT.
func (f *engineFlags) checkProver(lrat bool) error {
	if lrat && f.prover() != nil {
		return errors.New("--lrat and {proof} in --sat-command exclude each other: other programs write DRAT")
	}
	return nil
}

// prover returns the program of --sat-command if it writes proofs, or nil.
func (f *engineFlags) prover() *sat.Command {
	c, err := sat.NewCommand(f.SatCommand)
	if err != nil || !c.Proves() {
		return nil
	}
	return c
}

func (a *app) prove(ctx context.Context, f *proveFlags, args []string) error {
	name := args[0]
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	if f.Check {
		return a.checkCertificate(ctx, f, name)
	}
	file, err := a.read(ctx, name, &f.inputFlags)
	if err != nil {
		return a.unreadable(ctx, &f.outputFlags, name, err)
	}
	e := a.engine(&f.engineFlags)
	list := &listFlags{engineFlags: f.engineFlags, outputFlags: f.outputFlags, Count: f.Count, Out: f.Out, Lrat: f.Lrat}
	l := a.newListing(list, name, "solution", e.Name)
	l.file = file.Name
	l.find = func(ctx context.Context, m *meter.Meter, yield func([]int) bool) error {
		return e.Search(ctx, file.Puzzle, m, func(s puzzle.Solution) bool { return yield(s) })
	}
	return a.certify(ctx, l, proof.Claim{Puzzle: file.Puzzle, Notes: file.Notes, Deletions: f.Deletions, Encoding: encode.Encoding(f.Encoding)})
}

// certify writes the certificate of a list, and prints what it says.
func (a *app) certify(ctx context.Context, l *listing, c proof.Claim) error {
	out, err := a.printer(ctx, &l.outputFlags, append(files.InputPlaces(l.from), files.Place{What: "--out", Name: l.Out, Contains: files.EveryFile})...)
	if err != nil {
		return err
	}
	if c.By = l.prover(); l.Count {
		c.Encoding = "states"
	} else if l.Lrat {
		c.Format = sat.LRAT
	}
	said := serve.Certificate{File: files.ShownName(filepath.Clean(l.Out)), Right: true, Counted: l.Count}
	if err = proof.Vacant(l.Out); err == nil { // so no search is done in vain
		said.Variables, said.Clauses, err = c.Size(ctx)
	}
	switch {
	case err != nil:
	case l.Count:
		said.Solutions, err = a.countByDiagram(ctx, l, c)
	default:
		err = a.listAll(ctx, l, c, &said)
	}
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", l.file, err))
	}
	return cmp.Or(out.certificate(l.Out, l.noun, said), out.close())
}

// listAll finds all solutions, covers or models, and writes the certificate that there are no others.
func (a *app) listAll(ctx context.Context, l *listing, c proof.Claim, said *serve.Certificate) error {
	if err := a.foresee(ctx, c, l.noun); err != nil {
		return err
	}
	found, m := 0, new(meter.Meter)
	err := a.watch(ctx, &l.engineFlags, l.engine, m, func(ctx context.Context) error {
		return l.find(ctx, m, func(values []int) bool {
			found++
			switch values = slices.Clone(values); {
			case c.Problem != nil:
				c.Covers = append(c.Covers, values)
			case c.Formula != nil:
				c.Models = append(c.Models, values)
			default:
				c.Solutions = append(c.Solutions, values)
			}
			return found <= mostListed
		})
	})
	if found > mostListed {
		return tooMany("more than " + base.Plural(mostListed, l.noun))
	}
	said.Solutions, said.Clauses = big.NewInt(int64(found)), said.Clauses+found
	if err == nil { // a meter of its own: what the search did is no part of the proof
		m = new(meter.Meter)
		err = a.watch(ctx, &l.engineFlags, "proof", m, func(ctx context.Context) error { return c.Write(ctx, l.Out, m) })
		err = serve.OtherModel(err, base.Plural(found, l.noun), l.engine)
	}
	return err
}

// countByDiagram writes a certificate of the number of solutions or covers, and returns the number.
func (a *app) countByDiagram(ctx context.Context, l *listing, c proof.Claim) (n *big.Int, err error) {
	m := new(meter.Meter)
	err = a.watch(ctx, &l.engineFlags, "diagram", m, func(ctx context.Context) (err error) {
		n, err = c.WriteCount(ctx, l.Out, m)
		return err
	})
	return n, err
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

func (a *app) checkCertificate(ctx context.Context, f *proveFlags, dir string) error {
	out, err := a.printer(ctx, &f.outputFlags, files.Place{What: "the certificate", Name: dir, Contains: files.EveryFile})
	if err != nil {
		return err
	}
	var checked *proof.Checked
	m := new(meter.Meter)
	err = a.watch(ctx, &f.engineFlags, "check", m, func(ctx context.Context) (err error) {
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
		if f.Strict && checked.Unread != "" {
			a.outcome(exitNo)
		}
		listed := len(checked.Solutions)
		switch {
		case checked.Problem != nil:
			noun, listed = "cover", len(checked.Covers)
		case checked.Formula != nil:
			noun, listed = "model", len(checked.Models)
		}
		said = serve.Certificate{
			File: said.File, Right: true, Solutions: cmp.Or(checked.Count, big.NewInt(int64(listed))), Counted: checked.Count != nil,
			Variables: checked.Variables, Clauses: checked.Clauses, Statement: checked.Statement, Uncovered: checked.Unread, Verified: checked.Verified,
		}
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
	err := p.text("%s: %s, proved by a formula of %s and %s\n", name, base.Claim(c.Solutions, noun),
		base.Plural(c.Variables, "variable"), base.Plural(c.Clauses, "clause"))
	proved := "proof checked"
	if c.Verified {
		proved = "proof checked here and by cake_lpr"
	}
	switch { // both are empty unless the certificate was checked
	case c.Statement != "":
		listed, follows := "checked", "follows from the rules"
		if c.Counted {
			listed = "counted"
		} else if noun == "model" {
			follows = "is there, or excludes a model"
		}
		err = cmp.Or(err, p.text("%s: second reading: %s; every clause %s\n", name, c.Statement, follows),
			p.text("%s: %s, formula checked by code of its own, %ss %s\n", name, proved, noun, listed))
	case c.Uncovered != "":
		err = cmp.Or(err, p.text("%s: %s, %ss checked; the formula was not read a second time: %s\n", name, proved, noun, c.Uncovered))
	}
	return err
}
