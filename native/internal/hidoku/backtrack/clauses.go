package backtrack

import (
	"cmp"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
)

// clauses are those learnt. The literals of candidate v are 2v, true, and 2v+1, false.
// A clause lies in arena from its reference on: how many literals it has, its glue, how
// often it was used lately, and the literals. Its first two literals are watched.
// Unless one of its literals is true, these two are the last to become false. So the
// clause need not be looked at before one of them does (Moskewicz, Madigan, Zhao,
// Zhang, Malik: Chaff, DAC 2001).
type clauses struct {
	arena    []int32
	refs     []int32   // where each clause begins in arena
	watches  [][]watch // by literal: the clauses to look at when it becomes false
	reduceAt int       // the number of clauses at which to drop half of them
}

// watch is a clause and another literal of it. While that literal is true, the clause
// need not be looked at.
type watch struct{ ref, other int32 }

// Where the parts of a clause are, from its reference on.
const (
	sizeAt = iota
	glueAt
	usesAt
	header // the first literal
)

func (c *clauses) literals(ref int32) []int32 {
	return c.arena[ref+header : ref+header+c.arena[ref+sizeAt]]
}

func (c *clauses) store(literals []int32, glue int32) (int32, error) {
	if len(c.arena)+header+len(literals) > maxArena {
		return 0, &meter.LimitError{Kind: meter.ErrMemory, What: "memory for what was learnt"}
	}
	ref := int32(len(c.arena))
	if need := header + len(literals); need > cap(c.arena)-len(c.arena) {
		c.arena = slices.Grow(c.arena, max(need, len(c.arena))) // append alone copies it after each quarter
	}
	c.arena = append(c.arena, int32(len(literals)), glue, 0)
	c.arena = append(c.arena, literals...)
	c.refs = append(c.refs, ref)
	c.watch(ref)
	return ref, nil
}

func (c *clauses) watch(ref int32) {
	a, b := c.arena[ref+header], c.arena[ref+header+1]
	c.watches[a] = append(c.watches[a], watch{ref, b})
	c.watches[b] = append(c.watches[b], watch{ref, a})
}

func (c *clauses) countUse(ref int32) { c.arena[ref+usesAt]++ }

func (l *Learner) isTrue(lit int32) bool  { return l.value[lit>>1] == assignedTrue+int8(lit&1) }
func (l *Learner) isFalse(lit int32) bool { return l.value[lit>>1] == assignedFalse-int8(lit&1) }

// falsified returns the literal of v that is false.
func (l *Learner) falsified(v int32) int32 {
	if l.value[v] == assignedTrue {
		return v<<1 | 1
	}
	return v << 1
}

func (l *Learner) makeTrue(lit int32, why reason) {
	v := lit >> 1
	if lit&1 != 0 {
		l.assignFalse(v, why)
		return
	}
	l.Trace.Learnt(l.State, int(l.numberOf[v]), int(l.cellOf[v]))
	l.assignTrue(v, why)
}

// visitWatches looks at the clauses that watch v, which has just become known.
func (l *Learner) visitWatches(v int32) {
	lit := l.falsified(v)
	list := l.watches[lit]
	kept := 0
	for i, w := range list {
		if l.conflict.kind != noConflict {
			kept += copy(list[kept:], list[i:])
			break
		}
		if l.isTrue(w.other) || !l.watchAnother(&w, lit) {
			list[kept] = w
			kept++
		}
	}
	l.watches[lit] = list[:kept]
	l.Reads += int64(len(list))
}

// watchAnother looks for a literal of the clause to watch instead of lit, which is
// false. It reports whether there is one. If not, the other watched literal must be
// true.
func (l *Learner) watchAnother(w *watch, lit int32) bool {
	literals := l.literals(w.ref)
	if literals[0] == lit {
		literals[0], literals[1] = literals[1], lit
	}
	w.other = literals[0]
	if l.isTrue(w.other) {
		return false
	}
	for i, new := range literals[2:] {
		if !l.isFalse(new) {
			literals[1], literals[i+2] = new, lit
			l.watches[new] = append(l.watches[new], *w)
			l.Reads += int64(i)
			return true
		}
	}
	l.Reads += int64(len(literals))
	if l.isFalse(w.other) {
		l.conflict = conflict{kind: allFalse, of: w.ref}
	} else {
		l.makeTrue(w.other, because(byClause, w.ref))
	}
	return false
}

// reduce drops half of the clauses: those with the most glue and the least use. It
// keeps clauses that are reasons, and those that join only two levels.
func (l *Learner) reduce() {
	l.reduceAt += reduceAtGrowth
	base.SortStable(l.refs, func(a, b int32) int {
		return cmp.Or(
			cmp.Compare(l.arena[a+glueAt], l.arena[b+glueAt]),
			cmp.Compare(l.arena[b+usesAt], l.arena[a+usesAt]),
			cmp.Compare(b, a))
	})
	half := len(l.refs) / 2
	kept := l.refs[:half]
	for _, ref := range l.refs[half:] {
		if l.arena[ref+glueAt] <= 2 || l.isReason(ref) {
			kept = append(kept, ref)
		}
	}
	slices.Sort(kept)
	l.refs = kept
	l.compact()
}

// isReason reports whether a clause is the reason of its first literal.
func (l *Learner) isReason(ref int32) bool {
	v := l.arena[ref+header] >> 1
	return l.value[v] != unassigned && l.why[v] == because(byClause, ref)
}

// compact closes the gaps in arena between the clauses left, which are in order.
func (l *Learner) compact() {
	for lit := range l.watches {
		l.watches[lit] = l.watches[lit][:0]
	}
	end := int32(0)
	for i, ref := range l.refs {
		if l.isReason(ref) {
			l.why[l.arena[ref+header]>>1] = because(byClause, end)
		}
		size := header + l.arena[ref+sizeAt]
		copy(l.arena[end:end+size], l.arena[ref:ref+size])
		l.arena[end+usesAt] /= 2
		l.refs[i] = end
		l.watch(end)
		end += size
	}
	l.arena = l.arena[:end]
}
