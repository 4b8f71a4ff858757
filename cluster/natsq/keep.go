package natsq

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"crosscut/cluster"
	"crosscut/ledger"
)

// What the coordinator reads from ledgers, and writes into its own.

// openLedger reads the own ledger, and then those to continue from.
func (c *Coordinator) openLedger() (err error) {
	if c.job.Solutions {
		if c.texts, err = openTexts(c.o.Solutions); err != nil {
			return err
		}
	}
	useless, damaged := 0, 0
	c.journal, damaged, err = ledger.OpenJournal(c.o.Ledger, c.header, func(e ledger.Entry) error { return c.replay(&e, &useless) })
	if err != nil {
		return cmp.Or(err, c.texts.close())
	}
	if damaged > 0 {
		c.o.Note(fmt.Sprintf("damaged lines of the ledger: %d; their cubes are searched again", damaged))
	}
	if useless > 0 {
		c.o.Note(fmt.Sprintf("lines of the ledger that are useless without others: %d", useless))
	}
	c.add = c.journal.Add
	for _, name := range c.o.Resume {
		if err := c.resume(name); err != nil {
			return cmp.Or(err, c.Close())
		}
	}
	return nil
}

// resume takes what another ledger has, and writes it into the own one.
func (c *Coordinator) resume(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	l, err := ledger.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	h := c.header
	switch {
	case l.Header.Puzzle != h.Puzzle:
		return fmt.Errorf("%s: about another problem", name)
	case l.Header.Kind != h.Kind:
		return fmt.Errorf("%s: it has results of the kind %q, not %q", name, l.Header.Kind, h.Kind)
	case l.Header.Split != h.Split || l.Header.Cubes != h.Cubes:
		return fmt.Errorf("%s: the problem is cut into other cubes there, by --cubes %d", name, l.Header.Asked)
	case l.Header.Cut != 0 && (l.Header.Cut != h.Cut || l.Header.Plan != h.Plan):
		return fmt.Errorf("%s: cubes are cut into %d there, not into %d", name, l.Header.Cut, h.Cut)
	}
	var fresh []ledger.Entry
	for i := range l.Entries {
		o, ok := outcomeOf(&l.Entries[i])
		if !ok {
			continue
		}
		verdict, err := c.state.Answer(o)
		if errors.As(err, new(*cluster.ContradictionError)) {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err == nil && verdict == cluster.Fresh {
			fresh = append(fresh, l.Entries[i])
		}
	}
	return c.keep(fresh)
}

// replay takes an entry of the ledger. It counts useless ones.
func (c *Coordinator) replay(e *ledger.Entry, useless *int) error {
	o, ok := outcomeOf(e)
	if !ok {
		*useless++
		return nil
	}
	if whole, err := c.texts.has(e); err != nil || !whole {
		*useless++
		return err
	}
	switch verdict, err := c.state.Answer(o); {
	case errors.As(err, new(*cluster.ContradictionError)):
		return err
	case err != nil || verdict == cluster.Unknown:
		*useless++
	}
	return nil
}

// keep writes entries into the ledger. They are on the disk when it returns.
func (c *Coordinator) keep(entries []ledger.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	if err := c.texts.sync(); err != nil { // before the entries that name the text
		return fmt.Errorf("the solutions cannot be written: %w", err)
	}
	if err := c.add(entries...); err != nil {
		return fmt.Errorf("the ledger cannot be written: %w", err)
	}
	return nil
}
