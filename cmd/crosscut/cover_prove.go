package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/proof"
)

// proveCovers finds all covers of a problem and writes the certificate that there are no others.
func (a *app) proveCovers(ctx context.Context, f *coverFlags, name string) error {
	p, err := a.readCover(ctx, name)
	if err != nil {
		return err
	}
	c := proof.Claim{Problem: p}
	said, err := possible(ctx, c, f.proof, f.limits.limit)
	if err != nil {
		return fmt.Errorf("%s: %w", shownName(name), err)
	}
	out, err := a.printer(ctx, &f.output, append(inputPlaces(name), place{"--prove", f.proof, everyFile})...)
	if err != nil {
		return err
	}
	m := new(crosscut.Meter)
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) error {
		return f.find(ctx, p, m, func(options []int) bool {
			c.Covers = append(c.Covers, slices.Clone(options))
			return true
		})
	})
	if err == nil {
		err = a.writeProof(ctx, c, f.proof, &f.limits, f.engine, plural(len(c.Covers), "cover"))
	}
	if err != nil {
		return cmp.Or(out.close(), fmt.Errorf("%s: %w", shownName(name), err))
	}
	said.Solutions, said.Clauses = len(c.Covers), said.Clauses+len(c.Covers)
	return cmp.Or(out.certificate(f.proof, "cover", said), out.close())
}
