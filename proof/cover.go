package proof

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/proof/internal/states"
	"crosscut/sat"
)

// coverDraft returns the draft for an exact cover problem, with an empty list.
func coverDraft(ctx context.Context, p *dlx.Problem, encoding encode.Encoding) (*draft, error) {
	if err := provable(p); err != nil {
		return nil, err
	}
	p, err := reread(p)
	if err != nil {
		return nil, err
	}
	f, err := ofCover(ctx, p, encoding)
	f.has = func([]bool, []int) bool { return true } // the clause names the options of the cover
	return &draft{
		formula: f, statementFile: problemFile, listFile: coversFile, writeStatement: p.Write,
		title: "An exact cover problem.", noun: "cover",
		check: func(options []int) (any, error) {
			slices.Sort(options)
			return options, isCover(p, options)
		},
		show: func(options []int) string {
			var lines strings.Builder
			for _, o := range options {
				fmt.Fprintf(&lines, "option %d: %s\n", o, p.OptionText(o))
			}
			return lines.String()
		},
	}, err
}

// ofCover writes the formula. The encoding "states" also stands for the default where there are multiplicities, or
// items with so many options that the default has variables without names.
func ofCover(ctx context.Context, p *dlx.Problem, encoding encode.Encoding) (formula, error) {
	f, err := encode.CoverCNF(ctx, p)
	if err != nil {
		return formula{}, err
	}
	named := true
	for v := 1; v <= f.CNF.Vars(); v++ {
		named = named && f.CNF.NameOf(sat.Lit(v)) != ""
	}
	if encoding == "" && named && !p.HasMultiplicities() {
		return formula{cnf: f.CNF, refute: f.Refute, exclude: func(options []int) { f.Exclude(options) }}, nil
	}
	rules, numbers := states.OfCover(p)
	g, err := newStates(ctx, rules)
	g.exclude = func(options []int) {
		var clause []sat.Lit // a cover may be a part of another one, so the other options are in it too
		for i, o := range numbers {
			l := sat.Lit(i + 1)
			if _, used := slices.BinarySearch(options, o); used {
				clause = append(clause, l.Not())
			} else if p.HasMultiplicities() {
				clause = append(clause, l)
			}
		}
		g.cnf.Add(clause...)
	}
	return g, err
}

// reread returns a problem as it is read from its own text. This numbers the colours in the order
// of the text, so whoever reads the text writes the same formula.
func reread(p *dlx.Problem) (*dlx.Problem, error) {
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		return nil, err
	}
	return dlx.Read(&text, problemFile)
}

// provable returns an error for a problem without certificates: one that is invalid or has a
// name that drat-trim would take for the header of a formula.
func provable(p *dlx.Problem) error {
	if err := p.Validate(); err != nil {
		return err
	}
	for i := range p.Primary() + p.Secondary() {
		if name := p.ItemName(i); strings.HasPrefix(name, "cnf") || strings.HasPrefix(name, "pcnf") {
			return fmt.Errorf("no certificate with an item named %q: drat-trim takes that for the header of the formula; rename the item", name)
		}
	}
	return nil
}

// isCover returns an error unless options are a cover. Options without a primary item are in
// no cover.
func isCover(p *dlx.Problem, options []int) error {
	colours, times, used := make(map[int]int), make(map[int]int), make(map[int]bool)
	for _, o := range options {
		if o < 0 || o >= p.Options() {
			return fmt.Errorf("there is no option %d", o)
		}
		if used[o] {
			return fmt.Errorf("option %d is twice in a cover", o)
		}
		used[o] = true
		elements := p.Option(o)
		if !slices.ContainsFunc(elements, func(e dlx.Element) bool { return e.Item < p.Primary() }) {
			return fmt.Errorf("option %d has no primary item, so it is in no cover", o)
		}
		for _, e := range elements {
			colour, again := colours[e.Item]
			times[e.Item]++
			if again && e.Item >= p.Primary() && (e.Colour == 0 || e.Colour != colour) {
				return fmt.Errorf("options of a cover cannot be together, because of the item %q", p.ItemName(e.Item))
			}
			colours[e.Item] = e.Colour
		}
	}
	for i := range p.Primary() {
		lo, hi := p.Multiplicity(i)
		if lo > 0 && times[i] == 0 {
			return fmt.Errorf("no option of a cover has the item %q", p.ItemName(i))
		}
		if times[i] < lo || times[i] > hi {
			return fmt.Errorf("options of a cover have the item %q %d times", p.ItemName(i), times[i])
		}
	}
	return nil
}
