package puzzle

import (
	"slices"
	"strings"

	"crosscut/internal/base"
)

// HidokuRules says which cells of a Hidoku touch, and what else the path must do. Cells are
// those of the board. The pairs of a list may be in any order.
//
// The neighbours of the cells are a graph. It has the moves on the board, or on the torus,
// without Walls and with Bridges.
type HidokuRules struct {
	Moves Moves
	// The name of a rule in a text is that of its field.
	Torus  bool `says:"A step over an edge of the board comes in at the other side."`
	Closed bool `says:"The last number touches the first."` // they count as consecutive

	Walls    [][2]int // pairs of cells that do not touch, although a move joins them
	Bridges  [][2]int // pairs of cells that touch, although no move joins them
	Links    [][2]int // pairs of cells that touch and have consecutive numbers
	Unlinked [][2]int // pairs of cells that touch and have no consecutive numbers

	// Order lists cells whose numbers ascend. It is nil for none. It gives no numbers: the
	// ends of the path are clues.
	Order []int
}

// pairLists returns the lists of pairs, in the order of the text.
func (r *HidokuRules) pairLists() []base.Field[[][2]int] { return base.Fields[[][2]int](r) }

// RuleError is an error in one rule of a Hidoku.
type RuleError struct {
	Rule   string // the header line of the rule in a text, such as "walls"
	Index  int    // of the pair or cell in the list of the rule, -1 for the rule as a whole
	Detail string
}

// Error returns the rule and what is wrong.
func (e *RuleError) Error() string { return e.Rule + ": " + e.Detail }

// New returns the puzzle with the given clues, one entry per cell, [Empty] where there is
// none. nil stands for no clues at all. It fails when the board has no cells, when a clue is
// outside 1..N or stands twice. Other contradictions between clues
// are not an error: the puzzle then has no solutions. It fails with a *RuleError when a rule is
// impossible to mean:
//
//   - the moves are unknown, or their steps too many or too long;
//   - a pair of cells is there twice, or a cell is beside itself;
//   - a wall is between cells that do not touch, or a bridge between cells that touch;
//   - a link, or its opposite, is between cells that do not touch, or a pair has both;
//   - a cell of Order is there twice;
//   - a torus of hexagons has an odd number of rows.
//
// Time O(cells · steps).
func (r HidokuRules) New(board *Board, clues []int) (*Hidoku, error) {
	if err := checkBoard(board); err != nil {
		return nil, err
	}
	moves, err := r.Moves.canonical()
	if err != nil {
		return nil, err
	}
	clues = cluesOrNone(board, clues)
	if err := checkClues(board, clues, 1); err != nil {
		return nil, err
	}
	p := &Hidoku{numbers: numbersOn(FamilyHidoku, board, 1, board.Len()), rules: r}
	p.takeClues(clues)
	p.rules.Moves, p.rules.Order = moves, slices.Clone(r.Order)
	lists := p.rules.pairLists()
	if err := p.sortPairs(lists); err != nil {
		return nil, err
	}
	if err := p.makeGraph(); err != nil {
		return nil, err
	}
	if err := p.checkRules(lists); err != nil {
		return nil, err
	}
	p.findAnswers()
	p.findRanks()
	return p, nil
}

// sortPairs puts the lists of pairs in order: the lower cell first, and pairs ascending.
func (p *Hidoku) sortPairs(lists []base.Field[[][2]int]) error {
	for _, rule := range lists {
		header, pairs := rule.Name, rule.At
		*pairs = slices.Clone(*pairs)
		if len(*pairs) == 0 {
			*pairs = nil
			continue
		}
		met := make(map[[2]int]bool)
		for i, pair := range *pairs {
			low, high := min(pair[0], pair[1]), max(pair[0], pair[1])
			switch {
			case low < 0 || high >= p.board.Len():
				return &RuleError{header, i, "a cell that the board does not have"}
			case low == high:
				return &RuleError{header, i, p.board.Name(low) + " twice"}
			case met[[2]int{low, high}]:
				return &RuleError{header, i, p.pairName(low, high) + " stands twice"}
			}
			met[[2]int{low, high}] = true
			(*pairs)[i] = [2]int{low, high}
		}
	}
	return nil
}

// checkRules checks the rules that the graph decides, and sorts all pairs at last. Until
// then the pairs are in the order of the caller, so that errors can say which one is meant.
func (p *Hidoku) checkRules(lists []base.Field[[][2]int]) error {
	for _, rule := range lists {
		header := rule.Name
		for i, pair := range *rule.At {
			touching := header == "links" || header == "unlinked"
			if touching && !slices.Contains(p.neighbours[pair[0]], pair[1]) {
				return &RuleError{header, i, p.pairName(pair[0], pair[1]) + " do not touch"}
			}
		}
	}
	linked := make(map[[2]int]bool, len(p.rules.Links))
	for _, pair := range p.rules.Links {
		linked[pair] = true
	}
	for i, pair := range p.rules.Unlinked {
		if linked[pair] {
			return &RuleError{"unlinked", i, p.pairName(pair[0], pair[1]) + " are linked"}
		}
	}
	if len(p.rules.Order) == 0 {
		p.rules.Order = nil
	}
	met := make(map[int]bool, len(p.rules.Order))
	for i, c := range p.rules.Order {
		switch {
		case c < 0 || c >= p.board.Len():
			return &RuleError{"order", i, "a cell that the board does not have"}
		case met[c]:
			return &RuleError{"order", i, p.board.Name(c) + " stands twice"}
		}
		met[c] = true
	}
	for _, rule := range lists {
		base.SortStable(*rule.At, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	}
	return nil
}

func (p *Hidoku) pairName(c, d int) string { return p.board.Name(c) + "-" + p.board.Name(d) }

// Rules returns the rules. Moves are in canonical form: see [Moves]. Pairs are sorted, the
// lower cell of each first. The slices must not be changed.
func (p *Hidoku) Rules() HidokuRules { return p.rules }

// Chequered reports whether every step changes the colour of the chessboard, so that
// the odd numbers are all on one colour.
func (p *Hidoku) Chequered() bool { return p.chequered }

// Ranked reports whether the text has the header "clues: order": the clues are 1 on the
// first cell of the order and N on the last, and no others. People then see ranks
// instead of clues.
func (p *Hidoku) Ranked() bool { return p.ranks != nil }

// findRanks sets ranks: see Ranked.
func (p *Hidoku) findRanks() {
	p.ranks = nil
	last := len(p.rules.Order) - 1
	if last < 0 || p.clues[p.rules.Order[0]] != 1 || p.clues[p.rules.Order[last]] != p.board.Len() {
		return
	}
	ranks := slices.Repeat([]int{Empty}, p.board.Len())
	for i, c := range p.rules.Order {
		ranks[c] = i + 1
		if 0 < i && i < last && p.clues[c] != Empty {
			return
		}
	}
	for c, k := range p.clues {
		if k != Empty && ranks[c] == Empty {
			return
		}
	}
	p.ranks = ranks
}

// ruleLines returns the header lines of the rules except "moves:", as the text of the puzzle
// has them. It is "" for a puzzle without such rules.
func (p *Hidoku) ruleLines() string {
	var text strings.Builder
	for _, rule := range base.Fields[bool](&p.rules) {
		if *rule.At {
			text.WriteString(rule.Name + ": yes\n")
		}
	}
	for _, rule := range p.rules.pairLists() {
		for i, pair := range *rule.At {
			text.WriteString([...]string{rule.Name + ": ", ", "}[min(i, 1)] + p.pairName(pair[0], pair[1]))
		}
		if *rule.At != nil {
			text.WriteString("\n")
		}
	}
	switch {
	case p.Ranked():
		text.WriteString("clues: order\n")
	case p.rules.Order != nil:
		text.WriteString("order:")
		for _, c := range p.rules.Order {
			text.WriteString(" " + p.board.Name(c))
		}
		text.WriteString("\n")
	}
	return text.String()
}
