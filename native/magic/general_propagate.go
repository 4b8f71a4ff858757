package magic

import "fmt"

// What follows without a guess, in the search of general.go.

// propagate applies the rules until none applies. ok is false if the state is contradictory.
func (s *general) propagate() (ok bool, err error) {
	for {
		for len(s.queue) > 0 {
			if err := s.r.Err(); err != nil {
				return false, err
			}
			l := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			s.dirty[l] = false
			if ok, err := s.look(&s.lines[l]); !ok || err != nil {
				return false, err
			}
		}
		placed, ok := s.forced()
		switch last := len(s.late) - 1; {
		case !ok:
			return false, nil
		case placed || len(s.queue) > 0:
		case last < 0:
			return true, nil
		default:
			l := s.late[last]
			s.late, l.late = s.late[:last], false
			if ok, err := s.tryFillings(l); !ok || err != nil {
				return false, err
			}
		}
	}
}

// forced fills cells that have one number left. If every number must stand, it also puts
// those on their cells that have no more cells left than they need. It reports whether it
// placed any.
func (s *general) forced() (placed, ok bool) {
	for c := range s.value {
		if s.value[c] < 0 && s.sizes[c] == 1 {
			placed = true
			v := int32(-1)
			s.each(int32(c), func(only int32) { v = only })
			if !s.place(int32(c), v, "only number for "+s.p.Board().Name(c)) {
				return true, false
			}
		}
	}
	if !s.exact {
		return placed, true
	}
	for v := range s.left {
		if s.left[v] == 0 || s.options[v] > s.left[v] {
			continue
		}
		for c := range s.value {
			if s.value[c] < 0 && s.has(int32(c), int32(v)) {
				placed = true
				if !s.place(int32(c), int32(v), fmt.Sprintf("a cell that %d needs", s.values[v])) {
					return true, false
				}
			}
		}
	}
	return placed, true
}
