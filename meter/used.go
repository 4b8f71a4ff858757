package meter

import (
	"slices"
	"sync"
)

// used is the set of names of the ways of searching that a search has used.
type used struct {
	lock  sync.Mutex
	names []string
}

// Use records the name of a way of searching that this search takes, such as the core
// of an engine that has several. A name that is recorded twice counts once.
func (r *Run) Use(name string) {
	for m := r.of(); m != nil; m = m.whole {
		m.used.add(name)
	}
}

// Used returns the names that [Run.Use] has recorded, sorted. A name recorded in a part
// of a search is also recorded for the whole meter. It is nil for an engine that has one
// way of searching.
func (m *Meter) Used() []string {
	m = m.of()
	m.used.lock.Lock()
	defer m.used.lock.Unlock()
	return slices.Clone(m.used.names)
}

func (u *used) add(name string) {
	u.lock.Lock()
	defer u.lock.Unlock()
	if !slices.Contains(u.names, name) {
		u.names = append(u.names, name)
		slices.Sort(u.names)
	}
}
