package encode

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// coverCNF is the work on a formula for an exact cover problem.
type coverCNF struct {
	*write.Formula
	problem    *dlx.Problem
	keep       []sat.Lit
	uncoloured [][]sat.Lit         // per item: the options that have it without colour
	coloured   []map[int][]sat.Lit // per item: the options that give it each colour
	numbers    []int               // per literal of keep, the number of its option
}

// CoverCNF returns an exact cover problem with colours and multiplicities as a formula. It
// has a variable for each option with a primary item, and one for each colour that options
// give to an item. Items with another multiplicity than 1 need more of them.
// All are functions of the options. Keep of the formula has the literal "the option is chosen" of each option with
// a primary item, as no other option is ever chosen. Its solutions are covers: the numbers of their options, ascending.
// Comments of the DIMACS file name them, such as
// "option 3: p x:A" and "x:A". Options count from 0. The families of clauses are
//
//	option  enough options of each primary item are chosen, where that is one
//	once    no more options of each primary item are chosen than it may have, where that is one
//	count and spare, with a word as in write.Formula.SumTo
//	        as many options of each other primary item are chosen as it needs and may have
//	colour  an option that is chosen gives its items their colours
//	given   a colour that an item has is given by an option that is chosen
//	agree   an item has one colour at most, or one option without colour
//
// It fails with the error of [dlx.Problem.Validate] for an invalid problem. It fails with a
// [*meter.LimitError] when the formula would have more than 60 million literals, and with the
// cause of the end of ctx.
func CoverCNF(ctx context.Context, p *dlx.Problem) (*Formula, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	if err := run.Err(); err != nil {
		return nil, err
	}
	items := p.Primary() + p.Secondary()
	f := &coverCNF{Formula: write.NewFormula(run), problem: p, uncoloured: make([][]sat.Lit, items), coloured: make([]map[int][]sat.Lit, items)}
	if err := f.declare(); err != nil {
		return nil, err
	}
	for _, say := range []func() error{f.cover, f.agree} {
		if err := say(); err != nil {
			return nil, err
		}
	}
	done := &Formula{CNF: f.CNF, Keep: f.keep, Decode: f.decode, cutFirst: true, nested: !exact(p), families: f.Families}
	done.literals = func(cover puzzle.Solution) []sat.Lit { return f.literals(cover, done.nested) }
	for i, options := range f.uncoloured[:p.Primary()] {
		if least, most := p.Multiplicity(i); least == 1 && most == 1 {
			done.groups = append(done.groups, options)
		}
	}
	return done, nil
}

// decode returns the options that a model chooses.
func (f *coverCNF) decode(values []bool) (cover puzzle.Solution) {
	for i, l := range f.keep {
		if l.Var() < len(values) && values[l.Var()] {
			cover = append(cover, f.numbers[i])
		}
	}
	return cover
}

// literals returns those of a cover. If covers include others, the options that it lacks tell them apart.
func (f *coverCNF) literals(cover puzzle.Solution, nested bool) (all []sat.Lit) {
	for i, l := range f.keep {
		switch {
		case slices.Contains(cover, f.numbers[i]):
			all = append(all, l)
		case nested:
			all = append(all, l.Not())
		}
	}
	return all
}

// declare makes the variables of the options, and lists the options of each item.
func (f *coverCNF) declare() error {
	for o := range f.problem.Options() {
		elements := f.problem.Option(o)
		if !slices.ContainsFunc(elements, func(e dlx.Element) bool { return e.Item < f.problem.Primary() }) {
			continue
		}
		l := f.NewVar()
		f.Name(l, fmt.Sprintf("option %d: %s", o, f.problem.OptionText(o)))
		f.keep, f.numbers = append(f.keep, l), append(f.numbers, o)
		for _, e := range elements {
			if e.Colour == 0 {
				f.uncoloured[e.Item] = append(f.uncoloured[e.Item], l)
				continue
			}
			if f.coloured[e.Item] == nil {
				f.coloured[e.Item] = map[int][]sat.Lit{}
			}
			f.coloured[e.Item][e.Colour] = append(f.coloured[e.Item][e.Colour], l)
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// exact reports whether covers have a fixed number of options of each primary item. Then no
// cover includes another, since a further option would be one too many for its items.
func exact(p *dlx.Problem) bool {
	for i := range p.Primary() {
		if lo, hi := p.Multiplicity(i); lo != hi {
			return false
		}
	}
	return true
}

// cover says that as many options of each primary item are chosen as it needs and may have.
func (f *coverCNF) cover() error {
	for i, options := range f.uncoloured[:f.problem.Primary()] {
		if lo, hi := f.problem.Multiplicity(i); lo != 1 || hi != 1 {
			if err := f.between(lo, hi, options); err != nil {
				return err
			}
			continue
		}
		f.Begin("option")
		f.Add(options...)
		f.Begin("once")
		if err := f.SayAtMostOne(options, write.ByNumber); err != nil {
			return err
		}
	}
	return nil
}

// between says that lo to hi of the options are chosen.
func (f *coverCNF) between(lo, hi int, options []sat.Lit) error {
	switch n := len(options); {
	case lo > n:
		f.Begin("option")
		f.Add()
	case lo == 1 && hi >= n:
		f.Begin("option")
		f.Add(options...)
	case lo == 0 && hi == 1:
		f.Begin("once")
		return f.SayAtMostOne(options, write.ByNumber)
	case lo > 0 || hi < n:
		return f.CountTo("count", lo, min(hi, n), options, nil)
	}
	return f.Check()
}

// agree says that the options agree on each secondary item.
func (f *coverCNF) agree() error {
	for i := f.problem.Primary(); i < len(f.uncoloured); i++ {
		users := slices.Clone(f.uncoloured[i])
		for _, colour := range slices.Sorted(maps.Keys(f.coloured[i])) {
			has := f.NewVar()
			f.Name(has, f.problem.ItemName(i)+":"+f.problem.ColourName(colour))
			users = append(users, has)
			f.Begin("colour")
			for _, l := range f.coloured[i][colour] {
				f.Add(l.Not(), has)
			}
			f.Begin("given")
			f.Add(append([]sat.Lit{has.Not()}, f.coloured[i][colour]...)...)
		}
		f.Begin("agree")
		if err := f.SayAtMostOne(users, write.ByNumber); err != nil {
			return err
		}
	}
	return nil
}
