package cores

import (
	"slices"
	"unsafe"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
)

// Dancing links, as Knuth published them: algorithms X, C and M of The Art of Computer Programming,
// volume 4B, section 7.2.2.1, without any technique. The other cores are tested against it. The names
// are his.

// link is a node: the header of an item, an element of an option, or a spacer between two options.
// A spacer has item 0. Its up is the first node of the option before it, its down is the last node of the
// option after it.
type link struct{ item, up, down, colour, option int32 }

// linkItem is an item. Open primary items are in a list that begins and ends with item 0. Secondary
// items are in lists of their own.
type linkItem struct {
	left, right int32
	len         int32 // options in the list of the item
	bound       int32 // how many options may still be chosen
	slack       int32 // how many of these need not be chosen
}

// Links is one search by dancing links.
type Links struct {
	run     *meter.Run
	nodes   []link
	items   []linkItem
	chosen  []int32 // stack: nodes of the chosen options
	tweaked []int32 // stack: nodes that were tried and removed
	yield   func([]int) bool
}

// NewLinks lays out the nodes. It leaves out options without a primary item. Time and space O(elements + items).
func NewLinks(p *model.Problem, run *meter.Run) (*Links, error) {
	if err := p.Fits(); err != nil {
		return nil, err
	}
	allocated, err := base.Reserve(int64(len(p.Elements)+p.Options()) * int64(unsafe.Sizeof(link{})))
	if err != nil {
		return nil, err
	}
	l := &Links{run: run, nodes: make([]link, p.Items()+2), items: make([]linkItem, p.Items()+1)}
	l.nodes = slices.Grow(l.nodes, len(p.Elements)+p.Options())
	allocated()
	for i := range int32(len(l.items)) {
		l.nodes[i] = link{item: i, up: i, down: i}
		l.items[i] = linkItem{left: i, right: i, bound: 1}
		if i > 0 && int(i) <= p.Primary {
			b, most := p.Multiplicity(int(i-1)), p.Options()+1
			hi, lo := int32(min(b.Hi, most)), int32(min(b.Lo, most))
			l.items[i] = linkItem{left: l.items[0].left, bound: hi, slack: hi - lo}
			l.open(i)
		}
	}
	for o := range p.Options() {
		if err := run.Err(); err != nil {
			return nil, err
		}
		if p.Useful(o) {
			l.add(o, p.Option(o))
		}
	}
	return l, nil
}

// add appends the nodes of an option to the lists of its items, and a spacer.
func (l *Links) add(o int, elements []model.Element) {
	first := int32(len(l.nodes))
	for _, e := range elements {
		i, x := e.Item+1, int32(len(l.nodes))
		up := l.nodes[i].up
		l.nodes = append(l.nodes, link{i, up, i, e.Colour, int32(o)})
		l.nodes[up].down, l.nodes[i].up = x, x
		l.items[i].len++
	}
	l.nodes[first-1].down = int32(len(l.nodes)) - 1
	l.nodes = append(l.nodes, link{up: first})
}

// Solve yields every cover and returns nil when there are no more.
func (l *Links) Solve(yield func([]int) bool) error {
	l.yield = yield
	if err := l.search(); err != nil {
		return err
	}
	l.run.Share(1)
	return nil
}

// search finds the covers that have the chosen options.
func (l *Links) search() error {
	i, degree := l.choose()
	err := l.run.Err()
	switch {
	case err != nil:
		return err
	case i == 0:
		return l.visit()
	case degree == 0:
		l.run.Failures++
		return nil
	case degree > 1:
		if err = l.run.Node(int(degree)); err != nil {
			return err
		}
	}
	t, mark := &l.items[i], len(l.tweaked)
	l.cover(i, 0)
	for x := i; t.len > t.bound-t.slack; { // enough options are left
		if x = l.nodes[x].down; x == i { // the search goes on without another option of the item
			l.close(i)
			err = l.search()
			l.open(i)
			break
		}
		l.tweak(x, i)
		if err = l.try(x); err != nil {
			break
		}
	}
	l.untweak(mark, i)
	l.uncover(i, 0)
	return err
}

// try goes on with the option of node x.
func (l *Links) try(x int32) error {
	l.chosen = append(l.chosen, x)
	l.others(x, 1, l.commit)
	err := l.search()
	l.others(x, -1, l.uncommit)
	l.chosen = l.chosen[:len(l.chosen)-1]
	return err
}

// close takes an item out of the list of open items. A covered one is closed already.
func (l *Links) close(i int32) {
	t := &l.items[i]
	l.items[t.left].right, l.items[t.right].left = t.right, t.left
}

func (l *Links) open(i int32) { l.items[l.items[i].left].right, l.items[l.items[i].right].left = i, i }

// choose returns the open item with the fewest branches, and their number. It returns 0 if no item is open.
func (l *Links) choose() (i, degree int32) {
	for j := l.items[0].right; j != 0; j = l.items[j].right {
		t := &l.items[j]
		if n := max(t.len+1-max(t.bound-t.slack, 0), 0); i == 0 || n < degree {
			i, degree = j, n
		}
	}
	return i, degree
}

func (l *Links) visit() error {
	cover := make([]int, len(l.chosen))
	for k, x := range l.chosen {
		cover[k] = int(l.nodes[x].option)
	}
	slices.Sort(cover)
	l.run.Solutions++
	if !l.yield(cover) {
		return meter.ErrStopped
	}
	return nil
}

// others calls do with the other nodes of the option of node x, in a circle: to the right (1) or to the left (-1).
func (l *Links) others(x, way int32, do func(q int32)) {
	for q := x + way; q != x; {
		switch n := l.nodes[q]; {
		case n.item > 0:
			do(q)
			q += way
		case way > 0:
			q = n.up
		default:
			q = n.down
		}
	}
}

// cover chooses an option of item i. If no more may be chosen, it hides the others. With a colour it leaves
// those that give the item this colour, which is called to purify the item.
func (l *Links) cover(i, colour int32) {
	if l.items[i].bound--; l.items[i].bound > 0 {
		return
	}
	l.close(i)
	for p := l.nodes[i].down; p != i; p = l.nodes[p].down {
		if colour > 0 && l.nodes[p].colour == colour {
			l.nodes[p].colour = -1
		} else {
			l.hide(p)
		}
	}
}

func (l *Links) uncover(i, colour int32) {
	if l.items[i].bound++; l.items[i].bound > 1 {
		return
	}
	for p := l.nodes[i].up; p != i; p = l.nodes[p].up {
		if l.nodes[p].colour < 0 {
			l.nodes[p].colour = colour
		} else {
			l.unhide(p)
		}
	}
	l.open(i)
}

// hide removes the option of node p from all lists but that of p.
func (l *Links) hide(p int32) {
	l.run.Propagations++
	l.others(p, 1, l.unlink)
}

func (l *Links) unhide(p int32) { l.others(p, -1, l.relink) }

// unlink removes a node from its list. One with the colour -1 agrees with a chosen option, and stays.
func (l *Links) unlink(q int32) {
	if n := &l.nodes[q]; n.colour >= 0 {
		l.nodes[n.up].down, l.nodes[n.down].up = n.down, n.up
		l.items[n.item].len--
	}
}

func (l *Links) relink(q int32) {
	if n := &l.nodes[q]; n.colour >= 0 {
		l.nodes[n.up].down, l.nodes[n.down].up = q, q
		l.items[n.item].len++
	}
}

// commit covers the item of node p for a chosen option.
func (l *Links) commit(p int32) {
	if n := l.nodes[p]; n.colour >= 0 {
		l.cover(n.item, n.colour)
	}
}

func (l *Links) uncommit(p int32) {
	if n := l.nodes[p]; n.colour >= 0 {
		l.uncover(n.item, n.colour)
	}
}

// tweak removes the first option of item i, that of node x: it was tried. If the item is covered, the
// option is hidden already.
func (l *Links) tweak(x, i int32) {
	if l.items[i].bound > 0 {
		l.hide(x)
	}
	l.unlink(x)
	l.tweaked = append(l.tweaked, x)
}

// untweak brings back the options that were tweaked last, down to the given number.
func (l *Links) untweak(mark int, i int32) {
	for k := len(l.tweaked) - 1; k >= mark; k-- {
		l.relink(l.tweaked[k])
		if l.items[i].bound > 0 {
			l.unhide(l.tweaked[k])
		}
	}
	l.tweaked = l.tweaked[:mark]
}
