package run

import "errors"

// ledger is what the journals of a run say, as far as they were read.
type ledger struct {
	state   *State
	waiting map[string][]*Entry // by the cube around them: entries whose cube is not known to be cut
	again   bool                // a cube has several entries that the state could not compare
	seconds float64             // that finished cubes took
	done    int                 // finished cubes

	deadlyCuts map[string]bool // cubes that were cut because processes died of them
}

// replay reads the journals of the run from the beginning. It returns what is known, and how many lines
// were left out: damaged ones, and those whose solutions are.
func (f *Folder) replay() (l *ledger, damaged int, err error) {
	l = &ledger{state: New(), waiting: make(map[string][]*Entry), deadlyCuts: make(map[string]bool)}
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
		return l.hear(e)
	})
	return l, damaged + f.Damaged(), f.disagreement(err)
}

// hear takes an entry of a journal. Those of the parts of a cube may come before that of its cut.
func (l *ledger) hear(e *Entry) error {
	verdict, err := l.know(e)
	if errors.Is(err, ErrOutcome) {
		return nil // no cube can have it
	}
	if err == nil && verdict == Unknown {
		l.waiting[parent(e.Path)] = append(l.waiting[parent(e.Path)], e)
	}
	return err
}

// know gives an entry to the state.
func (l *ledger) know(e *Entry) (Verdict, error) {
	o, err := e.Outcome()
	if err != nil {
		return Unknown, err
	}
	verdict, err := l.state.Answer(o)
	switch {
	case err != nil || verdict == Known || verdict == Unknown:
		return verdict, err
	case verdict == Forgotten:
		l.again = true
		return verdict, nil
	case e.Split == 0:
		l.done++
		l.seconds += float64(e.Time) / 1000
	case e.Engine == knife:
		l.deadlyCuts[e.Path] = true
	}
	below := l.waiting[e.Path]
	delete(l.waiting, e.Path)
	for _, e := range below {
		if err := l.hear(e); err != nil {
			return verdict, err
		}
	}
	return verdict, nil
}
