package plan

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// The symmetries of a root are the permutations of its cells that take each line to one with the same sum.
// They leave each known cell where it is. The image of a filling under a symmetry is a filling.
// Mirrored symmetries take each number v to most − v besides: known cells to cells with these numbers, and
// lines to lines with the sums that come of it.

// permutation has for each cell the cell that it goes to.
type permutation []int32

// symmetries returns the chain of stabilisers of the unknown cells: first those of base, then all others.
// The error is that of a search that is to end.
//
// Level i has the symmetries that keep the first i cells. They are found from the last level to the first:
// one for each cell that base[i] can go to, and to which those found before do not take it.
func (root *Root) symmetries(base []int32) (*chain, error) {
	ch := &chain{base: slices.Clone(base), cells: len(root.value)}
	for c, v := range root.value {
		if v < 0 && !slices.Contains(base, int32(c)) {
			ch.base = append(ch.base, int32(c))
		}
	}
	colours := root.colours()
	before := make([]cellColours, len(ch.base))
	for i, b := range ch.base {
		root.refine(&colours, false)
		before[i] = colours
		colours[b] = mix(uint64(i), 0)
	}
	ch.orbits, ch.moves = make([][]int32, len(ch.base)), make([][]permutation, len(ch.base))
	for i := len(ch.base) - 1; i >= 0; i-- {
		if err := ch.addLevel(root, i, &before[i]); err != nil {
			return nil, err
		}
	}
	return ch, nil
}

// chain is a chain of stabilisers, and says how fillings are chosen that stand for their images.
//
// The numbers of a filling differ. Look at all cells to which some symmetry takes the first cell of base.
// Exactly one of them has the least number, and some image of the filling has it on the first cell. There
// remain the symmetries that keep this cell. For them the same is true of the second cell, and so on
// (Puget, "Breaking symmetries in all different problems", IJCAI 2005). So exactly one image has on each
// cell of base the least number of the orbit of the cell at its level.
type chain struct {
	cells  int
	base   []int32
	orbits [][]int32       // per level, where its symmetries take the cell of base; that cell is the first
	moves  [][]permutation // per level and cell of the orbit, a symmetry that takes the cell of base there
	found  []permutation   // generate the levels added so far
}

// addLevel finds the symmetries of a level that the levels after it do not have, and the orbit of its cell.
func (ch *chain) addLevel(root *Root, level int, before *cellColours) error {
	b := ch.base[level]
	orbit, _ := ch.orbit(b)
	var none uint64 // cells to which b does not go
	for c := range int32(ch.cells) {
		if !classes.On() || before[c] != before[b] || slices.Contains(orbit, c) || none>>c&1 != 0 {
			continue
		}
		from, to := *before, *before
		from[b], to[c] = mix(uint64(level), 0), mix(uint64(level), 0)
		image, err := root.match(&from, &to, false)
		if err != nil {
			return err
		}
		if image == nil {
			others, _ := ch.orbit(c)
			for _, d := range others {
				none |= 1 << d
			}
			continue
		}
		ch.found = append(ch.found, image)
		orbit, _ = ch.orbit(b)
	}
	ch.orbits[level], ch.moves[level] = ch.orbit(b)
	return nil
}

// orbit returns where the symmetries found so far take a cell, the cell first, and a symmetry that takes it
// there.
func (ch *chain) orbit(c int32) (orbit []int32, moves []permutation) {
	identity := make(permutation, ch.cells)
	for d := range identity {
		identity[d] = int32(d)
	}
	orbit, moves = []int32{c}, []permutation{identity}
	for i := 0; i < len(orbit); i++ {
		for _, image := range ch.found {
			if d := image[orbit[i]]; !slices.Contains(orbit, d) {
				orbit, moves = append(orbit, d), append(moves, moves[i].then(image))
			}
		}
	}
	return orbit, moves
}

// then returns the permutation that is first move and then next.
func (move permutation) then(next permutation) permutation {
	both := make(permutation, len(move))
	for c, d := range move {
		both[c] = next[d]
	}
	return both
}

// comparisons returns how the cells of the first levels compare in the fillings that stand for their
// images, and for how many each stands. Then no symmetry is left except those of later levels.
func (ch *chain) comparisons(levels int) (all []comparison, each *big.Int) {
	each = big.NewInt(1)
	for i, orbit := range ch.orbits[:levels] {
		each.Mul(each, big.NewInt(int64(len(orbit))))
		for _, c := range orbit[1:] {
			all = append(all, comparison{less: ch.base[i], more: c})
		}
	}
	return all, each
}

// mirror returns how cells of the first levels compare in the fillings that stand for their mirror images
// too, where mirrored is a mirrored symmetry. It returns nil if there is none, or only one cell.
//
// Look at an orbit of all symmetries that mirrored takes to itself. Say v is its least number in a filling, and
// w its greatest one. In the mirror image these are most − w and most − v. So one of the two has
// v + w ≤ most, and both have it if v + w = most: then each stands for itself.
func (ch *chain) mirror(levels int, mirrored permutation) (all []comparison) {
	if mirrored == nil || ch.cells == 1 {
		return nil
	}
	for i, own := range ch.orbits[:levels] {
		orbit, _ := ch.orbit(ch.base[i])
		kept := func(c int32) bool { return slices.Contains(orbit, mirrored[c]) }
		if len(orbit) > len(own) || all != nil && len(all) <= len(own) || !kept(ch.base[i]) {
			continue
		}
		all = nil
		for _, c := range own {
			all = append(all, comparison{less: ch.base[i], more: c, most: int32(ch.cells - 1)})
		}
	}
	return all
}

// cellColours are equal for cells that a symmetry might exchange.
type cellColours [64]uint64

// colours returns the colours of cells of which only the numbers are known.
func (root *Root) colours() (colours cellColours) {
	for c, v := range root.value {
		colours[c] = mix(uint64(v+1), 1)
	}
	return colours
}

// refine gives cells different colours that have other lines or other cells in their lines, until no more
// cells differ. Lines have the colours of their mirrored sums if mirrored.
func (root *Root) refine(colours *cellColours, mirrored bool) {
	for before := 0; ; {
		next := *colours
		for i := range root.e.lines {
			line := &root.e.lines[i]
			sum := line.sum
			if mirrored {
				sum = root.mirror(line)
			}
			at := mix(uint64(sum), 2)
			for set := line.cells; set != 0; set &= set - 1 {
				at += mix(colours[bits.TrailingZeros64(set)], 3)
			}
			for set := line.cells; set != 0; set &= set - 1 {
				next[bits.TrailingZeros64(set)] += mix(at, 4)
			}
		}
		*colours = next
		sorted := next
		different := len(slices.Compact(sorted.sorted(len(root.value))))
		if different == before {
			return
		}
		before = different
	}
}

// mirror returns the sum of a line when each number is taken to its mirror image.
func (root *Root) mirror(line *equation) int64 {
	return int64(bits.OnesCount64(line.cells))*int64(root.most()) - line.sum
}

// most is the greatest number.
func (root *Root) most() int32 { return int32(len(root.value) - 1) }

// sorted sorts the colours of n cells.
func (colours *cellColours) sorted(n int) []uint64 {
	slices.Sort(colours[:n])
	return colours[:n]
}

// mix returns a number that looks random, different for each kind.
func mix(x, kind uint64) uint64 {
	var random rand.PCG
	random.Seed(x, kind)
	return random.Uint64()
}

// match returns a symmetry that takes each cell to one whose colour in to is that of the cell in from. It is
// nil if there is none. Colours that are equal by chance only cost time.
func (root *Root) match(from, to *cellColours, mirrored bool) (permutation, error) {
	if err := root.r.Err(); err != nil {
		return nil, err
	}
	n := len(root.value)
	root.refine(from, mirrored)
	root.refine(to, false)
	a, b := *from, *to
	if !slices.Equal(a.sorted(n), b.sorted(n)) {
		return nil, nil
	}
	colour, ok := smallestClass(a[:n])
	if !ok {
		image := make(permutation, n)
		for c := range image {
			image[c] = int32(slices.Index(to[:n], from[c]))
		}
		return root.verified(image, mirrored), nil
	}
	c := slices.Index(from[:n], colour)
	for d := range n {
		if to[d] != colour {
			continue
		}
		from, to := *from, *to
		from[c], to[d] = mix(colour, 5), mix(colour, 5)
		if image, err := root.match(&from, &to, mirrored); image != nil || err != nil {
			return image, err
		}
	}
	return nil, nil
}

// smallestClass returns the colour of fewest cells, but at least two. There is none if all colours differ.
func smallestClass(sorted []uint64) (colour uint64, ok bool) {
	fewest := len(sorted) + 1
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		if j-i > 1 && j-i < fewest {
			colour, fewest = sorted[i], j-i
		}
		i = j
	}
	return colour, fewest <= len(sorted)
}

// verified returns the image if it is a symmetry, else nil.
func (root *Root) verified(image permutation, mirrored bool) permutation {
	asked := make(map[puzzleLine]bool)
	for i := range root.e.lines {
		asked[puzzleLine{root.e.lines[i].cells, root.e.lines[i].sum}] = true
	}
	for i := range root.e.lines {
		line := &root.e.lines[i]
		to := puzzleLine{sum: line.sum}
		if mirrored {
			to.sum = root.mirror(line)
		}
		for set := line.cells; set != 0; set &= set - 1 {
			to.cells |= 1 << image[bits.TrailingZeros64(set)]
		}
		if !asked[to] {
			return nil
		}
	}
	return image
}

type puzzleLine struct {
	cells uint64
	sum   int64
}

// mirrored returns a mirrored symmetry, nil if there is none.
func (root *Root) mirrored() (permutation, error) {
	if !complementing.On() {
		return nil, nil
	}
	from, to := root.colours(), root.colours()
	for c, v := range root.value {
		if v >= 0 {
			from[c] = mix(uint64(root.most()-v+1), 1)
		}
	}
	return root.match(&from, &to, true)
}

// images calls yield with a filling and its images under the symmetries of a level, until that returns an
// error. They are in memory, which is that of roomForImages.
func (ch *chain) images(level int, filling, memory []int32, yield func([]int32) error) error {
	for level < len(ch.orbits) && len(ch.orbits[level]) == 1 {
		level++
	}
	if level == len(ch.orbits) {
		return yield(filling)
	}
	image, memory := memory[:len(filling)], memory[len(filling):]
	for _, move := range ch.moves[level] {
		for c, d := range move {
			image[c] = filling[d]
		}
		if err := ch.images(level+1, image, memory, yield); err != nil {
			return err
		}
	}
	return nil
}

func (ch *chain) roomForImages() []int32 { return make([]int32, ch.cells*len(ch.orbits)) }

// mirrorImage makes to the mirror image of a filling.
func (mirrored permutation) mirrorImage(to, filling []int32) {
	for c, d := range mirrored {
		to[d] = int32(len(filling)-1) - filling[c]
	}
}
