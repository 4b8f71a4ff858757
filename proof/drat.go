package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// This file and dimacs.go check proofs that a formula has no model. They are for readers who
// trust nobody: they are short and plain. They share no code with the solvers whose answers
// they judge, not even for reading files.
//
// A proof is a list of clauses that ends with the empty one. Each clause must follow from
// the formula and the clauses before it by unit propagation. This is tested as follows.
// Suppose that all its literals are false. Then propagating the clauses that have one
// literal left must lead to a clause that has none. So every model of the formula makes
// each clause true. Nothing makes the empty clause true, so there is no model. Proofs are
// text, in DRAT (N. Wetzler, M. Heule and W. Hunt, SAT 2014) or in LRAT (L. Cruz-Filipe
// and others, CADE 2017). Some steps of these formats keep a formula satisfiable, but do
// not follow from it. They are not allowed.

// checker holds clauses and what follows from them by unit propagation. Build it
// with [newChecker] and [checker.add]. A literal is stored as its code, 2v for v and 2v+1 for −v.
type checker struct {
	values  []int8              // by code: 1 true, −1 false, 0 open
	arena   []uint32            // for each clause first its number of literals, or 0 if it is deleted, and then its literals
	watched [][]watch           // by code: the clauses that have this literal as their first or second one
	byHash  map[uint64][]uint32 // by hash of a clause: where the literals of such clauses begin in the arena
	trail   []uint32            // the true literals
	done    int                 // how many literals of the trail are propagated
	refuted bool                // the clauses are contradictory by unit propagation
	empty   bool                // the proof has reached the empty clause
	full    error               // what room said; from then on clauses are missing, and there is no verdict
	room    func(length, capacity, more, elementSize int) error
}

// watch is a clause, given by where its literals begin, and another literal of it. While
// that literal is true, the clause has no consequences.
type watch struct{ other, at uint32 }

// newChecker returns a checker without clauses. Before a list grows, the checker calls room with the
// length and capacity of the list, the number of new elements and the bytes of one. An error
// of room ends the check.
func newChecker(vars int, room func(length, capacity, more, elementSize int) error) *checker {
	return &checker{room: room, values: make([]int8, 2*vars+2), watched: make([][]watch, 2*vars+2), byHash: map[uint64][]uint32{}}
}

// vars returns the number of variables.
func (c *checker) vars() int { return len(c.values)/2 - 1 }

// codeOf returns the code of a literal.
func codeOf(l int32) uint32 { return uint32(max(l, -l))*2 + uint32(l)>>31 }

// normal returns the codes of a clause in order, each once, and a hash of them.
func normal(clause []int32) (codes []uint32, hash uint64) {
	for _, l := range clause {
		codes = append(codes, codeOf(l))
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	for _, l := range codes {
		hash = (hash ^ uint64(l)) * 0x9e3779b97f4a7c15
	}
	return codes, hash
}

// clause returns the literals of the clause that begins at an index of the arena.
func (c *checker) clause(at uint32) []uint32 { return c.arena[at : at+c.arena[at-1]] }

// grow appends to a list of a checker. If there is no room, it sets c.full and returns the
// list as it was.
func grow[E any](c *checker, list []E, elementSize int, more ...E) []E {
	if len(list)+len(more) > cap(list) {
		if c.full = cmp.Or(c.full, c.room(len(list), cap(list), len(more), elementSize)); c.full != nil {
			return list
		}
	}
	return append(list, more...)
}

// add adds a clause, and propagates its consequences. It returns an error only if there is no
// room, and then the checker has no further use.
func (c *checker) add(clause []int32) error {
	lits, hash := normal(clause)
	// The first two literals are watched, so literals that are not false come first.
	slices.SortStableFunc(lits, func(a, b uint32) int { return int(c.values[b]) - int(c.values[a]) })
	at := uint32(len(c.arena)) + 1
	c.arena = grow(c, grow(c, c.arena, 4, uint32(len(lits))), 4, lits...)
	c.byHash[hash] = grow(c, c.byHash[hash], 4, at)
	for i := 0; len(lits) > 1 && i < 2; i++ {
		c.watched[lits[i]] = grow(c, c.watched[lits[i]], 8, watch{lits[1-i], at})
	}
	if len(lits) < 2 || c.values[lits[1]] < 0 {
		c.refuted = len(lits) == 0 || !c.assign(lits[0]) || !c.propagate() || c.refuted
	}
	return c.full
}

// assign makes a literal true. It reports whether that was possible: the literal was not
// false.
func (c *checker) assign(l uint32) bool {
	if c.values[l] == 0 {
		c.values[l], c.values[l^1] = 1, -1
		c.trail = append(c.trail, l)
	}
	return c.values[l] > 0
}

// propagate finds all consequences of the trail by unit propagation. It returns false if
// there is a contradiction.
func (c *checker) propagate() bool {
	for ; c.done < len(c.trail); c.done++ {
		falsified := c.trail[c.done] ^ 1
		list, kept := c.watched[falsified], c.watched[falsified][:0]
		for i, w := range list {
			if c.values[w.other] <= 0 {
				clause := c.clause(w.at)
				if len(clause) == 0 || c.rewatch(clause, &w, falsified) { // it was deleted, or it is in another list now
					continue
				}
				if !c.assign(w.other) {
					c.watched[falsified] = append(kept, list[i:]...)
					return false
				}
			}
			kept = append(kept, w)
		}
		c.watched[falsified] = kept
	}
	return true
}

// rewatch puts the other of the first two literals first. Unless that one is true, it
// exchanges the second literal, a false one, for one that is not false, and watches that. It
// reports whether it did so.
func (c *checker) rewatch(clause []uint32, w *watch, falsified uint32) bool {
	w.other = clause[0] ^ clause[1] ^ falsified
	clause[0], clause[1] = w.other, falsified
	for i := 2; c.values[w.other] <= 0 && i < len(clause); i++ {
		if l := clause[i]; c.values[l] >= 0 {
			clause[1], clause[i] = l, falsified
			c.watched[l] = grow(c, c.watched[l], 8, *w)
			return true
		}
	}
	return false
}

// suppose makes literals true for a while, or false if flip is 1. Then it calls the
// function then, undoes everything and returns. The argument of then says whether unit
// propagation found no contradiction. suppose returns the same.
func (c *checker) suppose(literals []int32, flip uint32, then func(consistent bool)) bool {
	before, consistent := len(c.trail), !c.refuted
	for _, l := range literals {
		consistent = consistent && c.assign(codeOf(l)^flip)
	}
	consistent = consistent && c.propagate()
	then(consistent)
	for _, l := range c.trail[before:] {
		c.values[l], c.values[l^1] = 0, 0
	}
	c.trail, c.done = c.trail[:before], before
	return consistent
}

// model returns the one model that follows by unit propagation if the literals are
// true, indexed by variable. It fails if that is contradictory or leaves variables open.
func (c *checker) model(literals []int32) (model []bool, err error) {
	c.suppose(literals, 0, func(consistent bool) {
		for v := 0; consistent && len(c.trail) == c.vars() && v <= c.vars(); v++ {
			model = append(model, c.values[2*v] > 0)
		}
	})
	if model == nil || c.full != nil {
		err = cmp.Or(c.full, errors.New("its literals do not fix a model by unit propagation"))
	}
	return model, err
}

// remove deletes a clause, and reports whether there was such a clause. A clause that is
// true stays, because a literal may be true because of it. Keeping it does no harm.
func (c *checker) remove(clause []int32) bool {
	lits, hash := normal(clause)
	i := slices.IndexFunc(c.byHash[hash], func(at uint32) bool { return slices.Equal(slices.Sorted(slices.Values(c.clause(at))), lits) })
	if i >= 0 && len(lits) > 1 && !slices.ContainsFunc(lits, func(l uint32) bool { return c.values[l] > 0 }) {
		c.arena[c.byHash[hash][i]-1] = 0
		c.byHash[hash] = slices.Delete(c.byHash[hash], i, i+1)
	}
	return i >= 0
}

// checkDRAT checks a proof in DRAT that the clauses added have no model. It returns nil
// only when the empty clause follows.
func (c *checker) checkDRAT(ctx context.Context, proof io.Reader) error {
	return c.eachStep(ctx, proof, func(words []string) error {
		deletes := words[0] == "d"
		if deletes {
			words = words[1:]
		}
		clause, rest, err := sequence(words, c.vars())
		switch {
		case err != nil:
		case len(rest) > 0:
			err = fmt.Errorf("%.20q after the clause", rest[0])
		case deletes && !c.remove(clause):
			err = errors.New("the clause to delete is not there")
		case !deletes && c.suppose(clause, 1, func(bool) {}):
			err = errors.New("the clause does not follow from those before it")
		case !deletes:
			err, c.empty = c.add(clause), len(clause) == 0
		}
		return err
	})
}

// eachStep calls check with the words of each line. The last line must add the empty
// clause.
func (c *checker) eachStep(ctx context.Context, proof io.Reader, check func(words []string) error) error {
	err := lines(proof, func(words []string) error {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case c.empty:
			return errors.New("the proof goes on after the empty clause")
		case len(c.arena) > math.MaxUint32-maxLine:
			return fmt.Errorf("%w: there are too many clauses", errTooLarge)
		}
		return check(words)
	})
	if err == nil && !c.empty {
		return errors.New("the proof ends without the empty clause")
	}
	return cmp.Or(c.full, err) // without room, a step that is right may fail
}

// checkLRAT checks a proof in LRAT that a formula has no model. It searches for nothing,
// because the proof names the clauses from which each one follows, in order. The clauses of
// the formula count from 1. It returns nil only when the empty clause follows.
func checkLRAT(ctx context.Context, vars int, formula [][]int32, proof io.Reader) error {
	c := newChecker(vars, nil) // it gets no clauses: only its values are used
	number, clauses := int32(0), map[int32][]int32{}
	for i, clause := range formula {
		clauses[int32(i+1)] = clause
	}
	return c.eachStep(ctx, proof, func(words []string) error {
		if _, err := fmt.Sscanf(words[0]+"\n", "%d\n", &number); err != nil {
			return fmt.Errorf("%.20q; want the number of a clause", words[0])
		}
		if words = words[1:]; len(words) > 0 && words[0] == "d" {
			return forget(clauses, words[1:])
		}
		clause, rest, err := sequence(words, c.vars())
		hints, _, wrong := sequence(rest, math.MaxInt32)
		switch err = cmp.Or(err, wrong); {
		case err != nil:
		case clauses[number] != nil:
			err = fmt.Errorf("clause %d is there already", number)
		default:
			c.suppose(clause, 1, func(consistent bool) { err = c.follow(clauses, hints, consistent) })
			clauses[number], c.empty = slices.Compact(slices.Sorted(slices.Values(clause))), len(clause) == 0 // repeated literals cost at each hint
		}
		return err
	})
}

// forget deletes the clauses with the given numbers.
func forget(clauses map[int32][]int32, words []string) error {
	numbers, _, err := sequence(words, math.MaxInt32)
	for _, n := range numbers {
		if clauses[n] == nil {
			return fmt.Errorf("clause %d, to delete, is not there", n)
		}
		delete(clauses, n)
	}
	return err
}

// follow goes through the hints in order. Each hint must have one literal that is not
// false, and that becomes true. The last hint must have none.
func (c *checker) follow(clauses map[int32][]int32, hints []int32, consistent bool) error {
	for ; consistent && len(hints) > 0; hints = hints[1:] {
		clause, unit, open := clauses[hints[0]], int32(0), 0
		if clause == nil {
			return fmt.Errorf("clause %d, a hint, is not there", hints[0])
		}
		for _, l := range clause {
			if c.values[codeOf(l)] >= 0 && l != unit {
				unit, open = l, open+1
			}
		}
		if open > 1 {
			return fmt.Errorf("clause %d, a hint, is not a unit", hints[0])
		}
		consistent = open == 1 && c.assign(codeOf(unit))
	}
	if consistent {
		return errors.New("the clause does not follow from its hints")
	}
	return nil
}
