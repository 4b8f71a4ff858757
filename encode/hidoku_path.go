package encode

// The path of a Hidoku without its numbers: a variable, an edge, for each two cells that may follow each other. A cell
// has two sides, and the path goes on by each, or has an end there. So two sides of a cell are used:
// two edges, or an edge and an end. The families of clauses are
//
//	degree  exactly two sides of each cell are used
//	link    two cells that must follow each other do
//
// A cell with more than maxSides ways to use a side has no clauses for at most two.
//
// Numbers show what is one path: see hidoku_cnf.go. Where there are none, circuits beside the path are forbidden when
// a model has them: see hidoku_circuits.go.

import (
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// maxSides bounds the clauses for at most two sides: those of a cell are the triples.
const maxSides = 10

// hidokuPath is the path of a Hidoku that is being written.
type hidokuPath struct {
	*write.Formula
	p           *puzzle.Hidoku
	size        int       // the number of cells
	closed      bool      // the path has no ends; one of two cells always has
	near        [][]edge  // by cell: the cells that may follow it or come before it
	first, last []sat.Lit // by cell: it has the first or the last number; 0 where that cannot be
}

// edge is a variable for two cells that follow each other. One of them has it in its list.
type edge struct {
	other int
	lit   sat.Lit
}

func newHidokuPath(run *meter.Run, p *puzzle.Hidoku) *hidokuPath {
	n := p.Board().Len()
	return &hidokuPath{
		Formula: write.NewFormula(run), p: p, size: n, closed: p.Closed() && n != 2,
		near: make([][]edge, n), first: make([]sat.Lit, n), last: make([]sat.Lit, n),
	}
}

// makeEdges makes the variables of edges between cells for which may holds, and returns them.
func (f *hidokuPath) makeEdges(may func(c, d int) bool) (edges []sat.Lit) {
	var names [][2]int
	for c, d := range f.p.Pairs() {
		if may(c, d) {
			l := f.NewVar()
			f.near[c], f.near[d] = append(f.near[c], edge{d, l}), append(f.near[d], edge{c, l})
			edges, names = append(edges, l), append(names, [2]int{c, d})
		}
	}
	if edges != nil {
		b := f.p.Board()
		f.NameVars(edges[0], len(edges), func(i int) string { return b.Name(names[i][0]) + "-" + b.Name(names[i][1]) })
	}
	return edges
}

// between returns the edge of two cells, and no literal if they have none.
func (f *hidokuPath) between(c, d int) (edges []sat.Lit) {
	for _, e := range f.near[c] {
		if e.other == d {
			edges = append(edges, e.lit)
		}
	}
	return edges
}

// sides returns the literals of which two are true for a cell.
func (f *hidokuPath) sides(c int) (sides []sat.Lit) {
	for _, e := range f.near[c] {
		sides = append(sides, e.lit)
	}
	for _, end := range [...]sat.Lit{f.first[c], f.last[c]} {
		if end != 0 && !f.closed {
			sides = append(sides, end)
		}
	}
	return sides
}

func (f *hidokuPath) degrees() error {
	f.Begin("degree")
	for c := range f.size {
		sides := f.sides(c)
		for i, l := range sides {
			f.Add(slices.Concat(sides[:i], sides[i+1:])...)
			for j, m := range sides[:i] {
				for _, k := range sides[:j] {
					if len(sides) <= maxSides {
						f.Add(k.Not(), m.Not(), l.Not())
					}
				}
			}
		}
		if len(sides) == 0 {
			f.Add()
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

func (f *hidokuPath) links() error {
	f.Begin("link")
	for c, d := range f.p.Pairs() {
		if f.p.MustFollow(c, d) {
			f.Add(f.between(c, d)...)
		}
	}
	return f.Check()
}
