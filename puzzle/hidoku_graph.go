package puzzle

import "slices"

// The graph of a Hidoku: which cells touch.

func (p *Hidoku) makeGraph() error {
	if p.rules.Torus && p.rules.Moves == Hex && p.board.Height()%2 == 1 {
		return &RuleError{"torus", -1, "hexagons on a torus need an even number of rows"}
	}
	p.isLattice = p.rules.Moves.onLattice() && !p.rules.Torus && p.rules.Walls == nil && p.rules.Bridges == nil
	p.neighbours = make([][]int, p.board.Len())
	steps := p.rules.Moves.steps()
	all := make([]int, 0, len(steps[0])*p.board.Len()) // the neighbours of all cells, cell by cell
	for c := range p.neighbours {
		row, col := p.board.Pos(c)
		from := len(all)
		for _, step := range steps[row%2] {
			if d := p.cellAt(row+step[0], col+step[1]); d >= 0 && d != c {
				all = append(all, d)
			}
		}
		if !p.isLattice { // on a small torus two steps may lead to one cell
			slices.Sort(all[from:])
			all = all[:from+len(slices.Compact(all[from:]))]
		}
		if len(all) > from {
			p.neighbours[c] = slices.Clip(all[from:])
		}
	}
	if err := p.build(); err != nil {
		return err
	}
	p.chequered = p.isChequered()
	return nil
}

// cellAt returns the cell at row and col, or -1. On a torus, places outside the board are on it
// too.
func (p *Hidoku) cellAt(row, col int) int {
	if p.rules.Torus {
		high, wide := p.board.Height(), p.board.Width()
		row, col = (row%high+high)%high, (col%wide+wide)%wide
	}
	return p.board.Cell(row, col)
}

// build takes the walls out of the graph, and puts the bridges into it.
func (p *Hidoku) build() error {
	for i, pair := range p.rules.Walls {
		if !slices.Contains(p.neighbours[pair[0]], pair[1]) {
			return &RuleError{"walls", i, p.pairName(pair[0], pair[1]) + " do not touch anyway"}
		}
	}
	for i, pair := range p.rules.Bridges {
		if slices.Contains(p.neighbours[pair[0]], pair[1]) {
			return &RuleError{"bridges", i, p.pairName(pair[0], pair[1]) + " touch anyway"}
		}
	}
	for _, pair := range p.rules.Walls {
		for i, c := range pair {
			p.neighbours[c] = slices.DeleteFunc(slices.Clone(p.neighbours[c]), func(d int) bool { return d == pair[1-i] })
		}
	}
	bridged := make(map[int]bool)
	for _, pair := range p.rules.Bridges {
		for i, c := range pair {
			if !bridged[c] { // the first has no room behind it: see makeGraph
				p.neighbours[c], bridged[c] = slices.Clip(p.neighbours[c]), true
			}
			p.neighbours[c] = append(p.neighbours[c], pair[1-i])
		}
	}
	for c := range bridged {
		slices.Sort(p.neighbours[c])
	}
	return nil
}

// isChequered reports whether each step changes the colour of the chessboard. On a plain
// board only rook moves count. A board of one row has such steps with king moves too, but
// there is nothing to gain.
func (p *Hidoku) isChequered() bool {
	if p.isLattice {
		return p.rules.Moves == Rook
	}
	colour := func(c int) int {
		row, col := p.board.Pos(c)
		return (row + col) % 2
	}
	for c, near := range p.neighbours {
		if slices.ContainsFunc(near, func(d int) bool { return colour(c) == colour(d) }) {
			return false
		}
	}
	return true
}

// keepsGraph reports whether the map takes the graph and all rules to themselves.
func (p *Hidoku) keepsGraph(image []int) bool {
	graphs := [][][]int{p.bound}
	if !p.isLattice {
		graphs = append(graphs, p.neighbours)
	}
	if !p.AnyPath() {
		graphs = append(graphs, p.steps)
	}
	for _, cells := range graphs {
		for c, near := range cells {
			to := cells[image[c]]
			if len(to) != len(near) || slices.ContainsFunc(near, func(d int) bool { return !slices.Contains(to, image[d]) }) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(p.rules.Order, func(c int) bool { return image[c] != c })
}
