package dlx

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
)

// Element is an item of an option, with or without a colour. Items have the numbers 0, 1, 2, … with the primary ones first. Chosen options may share a
// secondary item if all of them give it the same colour. Colour 0 means no colour: then
// no other chosen option has the item. Colours are positive. Only secondary items have
// them.
type Element struct {
	Item   int
	Colour int
}

// Problem is an exact cover problem with colours and multiplicities. Build it with
// [NewProblem] and [Problem.Add], or [Read] it. Names are optional. The methods that do
// not change it may be called from several goroutines at once. The zero Problem has no
// items and no options.
type Problem struct {
	// Comments are lines of commentary. [Problem.Write] writes them before the items. [Read] accepts them anywhere.
	Comments []string

	data model.Problem

	itemNames   []string // "" or missing where an item has no name of its own
	colourNames map[int]string

	lastUse []int32 // per item, the number of the last option that has it, plus 1
	faults  []error // what makes the problem invalid
	full    bool    // there was no memory for an option, which is the only fault
}

// NewProblem returns a problem without options. Exactly one chosen option must have
// each of the items 0 to primary-1, unless [Problem.SetMultiplicity] sets another number.
// The next items are secondary: they may be in no chosen option.
func NewProblem(primary, secondary int) *Problem {
	p := &Problem{data: model.Problem{Primary: primary, Secondary: secondary, Starts: []int{0}}}
	if primary < 0 || secondary < 0 || primary > math.MaxInt32 || secondary > math.MaxInt32-primary {
		p.data.Primary, p.data.Secondary = 0, 0
		p.blame("%d primary and %d secondary items: each number must be 0 or more, their sum at most %d",
			primary, secondary, math.MaxInt32)
	}
	p.lastUse = make([]int32, p.items())
	return p
}

// Primary returns the number of primary items.
func (p *Problem) Primary() int { return p.data.Primary }

// Secondary returns the number of secondary items.
func (p *Problem) Secondary() int { return p.data.Secondary }

// Options returns the number of options.
func (p *Problem) Options() int { return p.data.Options() }

func (p *Problem) items() int { return p.data.Items() }

// grow makes room for the given number of options and elements, in addition to those that
// the problem has. Adding them then moves nothing. Only problems of millions of elements
// need it.
func (p *Problem) grow(options, elements int) {
	p.room(min(max(options, 0), model.MaxElements), min(max(elements, 0), model.MaxElements))
}

// Add adds an option and returns its number: 0, 1, 2, … It copies the elements. It keeps
// an invalid option too: [Problem.Validate] reports it. An option without a primary item
// is valid but never chosen.
func (p *Problem) Add(elements ...Element) int {
	o := p.Options()
	if len(elements) == 0 {
		p.blame("option %d is empty: it needs at least one item", o)
	}
	for _, e := range elements {
		p.check(o, e)
	}
	p.put(elements)
	return o
}

// put adds an option that was checked, and reports whether there was memory for it.
func (p *Problem) put(elements []Element) bool {
	if !p.room(1, len(elements)) {
		return false
	}
	for _, e := range elements {
		p.data.Elements = append(p.data.Elements, model.Element{Item: narrow(e.Item), Colour: narrow(e.Colour)})
	}
	p.data.Add() // ends the option
	return true
}

// narrow returns a number as the searches have it. The problem has a fault where it does not fit.
func narrow(n int) int32 {
	if n != int(int32(n)) {
		return -1
	}
	return int32(n)
}

// AddItems is [Problem.Add] for an option without colours:
//
//	p.AddItems(row, n+column)
func (p *Problem) AddItems(items ...int) int {
	var space [16]Element // most options are small
	elements := space[:0]
	for _, i := range items {
		elements = append(elements, Element{Item: i})
	}
	return p.Add(elements...)
}

// check looks for faults of an element of option o, which is being added.
func (p *Problem) check(o int, e Element) {
	if e.Item < 0 || e.Item >= p.items() {
		p.blame("option %d has item %d: items go from 0 to %d", o, e.Item, p.items()-1)
		return
	}
	switch {
	case p.lastUse[e.Item] == int32(o)+1:
		p.blame("option %d has item %s twice: once is what an option can cover", o, p.ItemName(e.Item))
	case e.Colour < 0:
		p.blame("option %d gives item %s the colour %d: colours are 1 or more, 0 is none",
			o, p.ItemName(e.Item), e.Colour)
	case e.Colour > math.MaxInt32:
		p.blame("option %d gives item %s the colour %d: the greatest is %d", o, p.ItemName(e.Item), e.Colour, math.MaxInt32)
	case e.Colour > 0 && e.Item < p.data.Primary:
		p.blame("option %d gives the primary item %s the colour %s: only secondary items have colours",
			o, p.ItemName(e.Item), p.ColourName(e.Colour))
	}
	p.lastUse[e.Item] = int32(o) + 1
}

// blame records a fault of the problem.
func (p *Problem) blame(format string, args ...any) {
	if !p.full {
		p.faults = append(p.faults, fmt.Errorf("dlx: "+format, args...))
	}
}

// fault returns all that makes the problem invalid, a line for each thing, or nil.
func (p *Problem) fault() error { return errors.Join(p.faults...) }

// Option returns the elements of option o as they were added. It returns nil when there
// is no such option. The slice belongs to the caller.
func (p *Problem) Option(o int) []Element {
	if o < 0 || o >= p.Options() {
		return nil
	}
	elements := make([]Element, len(p.data.Option(o)))
	for k, e := range p.data.Option(o) {
		elements[k] = Element{int(e.Item), int(e.Colour)}
	}
	return elements
}

// NameItem names item i, for error messages and for [Problem.Write]. [Problem.Validate]
// describes valid names. An empty name removes the name.
func (p *Problem) NameItem(i int, name string) {
	if i < 0 || i >= p.items() {
		p.blame("the name %q is for item %d: items go from 0 to %d", name, i, p.items()-1)
		return
	}
	if p.itemNames == nil {
		p.itemNames = make([]string, p.items())
	}
	p.itemNames[i] = name
}

// ItemName returns the name of item i: "i5" for item 5 unless it was named.
func (p *Problem) ItemName(i int) string {
	if i >= 0 && i < len(p.itemNames) && p.itemNames[i] != "" {
		return p.itemNames[i]
	}
	return "i" + strconv.Itoa(i)
}

// NameColour names a colour, for error messages and for [Problem.Write]. An empty name
// removes the name.
func (p *Problem) NameColour(colour int, name string) {
	if colour <= 0 {
		p.blame("the name %q is for colour %d: colours are 1 or more", name, colour)
		return
	}
	if p.colourNames == nil {
		p.colourNames = map[int]string{}
	}
	p.colourNames[colour] = name
}

// colourDigits are the default names of the first colours. They have one character each,
// since Knuth's programs read no longer ones.
const colourDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" +
	"!\"#$%&'*+,-./;<=>?@[\\]^_`{}~"

// ColourName returns the name of a colour. Colours without a name have default names.
// They are 1 to 9, a to z for 10 to 35, and A to Z for 36 to 61. The signs of ASCII
// except ( ) : | are for 62 to 89. From 90 on, the names are decimal numbers.
func (p *Problem) ColourName(colour int) string {
	if name := p.colourNames[colour]; name != "" {
		return name
	}
	if colour >= 0 && colour < len(colourDigits) {
		return colourDigits[colour : colour+1]
	}
	return strconv.Itoa(colour)
}

// SetMultiplicity sets how many chosen options have the primary item i: at least lo and
// at most hi, where 0 <= lo <= hi and 1 <= hi. With [math.MaxInt] there is no upper
// bound. Without SetMultiplicity, exactly one chosen option has the item.
// [Problem.Validate] reports other bounds as errors.
//
// A solution remains a set of options: none is chosen twice. An item with the bounds 0
// and 1 is like a secondary item without colours, with one difference: the item is
// primary, so an option that has only this item can be chosen.
func (p *Problem) SetMultiplicity(i int, lo, hi int) {
	b := model.Bounds{Lo: lo, Hi: hi}
	switch what := b.Wrong(); {
	case i < 0 || i >= p.items():
		p.blame("the multiplicity %s is for item %d: items go from 0 to %d", b, i, p.items()-1)
		return
	case i >= p.data.Primary:
		p.blame("the secondary item %s has the multiplicity %s: only primary items have one", p.ItemName(i), b)
		return
	case what != "":
		p.blame("item %s has the multiplicity %s: %s", p.ItemName(i), b, what)
		return
	}
	p.data.SetMultiplicity(i, b)
}

// Multiplicity returns the least and the greatest number of chosen options that have
// item i. For a primary item these are 1 and 1, unless [Problem.SetMultiplicity] has set
// others. For a secondary item they are 0 and [math.MaxInt], since colours bound it in
// another way. They are 0 and 0 if there is no item i.
func (p *Problem) Multiplicity(i int) (lo, hi int) {
	switch {
	case i < 0 || i >= p.items():
		return 0, 0
	case i >= p.data.Primary:
		return 0, math.MaxInt
	}
	b := p.data.Multiplicity(i)
	return b.Lo, b.Hi
}

// HasMultiplicities reports whether an item has another multiplicity than 1.
func (p *Problem) HasMultiplicities() bool { return p.data.HasMultiplicities() }

// room makes room for additional options and elements, and reports whether there was memory
// for them. If not, the problem is faulty from then on, with a [*meter.LimitError].
func (p *Problem) room(options, elements int) bool {
	if len(p.data.Starts)+options <= cap(p.data.Starts) && len(p.data.Elements)+elements <= cap(p.data.Elements) {
		return true
	}
	if p.full {
		return false
	}
	var err error
	if p.data.Starts, err = grown(p.data.Starts, options); err == nil {
		p.data.Elements, err = grown(p.data.Elements, elements)
	}
	if err != nil {
		p.faults, p.full = []error{err}, true
	}
	return err == nil
}

// grown returns a list with room for more entries.
func grown[E any](list []E, more int) ([]E, error) {
	if len(list)+more > cap(list) {
		more = max(more, len(list)/2)
	}
	return base.Grow(list, more)
}
