package sat_test

import (
	"strings"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/sat"
)

// TestModelsAreReadInLinearTime reads long answers of solvers.
func TestModelsAreReadInLinearTime(t *testing.T) {
	for name, hard := range map[string]puzzletest.Hard{
		"values":         {Begin: "s SATISFIABLE\nv 1 ", Part: "{i}1 ", End: "0\n"},
		"the same value": {Begin: "s SATISFIABLE\nv ", Part: "1 ", End: "0\n"},
		"lines":          {Begin: "s SATISFIABLE\n", Part: "v 1 -2\n", End: "v 0\n"},
		"bare lines":     {Begin: "SAT\n", Part: "1 -2\n", End: "0\n"},
		"empty lines":    {Begin: "s SATISFIABLE\n", Part: "v\n", End: "v 0\n"},
		"blanks":         {Begin: "s SATISFIABLE\nv 1", Part: " ", End: "0\n"},
		"blank lines":    {Part: "\n", End: "s UNSATISFIABLE\n"},
		"comments":       {Part: "c x\n", End: "s UNSATISFIABLE\n"},
		"a long comment": {Begin: "c", Part: " x", End: "\ns UNSATISFIABLE\n"},
		"digits":         {Begin: "s SATISFIABLE\nv ", Part: "1", End: " 0\n"},
		"zeros":          {Begin: "s SATISFIABLE\nv ", Part: "0 "},
		"statuses":       {Part: "s SATISFIABLE\n"},
		"the letter s":   {Part: "s "},
		"a long word":    {Part: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) {
				_ = sat.ReadModels(strings.NewReader(text), "f", 1<<20, func([]bool) error { return nil })
			})
		})
	}
}
