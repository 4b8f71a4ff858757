package dlx

import (
	"math"
	"strconv"
)

// bounds say how many chosen options may have an item.
type bounds struct{ lo, hi int }

// once is the multiplicity of an item that was given no other.
var once = bounds{1, 1}

// SetMultiplicity sets how many chosen options have the primary item i: at least lo and
// at most hi, where 0 <= lo <= hi and 1 <= hi. With [math.MaxInt] there is no upper
// bound. Without SetMultiplicity, exactly one chosen option has the item.
// [Problem.Validate] reports other bounds as errors.
//
// A solution remains a set of options: none is chosen twice. An item with the bounds 0
// and 1 is like a secondary item without colours, with one difference: the item is
// primary, so an option that has only this item can be chosen.
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

// Multiplicity returns the least and the greatest number of chosen options that have
// item i. For a primary item these are 1 and 1, unless [Problem.SetMultiplicity] has set
// others. For a secondary item they are 0 and [math.MaxInt], since colours bound it in
// another way. They are 0 and 0 if there is no item i.
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

// wrong returns what is wrong with the bounds, in words, or "".
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

// String returns the bounds in the text format.
func (b bounds) String() string {
	if b.lo == b.hi {
		return strconv.Itoa(b.hi)
	}
	return strconv.Itoa(b.lo) + ":" + strconv.Itoa(b.hi)
}
