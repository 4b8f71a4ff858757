package encode

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// The permutations of the cells of a magic board that take lines to lines. There are more than turns and mirrors: a
// pandiagonal board may be moved along its rows, and a plain square has those that exchange rows in pairs and columns alike.
// This applies to boards of sums. Colours of cells are refined until cells of one colour look alike, and then one cell is
// fixed (B. D. McKay, "Practical graph isomorphism", Congressus Numerantium 30, 1981). Package sat proves each map.

// lineMaps is the search for maps of cells. Its colours are hashes, in whose order it looks, so these are the same in
// each run.
type lineMaps struct {
	colour []uint64     // per cell at first: what it may have
	lines  []colourLine // whose cells are terms
	left   int          // how often colours may still be refined
}

type colourLine struct {
	cells []int
	kind  uint64 // of its sum
}

// maxRefined bounds the work. A board with few lines may have very many maps.
const maxRefined = 1 << 13

// maps returns maps of cells that generate all, after the identity. They are less if there is too much work.
func (m *magicDomains) maps() (maps [][]int) {
	x := &lineMaps{left: maxRefined}
	identity := make([]int, len(m.domains))
	for c, domain := range m.domains {
		identity[c] = c
		var values []uint64
		for _, k := range domain {
			values = append(values, uint64(k))
		}
		x.colour = append(x.colour, x.hash(values...))
	}
	maps = append(maps, identity)
	for i := range m.lines {
		l := &m.lines[i]
		if slices.ContainsFunc(l.Terms, func(t puzzle.Term) bool { return t.Minus }) {
			return maps
		}
		x.lines = append(x.lines, colourLine{l.Cells(), x.hash(uint64(l.Sum))})
	}
	return x.generate(maps)
}

func (x *lineMaps) hash(values ...uint64) uint64 {
	h := fnv.New64a()
	for _, v := range values {
		_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, v)) // a hash takes everything
	}
	return h.Sum64()
}

// generate adds maps: first those that fix all cells but the last ones, then those that fix fewer. A map is left out if those before
// take a cell where it does.
func (x *lineMaps) generate(maps [][]int) [][]int {
	var fixed [][]uint64 // the colours when so many cells are fixed
	colours := x.refine(x.colour)
	for c := range colours {
		fixed = append(fixed, colours)
		colours = x.refine(x.mark(colours, c))
	}
	for c := len(fixed) - 1; c >= 0; c-- {
		orbit := orbitOf(c, maps)
		for d := range fixed[c] {
			if fixed[c][d] != fixed[c][c] || slices.Contains(orbit, d) {
				continue
			}
			if image := x.match(x.mark(fixed[c], c), x.mark(fixed[c], d)); image != nil {
				maps = append(maps, image)
				orbit = orbitOf(c, maps)
			}
		}
	}
	return maps
}

// orbitOf returns the cells to which maps take a cell.
func orbitOf(c int, maps [][]int) []int {
	orbit := []int{c}
	for i := 0; i < len(orbit); i++ {
		for _, image := range maps {
			if d := image[orbit[i]]; !slices.Contains(orbit, d) {
				orbit = append(orbit, d)
			}
		}
	}
	return orbit
}

// mark gives a cell a colour of its own.
func (x *lineMaps) mark(colours []uint64, c int) []uint64 {
	colours = slices.Clone(colours)
	colours[c] = x.hash(colours[c], 1)
	return colours
}

// refine changes colours until they tell no more cells apart. A cell gets a colour of its lines, and a line one of its cells.
func (x *lineMaps) refine(colours []uint64) []uint64 {
	x.left--
	for count := distinct(colours); ; {
		seen := make([][]uint64, len(colours)) // per cell, its colour and those of its lines
		for c, colour := range colours {
			seen[c] = []uint64{colour}
		}
		for _, l := range x.lines {
			var on []uint64
			for _, c := range l.cells {
				on = append(on, colours[c])
			}
			slices.Sort(on)
			line := x.hash(append(on, l.kind)...)
			for _, c := range l.cells {
				seen[c] = append(seen[c], line)
			}
		}
		for c, colour := range seen {
			slices.Sort(colour[1:])
			seen[c] = []uint64{x.hash(colour...)}
		}
		colours = slices.Concat(seen...)
		if now := distinct(colours); now > count {
			count = now
			continue
		}
		return colours
	}
}

func distinct(colours []uint64) int {
	colours = slices.Clone(colours)
	slices.Sort(colours)
	return len(slices.Compact(colours))
}

// match returns a map of cells that takes the colours from to the colours to, or nil.
func (x *lineMaps) match(from, to []uint64) []int {
	if x.left <= 0 {
		return nil
	}
	from, to = x.refine(from), x.refine(to)
	order, images := byColour(from), byColour(to)
	for i, c := range order {
		if from[c] != to[images[i]] {
			return nil
		}
	}
	for i, c := range order[1:] {
		if from[c] != from[order[i]] {
			continue
		}
		for _, d := range images {
			if to[d] == from[c] {
				if image := x.match(x.mark(from, c), x.mark(to, d)); image != nil {
					return image
				}
			}
		}
		return nil
	}
	image := make([]int, len(order))
	for i, c := range order {
		image[c] = images[i]
	}
	return image
}

// byColour returns the cells in the order of their colours.
func byColour(colours []uint64) []int {
	cells := make([]int, len(colours))
	for c := range cells {
		cells[c] = c
	}
	base.SortStable(cells, func(c, d int) int { return cmp.Compare(colours[c], colours[d]) })
	return cells
}
