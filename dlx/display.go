package dlx

import (
	"math/bits"
	"slices"
)

// display puts the chosen options of a cover in order. Covers that follow each
// other mostly differ in a few options only, so it keeps the last one as a set.
type display struct {
	set   []uint64 // of what is in shown; nil where sorting is faster
	shown []int32
	kept  int // how many options of shown, from the first, are chosen still
	cover []int
}

// newDisplay is for covers of at most so many of the given number of options.
func newDisplay(most, options int) display {
	most = min(most, options)
	d := display{shown: make([]int32, 0, most), cover: make([]int, 0, most)}
	if options <= 64*64 {
		d.set = make([]uint64, (options+63)/64)
	}
	return d
}

// drop says that only the first n chosen options are the same as before.
func (d *display) drop(n int) { d.kept = min(d.kept, n) }

// show returns the chosen options in ascending order.
func (d *display) show(taken []int32) []int {
	d.cover = d.cover[:0]
	if d.set == nil {
		for _, o := range taken {
			d.cover = append(d.cover, int(o))
		}
		slices.Sort(d.cover)
		return d.cover
	}
	for _, o := range d.shown[d.kept:] {
		d.set[o>>6] ^= 1 << (o & 63)
	}
	for _, o := range taken[d.kept:] {
		d.set[o>>6] ^= 1 << (o & 63)
	}
	d.shown = append(d.shown[:d.kept], taken[d.kept:]...)
	d.kept = len(taken)
	for k, x := range d.set {
		for ; x != 0; x &= x - 1 {
			d.cover = append(d.cover, k<<6+bits.TrailingZeros64(x))
		}
	}
	return d.cover
}
