package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/sat"
)

// coverDraft is the draft for an exact cover problem.
type coverDraft struct {
	draft
	problem *dlx.Problem
	formula *encode.CoverFormula
	covers  [][]int
}

// newCoverDraft returns the draft for an exact cover problem, with an empty list.
func newCoverDraft(ctx context.Context, p *dlx.Problem) (*coverDraft, error) {
	if err := provable(p); err != nil {
		return nil, err
	}
	p, err := reread(p)
	if err != nil {
		return nil, err
	}
	f, err := encode.CoverCNF(ctx, p)
	if err != nil {
		return nil, err
	}
	for v := 1; v <= f.CNF.Vars(); v++ {
		if f.CNF.NameOf(sat.Lit(v)) == "" { // an auxiliary variable of a sequential counter
			return nil, errors.New("no certificate for an item with more than 400 options")
		}
	}
	d := &coverDraft{problem: p, formula: f}
	d.draft = draft{
		statementFile: problemFile, listFile: coversFile,
		writeStatement: p.Write,
		writeList: func(w io.Writer) error {
			return writeEntries(w, d.noun, len(d.covers), func(i int) (lines string) {
				for _, o := range d.covers[i] {
					lines += d.line(o) + "\n"
				}
				return lines
			})
		},
		title: "An exact cover problem.", noun: "cover",
		cnf: f.CNF, stated: f.CNF.Clauses(), refute: f.Refute,
		isListed: func(int, []bool) bool { return true }, // the clause names the options of the cover
		seen:     make(map[string]struct{}),
	}
	return d, nil
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

// provable returns an error for a problem without certificates: one that is invalid, has
// multiplicities, or has a name that drat-trim would take for the header of a formula.
func provable(p *dlx.Problem) error {
	if err := p.Validate(); err != nil {
		return err
	}
	for i := range dlx.Item(p.Primary()) {
		if lo, hi := p.Multiplicity(i); lo != 1 || hi != 1 {
			return fmt.Errorf("no certificate for multiplicities, such as that of the item %q", p.ItemName(i))
		}
	}
	for i := range dlx.Item(p.Primary() + p.Secondary()) {
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
	d.formula.Exclude(options)
	return nil
}

// isCover returns an error unless options are a cover. Options without a primary item are in
// no cover.
func isCover(p *dlx.Problem, options []int) error {
	colours := make(map[dlx.Item]int32)
	for _, o := range options {
		if o < 0 || o >= p.Options() {
			return fmt.Errorf("there is no option %d", o)
		}
		elements := p.Option(o)
		if !slices.ContainsFunc(elements, func(e dlx.Element) bool { return int(e.Item) < p.Primary() }) {
			return fmt.Errorf("option %d has no primary item, so it is in no cover", o)
		}
		for _, e := range elements {
			colour, again := colours[e.Item]
			if again && (e.Colour == 0 || e.Colour != colour) {
				return fmt.Errorf("options of a cover cannot be together, because of the item %q", p.ItemName(e.Item))
			}
			colours[e.Item] = e.Colour
		}
	}
	for i := range dlx.Item(p.Primary()) {
		if _, covered := colours[i]; !covered {
			return fmt.Errorf("no option of a cover has the item %q", p.ItemName(i))
		}
	}
	return nil
}
