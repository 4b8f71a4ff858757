// Package model has what all searches share: the data of a problem, and the order of a cover.
package model

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// Item is the number of an item in the tables of searches.
type Item = int32

// Element is an item of an option, and its colour or 0.
type Element struct {
	Item   Item
	Colour int32
}

// Bounds say how many chosen options may have an item.
type Bounds struct{ Lo, Hi int }

// Once is the multiplicity of an item that was given no other.
var Once = Bounds{1, 1}

// Wrong returns what is wrong with the bounds, in words, or "".
func (b Bounds) Wrong() string {
	switch {
	case b.Lo < 0:
		return "the lower bound must be 0 or more"
	case b.Hi < 1:
		return "the upper bound must be 1 or more"
	case b.Lo > b.Hi:
		return "the lower bound must not be above the upper one"
	}
	return ""
}

// String returns the bounds in the text format.
func (b Bounds) String() string {
	if b.Lo == b.Hi {
		return strconv.Itoa(b.Hi)
	}
	return strconv.Itoa(b.Lo) + ":" + strconv.Itoa(b.Hi)
}

// Problem is a problem without names. The zero Problem has no items and no options.
type Problem struct {
	Primary, Secondary int

	Elements []Element // elements of all options, one option after the other
	Starts   []int     // option o is elements[starts[o]:starts[o+1]]; empty before the first option

	Bounds []Bounds // per primary item; nil while each is in exactly one option
}

// Items returns the number of items.
func (p *Problem) Items() int { return p.Primary + p.Secondary }

// Options returns the number of options.
func (p *Problem) Options() int { return max(len(p.Starts)-1, 0) }

// Option returns the elements of option o, which must exist.
func (p *Problem) Option(o int) []Element {
	return p.Elements[p.Starts[o]:p.Starts[o+1]:p.Starts[o+1]]
}

// Add adds an option.
func (p *Problem) Add(elements ...Element) {
	if len(p.Starts) == 0 {
		p.Starts = append(p.Starts, 0)
	}
	p.Elements = append(p.Elements, elements...)
	p.Starts = append(p.Starts, len(p.Elements))
}

// Useful reports whether option o has a primary item.
func (p *Problem) Useful(o int) bool {
	for _, e := range p.Option(o) {
		if int(e.Item) < p.Primary {
			return true
		}
	}
	return false
}

// Multiplicity returns the bounds of a primary item.
func (p *Problem) Multiplicity(i int) Bounds {
	if p.Bounds == nil {
		return Once
	}
	return p.Bounds[i]
}

// SetMultiplicity sets the bounds of a primary item.
func (p *Problem) SetMultiplicity(i int, b Bounds) {
	if p.Bounds == nil {
		p.Bounds = make([]Bounds, p.Primary)
		for k := range p.Bounds {
			p.Bounds[k] = Once
		}
	}
	p.Bounds[i] = b
}

// HasMultiplicities reports whether an item has another multiplicity than 1.
func (p *Problem) HasMultiplicities() bool {
	for _, b := range p.Bounds {
		if b != Once {
			return true
		}
	}
	return false
}

// Fits returns an error when the problem has more nodes than can be numbered.
func (p *Problem) Fits() error {
	if len(p.Elements)+p.Options() > MaxElements {
		return fmt.Errorf("dlx: %d options with %d elements: together at most %d can be solved",
			p.Options(), len(p.Elements), MaxElements)
	}
	return nil
}

// BitsetBytes returns the size of the largest tables of conflicts. They have a set of
// options for each option and each primary item, and a set of items for each option.
func (p *Problem) BitsetBytes() int {
	options, primary := p.Options(), p.Primary
	words := (options + 63) / 64
	return 8 * (options*words + primary*words + options*(2+primary/64))
}

// Capped returns n, but at most the greatest int64.
func Capped(n *big.Int) int64 {
	if !n.IsInt64() {
		return math.MaxInt64
	}
	return n.Int64()
}
