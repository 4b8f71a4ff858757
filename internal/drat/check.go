package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Checker holds clauses and what follows from them by unit propagation. Build it
// with [New] and [Checker.Add].
type Checker struct {
	values  []int8 // by index: 1 true, −1 false, 0 open
	clauses [][]int32
	watched [][]int          // by index: the clauses that have the literal first or second
	same    map[string][]int // by key: the clauses
	trail   []int32          // the true literals
	done    int              // of the trail: these are propagated
	refuted bool             // the clauses are contradictory by unit propagation
	empty   bool             // the proof has reached the empty clause
}

// New returns a checker without clauses.
func New(vars int) *Checker {
	return &Checker{values: make([]int8, 2*vars+2), watched: make([][]int, 2*vars+2), same: map[string][]int{}}
}

func (c *Checker) vars() int { return len(c.values)/2 - 1 }

// index is where a literal is in tables.
func index(l int32) int {
	return int(max(l, -l))*2 + int(uint32(l)>>31)
}

// normal returns the literals of a clause in order, each once.
func normal(clause []int32) []int32 { return slices.Compact(slices.Sorted(slices.Values(clause))) }

// key is the same for clauses of the same literals, and for no others.
func key(clause []int32) string { return fmt.Sprint(normal(clause)) }

// Add adds a clause, and draws the consequences.
func (c *Checker) Add(clause []int32) {
	id, k := len(c.clauses), key(clause)
	clause = normal(clause)
	// Literals that are not false come first, for the first two are watched.
	slices.SortStableFunc(clause, func(a, b int32) int { return int(c.values[index(b)]) - int(c.values[index(a)]) })
	c.clauses = append(c.clauses, clause)
	c.same[k] = append(c.same[k], id)
	for _, l := range clause[:min(2, len(clause))] {
		c.watched[index(l)] = append(c.watched[index(l)], id)
	}
	if len(clause) == 0 || c.values[index(clause[0])] < 0 {
		c.refuted = true
	} else if len(clause) == 1 || c.values[index(clause[1])] < 0 {
		c.refuted = !c.assign(clause[0]) || !c.propagate() || c.refuted
	}
}

// assign makes a literal true, and reports false when it is false.
func (c *Checker) assign(l int32) bool {
	if c.values[index(l)] == 0 {
		c.values[index(l)], c.values[index(-l)] = 1, -1
		c.trail = append(c.trail, l)
	}
	return c.values[index(l)] > 0
}

// propagate draws all consequences, and reports false at a contradiction.
func (c *Checker) propagate() bool {
	for ; c.done < len(c.trail); c.done++ {
		falsified := -c.trail[c.done]
		list := c.watched[index(falsified)]
		kept := list[:0]
		for i, id := range list {
			clause := c.clauses[id]
			if clause == nil { // it was deleted
				continue
			}
			if clause[0] == falsified && len(clause) > 1 {
				clause[0], clause[1] = clause[1], clause[0]
			}
			if c.values[index(clause[0])] > 0 || !c.rewatch(clause, id) {
				kept = append(kept, id)
				if !c.assign(clause[0]) {
					c.watched[index(falsified)] = append(kept, list[i+1:]...)
					return false
				}
			}
		}
		c.watched[index(falsified)] = kept
	}
	return true
}

// rewatch watches a literal that is not false in place of the second.
func (c *Checker) rewatch(clause []int32, id int) bool {
	for i := 2; i < len(clause); i++ {
		if l := clause[i]; c.values[index(l)] >= 0 {
			clause[1], clause[i] = l, clause[1]
			c.watched[index(l)] = append(c.watched[index(l)], id)
			return true
		}
	}
	return false
}

// suppose makes literals true for a while, calls then with whether that led to no
// contradiction, and takes everything back.
func (c *Checker) suppose(literals []int32, negated bool, then func(consistent bool)) {
	before := len(c.trail)
	consistent := !c.refuted
	for _, l := range literals {
		if negated {
			l = -l
		}
		consistent = consistent && c.assign(l)
	}
	then(consistent && c.propagate())
	for _, l := range c.trail[before:] {
		c.values[index(l)], c.values[index(-l)] = 0, 0
	}
	c.trail, c.done = c.trail[:before], before
}

// Model returns the one model that follows by unit propagation when the literals are
// true, by variable. It is an error when that is contradictory or leaves variables
// open.
func (c *Checker) Model(literals []int32) (model []bool, err error) {
	c.suppose(literals, false, func(consistent bool) {
		model = make([]bool, c.vars()+1)
		for v := 1; v < len(model); v++ {
			model[v] = c.values[2*v] > 0
		}
		if !consistent || len(c.trail) < c.vars() {
			model, err = nil, errors.New("its literals do not fix a model by unit propagation")
		}
	})
	return model, err
}

// follows reports whether a clause follows by unit propagation.
func (c *Checker) follows(clause []int32) (yes bool) {
	c.suppose(clause, true, func(consistent bool) { yes = !consistent })
	return yes
}

// remove deletes a clause, and reports false when there is none like it. One that
// may be why a literal is true stays, which harms nobody.
func (c *Checker) remove(clause []int32) bool {
	k := key(clause)
	ids := c.same[k]
	if len(ids) == 0 {
		return false
	}
	id := ids[len(ids)-1]
	if len(c.clauses[id]) > 1 && c.values[index(c.clauses[id][0])] <= 0 {
		c.clauses[id], c.same[k] = nil, ids[:len(ids)-1]
	}
	return true
}

// DRAT checks a proof in DRAT that the clauses added have no model. It returns nil
// only when the empty clause follows.
func (c *Checker) DRAT(ctx context.Context, proof io.Reader) error {
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
		case !deletes && !c.follows(clause):
			err = errors.New("the clause does not follow from those before it")
		case !deletes:
			c.Add(clause)
			c.empty = len(clause) == 0
		}
		return err
	})
}

// eachStep calls check with the words of each line. The last must be the one that
// adds the empty clause.
func (c *Checker) eachStep(ctx context.Context, proof io.Reader, check func(words []string) error) error {
	err := lines(proof, func(words []string) error {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case c.empty:
			return errors.New("the proof goes on after the empty clause")
		}
		return check(words)
	})
	if err == nil && !c.empty {
		return errors.New("the proof ends without the empty clause")
	}
	return err
}

// LRAT checks a proof in LRAT that the formula has no model. Nothing is searched:
// the proof says from which clauses each one follows, in which order. The clauses of
// the formula count from 1. It returns nil only when the empty clause follows.
func LRAT(ctx context.Context, f *Formula, proof io.Reader) error {
	c := New(f.Vars) // without clauses: only its values are used
	clauses := map[int32][]int32{}
	for i, clause := range f.Clauses {
		clauses[int32(i+1)] = clause
	}
	return c.eachStep(ctx, proof, func(words []string) error {
		var number int32
		if _, err := fmt.Sscan(words[0], &number); err != nil {
			return fmt.Errorf("%.20q; want the number of a clause", words[0])
		}
		if words = words[1:]; len(words) > 0 && words[0] == "d" {
			return forget(clauses, words[1:])
		}
		clause, rest, err := sequence(words, c.vars())
		if err != nil {
			return err
		}
		hints, _, err := sequence(rest, math.MaxInt32)
		if err == nil && clauses[number] != nil {
			err = fmt.Errorf("clause %d is there already", number)
		}
		if err != nil {
			return err
		}
		c.suppose(clause, true, func(consistent bool) { err = c.follow(clauses, hints, consistent) })
		clauses[number], c.empty = clause, len(clause) == 0
		return err
	})
}

// forget deletes the clauses of some numbers.
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

// follow takes the hints in turn: each must have one literal that is not false, which
// becomes true, and the last must have none.
func (c *Checker) follow(clauses map[int32][]int32, hints []int32, consistent bool) error {
	for _, hint := range hints {
		if !consistent {
			break
		}
		clause, unit, open := clauses[hint], int32(0), 0
		if clause == nil {
			return fmt.Errorf("clause %d, a hint, is not there", hint)
		}
		for _, l := range clause {
			if c.values[index(l)] >= 0 && l != unit {
				unit, open = l, open+1
			}
		}
		if open > 1 {
			return fmt.Errorf("clause %d, a hint, is no unit", hint)
		}
		consistent = open == 1 && c.assign(unit)
	}
	if consistent {
		return errors.New("the clause does not follow from its hints")
	}
	return nil
}
