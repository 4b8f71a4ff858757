package dlx

import (
	"errors"

	"crosscut/internal/search"
)

// Outgrown: a long search by Sparse for a few covers gives way to one by Bitset.
//
// Auto begins with Sparse where the tables of Bitset would be large. To lay them out takes longer
// than an easy search. Golomb rulers of 9 marks and length 46 are not easy: there Bitset takes a fifth of
// the time for a node. So Sparse gives way when it has hidden one option for each 64 bytes of
// the tables. Until then it took about as long as they take.
//
// Bitset begins at the root. Covers that came before are remembered by the restarts, so they do
// not come twice. It applies where there are restarts, and before a search may split. So it does not
// depend on the number of workers.
//
// The larger the tables are, the more conflicts an option must have. Packings of hexominoes have 12
// options in conflict for each word of their tables of 36 MiB, and Bitset is not faster there.

// outgrownBytes bounds the tables.
const outgrownBytes = 1 << 27

// outgrownShare is the number of bytes of the tables for each option that Sparse hides before it gives way.
const outgrownShare = 64

// errOutgrown ends a search by Sparse that is to give way.
var errOutgrown = errors.New("dlx: give way to Bitset")

// outgrown says when a search by Sparse gives way. A nil *outgrown never does.
type outgrown struct {
	restart *restart
	at      int64       // the number of hidden options from which the search gives way, 0 for never
	pays    func() bool // tells then whether Bitset suits the problem
}

// newOutgrown returns nil if the tables are too large, or not larger than Auto makes them at once.
func newOutgrown(p *Problem, r *restart) *outgrown {
	bytes := p.bitsetBytes()
	if r == nil || bytes <= autoBytes || bytes > outgrownBytes || search.MemoryIsLimited() {
		return nil
	}
	return &outgrown{r, int64(bytes / outgrownShare), p.paysForLargeTables}
}

// paysForLargeTables reports whether the options have so many conflicts for each word that the tables may
// be as large as they are. Time O(elements).
func (p *Problem) paysForLargeTables() bool {
	options := p.Options()
	words := (options + 63) / 64
	conflicts := (p.meetings() + p.disagreements()) / options / words
	return p.bitsetBytes() <= autoBytes*(conflicts/worthWithColours)
}

// beginSparse searches with Sparse, and with Bitset when o says so.
func (p *Problem) beginSparse(s *sparse, r *restart, o *outgrown, yield func([]int) bool) error {
	s.restart, s.outgrown = r, o
	err := finish(Sparse, s, s.trial, r, s.run, yield)
	if errors.Is(err, errOutgrown) {
		return p.autoBitset(s.run, r.anew(), s.order.unread, yield)
	}
	return err
}

// autoBitset searches with Bitset. Another search may have had some nodes.
func (p *Problem) autoBitset(run *search.Run, r *restart, unread bool, yield func([]int) bool) error {
	s, err := newLateBitset(p, run)
	if err != nil {
		return err
	}
	s.order.unread = unread
	s.trial = newTrial(p, s.conflictTables, run)
	s.restart = r
	s.skip(run.Nodes)
	return finish(Bitset, s, s.trial, r, run, yield)
}

// due reports whether the search gives way now. It does not when all wanted covers have come,
// because later ones are not remembered. Nor does it when it could have split.
func (o *outgrown) due() bool {
	if o == nil || o.at == 0 || o.restart.run.Propagations < o.at {
		return false
	}
	o.at = 0
	r := o.restart
	return r.at != 0 && r.run.Nodes-r.spent < r.learns && o.pays()
}

// anew returns the restarts of a search that begins now. They remember the covers that came.
func (r *restart) anew() *restart {
	n := newRestart(r.problem, r.run, false)
	n.seen, n.came = r.seen, len(r.seen)
	return n
}
