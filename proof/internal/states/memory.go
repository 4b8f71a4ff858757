//go:build !page

package states

import (
	"cmp"
	"math/big"
	"slices"
)

// There are two orders. One always takes the set with the fewest choices left, and no two ways share a node. The other one
// takes the groups one after the other, and remembers a node for the states of all rules before a group. Such a node
// is found in a context of its own, where only these states are true. So its lemma needs nothing else. The clause of
// a contradiction is kept there, as it stands for many states.

// memory is what a search in order knows of states.
type memory struct {
	inOrder bool
	position
	options map[[3]int]*fact   // per group, rule and state: which values it leaves, if not all
	nodes   map[string]node    // by group and states
	dead    map[[2]int][]*fact // by group and state of the rule with most states: clauses of states that cannot be together
}

// position is where a search in order is.
type position struct {
	group  int     // the next one
	states []int32 // before it
	failed []*fact // why some of its values have no models
}

// below is search after a choice. In order, it finds the node of the states after it, in a context of its own.
func (t *tree) below(set int, c code) (n node, conflict *cause, err error) {
	if !t.inOrder {
		return t.search()
	}
	if conflict := t.consequences(); conflict != nil {
		return node{}, conflict, nil
	}
	here := t.position
	t.position = t.after(set, c)
	defer func() { t.position = here }()
	key := keyOf(t.group, t.states)
	n, ok := t.nodes[key]
	switch why := t.refuted(); {
	case ok:
		return n, nil, nil
	case t.group == len(t.groups):
		return node{count: big.NewInt(1)}, nil, nil
	case why != nil:
		return node{}, &cause{fact: why}, nil
	}
	decisions := t.decisions()
	t.assume(t.premise(t.position))
	if n, conflict, err = t.search(); err != nil {
		return n, nil, err
	}
	if conflict == nil {
		t.nodes[key] = n
	} else {
		f := t.blame(conflict, 0)
		if len(f.lits) == 0 {
			return n, nil, ErrNone
		}
		list := t.dead[t.bucket(f)]
		i, _ := slices.BinarySearchFunc(list, f, func(a, b *fact) int { return cmp.Compare(len(a.lits), len(b.lits)) })
		t.dead[t.bucket(f)] = slices.Insert(list, i, f)
		conflict = &cause{fact: f}
	}
	t.position = here
	t.resume(decisions, set, c)
	return n, conflict, nil
}

// resume goes back to a context, where a choice has been made.
func (t *tree) resume(decisions []code, set int, c code) {
	premise := slices.DeleteFunc(decisions, func(l code) bool { return l == c })
	t.assume(premise)
	t.consequences()
	for _, f := range t.failed {
		for _, l := range f.lits {
			if t.values[l] == 0 {
				t.assign(l, cause{fact: f})
			}
		}
	}
	if t.consequences(); t.values[c] == 0 {
		t.decide(c, set)
		t.consequences()
	}
}

// bucket returns where a clause is kept that some states cannot be together: by the state of the rule with most states,
// or by none.
func (t *tree) bucket(f *fact) [2]int {
	if c := t.widest(); slices.Contains(f.lits, c.not()) {
		return [2]int{t.group, int(c)}
	}
	return [2]int{t.group, 0}
}

// widest returns the state of the rule with most states before the next group.
func (t *tree) widest() code {
	var best part
	most := 0
	for _, s := range t.groups[t.group].active {
		if n := len(t.rules[s.rule].states[s.steps]); n > most {
			best, most = t.state(s.rule, s.steps, int(t.states[s.rule])), n
		}
	}
	if best.lit == 0 {
		return 0
	}
	return t.code(best.lit)
}

// refuted returns a clause by which the states before the next group cannot be together, or nil.
func (t *tree) refuted() *fact {
	if t.group == len(t.groups) {
		return nil
	}
	for _, bucket := range [][2]int{{t.group, 0}, {t.group, int(t.widest())}} {
		for _, f := range t.dead[bucket] { // what says most comes first
			if !slices.ContainsFunc(f.lits, func(l code) bool { return t.values[l] >= 0 }) {
				return f
			}
		}
	}
	return nil
}

// assume begins a context with some decisions. Before them stands the literal of no variable, so nothing of the context
// stays true behind it.
func (t *tree) assume(decisions []code) {
	t.back(0)
	t.head = 0
	t.decide(0, -1)
	for _, l := range decisions {
		if t.values[l] == 0 {
			t.decide(l, -1)
		}
	}
}

// premise returns the states of the rules before the group of a context.
func (t *tree) premise(in position) (all []code) {
	if in.group == len(t.groups) {
		return nil
	}
	for _, s := range t.groups[in.group].active {
		if p := t.state(s.rule, s.steps, int(in.states[s.rule])); p.lit != 0 {
			all = append(all, t.code(p.lit))
		}
	}
	return all
}

// after returns the context after a choice.
func (t *tree) after(set int, l code) position {
	return position{group: t.group + 1, states: t.next(t.group, slices.Index(t.sets[set].lits, l), t.states)}
}
