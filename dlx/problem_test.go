package dlx_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

func el(i int, colour int) dlx.Element { return dlx.Element{Item: i, Colour: colour} }

func TestValidateSaysWhatIsWrong(t *testing.T) {
	long := strings.Repeat("x", 65)
	for _, bad := range []struct {
		name  string
		build func(p *dlx.Problem)
		err   string // "" if nothing is wrong
	}{
		{"nothing", func(*dlx.Problem) {}, ""},
		{"item too high", func(p *dlx.Problem) { p.Add(el(4, 0)) }, "option 0 has item 4: items go from 0 to 3"},
		{"item below 0", func(p *dlx.Problem) { p.Add(el(-1, 0)) }, "option 0 has item -1: items go from 0 to 3"},
		{"the last item", func(p *dlx.Problem) { p.Add(el(3, 0)) }, ""},
		{"item twice", func(p *dlx.Problem) {
			p.NameItem(0, "king")
			p.Add(el(0, 0))
			p.Add(el(0, 0), el(1, 0), el(0, 0))
		}, "option 1 has item king twice: once is what an option can cover"},
		{"empty option", func(p *dlx.Problem) { p.Add() }, "option 0 is empty: it needs at least one item"},
		{
			"coloured primary item", func(p *dlx.Problem) { p.NameColour(10, "red"); p.Add(el(1, 10)) },
			"option 0 gives the primary item i1 the colour red: only secondary items have colours",
		},
		{
			"colour below 0", func(p *dlx.Problem) { p.Add(el(0, 0), el(2, -3)) },
			"option 0 gives item i2 the colour -3: colours are 1 or more, 0 is none",
		},
		{
			"colour above the greatest", func(p *dlx.Problem) { p.Add(el(0, 0), el(2, 1<<32|1)) },
			"option 0 gives item i2 the colour 4294967297: the greatest is 2147483647",
		},
		{
			"all faults count", func(p *dlx.Problem) {
				p.Add()
				p.Add(el(9, 0))
				p.NameItem(1, "a b")
				p.NameItem(2, "king")
				p.NameItem(3, "king")
			},
			"option 0 is empty: it needs at least one item\ndlx: option 1 has item 9: items go from 0 to 3\n" +
				"dlx: item 1 is named \"a b\": a name is printable UTF-8 without blanks\ndlx: items 2 and 3 are both named king: names must differ",
		},
		{
			"multiplicity of no item", func(p *dlx.Problem) { p.SetMultiplicity(4, 1, 2) },
			"the multiplicity 1:2 is for item 4: items go from 0 to 3",
		},
		{
			"multiplicity of item -1", func(p *dlx.Problem) { p.SetMultiplicity(-1, 0, 0) },
			"the multiplicity 0 is for item -1: items go from 0 to 3",
		},
		{
			"multiplicity of a secondary item", func(p *dlx.Problem) { p.NameItem(2, "king"); p.SetMultiplicity(2, 0, 1) },
			"the secondary item king has the multiplicity 0:1: only primary items have one",
		},
		{
			"lower bound below 0", func(p *dlx.Problem) { p.NameItem(1, "king"); p.SetMultiplicity(1, -1, 2) },
			"item king has the multiplicity -1:2: the lower bound must be 0 or more",
		},
		{
			"upper bound of 0", func(p *dlx.Problem) { p.SetMultiplicity(1, 0, 0) },
			"item i1 has the multiplicity 0: the upper bound must be 1 or more",
		},
		{
			"bounds exchanged", func(p *dlx.Problem) { p.SetMultiplicity(1, 3, 2) },
			"item i1 has the multiplicity 3:2: the lower bound must not be above the upper one",
		},
		{"multiplicities", func(p *dlx.Problem) { p.SetMultiplicity(0, 0, 1); p.SetMultiplicity(1, 9, math.MaxInt) }, ""},
		{
			"name of no item", func(p *dlx.Problem) { p.NameItem(4, "a") },
			`the name "a" is for item 4: items go from 0 to 3`,
		},
		{
			"name of no colour", func(p *dlx.Problem) { p.NameColour(0, "a") },
			`the name "a" is for colour 0: colours are 1 or more`,
		},
		{
			"blank in a name", func(p *dlx.Problem) { p.NameItem(1, "a b") },
			`item 1 is named "a b": a name is printable UTF-8 without blanks`,
		},
		{
			"bytes in a name", func(p *dlx.Problem) { p.NameItem(1, "a\xff") },
			`item 1 is named "a\xff": a name is printable UTF-8 without blanks`,
		},
		{
			"colon in a name", func(p *dlx.Problem) { p.NameItem(1, "a:b") },
			`item 1 is named "a:b": a name here has no ':'`,
		},
		{
			"bar in a name", func(p *dlx.Problem) { p.NameItem(1, "|") },
			`item 1 is named "|": a name here has no '|'`,
		},
		{
			"long name", func(p *dlx.Problem) { p.NameItem(1, long) },
			`item 1 is named "` + long + `": a name has at most 64 bytes`,
		},
		{
			"name taken", func(p *dlx.Problem) { p.NameItem(1, "a"); p.NameItem(3, "a") },
			"items 1 and 3 are both named a: names must differ",
		},
		{
			"default name taken", func(p *dlx.Problem) { p.NameItem(1, "i2") },
			"items 1 and 2 are both named i2: names must differ",
		},
		{"names exchanged", func(p *dlx.Problem) { p.NameItem(1, "i2"); p.NameItem(2, "i1") }, ""},
		{"name taken back", func(p *dlx.Problem) { p.NameItem(1, "a b"); p.NameItem(1, "") }, ""},
		{
			"bad colour name", func(p *dlx.Problem) { p.NameColour(1, "a:b") },
			`colour 1 is named "a:b": a name here has no ':'`,
		},
		{"colon as colour", func(p *dlx.Problem) { p.NameColour(1, ":") }, ""},
		{
			"colour name taken", func(p *dlx.Problem) { p.NameColour(7, "x"); p.NameColour(5, "x") },
			"colours 5 and 7 are both named x: names must differ",
		},
		{
			"default colour name taken", func(p *dlx.Problem) { p.NameColour(7, "a"); p.Add(el(0, 0), el(2, 10)) },
			"colours 7 and 10 are both named a: names must differ",
		},
		{"default name of an unused colour", func(p *dlx.Problem) { p.NameColour(7, "a") }, ""},
		{
			"comment", func(p *dlx.Problem) { p.Comments = []string{"fine", "\x00"} },
			"comment line 2 has character U+0000: it must be printable UTF-8",
		},
	} {
		t.Run(bad.name, func(t *testing.T) {
			p := dlx.NewProblem(2, 2)
			bad.build(p)
			if bad.err == "" {
				assert.NoError(t, p.Validate())
				return
			}
			assert.EqualError(t, p.Validate(), "dlx: "+bad.err)
			assert.EqualError(t, p.Write(nil), "dlx: "+bad.err)
		})
	}
}

func TestImpossibleNumbersOfItemsAreAnErrorNotAPanic(t *testing.T) {
	for _, n := range [][2]int{{-1, 0}, {0, -1}, {math.MaxInt, 1}, {1, math.MaxInt}, {math.MinInt, math.MinInt}} {
		p := dlx.NewProblem(n[0], n[1])
		assert.ErrorContains(t, p.Validate(), "each number must be 0 or more, their sum at most 2147483647")
		assert.Zero(t, p.Primary()+p.Secondary())
	}
}

func TestTheZeroProblemHasNoItems(t *testing.T) {
	p := new(dlx.Problem)
	assert.Zero(t, p.Options())
	for name, core := range cores {
		covers, _ := solve(t, p, core)
		assert.Equal(t, []string{"[]"}, covers, name)
	}
	n, err := p.Count(context.Background(), nil)
	require.NoError(t, err)
	assert.EqualValues(t, 1, n.Int64())
	_, err = p.Random(context.Background(), 1, nil)
	assert.NoError(t, err)
	assert.Equal(t, 0, p.Add(el(0, 0)))
	assert.Equal(t, 1, p.Options())
	assert.Len(t, p.Option(0), 1)
	assert.EqualError(t, p.Validate(), "dlx: option 0 has item 0: items go from 0 to -1")
}

func TestOptionsAreCopiedAndNumbered(t *testing.T) {
	p := dlx.NewProblem(2, 1)
	option := []dlx.Element{el(1, 0), el(2, 5)}
	assert.Equal(t, 0, p.Add(option...))
	option[0].Item = 0
	assert.Equal(t, 1, p.Add(option...))
	assert.Equal(t, []dlx.Element{el(1, 0), el(2, 5)}, p.Option(0))
	assert.Equal(t, []dlx.Element{el(0, 0), el(2, 5)}, p.Option(1))
	_ = append(p.Option(0), el(1, 9))
	assert.Equal(t, []dlx.Element{el(0, 0), el(2, 5)}, p.Option(1), "an append to the view must not write on")
	assert.Equal(t, 2, p.Options())
	assert.Nil(t, p.Option(2))
	assert.Nil(t, p.Option(-1))
}

func TestDefaultNamesOfColoursAreOneCharacterWhileTheyLast(t *testing.T) {
	p := dlx.NewProblem(0, 0)
	seen := map[string]bool{}
	for colour := 1; colour < 200; colour++ {
		name := p.ColourName(colour)
		assert.False(t, seen[name], name)
		assert.True(t, len(name) == 1 || colour > 61, name)
		seen[name] = true
	}
	assert.Equal(t, "9azAZ!~90", p.ColourName(9)+p.ColourName(10)+p.ColourName(35)+
		p.ColourName(36)+p.ColourName(61)+p.ColourName(62)+p.ColourName(89)+p.ColourName(90))
	assert.Equal(t, "-1", p.ColourName(-1))
}

func TestNamesOfWhatDoesNotExist(t *testing.T) {
	p := dlx.NewProblem(1, 0)
	p.NameItem(0, "a")
	assert.Equal(t, "a i1 i-1", p.ItemName(0)+" "+p.ItemName(1)+" "+p.ItemName(-1))
}

func TestMultiplicityIsWhatWasSet(t *testing.T) {
	p := dlx.NewProblem(2, 1)
	bounds := func(i int) [2]int {
		lo, hi := p.Multiplicity(i)
		return [2]int{lo, hi}
	}
	assert.Equal(t, [2]int{1, 1}, bounds(1))
	p.SetMultiplicity(1, 2, 3)
	assert.Equal(t, [2]int{1, 1}, bounds(0))
	assert.Equal(t, [2]int{2, 3}, bounds(1))
	assert.Equal(t, [2]int{0, math.MaxInt}, bounds(2))
	assert.Equal(t, [2]int{}, bounds(3))
	assert.Equal(t, [2]int{}, bounds(-1))
	p.SetMultiplicity(1, 0, math.MaxInt)
	assert.Equal(t, [2]int{0, math.MaxInt}, bounds(1))
}

// colourless draws problems as lists of items.
func colourless(t *rapid.T) (primary, secondary int, options [][]int) {
	primary, secondary = rapid.IntRange(1, 6).Draw(t, "primary"), rapid.IntRange(0, 3).Draw(t, "secondary")
	items := rapid.SliceOfNDistinct(rapid.IntRange(0, primary+secondary-1), 1, min(primary+secondary, 3), rapid.ID[int])
	return primary, secondary, rapid.SliceOfN(items, 0, 12).Draw(t, "options")
}

func TestOptionsOfItemsAreThoseOfElements(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		primary, secondary, options := colourless(rt)
		long, short := dlx.NewProblem(primary, secondary), dlx.NewProblem(primary, secondary)
		for k, items := range options {
			var elements []dlx.Element
			for _, i := range items {
				elements = append(elements, dlx.Element{Item: i})
			}
			long.Add(elements...)
			require.Equal(rt, k, short.AddItems(items...))
			require.Equal(rt, long.Option(k), short.Option(k))
		}
		require.NoError(rt, short.Validate())
	})
}

func TestItemsBeyondAllBoundsAreFaults(t *testing.T) {
	for _, i := range []int{-1, 3, math.MaxInt, math.MinInt, 1 << 32} {
		p := dlx.NewProblem(2, 1)
		p.AddItems(0, i)
		assert.EqualError(t, p.Validate(), fmt.Sprintf("dlx: option 0 has item %d: items go from 0 to 2", i))
	}
	p := dlx.NewProblem(2, 1)
	p.AddItems()
	assert.EqualError(t, p.Validate(), "dlx: option 0 is empty: it needs at least one item")
}
