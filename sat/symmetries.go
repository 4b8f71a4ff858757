package sat

// Several models from one, by symmetries of the formula. This applies when the caller of ModelsInCubes
// names some, and there are more models than a few or the space is cut first. Clauses leave one model of most orbits, so gini searches a
// space that is smaller by the size of the group. gini confirms each other model of an orbit under
// assumptions, which takes one propagation. Time is at least that of these confirmations. Source: J.
// Crawford, M. Ginsberg, E. Luks and A. Roy, "Symmetry-breaking predicates for search problems", KR 1996.
// But here the predicates come from demands: see leads.
//
// A map is used only when it is known to be a symmetry. It must take each clause of kept literals to a
// clause of the formula, or to one that gini proves from it. It must take the sums that the caller names to
// such sums, too. The other maps are ignored. So a false map costs time, and no model.

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/meter"
)

// mapping is a map of the literals of keep, by their index there.
type mapping []int32

// of returns the image of a literal: see keptCodes.
func (g mapping) of(l code) code { return code(2*g[l.variable()]) | l&1 }

// symmetries are the group by which an enumeration leaves out models, and how it finds these again. Codes
// of literals count the literals of keep as variables from 0 on.
type symmetries struct {
	whole *CNF      // the formula with all models; that of the enumeration has leads, too
	group []mapping // without the identity
	leads [][]code  // the clauses that leave one model of most orbits
}

// findSymmetries replaces the formula by one with fewer models, if some of the maps are symmetries.
func (e *enumeration) findSymmetries(ctx context.Context, run *meter.Run) error {
	given := e.cutting.Symmetries
	if given == nil || !e.antichain || !symmetric.On() || e.f.Literals() > MaxVars/2 {
		return nil
	}
	number := e.keptCodes()
	if slices.ContainsFunc(e.keep, func(l Lit) bool { return number[codeOf(l)]&1 == 1 }) {
		return nil // a literal is kept, and its negation
	}
	candidates := e.candidates(given, number)
	if len(candidates) == 0 {
		return nil
	}
	done, err := base.Reserve(int64(64*e.f.Clauses() + 8*e.f.Literals()))
	defer done()
	if err != nil {
		return nil // there may be enough for a search without them
	}
	gini, err := newAsker(ctx, e.f, run)
	if err != nil {
		return err
	}
	known, err := e.newKnown(given.Sums, number, run)
	if known == nil || err != nil {
		return err
	}
	s := &symmetries{whole: e.f}
	var generators []mapping
	for _, g := range candidates {
		if slices.ContainsFunc(s.group, func(product mapping) bool { return slices.Equal(product, g) }) {
			continue
		}
		is, err := known.keptBy(g, gini, run)
		if err != nil {
			return err
		}
		if is {
			generators = append(generators, g)
			s.group = closure(generators)
		}
	}
	if err := s.lead(known.demands, len(e.keep), run); len(s.leads) == 0 || err != nil {
		return err
	}
	e.f, e.symmetries = e.f.Copy(), s
	for _, clause := range s.leads {
		e.f.Add(e.literals(nil, clause)...)
	}
	return e.f.Err()
}

// unkept is the number of a literal that is not kept.
const unkept = ^code(0)

// keptCodes returns by the code of a literal the code that it has where the literals of keep are the
// variables from 0 on.
func (e *enumeration) keptCodes() []code {
	number := make([]code, 2*(e.f.Vars()+1))
	for i := range number {
		number[i] = unkept
	}
	for i, l := range e.keep {
		number[codeOf(l)], number[codeOf(l.Not())] = code(2*i), code(2*i+1)
	}
	return number
}

// literals appends the literals that codes of keptCodes stand for.
func (e *enumeration) literals(to []Lit, clause []code) []Lit {
	for _, l := range clause {
		if own := e.keep[l.variable()]; l&1 == 0 {
			to = append(to, own)
		} else {
			to = append(to, own.Not())
		}
	}
	return to
}

// candidates returns the maps that exchange the literals of keep, without the identity.
func (e *enumeration) candidates(given *Symmetries, number []code) (maps []mapping) {
	for _, by := range given.Maps {
		g, taken, moves := make(mapping, 0, len(e.keep)), make([]bool, len(e.keep)), false
		for i, l := range e.keep {
			if l.Var() >= len(by) || !by[l.Var()].valid() || by[l.Var()].Var() > e.f.Vars() {
				break
			}
			to := number[codeOf(by[l.Var()])]
			if l < 0 {
				to = number[codeOf(by[l.Var()].Not())]
			}
			if to == unkept || to&1 == 1 || taken[to.variable()] {
				break
			}
			g, taken[to.variable()] = append(g, int32(to.variable())), true
			moves = moves || to.variable() != i
		}
		if moves && len(g) == len(e.keep) {
			maps = append(maps, g)
		}
	}
	return maps
}

// known is what is known of the formula, to compare images with it.
type known struct {
	e       *enumeration
	seed    maphash.Seed
	clauses map[uint64][][]code // those of kept literals, each sorted, by their hash
	demands [][]code            // see Cutting
	sums    map[string]bool
	list    []codedSum
}

// codedSum is a Sum of kept literals.
type codedSum struct {
	*Sum
	lits []code
}

// newKnown returns nil if the sums are not of kept literals.
func (e *enumeration) newKnown(sums []Sum, number []code, run *meter.Run) (*known, error) {
	k := &known{e: e, seed: maphash.MakeSeed(), clauses: make(map[uint64][][]code), sums: make(map[string]bool)}
	coded := func(lits []Lit) ([]code, bool) {
		own := make([]code, len(lits))
		for i, l := range lits {
			own[i] = number[codeOf(l)]
		}
		return own, !slices.Contains(own, unkept)
	}
	for clause := range e.f.All() {
		if err := run.Err(); err != nil {
			return nil, err
		}
		if own, kept := coded(clause); kept {
			slices.Sort(own)
			key := k.hash(own)
			k.clauses[key] = append(k.clauses[key], own)
			if len(own) > 1 && !slices.ContainsFunc(own, func(l code) bool { return l&1 == 1 }) {
				k.demands = append(k.demands, own)
			}
		}
	}
	for i := range sums {
		if err := run.Err(); err != nil {
			return nil, err
		}
		lits, kept := coded(sums[i].Lits)
		if !kept || len(sums[i].Weights) != len(lits) {
			return nil, nil
		}
		k.list = append(k.list, codedSum{&sums[i], lits})
		k.sums[k.list[i].key(nil)] = true
	}
	return k, nil
}

func (k *known) hash(clause []code) uint64 {
	var h maphash.Hash
	h.SetSeed(k.seed)
	for _, l := range clause {
		maphash.WriteComparable(&h, l)
	}
	return h.Sum64()
}

// key returns a text that is the same for sums that say the same. Each literal counts as its image, if g
// is not nil.
func (s *codedSum) key(g mapping) string {
	terms := make([]string, len(s.lits))
	for i, l := range s.lits {
		if g != nil {
			l = g.of(l)
		}
		terms[i] = fmt.Sprint(l, " ", s.Weights[i])
	}
	slices.Sort(terms)
	return fmt.Sprint(s.Least, s.Most, strings.Join(terms, ","))
}

// keptBy reports whether g is known to take models to models.
func (k *known) keptBy(g mapping, gini asker, run *meter.Run) (bool, error) {
	for i := range k.list {
		if err := run.Err(); err != nil {
			return false, err
		}
		if !k.sums[k.list[i].key(g)] {
			return false, nil
		}
	}
	var image []code
	for _, clauses := range k.clauses {
		if err := run.Err(); err != nil {
			return false, err
		}
		for _, clause := range clauses {
			image = image[:0]
			for _, l := range clause {
				image = append(image, g.of(l))
			}
			slices.Sort(image)
			same := func(known []code) bool { return slices.Equal(known, image) }
			if slices.ContainsFunc(k.clauses[k.hash(image)], same) {
				continue
			}
			if follows, err := gini.implies(k.e.literals(nil, image)); !follows || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// closure returns the products of maps without the identity. It leaves out maps with which there would
// be too many products.
func closure(generators []mapping) (group []mapping) {
	var used []mapping
	for _, g := range generators {
		if larger := products(append(used, g)); larger != nil {
			group, used = larger, append(used, g)
		}
	}
	return group
}

// products returns the products of maps without the identity, or nil if there are too many to look at for
// each model.
func products(generators []mapping) []mapping {
	unmoved := make(mapping, len(generators[0]))
	for i := range unmoved {
		unmoved[i] = int32(i)
	}
	group, met := []mapping{unmoved}, map[string]bool{unmoved.key(): true}
	for next := 0; next < len(group); next++ {
		for _, g := range generators {
			product := make(mapping, len(g))
			for i, to := range group[next] {
				product[i] = g[to]
			}
			if key := product.key(); !met[key] {
				met[key] = true
				if group = append(group, product); len(group)*len(g) > MaxVars/16 {
					return nil
				}
			}
		}
	}
	return group[1:]
}

func (g mapping) key() string {
	var key []byte
	for _, to := range g {
		key = binary.LittleEndian.AppendUint32(key, uint32(to))
	}
	return string(key)
}

// branch is a case in which some symmetries still take models to each other: a model makes the literals of
// prefix true, and none of without. The symmetries move no literal of prefix.
type branch struct {
	group           []mapping
	demands         [][]code // to look at
	prefix, without []code
}

// lead finds the clauses that leave one model of most orbits. There are no more of them than about most.
//
// Take a demand that the group of a branch maps to itself. A model makes a literal of it true. Take the
// first literal of each orbit of the demand. Some image of the model has one of these true, and no literal of the
// orbits before it. Each such literal is a branch, with the symmetries that leave it where it is.
func (s *symmetries) lead(demands [][]code, most int, run *meter.Run) error {
	branches := []branch{{group: s.group, demands: demands}}
	for len(branches) > 0 && len(s.leads) < most {
		if err := run.Err(); err != nil {
			return err
		}
		b := branches[0]
		branches = branches[1:]
		best, orbits, by := largestOrbits(b.demands, b.group)
		if best < 0 {
			continue
		}
		others := slices.Concat(b.demands[:best], b.demands[best+1:])
		without := slices.Clone(b.without)
		for _, orbit := range orbits {
			first := orbit[0]
			for _, l := range orbit[1:] {
				clause := slices.Concat(without, []code{first, l.not()})
				for _, p := range b.prefix {
					clause = append(clause, p.not())
				}
				s.leads = append(s.leads, clause)
			}
			fixing := slices.DeleteFunc(slices.Clone(by), func(g mapping) bool { return g.of(first) != first })
			if len(fixing) > 0 {
				branches = append(branches, branch{fixing, others, append(slices.Clone(b.prefix), first), slices.Clone(without)})
			}
			without = append(without, first)
		}
	}
	return nil
}

// largestOrbits returns the demand in which orbits are largest, its orbits, and the symmetries that
// map it to itself. It returns −1 if no literal moves in any demand.
func largestOrbits(demands [][]code, group []mapping) (best int, in [][]code, by []mapping) {
	best = -1
	size, moved := 0, 0 // the literals of the best demand, and how many of them are not the first in an orbit
	for i, demand := range demands {
		orbits, those := orbitsOf(demand, group)
		more := (len(demand) - len(orbits)) * size
		if less := moved * len(demand); more > less || more == less && len(demand) < size || best < 0 && len(orbits) < len(demand) {
			best, in, by, size, moved = i, orbits, those, len(demand), len(demand)-len(orbits)
		}
	}
	return best, in, by
}

// orbitsOf returns the orbits of the literals of a demand under the symmetries that map it to itself, and
// these symmetries.
func orbitsOf(demand []code, group []mapping) (orbits [][]code, by []mapping) {
	in := make(map[code]bool, len(demand))
	for _, l := range demand {
		in[l] = true
	}
	for _, g := range group {
		if !slices.ContainsFunc(demand, func(l code) bool { _, ok := in[g.of(l)]; return !ok }) {
			by = append(by, g)
		}
	}
	for _, l := range demand {
		if !in[l] {
			continue
		}
		orbit := []code{l}
		in[l] = false
		for _, g := range by {
			if to := g.of(l); in[to] {
				in[to] = false
				orbit = append(orbit, to)
			}
		}
		orbits = append(orbits, orbit)
	}
	return orbits, by
}

// leading reports whether a model satisfies the clauses of lead. values are by code.
func (s *symmetries) leading(values []bool) bool {
	return !slices.ContainsFunc(s.leads, func(clause []code) bool {
		return !slices.ContainsFunc(clause, func(l code) bool { return values[l] })
	})
}

// lostImages returns the images of a model that the clauses of lead exclude, each as the literals of keep that
// it makes true. If they leave several models of the orbit, only the least of these has such images.
func (s *symmetries) lostImages(model []int32, keep int) (lost []mapping) {
	images := make([]mapping, len(s.group))
	for i, g := range s.group {
		for _, l := range model {
			images[i] = append(images[i], g[l])
		}
		slices.Sort(images[i])
	}
	base.SortStable(images, slices.Compare)
	values := make([]bool, 2*keep)
	for _, image := range slices.CompactFunc(images, slices.Equal) {
		for l := range values {
			values[l] = l&1 == 1
		}
		for _, l := range image {
			values[2*l], values[2*l+1] = true, false
		}
		if !s.leading(values) {
			lost = append(lost, image)
		} else if slices.Compare(image, model) < 0 {
			return nil
		}
	}
	return lost
}

// handOrbit hands out a model, and the images of it that no search finds, when gini has confirmed each.
func (w *worker) handOrbit(values []bool, yield func([]bool) error) error {
	if err := yield(values); err != nil || w.e.symmetries == nil {
		return err
	}
	var model []int32
	for i, l := range w.e.keep {
		if l.holds(values) {
			model = append(model, int32(i))
		}
	}
	for _, image := range w.e.symmetries.lostImages(model, len(w.e.keep)) {
		cube := make([]Lit, len(image))
		for i, l := range image {
			cube[i] = w.e.keep[l]
		}
		found, err := w.confirm(cube)
		if err != nil {
			return err
		}
		if found == nil {
			continue // gini contradicts itself: another engine will notice
		}
		if err := yield(found); err != nil {
			return err
		}
	}
	return nil
}

// confirm returns the model of the whole formula with the literals of an image, nil if gini finds none.
func (w *worker) confirm(image []Lit) (values []bool, err error) {
	whole := w.e.symmetries.whole
	if w.confirming == nil {
		if w.confirming, err = w.newAsker(whole); err != nil {
			return nil, err
		}
	}
	if err := w.run.Node(0); err != nil {
		return nil, err
	}
	found, err := w.confirming.next(image)
	if err != nil {
		return nil, err
	}
	if !found {
		w.run.Failures++
		return nil, nil
	}
	values = make([]bool, whole.Vars()+1)
	w.confirming.read(values)
	return values, judge(whole, image, values)
}
