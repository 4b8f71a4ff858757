package cores

import (
	"math/bits"
	"unsafe"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
)

// The conflicts of Ahead. A table of all of them takes a bit for each pair of options. So the row of an
// option is made from the lists of its items when it is needed, and kept while there is room. A row or
// a mask is the words of a set of options that are not 0, in order.

// block is 64 options of a set.
type block struct {
	word int32
	bits uint64
}

const bytesABlock = int64(unsafe.Sizeof(block{}))

// aheadRows are the options of the items, and the rows that are made.
type aheadRows struct {
	*model.Lists
	masks []block // the masks of the primary items, one after the other
	ends  []int32 // the mask of item i ends there

	rows [][]block // per option, its row; nil if it is not made
	page []block   // where the next rows come
	left int       // blocks that the rows may still take
	room int       // blocks that they may take in all

	set     []uint64 // scratch: a row as a set of options, and
	touched []uint64 // its words that are not 0
}

func newAheadRows(p *model.Problem, run *meter.Run) (*aheadRows, error) {
	if err := p.Fits(); err != nil {
		return nil, err
	}
	allocated, err := base.Reserve(int64(len(p.Elements))*bytesABlock + int64(p.Options())*4*bytesABlock)
	if err != nil {
		return nil, err
	}
	r := &aheadRows{Lists: model.NewLists(p), room: rowBytes / int(bytesABlock)}
	r.left = r.room
	r.rows = make([][]block, r.Options)
	r.set, r.touched = make([]uint64, r.Words), make([]uint64, (r.Words+63)/64)
	r.fillMasks()
	allocated()
	return r, run.Err()
}

// fillMasks makes the masks.
func (r *aheadRows) fillMasks() {
	r.ends = make([]int32, r.Primary+1)
	last := make([]int32, r.Primary) // per item, 1 plus the word of its last block
	each := func(do func(i, w int32, fresh bool, o int)) {
		clear(last)
		for o := range r.Options {
			w := int32(o >> 6)
			for _, i := range r.ItemsOf(o) {
				do(i, w, last[i] != w+1, o)
				last[i] = w + 1
			}
		}
	}
	each(func(i, _ int32, fresh bool, _ int) {
		if fresh {
			r.ends[i+1]++
		}
	})
	for i := range r.Primary {
		r.ends[i+1] += r.ends[i]
	}
	r.masks = make([]block, r.ends[r.Primary])
	each(func(i, w int32, fresh bool, o int) {
		if fresh {
			r.masks[r.ends[i]].word = w
			r.ends[i]++
		}
		r.masks[r.ends[i]-1].bits |= 1 << (o & 63)
	})
}

// mask returns the options of a primary item.
func (r *aheadRows) mask(i int) []block {
	if i == 0 {
		return r.masks[:r.ends[0]]
	}
	return r.masks[r.ends[i-1]:r.ends[i]]
}

// row returns the options that conflict with option o, and itself.
func (r *aheadRows) row(o int) []block {
	if r.rows[o] == nil {
		r.rows[o] = r.makeRow(o)
	}
	return r.rows[o]
}

// makeRow makes a row. When the rows fill their room, it forgets all others.
func (r *aheadRows) makeRow(o int) []block {
	for _, i := range r.ItemsOf(o) {
		for _, b := range r.mask(int(i)) {
			r.set[b.word] |= b.bits
			model.Insert(r.touched, int(b.word))
		}
	}
	r.EachDisagreeing(o, func(q int32) {
		model.Insert(r.set, int(q))
		model.Insert(r.touched, int(q>>6))
	})
	n := 0
	for _, x := range r.touched {
		n += bits.OnesCount64(x)
	}
	if r.left -= n; r.left < 0 {
		clear(r.rows)
		r.left = r.room - n
	}
	if cap(r.page)-len(r.page) < n {
		r.page = make([]block, 0, max(n, min(rowPage, r.Options)))
	}
	from := len(r.page)
	for k, x := range r.touched {
		for ; x != 0; x &= x - 1 {
			w := k<<6 + bits.TrailingZeros64(x)
			r.page = append(r.page, block{int32(w), r.set[w]})
			r.set[w] = 0
		}
		r.touched[k] = 0
	}
	return r.page[from:len(r.page):len(r.page)]
}
