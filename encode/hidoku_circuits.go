package encode

// A Hidoku without clues between its ends, as a formula without numbers. The families of clauses are those of
// hidoku_path.go and
//
//	first   one cell has the first number
//	last    one cell has the last number
//	ends    no cell has both, which is redundant; on a closed path these cells follow each other
//
// A model may have circuits beside the path. Each gets a clause that forbids it, and the search goes on: see
// missing. So the formula alone has more models than the puzzle has solutions. It has few variables, and
// large boards are found in a fraction of the time that numbers take. Source: G. Dantzig, R. Fulkerson and S. Johnson,
// "Solution of a large-scale traveling-salesman problem", Operations Research 2 (1954).

import (
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// onlyEndsDecide reports whether the numbers between the ends all fit the same cells, and are in no order. No cell may have
// more than maxSides sides.
func onlyEndsDecide(p *puzzle.Hidoku) bool {
	n := p.Board().Len()
	if n < 3 || p.Ascending() != nil {
		return false
	}
	for c := range n {
		if k := c + 1; k > 1 && k < n && p.FitsLike(k) != p.FitsLike(2) || len(p.Neighbours(c)) > maxSides-2 {
			return false
		}
	}
	return true
}

// writeHidokuCircuits returns p as a formula without numbers.
func writeHidokuCircuits(run *meter.Run, p *puzzle.Hidoku) (*Formula, error) {
	f := newHidokuPath(run, p)
	keep := f.makeEdges(p.MayFollow)
	for c := range f.size {
		for _, end := range []struct {
			k  int
			on []sat.Lit
		}{{1, f.first}, {f.size, f.last}} {
			if p.Fits(c, end.k) {
				end.on[c] = f.NewVar()
				keep = append(keep, end.on[c])
			}
		}
	}
	for _, write := range []func() error{f.degrees, f.links, f.ends} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: f.CNF, Keep: keep, Decode: f.decode, literals: f.literals, missing: f.missing, symmetries: f.symmetries, families: f.Families}, nil
}

func (f *hidokuPath) ends() error {
	for _, end := range []struct {
		name string
		on   []sat.Lit
	}{{"first", f.first}, {"last", f.last}} {
		f.Begin(end.name)
		some := slices.DeleteFunc(slices.Clone(end.on), func(l sat.Lit) bool { return l == 0 })
		if err := f.SayExactlyOne(some, write.ByNumber); err != nil {
			return err
		}
	}
	f.Begin("ends")
	for c, first := range f.first {
		if first == 0 {
			continue
		}
		if last := f.last[c]; last != 0 {
			f.Add(first.Not(), last.Not())
		}
		if !f.closed {
			continue
		}
		beside := []sat.Lit{first.Not()}
		for _, e := range f.near[c] {
			if last := f.last[e.other]; last != 0 {
				beside = append(beside, last)
				f.Add(first.Not(), last.Not(), e.lit)
			}
		}
		f.Add(beside...)
	}
	return f.Check()
}

// walk returns the cells that follow each other from a cell on, and marks them as met. Its first step goes not to the cell not.
func (f *hidokuPath) walk(values []bool, from, not int, met []bool) []int {
	cells := []int{from}
	for met[from] = true; ; met[from] = true {
		next := slices.IndexFunc(f.near[from], func(e edge) bool { return values[e.lit] && !met[e.other] && e.other != not })
		if next < 0 {
			return cells
		}
		from, not = f.near[from][next].other, -1
		cells = append(cells, from)
	}
}

// path returns the cells of the path from its first cell on, and marks them as met. It returns none if there is no first one.
func (f *hidokuPath) path(values []bool, met []bool) []int {
	isTrue := func(l sat.Lit) bool { return l != 0 && values[l] }
	first, not := slices.IndexFunc(f.first, isTrue), -1
	if first < 0 {
		return nil
	}
	if f.closed {
		not = slices.IndexFunc(f.last, isTrue)
	}
	return f.walk(values, first, not, met)
}

// decode returns the numbers along the path, or nil if it does not have all cells.
func (f *hidokuPath) decode(values []bool) puzzle.Solution {
	if len(values) <= f.Vars() {
		return nil
	}
	path := f.path(values, make([]bool, f.size))
	if len(path) < f.size {
		return nil
	}
	s := make(puzzle.Solution, f.size)
	for i, c := range path {
		s[c] = i + 1
	}
	return s
}

// literals returns the edges along the numbers of a solution, and its ends.
func (f *hidokuPath) literals(s puzzle.Solution) (lits []sat.Lit) {
	path := make([]int, f.size)
	for c, k := range s {
		path[k-1] = c
	}
	for i, c := range path[1:] {
		lits = append(lits, f.between(path[i], c)...)
	}
	first, last := path[0], path[f.size-1]
	if f.closed {
		lits = append(lits, f.between(last, first)...)
	}
	for _, end := range [...]sat.Lit{f.first[first], f.last[last]} {
		if end != 0 {
			lits = append(lits, end)
		}
	}
	return lits
}

// missing returns the clauses against the circuits that a model has beside the path. On empty boards of 25×25, the clause that
// some edge leads out of a circuit took 10 times as long with king's moves, more than 38 with hexagons, and 0.6 with rook's moves.
func (f *hidokuPath) missing(values []bool) (clauses [][]sat.Lit) {
	met := make([]bool, f.size)
	f.path(values, met)
	for c := range f.size {
		if met[c] {
			continue
		}
		clauses = append(clauses, f.against(f.walk(values, c, -1, met)))
	}
	return clauses
}

// against returns the clause that not all edges of a circuit are on the path.
func (f *hidokuPath) against(circuit []int) (clause []sat.Lit) {
	for i, c := range circuit {
		for _, l := range f.between(c, circuit[(i+1)%len(circuit)]) {
			clause = append(clause, l.Not())
		}
	}
	return clause
}

// symmetries returns the symmetries of the board, with and without the ends exchanged.
func (f *hidokuPath) symmetries() *sat.Symmetries {
	var s sat.Symmetries
	for _, image := range cellMaps(f.p) {
		for _, ends := range [...][2][]sat.Lit{{f.first, f.last}, {f.last, f.first}} {
			by := make([]sat.Lit, f.Vars()+1)
			for c, near := range f.near {
				for _, e := range near {
					for _, l := range f.between(image[c], image[e.other]) {
						by[e.lit] = l
					}
				}
				by[f.first[c]], by[f.last[c]] = ends[0][image[c]], ends[1][image[c]]
			}
			s.Maps = append(s.Maps, by)
		}
	}
	return &s
}
