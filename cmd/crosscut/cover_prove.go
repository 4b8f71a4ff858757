package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"crosscut"
	"crosscut/internal/certificate"
	"crosscut/internal/serve"
	"crosscut/sat"
)

// proveCovers finds all covers of a problem and writes the certificate that there are no others.
func (a *app) proveCovers(ctx context.Context, f *coverFlags, name string) error {
	p, err := a.readCover(ctx, name)
	if err != nil {
		return err
	}
	if err := certificate.Vacant(f.proof); err != nil { // so no search is done in vain
		return fmt.Errorf("%s: %w", shownName(name), err)
	}
	if _, err := certificate.NewCover(ctx, p, nil); err != nil {
		return fmt.Errorf("%s: %w", shownName(name), err)
	}
	out, err := a.printer(ctx, &f.output, append(inputPlaces(name), place{"--prove", f.proof, everyFile})...)
	if err != nil {
		return err
	}
	var covers [][]int
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) error {
		return f.find(ctx, p, m, func(options []int) bool {
			covers = append(covers, slices.Clone(options))
			return true
		})
	})
	var c *certificate.Cover
	if err == nil {
		c, err = certificate.NewCover(ctx, p, covers)
	}
	if err == nil {
		m = new(crosscut.Meter)
		err = a.watch(ctx, &f.limits, "proof", m, func(ctx context.Context) error { return c.Write(ctx, f.proof, sat.DRAT, m) })
	}
	if errors.Is(err, sat.ErrSatisfiable) {
		err = &crosscut.DisagreementError{
			Engines: [2]string{"proof", f.engine},
			Detail:  fmt.Sprintf("the formula has a model in addition to the %s that %s found", plural(len(covers), "cover"), f.engine),
		}
	}
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", shownName(name), err))
	}
	return cmp.Or(out.coverCertificate(f.proof, c.Stated()), out.close())
}

// coverCertificate prints what the certificate of an exact cover problem proves.
func (p *printer) coverCertificate(dir string, s certificate.CoverStatement) error {
	name := shownName(filepath.Clean(dir))
	if p.json {
		return p.object(serve.Certificate{File: name, Right: true, Solutions: s.Covers, Variables: s.Variables, Clauses: s.Clauses, Statement: s.Problem})
	}
	count := "no cover"
	if s.Covers > 0 {
		count = "exactly " + plural(s.Covers, "cover")
	}
	err := p.text("%s: %s, proved by a formula of %s and %s\n", name, count, plural(s.Variables, "variable"), plural(s.Clauses, "clause"))
	if s.Problem != "" { // it was checked
		err = cmp.Or(err, p.text("%s: second reading: %s; every clause follows from the rules\n", name, s.Problem))
	}
	return err
}
