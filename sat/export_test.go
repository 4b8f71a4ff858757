package sat

import (
	"context"
	"io"
	"math/big"
	"sync"
	"sync/atomic"
	"testing"

	"crosscut/meter"
)

// Stub counts the questions to gini, or answers them itself.
type Stub struct {
	Calls  atomic.Int64
	Models atomic.Int64 // answers with a model
	Closed atomic.Int64 // answers "unsatisfiable"
	Parts  atomic.Int64 // formulas of parts

	// Unsatisfiable makes every answer "unsatisfiable".
	Unsatisfiable bool

	// DropSecond hides every second model.
	DropSecond bool

	found  atomic.Int64 // models, with the hidden ones
	lock   sync.Mutex
	closed big.Rat // the share of the space in the cubes of Closed
}

// close counts an answer "unsatisfiable". A cube of n literals is 2^-n of the space.
func (s *Stub) close(n int) {
	s.Closed.Add(1)
	s.lock.Lock()
	defer s.lock.Unlock()
	parts := new(big.Int).Lsh(big.NewInt(1), uint(n))
	s.closed.Add(&s.closed, new(big.Rat).SetFrac(big.NewInt(1), parts))
}

// ClosedShare returns the share of the space in cubes that were called unsatisfiable. For
// disjoint cubes that cover the space it is "1".
func (s *Stub) ClosedShare() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.closed.RatString()
}

// Install replaces gini by the stub until the test ends.
func (s *Stub) Install(t testing.TB) *Stub {
	was := newAsker
	newAsker = func(ctx context.Context, f *CNF, run *meter.Run) (asker, error) {
		a, err := was(ctx, f, run)
		return &stubbed{asker: a, stub: s, values: make([]bool, f.Vars()+1)}, err
	}
	t.Cleanup(func() { newAsker = was })
	return s
}

// stubbed is a gini whose questions and answers pass through a stub.
type stubbed struct {
	asker
	stub   *Stub
	within int // the number of literals of the cube that its formula is a part of
	values []bool
}

func (s *stubbed) part(cube []Lit, fixed []code, rest *CNF) (asker, error) {
	a, err := s.asker.part(cube, fixed, rest)
	if a != nil {
		a.(*stubbed).within = s.within + len(cube)
		s.stub.Parts.Add(1)
	}
	return a, err
}

func (s *stubbed) fresh() (asker, error) {
	a, err := s.asker.fresh()
	a.(*stubbed).within = s.within
	return a, err
}

func (s *stubbed) next(cube []Lit) (bool, error) {
	s.stub.Calls.Add(1)
	if s.stub.Unsatisfiable {
		s.stub.close(s.within + len(cube))
		return false, nil
	}
	for {
		found, err := s.asker.next(cube)
		if !found || err != nil {
			s.stub.close(s.within + len(cube))
			return false, err
		}
		if found := s.stub.found.Add(1); !s.stub.DropSecond || found%2 == 1 {
			s.stub.Models.Add(1)
			return true, nil
		}
		s.asker.read(s.values)
		other := []Lit{}
		for v := 1; v < len(s.values); v++ {
			l := Lit(v)
			if s.values[v] {
				l = l.Not()
			}
			other = append(other, l)
		}
		s.asker.add(other)
	}
}

// readModel reads an answer of one model.
func readModel(r io.Reader, name string, vars int) (values []bool, sat bool, err error) {
	return readModels(r, name, vars, nil)
}
