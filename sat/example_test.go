package sat_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/sat"
)

func TestMain(m *testing.M) { os.Exit(puzzletest.Main(m, os.Stderr)) }

// Three pigeons do not fit into two holes. The proof is for other programs to check.
func ExampleRefute() {
	var f sat.CNF
	holes := [2][]sat.Lit{}
	for range 3 {
		places := f.NewVars(2)
		f.Add(places...)
		for h := range holes {
			holes[h] = append(holes[h], places[h])
		}
	}
	for _, pigeons := range holes {
		f.AtMostOne(pigeons)
	}
	err := sat.Refute(context.Background(), &f, sat.Refutation{}, nil, os.Stdout)
	fmt.Println(err)
	f = sat.CNF{}
	f.Add(f.NewVar())
	err = sat.Refute(context.Background(), &f, sat.Refutation{}, nil, os.Stdout)
	fmt.Println(errors.Is(err, sat.ErrSatisfiable))
	// Output:
	// -2 0
	// 0
	// <nil>
	// true
}

// The Petersen graph has 120 colourings with three colours, so that neighbours differ.
func ExampleModels() {
	var f sat.CNF
	var keep []sat.Lit
	var colours [10][]sat.Lit
	for v := range colours {
		colours[v] = f.NewVars(3)
		f.ExactlyOne(colours[v])
		keep = append(keep, colours[v]...)
	}
	for v := range 5 { // a pentagon, a pentagram inside, and a spoke
		for _, edge := range [][2]int{{v, (v + 1) % 5}, {5 + v, 5 + (v+2)%5}, {v, 5 + v}} {
			for c := range 3 {
				f.Add(colours[edge[0]][c].Not(), colours[edge[1]][c].Not())
			}
		}
	}
	n := 0
	err := sat.Models(context.Background(), &f, keep, nil, func(values []bool) bool {
		if first := colours[0][0]; values[first] { // the first vertex has the first colour
			n++
		}
		return true // go on
	})
	fmt.Println(n*3, err)
	// Output:
	// 120 <nil>
}

func ExampleModelsInCubes() {
	var f sat.CNF
	cell := f.NewVars(3) // the cell has the value 1, 2 or 3
	f.ExactlyOne(cell)
	f.Add(cell[1].Not())
	err := sat.ModelsInCubes(context.Background(), &f, cell, sat.Cutting{}, nil, func(values []bool) bool {
		for k, l := range cell {
			if values[l] {
				fmt.Println("value", k+1)
			}
		}
		return true
	})
	fmt.Println(err)
	// Unordered output:
	// value 1
	// value 3
	// <nil>
}

func ExampleCNF_AtMostOne() {
	for _, n := range []int{6, 7, 100} {
		var f sat.CNF
		f.AtMostOne(f.NewVars(n))
		fmt.Println(f.Vars(), f.Clauses())
	}
	// Output:
	// 6 15
	// 13 18
	// 199 297
}

func ExampleCNF_ExactlyOne() {
	var f sat.CNF
	f.ExactlyOne(f.NewVars(3))
	for clause := range f.All() {
		fmt.Println(clause)
	}
	// Output:
	// [1 2 3]
	// [-1 -2]
	// [-1 -3]
	// [-2 -3]
}

func ExampleCNF_WriteDIMACS() {
	var f sat.CNF
	first, second := f.NewVar(), f.NewVar()
	f.Name(first, "number 1 on r1c1")
	f.Name(second, "number 1 on r1c2")
	f.ExactlyOne([]sat.Lit{first, second})
	if err := f.WriteDIMACS(os.Stdout, nil, "where is the 1?"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c where is the 1?
	// c v 1 = number 1 on r1c1
	// c v 2 = number 1 on r1c2
	// p cnf 2 2
	// 1 2 0
	// -1 -2 0
}

func ExampleReadModels() {
	answer := "c from another solver\ns SATISFIABLE\nv 1 -2 0\n"
	err := sat.ReadModels(strings.NewReader(answer), "answer", 2, func(values []bool) error {
		fmt.Println(values[1:])
		return nil
	})
	fmt.Println(err)
	// Output:
	// [true false]
	// <nil>
}

// A graph is coloured while it grows: each edge asks whether two colours still do.
func ExampleSolver() {
	s := new(sat.Solver)
	colour := []sat.Lit{s.NewVar(), s.NewVar(), s.NewVar()} // of three vertices: true is red
	for _, edge := range [][2]int{{0, 1}, {1, 2}, {2, 0}} {
		a, b := colour[edge[0]], colour[edge[1]]
		s.Add(a, b)
		s.Add(a.Not(), b.Not())
		found, err := s.Solve(context.Background(), nil, colour[0])
		fmt.Println(edge, found, s.Value(colour[1]), s.Core(), err)
	}
	// Output:
	// [0 1] true false [] <nil>
	// [1 2] true false [] <nil>
	// [2 0] false false [1] <nil>
}
