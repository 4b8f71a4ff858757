package natsq

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/cluster"
	"crosscut/cubes"
	"crosscut/ledger"
)

// The ledger is folded when it has twice as many lines as it needs. Cubes that were cut and
// are finished become one line each: see [cluster.Fold]. So the ledger grows with the
// unfinished cubes and not with all cubes. Rewriting reads the file twice. A ledger of
// leastLines or less stays as it is, so a check still finds every cube of a small run.
const leastLines = 20_000

// foldWhenLong folds the ledger if it is long.
func (c *Coordinator) foldWhenLong() error {
	if c.lines < c.foldAt || c.texts != nil { // every entry with solutions says where they are
		return nil
	}
	if n := c.state.Lines(); n > 0 && c.lines > 2*n {
		if err := c.fold(); err != nil {
			return fmt.Errorf("the ledger cannot be written: %w", err)
		}
	}
	c.foldAt = max(2*c.lines, c.leastLines)
	return nil
}

// fold writes the ledger again, with fewer lines.
func (c *Coordinator) fold() error {
	f, err := cluster.NewFold(c.tree.Len())
	if err != nil {
		return err
	}
	if err := c.journal.Each(func(e ledger.Entry) error {
		if o, ok := outcomeOf(&e); ok {
			return f.Take(o)
		}
		return nil
	}); err != nil {
		return err
	}
	sums := make(map[string]*ledger.Entry)
	for path, sum := range f.Sums() {
		e := entry(&outcome{Path: path}, cluster.Outcome{Path: path, Sum: sum}, c.o.Kind, "")
		sums[path] = &e
	}
	c.lines, err = c.journal.Rewrite(func(e ledger.Entry) bool {
		o, ok := outcomeOf(&e)
		if !ok || f.Keeps(o) {
			return true
		}
		if o.Split == 0 {
			addTo(sums, &e)
		}
		return false
	}, func() (all []ledger.Entry) {
		for _, e := range sums {
			all = append(all, *e)
		}
		slices.SortFunc(all, func(a, b ledger.Entry) int { return strings.Compare(a.ID(), b.ID()) })
		return all
	})
	return err
}

// addTo adds the time and the engine of a part to the entry of the cube around it.
func addTo(sums map[string]*ledger.Entry, part *ledger.Entry) {
	for path := cubes.Path(part.ID()); path != ""; path = path.Parent() {
		if e := sums[string(path)]; e != nil {
			e.Time += part.Time
			if names := strings.Split(e.Engine, ","); e.Engine == "" {
				e.Engine = part.Engine
			} else if !slices.Contains(names, part.Engine) {
				e.Engine += "," + part.Engine
			}
			return
		}
	}
}
