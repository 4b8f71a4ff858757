package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"crosscut"
	"crosscut/dlx"
)

// countCovers prints the number of covers of a problem. With --zdd it also writes the decision
// diagram. When the search ends early, the count is a lower bound.
func (a *app) countCovers(ctx context.Context, f *coverFlags, name string) error {
	p, err := a.readCover(ctx, name)
	if err != nil {
		return err
	}
	if err := a.refuseOverwrite("--zdd", f.zdd, inputPlaces(name)...); err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.output, append(inputPlaces(name), place{what: "--zdd", name: f.zdd})...)
	if err != nil {
		return err
	}
	name = shownName(name)
	m := new(crosscut.Meter)
	var covers *big.Int
	var z *dlx.ZDD
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) (err error) {
		switch {
		case f.zdd != "":
			if z, err = p.ZDD(ctx, m); err == nil {
				covers = z.Count()
			}
		case f.engine == crosscut.SAT.Name:
			err = f.find(ctx, p, m, func([]int) bool { return true })
			covers = big.NewInt(m.Stats().Solutions)
		case f.limits.core.core() != dlx.Auto:
			err = p.SolveWith(ctx, f.limits.core.core(), m, nil)
			covers = big.NewInt(m.Stats().Solutions)
		default:
			covers, err = p.Count(ctx, m)
		}
		return err
	})
	if err != nil {
		covers = big.NewInt(m.Stats().Solutions)
	}
	outErr := error(nil)
	if z != nil {
		outErr = a.writeWhole(ctx, f.zdd, z.Write)
	}
	if outErr == nil && !notSearched(err) {
		outErr = cmp.Or(out.coverCount(name, covers, err), out.flush())
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

// coverCount prints the number of covers. It is a lower bound unless err is nil.
func (p *printer) coverCount(file string, covers *big.Int, err error) error {
	switch {
	case p.json:
		return p.object(newCoversRecord(file, covers, err))
	case err != nil:
		return p.text("%d+\n", covers)
	}
	return p.text("%d\n", covers)
}
