package states

import (
	"cmp"
	"fmt"
	"slices"

	"crosscut/dlx"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/sat"
)

// Unstated is the error for a puzzle that has no rules here.
type Unstated string

// Error says what has no rules.
func (what Unstated) Error() string { return "no certificate by states for " + string(what) }

// Of returns a puzzle as rules.
func Of(p puzzle.Puzzle) (*Problem, error) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return ofHidoku(p), nil
	case *puzzle.Magic:
		return ofMagic(p)
	case *puzzle.Draughtboard:
		return ofDraughtboard(p), nil
	}
	return nil, Unstated(fmt.Sprintf("a %s", p.Family()))
}

func (p *Problem) decide(name string) sat.Lit {
	p.Names = append(p.Names, name)
	return sat.Lit(len(p.Names))
}

// end ends a group of variables.
func (p *Problem) end() {
	if n := len(p.Names); n > 0 && (len(p.last) == 0 || p.last[len(p.last)-1] < n) {
		p.last = append(p.last, n)
	}
}

func (p *Problem) add(r Rule) { p.Rules = append(p.Rules, r) }

// between says that lo to hi of the literals are true.
func between(lo, hi int, lits []sat.Lit) Rule {
	r := Rule{
		Next:  func(_ int, q State, input int) (State, bool) { return State{q[0] + input}, q[0]+input <= hi },
		Final: func(q State) bool { return q[0] >= lo },
		One:   hi == 1,
	}
	for _, l := range lits {
		r.Steps = append(r.Steps, []Choice{{l, 1}, {l.Not(), 0}})
	}
	return r
}

// numbered is a board of numbers: the literals that a number is on a cell, which are few if there
// are clues. Clues are not said again: a cell has no literal for another number than its clue.
type numbered struct {
	Problem
	onCell map[int][]Choice // per cell, its numbers
	of     map[int][]Choice // per number, its cells
}

func newNumbered() *numbered {
	return &numbered{onCell: make(map[int][]Choice), of: make(map[int][]Choice)}
}

// place adds the variable that number k is on cell c.
func (n *numbered) place(p puzzle.Puzzle, k, c int) {
	l := n.decide(numberName(p, k, c))
	n.onCell[c], n.of[k] = append(n.onCell[c], Choice{l, k}), append(n.of[k], Choice{l, c})
}

// times says how many of some literals are true.
func (n *numbered) times(count int, of []Choice) {
	var lits []sat.Lit
	for _, choice := range of {
		lits = append(lits, choice.Lit)
	}
	n.add(between(count, count, lits))
}

// ofHidoku returns a path: its variables number by number, each with its cells. Every number is on a
// cell and every cell has a number, and the other rules read the cells of the path.
func ofHidoku(p *puzzle.Hidoku) *Problem {
	n, size := newNumbered(), p.Board().Len()
	for k := 1; k <= size; k++ {
		for _, c := range p.Fitting(k) {
			n.place(p, k, c)
		}
		n.end()
	}
	for c := range size {
		n.times(1, n.onCell[c])
	}
	for k := 1; k <= size; k++ {
		n.times(1, n.of[k])
	}
	reads := func(r Rule, input func(c int) int, numbers ...int) {
		for _, k := range numbers {
			var step []Choice
			for _, choice := range n.of[k] {
				step = append(step, Choice{choice.Lit, input(choice.Input)})
			}
			r.Steps = append(r.Steps, step)
		}
		n.add(r)
	}
	all := make([]int, size)
	for i := range all {
		all[i] = i + 1
	}
	cell := func(c int) int { return c }
	reads(path(p), cell, all...)
	if p.Closed() {
		reads(path(p), cell, 1, size)
	}
	for a, b := range p.Pairs() {
		if !p.MustFollow(a, b) {
			continue
		}
		reads(linked(size, p.Closed()), func(c int) int {
			if c == a || c == b {
				return 1
			}
			return 0
		}, all...)
	}
	if order := p.Ascending(); len(order) > 0 {
		reads(ordered(len(order)), func(c int) int { return slices.Index(order, c) + 1 }, all...)
	}
	return &n.Problem
}

// path reads cells of a path, of which each may follow the one before. Its state is the last one.
func path(p *puzzle.Hidoku) Rule {
	return Rule{
		Next: func(step int, q State, c int) (State, bool) {
			return State{0, c}, step == 0 || p.MayFollow(q[1], c)
		},
		Final: func(State) bool { return true },
	}
}

// linked reads whether each cell of a path is one of two, which must be consecutive. Its state is 0, 1 after one of
// them, or 2 after both, and whether the first cell of a closed path was one.
func linked(size int, closed bool) Rule {
	return Rule{
		Next: func(step int, q State, is int) (State, bool) {
			first := q[1]
			if step == 0 && closed {
				first = is
			}
			if q[0] == 2 || is == 1 && (q[0] == 1 || first == 1 && step == size-1) {
				return State{2, 0}, true
			}
			return State{is, first}, is == 1 || first == 1 || q[0] == 0
		},
		Final: func(q State) bool { return q[0] == 2 },
	}
}

// ordered reads which cell of an order each cell of a path is, from 1, or 0. Its state is how many
// it has met.
func ordered(n int) Rule {
	return Rule{
		Next: func(_ int, q State, is int) (State, bool) {
			if is == 0 {
				return q, true
			}
			return State{is}, is == q[0]+1
		},
		Final: func(q State) bool { return q[0] == n },
	}
}

func ofMagic(p *puzzle.Magic) (*Problem, error) {
	n, size := newNumbered(), p.Board().Len()
	values, given := slices.Compact(p.Numbers()), make(map[int]int)
	for c := range size {
		given[p.Clue(c)]++
	}
	var lines []sum
	var opened *puzzle.Line // the first line with a sum that nobody says
	for _, l := range p.Lines() {
		switch {
		case !l.Any:
			lines = append(lines, newSum(&l))
		case opened == nil:
			opened = &l
		default:
			if both := less(opened, &l); len(both.Terms) > 0 {
				lines = append(lines, newSum(&both))
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b sum) int { return slices.Compare(a.key, b.key) })
	order := inOrder(lines, size)
	for _, c := range order {
		for _, k := range values {
			if clue := p.Clue(c); clue == k || clue == puzzle.Empty && (p.Rules().Form == puzzle.Equation || given[k] < p.Uses(k)) {
				n.place(p, k, c)
			}
		}
		n.end()
	}
	for c := range size {
		n.times(1, n.onCell[c])
	}
	for _, k := range values {
		if p.Rules().Form != puzzle.Equation {
			n.times(p.Uses(k), n.of[k])
		}
	}
	for _, l := range lines {
		l = l.in(order)
		r := l.rule()
		for _, c := range l.cells {
			r.Steps = append(r.Steps, n.onCell[c])
		}
		n.add(r)
	}
	return &n.Problem, nil
}

// less returns a line that says that two lines have the same sum: one less the other is 0.
func less(l, m *puzzle.Line) (both puzzle.Line) {
	for _, t := range slices.Concat(l.Terms, m.Terms) {
		if in := slices.Contains(l.Cells(), t.Cells[0]); in != slices.Contains(m.Cells(), t.Cells[0]) {
			both.Terms = append(both.Terms, puzzle.Term{Minus: !in, Cells: t.Cells})
		}
	}
	return both
}

// sum is a line: its cells in the order in which they are read, and for each whether it ends a term, and
// with which sign.
type sum struct {
	cells, ends []int
	total       int
	key         []int // lines stand in the order of their keys
}

func newSum(l *puzzle.Line) (s sum) {
	terms := slices.Clone(l.Terms)
	slices.SortStableFunc(terms, func(a, b puzzle.Term) int { return slices.Compare(a.Cells, b.Cells) })
	for _, t := range terms {
		sign := 1
		if t.Minus {
			sign = -1
		}
		s.cells = append(s.cells, slices.Sorted(slices.Values(t.Cells))...)
		s.ends = append(append(s.ends, make([]int, len(t.Cells)-1)...), sign)
	}
	s.total = l.Sum
	s.key = append(slices.Concat([]int{len(s.cells)}, s.cells, s.ends), s.total)
	return s
}

// inOrder returns the cells in the order in which they are read: always the rest of a line with the fewest cells left. So
// lines are full soon. If terms have several cells, which must follow each other, it is the order of the board.
func inOrder(lines []sum, size int) []int {
	order := make([]int, 0, size)
	left := func(l sum) []int {
		return slices.DeleteFunc(slices.Clone(l.cells), func(c int) bool { return slices.Contains(order, c) })
	}
	for !slices.ContainsFunc(lines, func(l sum) bool { return slices.Contains(l.ends, 0) }) {
		var next []int
		for _, l := range lines {
			if rest := left(l); len(rest) > 0 && (next == nil || len(rest) < len(next)) {
				next = rest
			}
		}
		if next == nil {
			break
		}
		order = append(order, next...)
	}
	for c := range size {
		if !slices.Contains(order, c) {
			order = append(order, c)
		}
	}
	return order
}

// in returns a line that reads its cells in an order, if no term has several cells.
func (s sum) in(order []int) sum {
	if slices.Contains(s.ends, 0) {
		return s
	}
	sorted := sum{total: s.total}
	for _, c := range order {
		if i := slices.Index(s.cells, c); i >= 0 {
			sorted.cells, sorted.ends = append(sorted.cells, c), append(sorted.ends, s.ends[i])
		}
	}
	return sorted
}

// rule reads the numbers of the cells. Its state is the sum of the whole terms, and the product of the
// numbers of the term that is open.
func (s sum) rule() Rule {
	return Rule{
		Start: State{0, 1},
		Next: func(step int, q State, k int) (State, bool) {
			q[1] *= k
			if s.ends[step] != 0 {
				q = State{q[0] + s.ends[step]*q[1], 1}
			}
			return q, true
		},
		Final: func(q State) bool { return q[0] == s.total },
	}
}

// placed is where a stone of a kind may lie.
type placed struct {
	space.Placement
	kind int
}

// option is a variable that covers items, some with a colour.
type option struct {
	name  string
	items []dlx.Element
}

// item says how often something is covered, at least and at most. One that is secondary is covered by one
// option without a colour, or by any number that give it the same colour.
type item struct {
	least, most int
	secondary   bool
}

// ofOptions returns the options as variables, and a rule for each item.
func ofOptions(options []option, items []item) *Problem {
	b := &Problem{}
	having := make([][][]Choice, len(items))
	var shared []dlx.Element // by all options of a group, of which one is chosen at most
	for _, o := range options {
		shared = slices.DeleteFunc(shared, func(e dlx.Element) bool { return !slices.Contains(o.items, e) })
		if len(shared) == 0 {
			b.end()
			shared = slices.DeleteFunc(slices.Clone(o.items), func(e dlx.Element) bool { return items[e.Item].secondary || items[e.Item].most != 1 })
		}
		l := b.decide(o.name)
		for _, e := range o.items {
			having[e.Item] = append(having[e.Item], []Choice{{l, e.Colour + 1}, {l.Not(), 0}})
		}
	}
	for i, is := range items {
		r := between(is.least, is.most, nil)
		if is.secondary {
			r = Rule{Next: coloured, Final: func(State) bool { return true }}
		}
		r.Steps = having[i]
		b.add(r)
	}
	b.end()
	return b
}

// ofDraughtboard returns the places of stones, and bare cells, in the order of their cells. They cover their cells
// and one stone of their kind. If the colouring is open, one is chosen before, and each place that needs a certain one
// has it as a colour.
func ofDraughtboard(p *puzzle.Draughtboard) *Problem {
	var items []item
	var options []option
	add := func(is item) int { items = append(items, is); return len(items) - 1 }
	colourings := p.Colourings()
	open := len(colourings) > 1
	if open {
		add(item{1, 1, false})
	}
	order := inReach(p.Board())
	cells := make([]int, len(order))
	for _, c := range order {
		cells[c] = add(item{1, 1, false})
	}
	kinds, most := make(map[int]int), make([]int, len(p.Stones()))
	for _, kind := range p.Kinds() {
		most[kind]++
	}
	for kind, most := range most {
		if most > 0 && (p.Least(kind) > 0 || most*len(p.Stones()[kind].Cells()) < len(cells)) { // otherwise every number is right
			kinds[kind] = add(item{p.Least(kind), most, false})
		}
	}
	if gaps := p.Gaps(); gaps.Most > 0 && (gaps.Least > 0 || gaps.Most < len(cells)) {
		kinds[len(most)] = add(item{gaps.Least, gaps.Most, false})
	}
	colour := len(items)
	if open {
		add(item{secondary: true})
		for i, c := range colourings {
			options = append(options, option{cornerName(c), []dlx.Element{{Item: 0}, {Item: colour, Colour: i + 1}}})
		}
	}
	places := placesOf(p)
	slices.SortStableFunc(places, func(a, b placed) int {
		return cmp.Or(slices.Compare(itemsOf(a.Cells, cells), itemsOf(b.Cells, cells)), cmp.Compare(a.kind, b.kind))
	})
	for _, q := range places {
		o := option{name: placeName(p, q.kind, q.Cells)}
		for _, i := range itemsOf(q.Cells, cells) {
			o.items = append(o.items, dlx.Element{Item: i})
		}
		if kind, ok := kinds[q.kind]; ok {
			o.items = append(o.items, dlx.Element{Item: kind})
		}
		if needs := int(q.Colourings); open && needs != 3 {
			o.items = append(o.items, dlx.Element{Item: colour, Colour: needs})
		}
		options = append(options, o)
	}
	return ofOptions(options, items)
}

// placesOf returns where stones may lie, and where cells may stay bare, which is a kind of its own.
func placesOf(p *puzzle.Draughtboard) (places []placed) {
	b := p.Board()
	for kind, first := range p.Kinds() {
		if kind != first {
			continue
		}
		versions := p.Versions(kind)
		for c := range b.Len() {
			for _, q := range space.StonesFrom(p, c, versions, p.Colourings()) {
				places = append(places, placed{q, kind})
			}
		}
	}
	for c := range b.Len() {
		if p.Gaps().Most > 0 {
			places = append(places, placed{space.Placement{Cells: []int{c}, Colourings: 1<<len(p.Colourings()) - 1}, len(p.Stones())})
		}
	}
	return places
}

// inReach returns the cells column by column on a wide board, and otherwise row by row. So few cells lie between
// those that are covered and those that are not.
func inReach(b *puzzle.Board) []int {
	order := make([]int, b.Len())
	for c := range order {
		order[c] = c
	}
	if b.Width() > b.Height() {
		slices.SortStableFunc(order, func(c, d int) int {
			_, left := b.Pos(c)
			_, right := b.Pos(d)
			return cmp.Compare(left, right)
		})
	}
	return order
}

// itemsOf returns the items of cells, ascending.
func itemsOf(cells []int, items []int) (all []int) {
	for _, c := range cells {
		all = append(all, items[c])
	}
	return slices.Sorted(slices.Values(all))
}

// OfCover returns an exact cover problem, and the number of the option of each variable. Options stand
// in the order of their first primary items.
func OfCover(p *dlx.Problem) (*Problem, []int) {
	var numbers []int
	firsts := make(map[int]int)
	for o := range p.Options() {
		first := p.Primary()
		for _, e := range p.Option(o) {
			first = min(first, e.Item)
		}
		if first < p.Primary() {
			numbers, firsts[o] = append(numbers, o), first
		}
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return cmp.Compare(firsts[a], firsts[b]) })
	var options []option
	for _, o := range numbers {
		options = append(options, option{fmt.Sprintf("option %d: %s", o, p.OptionText(o)), p.Option(o)})
	}
	items := make([]item, p.Primary()+p.Secondary())
	for i := range items {
		if items[i].secondary = i >= p.Primary(); i < p.Primary() {
			items[i].least, items[i].most = p.Multiplicity(i)
		}
	}
	return ofOptions(options, items), numbers
}

// coloured reads the colour that each chosen option gives an item, from 2, or 1 for none. Its state is
// the colour so far, or 0.
func coloured(_ int, q State, colour int) (State, bool) {
	switch {
	case colour == 0:
		return q, true
	case q[0] == 0:
		return State{colour}, true
	}
	return q, colour > 1 && q[0] == colour
}
