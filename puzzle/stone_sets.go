package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"crosscut/internal/base"
)

// Sets of stones that have a name. All their stones are without colours.

// stoneSet is a set of stones with a name.
type stoneSet struct {
	name  string
	cells int      // of each stone
	flips bool     // mirrored stones are the same stone
	drawn []string // the stones, each as its name, a colon and its rows; nil if they are found

	found sync.Once // makes what is below: a text may name a set thousands of times
	all   []Stock
	names []string
}

// stoneSets has the sets, in the order in which error texts list them. The letters of the
// pentominoes are those of S. W. Golomb (Polyominoes, 1965).
var stoneSets = []*stoneSet{
	{name: "pentominoes", cells: 5, flips: true, drawn: []string{
		"F:_XX/XX_/_X_", "I:XXXXX", "L:XXXX/X___", "N:XX__/_XXX", "P:XX/XX/X_", "T:XXX/_X_/_X_",
		"U:X_X/XXX", "V:X__/X__/XXX", "W:X__/XX_/_XX", "X:_X_/XXX/_X_", "Y:XXXX/_X__", "Z:XX_/_X_/_XX",
	}},
	{name: "tetrominoes", cells: 4, flips: true},
	{name: "hexominoes", cells: 6, flips: true},
	{name: "one-sided tetrominoes", cells: 4},
	{name: "one-sided pentominoes", cells: 5},
}

func setNames() []string {
	var names []string
	for _, set := range stoneSets {
		names = append(names, set.name)
	}
	return names
}

// stocks returns the stones of the set and their names. The slices must not be changed.
func (set *stoneSet) stocks() (stocks []Stock, names []string) {
	set.found.Do(func() { set.all, set.names = set.find() })
	return set.all, set.names
}

func (set *stoneSet) find() (stocks []Stock, names []string) {
	add := func(stone Stone, name string) {
		stocks = append(stocks, Stock{Stone: stone, Count: Range{1, 1}, NoFlips: !set.flips})
		names = append(names, name)
	}
	for _, drawing := range set.drawn {
		name, rows, _ := strings.Cut(drawing, ":")
		var cells []StoneCell
		for r, row := range strings.Split(rows, "/") {
			for c, char := range row {
				if char == 'X' {
					cells = append(cells, StoneCell{r, c, AnyColour})
				}
			}
		}
		add(normalise(cells), name)
	}
	if set.drawn == nil {
		for i, stone := range polyominoes(set.cells, set.flips) {
			add(stone, stoneName(i+1))
		}
	}
	return stocks, names
}

// stocksOfSets returns the stones of all sets and their names. The names are numbered if
// there are several sets.
func stocksOfSets(sets []string) (stocks []Stock, names []string, err error) {
	for i, name := range sets {
		at := slices.IndexFunc(stoneSets, func(set *stoneSet) bool { return set.name == name })
		if at < 0 {
			return nil, nil, fmt.Errorf("%q is not a set of stones; it is %s", base.Shortened(name), base.Choice(setNames()))
		}
		more, letters := stoneSets[at].stocks()
		if len(stocks)+len(more) > maxStones {
			return nil, nil, fmt.Errorf("more than %d stones; no board has room for so many", maxStones)
		}
		for _, letter := range letters {
			if len(sets) > 1 {
				letter += strconv.Itoa(i + 1)
			}
			names = append(names, letter)
		}
		stocks = append(stocks, more...)
	}
	return stocks, names, nil
}

// polyominoes returns all stones of n cells without colours, none in two ways. They lie
// with the shorter side down. Flat ones come first, and then those whose cells come
// first.
func polyominoes(n int, flips bool) []Stone {
	stones := []Stone{{cells: []StoneCell{{0, 0, AnyColour}}}}
	for size := 1; size < n; size++ {
		met := make(map[string]Stone)
		for _, s := range stones {
			for _, c := range s.cells {
				for _, to := range [4]StoneCell{{c.Row - 1, c.Col, AnyColour}, {c.Row, c.Col - 1, AnyColour}, {c.Row, c.Col + 1, AnyColour}, {c.Row + 1, c.Col, AnyColour}} {
					if slices.Contains(s.cells, to) {
						continue
					}
					larger := normalise(append(slices.Clone(s.cells), to))
					larger = slices.MinFunc(larger.Versions(flips), compareStones)
					met[larger.key()] = larger
				}
			}
		}
		stones = stones[:0]
		for _, s := range met {
			stones = append(stones, s)
		}
	}
	base.SortStable(stones, compareStones)
	return stones
}

// compareStones orders stones by their height, and then by their cells.
func compareStones(a, b Stone) int {
	height := func(s Stone) int { return s.cells[len(s.cells)-1].Row }
	if height(a) != height(b) {
		return height(a) - height(b)
	}
	for i, c := range a.cells[:min(len(a.cells), len(b.cells))] {
		if d := b.cells[i]; c != d {
			return slices.Compare([]int{c.Row, c.Col}, []int{d.Row, d.Col})
		}
	}
	return len(a.cells) - len(b.cells)
}
