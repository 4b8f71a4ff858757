package cores

import (
	"iter"
	"math/bits"
	"unsafe"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
)

// The conflicts of Ahead. A table of all of them takes a bit for each pair of options. So the row of an
// option is made from the lists of its items when it is needed, and kept while there is room. A row is a set of
// the words of a set of options that are not 0, and then these words, in order. So each word is found at once. A
// mask is a list of blocks.

// block is 64 options of a set.
type block struct {
	word int32
	bits uint64
}

const bytesABlock = int64(unsafe.Sizeof(block{}))

// aheadRows are the masks of the items, and the rows that are made.
type aheadRows struct {
	*model.Lists
	clashes []clash // the elements of the options, one option after the other
	starts  []int32 // the elements of option o are clashes[starts[o]:starts[o+1]]
	masks   []block // the masks, one after the other: the options of each item, and of each colour of an item
	ends    []int32 // mask k ends there

	rows [][]uint64 // per option, its row; nil if it is not made
	page []uint64   // where the next rows come
	left int        // words that the rows may still take
	room int        // words that they may take in all
	read int64      // words of masks and rows that were read so far

	set     []uint64 // scratch: a row as a set of options, and
	touched []uint64 // its words that are not 0
	noted   int32    // scratch: an option, or -1, and
	notes   []int32  // per item, 0 if the option lacks it, 1 if it has no colour there, and else 2 plus the mask of the colour
}

// clash is an element of an option. The option conflicts with those of one mask, except those of
// another: the options of the item that give it the same colour. Where there is no colour, that is -1.
type clash struct{ with, except int32 }

func newAheadRows(p *model.Problem, run *meter.Run) (*aheadRows, error) {
	if err := p.Fits(); err != nil {
		return nil, err
	}
	allocated, err := base.Reserve(int64(len(p.Elements))*2*bytesABlock + int64(p.Options())*2*bytesABlock)
	if err != nil {
		return nil, err
	}
	r := &aheadRows{Lists: model.NewLists(p), room: rowBytes / 8}
	r.left = r.room
	r.rows = make([][]uint64, r.Options)
	r.set, r.touched = make([]uint64, r.Words), make([]uint64, (r.Words+63)/64)
	r.notes, r.noted = make([]int32, p.Items()), -1
	r.fillMasks(r.fillClashes(p))
	allocated()
	return r, run.Err()
}

// fillClashes finds the masks of all elements, and returns how many masks there are.
func (r *aheadRows) fillClashes(p *model.Problem) (masks int) {
	r.clashes = make([]clash, 0, len(p.Elements))
	r.starts = make([]int32, 1, r.Options+1)
	colours, masks := map[model.Element]int32{}, p.Items()
	for o := range r.Options {
		for _, e := range r.ElementsOf(o) {
			c := clash{e.Item, -1}
			if e.Colour != 0 {
				at, is := colours[e]
				if !is {
					at = int32(masks)
					colours[e] = at
					masks++
				}
				c.except = at
			}
			r.clashes = append(r.clashes, c)
		}
		r.starts = append(r.starts, int32(len(r.clashes)))
	}
	return masks
}

// fillMasks makes the masks, which are empty at first. ends first has the numbers of blocks, then where each mask begins.
func (r *aheadRows) fillMasks(masks int) {
	r.ends = make([]int32, masks)
	last := make([]int32, masks) // per mask, 1 plus the word of its last block
	each := func(do func(mask int32, fresh bool, o int)) {
		clear(last)
		visit := func(mask int32, o int) {
			if mask >= 0 {
				do(mask, last[mask] != int32(o>>6)+1, o)
				last[mask] = int32(o>>6) + 1
			}
		}
		for o := range r.Options {
			for _, c := range r.clashesOf(o) {
				visit(c.with, o)
				visit(c.except, o)
			}
		}
	}
	each(func(mask int32, fresh bool, _ int) {
		if fresh {
			r.ends[mask]++
		}
	})
	at := int32(0)
	for k, n := range r.ends {
		r.ends[k], at = at, at+n
	}
	r.masks = make([]block, at)
	each(func(mask int32, fresh bool, o int) {
		if fresh {
			r.masks[r.ends[mask]].word = int32(o >> 6)
			r.ends[mask]++
		}
		r.masks[r.ends[mask]-1].bits |= 1 << (o & 63)
	})
}

func (r *aheadRows) clashesOf(o int) []clash { return r.clashes[r.starts[o]:r.starts[o+1]] }

// mask returns the options of an item, or those of a colour; none for -1.
func (r *aheadRows) mask(k int32) []block {
	switch {
	case k < 0:
		return nil
	case k == 0:
		return r.masks[:r.ends[0]]
	}
	return r.masks[r.ends[k-1]:r.ends[k]]
}

// row returns the options that conflict with option o, and itself.
func (r *aheadRows) row(o int) []uint64 {
	if r.rows[o] == nil {
		r.rows[o] = r.makeRow(o)
	}
	return r.rows[o]
}

// conflict reports whether option o conflicts with option x. It notes the elements of x, for those who ask
// again about x.
func (r *aheadRows) conflict(o, x int32) bool {
	if x != r.noted {
		if r.noted >= 0 {
			for _, c := range r.clashesOf(int(r.noted)) {
				r.notes[c.with] = 0
			}
		}
		for _, c := range r.clashesOf(int(x)) {
			r.notes[c.with] = c.except + 2
		}
		r.noted = x
	}
	for _, c := range r.clashesOf(int(o)) {
		r.read++
		if note := r.notes[c.with]; note != 0 && (note == 1 || note != c.except+2) {
			return true
		}
	}
	return false
}

// first returns the first option of a set, which is not empty.
func first(set []block) int32 {
	return set[0].word<<6 + int32(bits.TrailingZeros64(set[0].bits))
}

// makeRow makes a row. When the rows fill their room, it forgets all others.
func (r *aheadRows) makeRow(o int) []uint64 {
	for _, c := range r.clashesOf(o) {
		except := r.mask(c.except)
		r.read += int64(len(r.mask(c.with)) + len(except))
		for _, b := range r.mask(c.with) {
			for len(except) > 0 && except[0].word < b.word {
				except = except[1:]
			}
			if len(except) > 0 && except[0].word == b.word {
				b.bits &^= except[0].bits
			}
			if b.bits != 0 {
				r.set[b.word] |= b.bits
				model.Insert(r.touched, int(b.word))
			}
		}
	}
	n := len(r.touched)
	for _, x := range r.touched {
		n += bits.OnesCount64(x)
	}
	if r.left -= n; r.left < 0 {
		clear(r.rows)
		r.left = r.room - n
	}
	if cap(r.page)-len(r.page) < n {
		r.page = make([]uint64, 0, max(n, 2*r.Words))
	}
	from := len(r.page)
	r.page = append(r.page, r.touched...)
	for k, x := range r.touched {
		for ; x != 0; x &= x - 1 {
			w := k<<6 + bits.TrailingZeros64(x)
			r.page = append(r.page, r.set[w])
			r.set[w] = 0
		}
		r.touched[k] = 0
	}
	return r.page[from:len(r.page):len(r.page)]
}

// words yields the words of a row that are not 0, with their places in the set.
func (r *aheadRows) words(row []uint64) iter.Seq2[int32, uint64] {
	return func(yield func(int32, uint64) bool) {
		at := len(r.touched)
		for k, x := range row[:at] {
			for ; x != 0; x &= x - 1 {
				if !yield(int32(k<<6+bits.TrailingZeros64(x)), row[at]) {
					return
				}
				at++
			}
		}
	}
}
