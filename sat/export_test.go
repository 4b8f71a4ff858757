package sat

import (
	"context"
	"sync/atomic"
	"testing"

	"crosscut/internal/search"
)

// Stub counts the questions to gini, or answers in its place.
type Stub struct {
	Calls  atomic.Int64
	Models atomic.Int64 // answers with a model
	Closed atomic.Int64 // answers "unsatisfiable"

	// Unsatisfiable makes every answer "unsatisfiable".
	Unsatisfiable bool

	// DropSecond hides every second model.
	DropSecond bool
}

// Install puts the stub in place of gini until the test ends.
func (s *Stub) Install(t testing.TB) *Stub {
	was := newAsker
	newAsker = func(ctx context.Context, f *CNF, run *search.Run) (asker, error) {
		a, err := was(ctx, f, run)
		return &stubbed{asker: a, stub: s, values: make([]bool, f.Vars()+1)}, err
	}
	t.Cleanup(func() { newAsker = was })
	return s
}

// stubbed is a gini behind a stub.
type stubbed struct {
	asker
	stub   *Stub
	values []bool
	found  int
}

func (s *stubbed) next(cube []Lit) (bool, error) {
	s.stub.Calls.Add(1)
	if s.stub.Unsatisfiable {
		s.stub.Closed.Add(1)
		return false, nil
	}
	for {
		found, err := s.asker.next(cube)
		if !found || err != nil {
			s.stub.Closed.Add(1)
			return false, err
		}
		if s.found++; !s.stub.DropSecond || s.found%2 == 1 {
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
