package natsq

import (
	"context"
	"fmt"
	"path/filepath"

	"crosscut/internal/durable"
)

// What the coordinator reads from the folder of its run, and writes there. Other processes may work for
// the run in the folder too, but only one coordinator.

// openFolder reads what is finished.
func (c *Coordinator) openFolder(ctx context.Context) (err error) {
	if err := durable.MkdirAll(filepath.Join(c.o.Dir, "journals")); err != nil {
		return err
	}
	name, err := durable.Resolve(filepath.Join(c.o.Dir, "coordinator"))
	if err != nil {
		return err
	}
	if c.release, err = durable.LockBeside(name); err != nil {
		return fmt.Errorf("%s: %w", c.o.Dir, err)
	}
	if err := c.folder.Begin(ctx); err != nil {
		c.Close()
		return err
	}
	c.add = c.write
	damaged := 0
	if c.state, damaged, err = c.folder.Replay(); err != nil {
		c.Close()
		return err
	}
	if damaged > 0 {
		c.o.Note(fmt.Sprintf("damaged lines of the journals: %d; their cubes are searched again", damaged))
	}
	return nil
}

// keep writes entries into the journal. They are on the disk when it returns.
func (c *Coordinator) keep(entries []outcome) error {
	if len(entries) == 0 {
		return nil
	}
	if err := c.add(entries...); err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

// write appends entries to the journal. It does not wait for room on a full disk, because workers keep
// each entry until it is acknowledged.
func (c *Coordinator) write(entries ...outcome) error {
	ended, end := context.WithCancel(context.Background())
	end()
	for i := range entries {
		if err := c.folder.Add(ended, entries[i].Entry, entries[i].Solutions); err != nil {
			return err
		}
	}
	return c.folder.Sync()
}
