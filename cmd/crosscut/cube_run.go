package main

import (
	"context"
	"fmt"
	"math/big"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/ledger"
	"crosscut/internal/search"
)

// longRun is a run by cubes.
type longRun struct {
	header  ledger.Header
	cubes   []cubes.Cube
	entries []ledger.Entry // of cubes that are finished, as far as known when the run began
	left    []cubes.Cube   // the others, in their order
	share   float64        // of the search that is done
	keeper  *ledger.Keeper // nil where nothing is kept
}

// finishedWith makes the run one in which the cubes of these entries are finished.
func (r *longRun) finishedWith(entries []ledger.Entry) {
	finished, total := make([]bool, len(r.cubes)), 0.0
	for _, e := range entries {
		finished[e.Cube] = true
	}
	r.entries, r.left, r.share = entries, nil, 0
	for i := range r.cubes {
		total += r.cubes[i].Share()
		if finished[i] {
			r.share += r.cubes[i].Share()
		} else {
			r.left = append(r.left, r.cubes[i])
		}
	}
	if total > 0 {
		r.share /= total
	}
}

// found returns how many solutions a run has found in the cubes before those that are
// left, in which they are in order.
func (r *longRun) found() int {
	if len(r.entries) == 0 {
		return 0
	}
	return int(r.entries[len(r.entries)-1].Count.Int64())
}

// onward makes the share that is done the meter's, and returns a meter for the rest.
func (r *longRun) onward(ctx context.Context, m *crosscut.Meter) *crosscut.Meter {
	run := search.Start(ctx, m)
	run.Share(r.share)
	run.Close()
	rest := m.Part(1 - r.share)
	rest.Workers, rest.MaxNodes = m.Workers, m.MaxNodes
	return rest
}

// countCubes counts the cubes that are left, of the kind that the header says, and
// calls finished with each that is. What was found in cubes that were cut short is
// part of the sum that it returns, beside that of those finished before.
func (r *longRun) countCubes(ctx context.Context, e crosscut.Engine, m *crosscut.Meter, finished func(ledger.Entry) error) (*big.Int, crosscut.Digest, error) {
	count, digest := new(big.Int), crosscut.Digest{}
	for _, entry := range r.entries {
		count.Add(count, entry.Count)
		if r.header.Kind == ledger.Digest {
			d, err := crosscut.ParseDigest(entry.Digest)
			if err != nil {
				return nil, digest, err
			}
			digest = digest.Plus(d)
		}
	}
	rest := r.onward(ctx, m)
	if r.header.Kind == ledger.Digest {
		err := crosscut.EnumerateCubes(ctx, e, r.left, rest, func(i int, t crosscut.Tally, err error) error {
			n := new(big.Int).SetUint64(t.Count)
			count.Add(count, n)
			if digest = digest.Plus(t.Digest); err != nil {
				return nil
			}
			return finished(entryOf(&r.left[i], e, n, t.Digest.String()))
		})
		return count, digest, err
	}
	err := crosscut.CountCubes(ctx, e, r.left, rest, func(i int, n *big.Int, err error) error {
		if n == nil {
			return nil
		}
		if count.Add(count, n); err != nil {
			return nil
		}
		return finished(entryOf(&r.left[i], e, n, ""))
	})
	return count, digest, err
}

// entryOf returns an entry. A cube that was not searched to its end has none.
func entryOf(cube *cubes.Cube, e crosscut.Engine, count *big.Int, digest string) ledger.Entry {
	return ledger.Entry{Cube: cube.Index(), Count: count, Digest: digest, Engine: e.Name}
}

// distinct returns one entry of each cube, or an error when two say different things.
func distinct(entries []ledger.Entry) ([]ledger.Entry, error) {
	var once []ledger.Entry
	at := make(map[int]int)
	for _, e := range entries {
		if i, twice := at[e.Cube]; !twice {
			at[e.Cube] = len(once)
			once = append(once, e)
		} else if !once[i].Equal(e) {
			return nil, contradiction(once[i], "", e, "")
		}
	}
	return once, nil
}

// contradiction returns the error of two entries of the same cube that differ.
func contradiction(e ledger.Entry, in string, f ledger.Entry, again string) error {
	say := func(e ledger.Entry, in string) string {
		text := fmt.Sprintf("%s (%s)", plural2(e.Count, "solution"), e.Engine)
		if e.Digest != "" {
			text = fmt.Sprintf("%s with the digest %s (%s)", plural2(e.Count, "solution"), e.Digest, e.Engine)
		}
		if in != "" {
			text += " in " + in
		}
		return text
	}
	return &crosscut.DisagreementError{
		Engines: [2]string{e.Engine, f.Engine},
		Detail:  fmt.Sprintf("cube %d has %s, and %s", e.Cube, say(e, in), say(f, again)),
	}
}
