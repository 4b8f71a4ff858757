package dlx

import (
	"math"
	"strconv"
)

// bounds say how many chosen options may have an item.
type bounds struct{ lo, hi int }

// once is the multiplicity of every item that was not given another one.
var once = bounds{1, 1}

// SetMultiplicity says that at least lo and at most hi chosen options have the
// primary item i, where 0 <= lo <= hi and 1 <= hi; [math.MaxInt] is no upper
// bound. Without it the item is in exactly one. [Problem.Validate] says what is
// wrong with other bounds.
//
// A solution remains a set of options: none is chosen twice. An item with the
// bounds 0 and 1 is like a secondary item without colours, with one difference: an
// option that has no primary item is never chosen.
func (p *Problem) SetMultiplicity(i Item, lo, hi int) {
	b := bounds{lo, hi}
	switch what := b.wrong(); {
	case i < 0 || int(i) >= p.items():
		p.blame("the multiplicity %s is for item %d: items go from 0 to %d", b, i, p.items()-1)
		return
	case int(i) >= p.primary:
		p.blame("the secondary item %s has the multiplicity %s: only primary items have one", p.ItemName(i), b)
		return
	case what != "":
		p.blame("item %s has the multiplicity %s: %s", p.ItemName(i), b, what)
		return
	}
	if p.bounds == nil {
		p.bounds = make([]bounds, p.primary)
		for k := range p.bounds {
			p.bounds[k] = once
		}
	}
	p.bounds[i] = b
}

// Multiplicity returns how many chosen options have item i at least and at most:
// 1 and 1 for a primary item unless [Problem.SetMultiplicity] said otherwise, 0
// and [math.MaxInt] for secondary items, which colours bound in their own way, and
// 0 and 0 for what is no item.
func (p *Problem) Multiplicity(i Item) (lo, hi int) {
	switch {
	case i < 0 || int(i) >= p.items():
		return 0, 0
	case int(i) >= p.primary:
		return 0, math.MaxInt
	case p.bounds == nil:
		return 1, 1
	}
	return p.bounds[i].lo, p.bounds[i].hi
}

// hasMultiplicities reports whether an item has another multiplicity than 1.
func (p *Problem) hasMultiplicities() bool {
	for _, b := range p.bounds {
		if b != once {
			return true
		}
	}
	return false
}

// wrong says what is wrong with bounds, "" if nothing is.
func (b bounds) wrong() string {
	switch {
	case b.lo < 0:
		return "the lower bound must be 0 or more"
	case b.hi < 1:
		return "the upper bound must be 1 or more"
	case b.lo > b.hi:
		return "the lower bound must not be above the upper one"
	}
	return ""
}

// String returns the bounds as they stand in the text format.
func (b bounds) String() string {
	if b.lo == b.hi {
		return strconv.Itoa(b.hi)
	}
	return strconv.Itoa(b.lo) + ":" + strconv.Itoa(b.hi)
}
