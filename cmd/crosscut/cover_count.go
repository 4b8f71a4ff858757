package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/internal/base"
	"crosscut/proof"
)

// countCovers prints the number of covers of a problem. With --zdd it also writes the decision
// diagram. When the search ends early, the count is a lower bound.
func (a *app) countCovers(ctx context.Context, f *coverFlags, name string) error {
	p, err := a.readCover(ctx, name)
	if err != nil {
		return err
	}
	if err := a.source().RefuseOverwrite("--zdd", f.zdd, files.InputPlaces(name)...); err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.output, append(files.InputPlaces(name), files.Place{What: "--zdd", Name: f.zdd})...)
	if err != nil {
		return err
	}
	name = files.ShownName(name)
	m := new(crosscut.Meter)
	var covers *big.Int
	var z *zdd.ZDD
	var tally crosscut.Tally
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) (err error) {
		switch {
		case f.zdd != "":
			if z, err = zdd.Of(ctx, p, m); err == nil {
				covers = z.Count()
			}
		case f.digest:
			err = f.find(ctx, p, m, func(options []int) bool {
				tally.Add(options)
				return true
			})
			covers = tally.Count()
		case f.engine == crosscut.SAT.Name:
			err = f.find(ctx, p, m, func([]int) bool { return true })
			covers = big.NewInt(m.Stats().Solutions)
		case f.limits.dlxCore() != dlx.Auto:
			err = p.SolveWith(ctx, f.limits.dlxCore(), m, nil)
			covers = big.NewInt(m.Stats().Solutions)
		default:
			covers, err = p.Count(ctx, m)
		}
		return err
	})
	if err != nil && !f.digest {
		covers = big.NewInt(m.Stats().Solutions)
	}
	outErr := error(nil)
	if z != nil {
		outErr = stoppedAs(ctx, files.ShownName(f.zdd), a.writeWhole(ctx, files.Diagram, f.zdd, z.Write))
	}
	if outErr == nil && !notSearched(err) {
		outErr = cmp.Or(out.coverCount(f, name, covers, tally.Digest, err), out.flush())
	}
	switch {
	case outErr != nil:
	case err != nil:
		a.report(fmt.Errorf("%s: %w", name, err))
	case covers.Sign() == 0:
		a.outcome(exitNo)
	}
	return cmp.Or(outErr, out.close())
}

// coverCount prints the number of covers, and with --digest the digest. The number is a lower bound unless
// err is nil.
func (p *printer) coverCount(f *coverFlags, file string, covers *big.Int, digest crosscut.Digest, err error) error {
	r := newCoversRecord(file, covers, err)
	if f.digest {
		r.Digest = digest.String()
	}
	return p.either(r, "%s\n", countText(covers.String(), err == nil, r.Digest))
}

// proveCovers finds all covers of a problem and writes the certificate that there are no others.
func (a *app) proveCovers(ctx context.Context, f *coverFlags, name string) error {
	p, err := a.readCover(ctx, name)
	if err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.output, append(files.InputPlaces(name), files.Place{What: "--out", Name: f.dir, Contains: files.EveryFile})...)
	if err != nil {
		return err
	}
	var said serve.Certificate
	if f.count {
		said, err = a.countByDiagram(ctx, &f.limits, proof.Claim{Problem: p}, f.dir)
	} else {
		said, err = a.certifyCovers(ctx, f, p)
	}
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", files.ShownName(name), err))
	}
	return cmp.Or(out.certificate(f.dir, "cover", said), out.close())
}

// certifyCovers finds all covers, writes the certificate, and returns what it says.
func (a *app) certifyCovers(ctx context.Context, f *coverFlags, p *dlx.Problem) (said serve.Certificate, err error) {
	c := proof.Claim{Problem: p, Format: proofFormat(f.lrat)}
	if said, err = possible(ctx, c, f.dir); err != nil {
		return said, err
	}
	if err := a.foresee(ctx, c, "cover"); err != nil {
		return said, err
	}
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) error {
		return f.find(ctx, p, m, func(options []int) bool {
			c.Covers = append(c.Covers, slices.Clone(options))
			return len(c.Covers) <= mostListed
		})
	})
	if len(c.Covers) > mostListed {
		return said, tooMany("more than " + base.Plural(mostListed, "cover"))
	}
	if err == nil {
		err = a.writeProof(ctx, c, f.dir, &f.limits, f.engine, base.Plural(len(c.Covers), "cover"))
	}
	said.Solutions, said.Clauses = big.NewInt(int64(len(c.Covers))), said.Clauses+len(c.Covers)
	return said, err
}
