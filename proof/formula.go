package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/sat"
)

// formulaDraft is the draft for a formula that asks for its models.
type formulaDraft struct {
	draft
	asked  *sat.CNF
	keep   []sat.Lit // ascending
	models [][]int
}

// formulaDraft returns the certificate of a claim about a formula, still without a proof.
func (c Claim) formulaDraft(context.Context) (*draft, error) {
	d, err := newFormulaDraft(c.Formula, c.Keep)
	if err != nil {
		return nil, err
	}
	return &d.draft, each(c.Models, d.noun, d.exclude)
}

// newFormulaDraft returns the draft for a formula, with an empty list.
func newFormulaDraft(f *sat.CNF, keep []sat.Lit) (*formulaDraft, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	d := &formulaDraft{asked: f}
	for _, l := range keep {
		if l < 1 || l.Var() > f.Vars() {
			return nil, fmt.Errorf("%d among the variables to keep, where there are %d", l, f.Vars())
		}
	}
	d.keep = slices.Compact(slices.Sorted(slices.Values(keep)))
	cnf := f.Copy()
	d.draft = draft{
		statementFile: askedFile, listFile: modelsFile,
		writeStatement: func(w io.Writer) error { return f.WriteDIMACS(w, sat.ShowComment(d.keep)) },
		writeList: func(w io.Writer) error {
			return writeEntries(w, d.noun, len(d.models), func(i int) string {
				return "v " + strings.Trim(fmt.Sprint(append(slices.Clone(d.models[i]), 0)), "[]") + "\n"
			})
		},
		title: "A formula. Models are told apart by the variables that " + askedFile + " shows.", noun: "model",
		cnf: cnf, stated: cnf.Clauses(), refute: refuteBy(cnf),
		seen: make(map[string]struct{}),
	}
	return d, nil
}

// exclude lists a model, and adds the clause that excludes the values that it gives to the variables of keep.
func (d *formulaDraft) exclude(literals []int) error {
	values := make([]bool, d.asked.Vars()+1)
	for i, l := range literals {
		if v := max(l, -l); v != i+1 || v >= len(values) {
			return fmt.Errorf("%d; a model has a literal of each of the %d variables, in their order", l, d.asked.Vars())
		}
		values[i+1] = l > 0
	}
	if len(literals) < d.asked.Vars() || !d.asked.Satisfied(values) {
		return errors.New("it is no model of the formula")
	}
	clause := make([]sat.Lit, len(d.keep))
	for i, l := range d.keep {
		if clause[i] = l; values[l] {
			clause[i] = l.Not()
		}
	}
	if err := d.once(fmt.Sprint(clause)); err != nil {
		return err
	}
	d.models = append(d.models, literals)
	d.cnf.Add(clause...)
	return nil
}
