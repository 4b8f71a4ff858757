package proof

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/proof/internal/states"
	"crosscut/sat"
)

// coverDraft is the draft for an exact cover problem.
type coverDraft struct {
	draft
	problem *dlx.Problem
	leave   func(options []int) // adds the clause that excludes a cover
	covers  [][]int
}

// coverDraft returns the certificate of a claim about an exact cover problem, still without a proof.
func (c Claim) coverDraft(ctx context.Context) (*draft, error) {
	d, err := newCoverDraft(ctx, c.Problem, c.Encoding)
	if err != nil {
		return nil, err
	}
	return &d.draft, each(c.Covers, d.noun, d.exclude)
}

// newCoverDraft returns the draft for an exact cover problem, with an empty list.
func newCoverDraft(ctx context.Context, p *dlx.Problem, encoding encode.Encoding) (*coverDraft, error) {
	if err := provable(p); err != nil {
		return nil, err
	}
	p, err := reread(p)
	if err != nil {
		return nil, err
	}
	d := &coverDraft{problem: p}
	if err := d.write(ctx, encoding); err != nil {
		return nil, err
	}
	d.draft = draft{
		statementFile: problemFile, listFile: coversFile,
		writeStatement: p.Write,
		writeList: func(w io.Writer) error {
			return writeEntries(w, d.noun, len(d.covers), func(i int) string {
				var lines strings.Builder
				for _, o := range d.covers[i] {
					lines.WriteString(d.line(o) + "\n")
				}
				return lines.String()
			})
		},
		title: "An exact cover problem.", noun: "cover",
		cnf: d.cnf, stated: d.cnf.Clauses(), encoding: d.encoding, refute: d.refute, states: d.states,
		isListed: func(int, []bool) bool { return true }, // the clause names the options of the cover
		seen:     make(map[string]struct{}),
	}
	return d, nil
}

// write writes the formula. The encoding "states" also stands for the default where there are multiplicities, or
// items with so many options that the default has variables without names.
func (d *coverDraft) write(ctx context.Context, encoding encode.Encoding) error {
	f, err := encode.CoverCNF(ctx, d.problem)
	if err != nil {
		return err
	}
	named := true
	for v := 1; v <= f.CNF.Vars(); v++ {
		named = named && f.CNF.NameOf(sat.Lit(v)) != ""
	}
	if encoding == "" && named && !d.problem.HasMultiplicities() {
		d.cnf, d.refute, d.leave = f.CNF, f.Refute, f.Exclude
		return nil
	}
	rules, numbers := states.OfCover(d.problem)
	g, err := newStates(ctx, rules)
	if err != nil {
		return err
	}
	d.cnf, d.refute, d.states, d.encoding = g.CNF, refuteBy(g.CNF), g, CountEncoding
	d.leave = func(options []int) {
		var clause []sat.Lit // a cover may be a part of another one, so the other options are in it too
		for i, o := range numbers {
			l := sat.Lit(i + 1)
			if _, used := slices.BinarySearch(options, o); used {
				clause = append(clause, l.Not())
			} else if d.problem.HasMultiplicities() {
				clause = append(clause, l)
			}
		}
		g.CNF.Add(clause...)
	}
	return nil
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

// line returns the line of an option in the list of covers.
func (d *coverDraft) line(o int) string {
	return fmt.Sprintf("option %d: %s", o, d.problem.OptionText(o))
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

// exclude lists a cover, and adds the clause that excludes it.
func (d *coverDraft) exclude(options []int) error {
	if err := isCover(d.problem, options); err != nil {
		return err
	}
	options = slices.Sorted(slices.Values(options))
	if err := d.once(fmt.Sprint(options)); err != nil {
		return err
	}
	d.covers = append(d.covers, options)
	d.leave(options)
	return nil
}

// isCover returns an error unless options are a cover. Options without a primary item are in
// no cover.
func isCover(p *dlx.Problem, options []int) error {
	colours, times, used := make(map[dlx.Item]int), make(map[dlx.Item]int), make(map[int]bool)
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
