package proof

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/sat"
)

// formulaDraft returns the draft for a formula that asks for its models, with an empty list.
func formulaDraft(f *sat.CNF, keep []sat.Lit) (*draft, error) {
	if err := f.Err(); err != nil {
		return nil, err
	}
	for _, l := range keep {
		if l < 1 || l.Var() > f.Vars() {
			return nil, fmt.Errorf("%d among the variables to keep, where there are %d", l, f.Vars())
		}
	}
	keep = slices.Compact(append([]sat.Lit{}, slices.Sorted(slices.Values(keep))...)) // none is a list, too
	cnf := f.Copy()
	return &draft{
		formula:       formula{cnf: cnf, refute: refuteBy(cnf), exclude: func(model []int) { cnf.Add(others(keep, model)...) }},
		statementFile: askedFile, listFile: modelsFile,
		writeStatement: func(w io.Writer) error { return f.WriteDIMACS(w, keep) },
		title:          "A formula. Models are told apart by the variables that " + askedFile + " shows.", noun: "model",
		check: func(literals []int) (any, error) {
			if err := isModel(f, literals); err != nil {
				return nil, err
			}
			return others(keep, literals), nil
		},
		show: func(model []int) string {
			return "v " + strings.Trim(fmt.Sprint(append(slices.Clone(model), 0)), "[]") + "\n"
		},
	}, nil
}

// isModel returns an error unless literals are a model.
func isModel(f *sat.CNF, literals []int) error {
	values := make([]bool, f.Vars()+1)
	for i, l := range literals {
		if v := max(l, -l); v != i+1 || v >= len(values) {
			return fmt.Errorf("%d; a model has a literal of each of the %d variables, in their order", l, f.Vars())
		}
		values[i+1] = l > 0
	}
	if len(literals) < f.Vars() || !f.Satisfied(values) {
		return errors.New("it is no model of the formula")
	}
	return nil
}

// others returns the clause that some variable of keep has another value than in a model.
func others(keep []sat.Lit, model []int) (clause []sat.Lit) {
	for _, l := range keep {
		clause = append(clause, sat.Lit(-model[l-1]))
	}
	return clause
}
