package run

import "errors"

// ledger is what the journals of a run say, as far as they were read.
type ledger struct {
	state   *State
	waiting map[string][]*Entry // by the cube around them: entries whose cube is not known to be cut
	again   bool                // a cube has several entries that the state could not compare
	seconds float64             // that finished cubes took
	done    int                 // finished cubes
}

// Replay reads the journals of the run from the beginning. It returns what is known, and how many lines
// were left out: damaged ones, and those whose solutions are.
func (f *Folder) Replay() (s *State, damaged int, err error) {
	l, damaged, err := f.replay()
	return l.state, damaged, err
}

// replay is Replay with what a worker knows besides.
func (f *Folder) replay() (l *ledger, damaged int, err error) {
	l = &ledger{state: New(), waiting: make(map[string][]*Entry)}
	if _, err := l.state.Answer(f.Header.root()); err != nil {
		return l, 0, err
	}
	err = f.Restart(func(e *Entry) error {
		whole, err := f.Has(e)
		if err != nil {
			return err
		}
		if !whole {
			damaged++
			return nil
		}
		return l.know(e)
	})
	return l, damaged + f.Damaged(), f.disagreement(err)
}

// know gives an entry to the state.
func (l *ledger) know(e *Entry) error {
	o, err := e.Outcome()
	if err != nil {
		return err
	}
	verdict, err := l.state.Answer(o)
	if errors.Is(err, ErrOutcome) {
		return nil // no cube can have it
	} else if err != nil {
		return err
	}
	switch verdict {
	case Unknown:
		l.waiting[parent(e.Path)] = append(l.waiting[parent(e.Path)], e)
	case Forgotten:
		l.again = true
	case Fresh:
		if e.Split == 0 {
			l.done++
			l.seconds += float64(e.Time) / 1000
		}
		below := l.waiting[e.Path]
		delete(l.waiting, e.Path)
		for _, e := range below {
			if err := l.know(e); err != nil {
				return err
			}
		}
	}
	return nil
}
