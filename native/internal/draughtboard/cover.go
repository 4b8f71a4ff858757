package draughtboard

import (
	"math"
	"math/bits"
)

// coverSearch is the search that knows every placement. A state is the set of live
// placements: those that use no covered cell and no kind that is used up. It is a
// bitset. Each item, a cell or a kind of stone, has the bitset of the placements that
// cover it. So a popcount counts the alternatives of an item, and laying a stone is an
// and-not for each of its items. Taking it back costs nothing, since every depth has
// its own live set.
//
// It applies where the bitsets fit into maxCoverWords. On boards of any size the number
// of nodes bounds it.
//
// A filling covers each cell exactly once and has as many stones of a kind as it needs. A
// kind is an open item as long as it needs stones. So a state is dead when a cell has no
// live placement or a kind fewer than it needs. Branching on any one item meets all
// fillings of a state:
//
//   - A cell: its placements are alternatives, no two in one filling.
//   - A kind that needs m copies: alternative i lays live placement i and excludes the
//     live placements before it. Each filling belongs to the first of its placements. There
//     are m of them or more, so only the first count−m+1 can be first.
type coverSearch struct {
	*colouring
	places *placements
	cells  int32 // items below are cells, the others kinds

	// The open items, a sparse set. open[:size] are the items that still need
	// placements, and at[i] is the index of item i in open. Those closed last are
	// nearest to size, so that raising size opens them again.
	open, at []int32
	size     int

	// The states near the root, above the subtrees: see subtrees.go.
	subtreePart float64 // a state with that share or less is a subtree
	inSubtree   bool    // the state is in a subtree
	cut         cutFunc // takes the subtrees, which are not searched then; or nil

	words int
	spans []maskSpan // per item
	masks []uint64
	live  []uint64 // the live placements at each depth; each set has as many words as the field words says

	sweep *sweepSearch // takes over states in which nothing is forced; nil if there is none
}

// maskSpan is where the mask of an item lies. Its placements are in count words of the
// bitset, from word from on, and the mask of those words is masks[off:].
type maskSpan struct{ from, count, off int32 }

// newCoverSearch returns the search at the empty board, or nil when it would take more
// memory than [maxCoverWords] allows. It passes states on to sweep, unless that is nil.
func newCoverSearch(s *colouring, places *placements, sweep *sweepSearch) *coverSearch {
	cells := s.board.Len()
	items := cells + len(s.kinds)
	v := &coverSearch{
		colouring: s, places: places, cells: int32(cells),
		open: make([]int32, items), at: make([]int32, items), size: items,
		words: (len(places.kind) + 63) / 64, spans: make([]maskSpan, items), sweep: sweep,
	}
	for i := range v.open {
		v.open[i], v.at[i] = int32(i), int32(i)
	}
	for k, need := range s.need {
		if need == 0 {
			v.close(v.cells + int32(k))
		}
	}
	if !v.makeMasks() {
		return nil
	}
	for o := range places.kind {
		v.live[o/64] |= 1 << (o % 64)
	}
	return v
}

// makeMasks makes the masks of all items, and room for the live sets. It reports whether they fit into the
// memory.
func (v *coverSearch) makeMasks() bool {
	for o, k := range v.places.kind {
		for _, c := range v.places.of(int32(o)) {
			v.span(c, int32(o/64))
		}
		v.span(v.cells+k, int32(o/64))
	}
	total := 0
	for i := range v.spans {
		v.spans[i].off = int32(total)
		total += int(v.spans[i].count)
		if total > maxCoverWords {
			return false
		}
	}
	if (v.most+1)*v.words > maxCoverWords {
		return false
	}
	v.masks = make([]uint64, total)
	for o, k := range v.places.kind {
		for _, c := range v.places.of(int32(o)) {
			v.set(c, o)
		}
		v.set(v.cells+k, o)
	}
	v.live = make([]uint64, (v.most+1)*v.words)
	return true
}

// span extends the words of item i up to word. Words come in ascending order.
func (v *coverSearch) span(i, word int32) {
	s := &v.spans[i]
	if s.count == 0 {
		s.from = word
	}
	s.count = word - s.from + 1
}

func (v *coverSearch) set(i int32, b int) {
	s := &v.spans[i]
	v.masks[s.off+int32(b/64)-s.from] |= 1 << (b % 64)
}

// mask returns the mask of item i and the word of the bitset it begins at.
func (v *coverSearch) mask(i int32) (mask []uint64, from int32) {
	s := &v.spans[i]
	return v.masks[s.off:][:s.count], s.from
}

// countUpTo returns how many placements of live cover item i. If they are limit or
// more, it may return any number from limit on.
func (v *coverSearch) countUpTo(live []uint64, i int32, limit int) int {
	mask, from := v.mask(i)
	live = live[from:][:len(mask)]
	count := 0
	for len(mask) >= 4 && len(live) >= 4 { // a wrongly predicted branch costs more than four words do
		count += bits.OnesCount64(mask[0]&live[0]) + bits.OnesCount64(mask[1]&live[1]) +
			bits.OnesCount64(mask[2]&live[2]) + bits.OnesCount64(mask[3]&live[3])
		if count >= limit {
			return count
		}
		mask, live = mask[4:], live[4:]
	}
	for w, m := range mask {
		count += bits.OnesCount64(m & live[w])
	}
	return count
}

// strike takes the placements that cover item i out of live.
func (v *coverSearch) strike(live []uint64, i int32) {
	mask, from := v.mask(i)
	live = live[from:][:len(mask)]
	for w, m := range mask {
		live[w] &^= m
	}
}

// choose returns the open item with fewest alternatives, and their number. The number
// is 0 when the state is dead.
func (v *coverSearch) choose(live []uint64) (item int32, branches int) {
	branches = math.MaxInt
	for at, i := range v.open[:v.size] {
		spare := 0 // how many live placements are not alternatives: for a kind, one less than the copies that it needs
		if i >= v.cells {
			spare = int(v.need[i-v.cells]) - 1
		}
		n := v.countUpTo(live, i, min(branches, math.MaxInt-spare)+spare) - spare
		if n >= branches {
			continue
		}
		if n > 1 && i >= v.cells && v.slack[i-v.cells] > 0 && v.sweep != nil {
			continue // the sweep does not know which placements are excluded, and could lay them as further stones of the kind
		}
		item, branches = i, max(n, 0)
		if branches <= 1 {
			v.swap(int32(at), 0) // an item with few alternatives here has few nearby: ask it first
			break
		}
	}
	return item, branches
}

func (v *coverSearch) swap(a, b int32) {
	i, j := v.open[a], v.open[b]
	v.open[a], v.open[b] = j, i
	v.at[i], v.at[j] = b, a
}

// close takes item i out of the open ones.
func (v *coverSearch) close(i int32) {
	v.size--
	v.swap(v.at[i], int32(v.size))
}
