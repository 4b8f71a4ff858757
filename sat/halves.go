package sat

import (
	"math"
	"slices"
	"sync"

	"crosscut/meter"
)

// Halves returns a function that cuts a cube in two: the models in which some literals are true. It adds to the cube a
// variable of keep that has many short clauses for both of its values, and then its negation. It returns no parts if
// propagation finds that the cube has no model, and false if it leaves no variable of keep open. The result is the same
// on every machine, and takes time linear in f. Any goroutine can use it. f must not be changed any more.
func (f *CNF) Halves(keep []Lit) func(cube []Lit) (parts [][]Lit, open bool) {
	p, refuted, _ := propagatorOf(f, new(meter.Run)) // nobody ends this run
	var mu sync.Mutex
	return func(cube []Lit) ([][]Lit, bool) {
		mu.Lock()
		defer mu.Unlock()
		if refuted {
			return nil, true
		}
		defer p.back(0)
		if !p.enter(cube) || p.propagate() != none {
			return nil, true
		}
		l := p.shortest(keep)
		if l == 0 {
			return nil, false
		}
		cube = slices.Clip(cube)
		return [][]Lit{append(cube, l), append(cube, l.Not())}, true
	}
}

// shortest returns an open literal of keep, 0 if there is none. Both of its values have many short clauses.
func (p *propagator) shortest(keep []Lit) (best Lit) {
	weights := make([]float64, len(p.values))
	for at := ref(2); int(at) <= len(p.arena); at += ref(p.arena[at-1]) + 2 {
		clause := p.clause(at)
		open := p.openIn(clause, len(clause)+1) // none where a literal is true
		for _, l := range clause {
			if open > 0 && p.values[l] == 0 {
				weights[l] += math.Ldexp(1, -open)
			}
		}
	}
	most := -1.0
	for _, l := range keep {
		c := codeOf(l)
		if score := (1 + weights[c]) * (1 + weights[c.not()]); p.values[c] == 0 && score > most {
			best, most = l, score
		}
	}
	return best
}
