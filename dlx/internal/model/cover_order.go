package model

import (
	"math/bits"
	"slices"
)

// CoverOrder puts the options of covers in order. Covers that follow each other mostly
// differ in a few options. So CoverOrder keeps the last cover as a set.
type CoverOrder struct {
	set   []uint64 // the options in shown as a set; nil where sorting is faster
	shown []int32  // the last cover in the order of the choices
	kept  int      // the first so many options of shown are still chosen
	cover []int    // the last cover in ascending order

	Unread bool // nobody reads the covers, so they are not made
}

// NewCoverOrder is for covers of up to most options. The problem has the given number of
// options.
func NewCoverOrder(most, options int) CoverOrder {
	most = min(most, options)
	d := CoverOrder{shown: make([]int32, 0, most), cover: make([]int, 0, most)}
	if options <= 64*64 {
		d.set = make([]uint64, (options+63)/64)
	}
	return d
}

// Drop records that only the first n chosen options are still the same.
func (d *CoverOrder) Drop(n int) { d.kept = min(d.kept, n) }

// Show returns the chosen options in ascending order, or nil if nobody reads them.
func (d *CoverOrder) Show(taken []int32) []int {
	if d.Unread {
		return nil
	}
	if d.set == nil {
		d.cover = d.cover[:0]
		for _, o := range taken {
			d.cover = append(d.cover, int(o))
		}
		slices.Sort(d.cover)
		return d.cover
	}
	// Below the lowest option that was added or removed, the cover stays the same.
	low := len(d.set) << 6
	for _, o := range d.shown[d.kept:] {
		d.set[o>>6] ^= 1 << (o & 63)
		low = min(low, int(o))
	}
	for _, o := range taken[d.kept:] {
		d.set[o>>6] ^= 1 << (o & 63)
		low = min(low, int(o))
	}
	d.shown = append(d.shown[:d.kept], taken[d.kept:]...)
	d.kept = len(taken)
	same := len(d.cover)
	for same > 0 && d.cover[same-1] >= low {
		same--
	}
	d.cover = d.cover[:same]
	rest := ^uint64(0) << (low & 63)
	for k := low >> 6; k < len(d.set); k++ {
		for x := d.set[k] & rest; x != 0; x &= x - 1 {
			d.cover = append(d.cover, k<<6+bits.TrailingZeros64(x))
		}
		rest = ^uint64(0)
	}
	return d.cover
}
