package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/search"
	"crosscut/internal/wording"
	"crosscut/ledger"
)

// cubeRun is a run that searches a puzzle cube by cube.
type cubeRun struct {
	header  ledger.Header
	cubes   []cubes.Cube
	entries []ledger.Entry // entries of the cubes that were finished when the run started
	left    []cubes.Cube   // the other cubes, in their order
	parts   []ledger.Entry // all entries of a checkpoint with parts of cubes, which stay in it
	share   float64        // fraction of the whole search that entries stand for
	keeper  *ledger.Keeper // writes the checkpoint; nil if there is none

	// incomplete is set if the checkpoint has lost lines, so that it does not mention all
	// solutions in the file.
	incomplete bool
}

// finishedWith marks exactly the cubes of these entries as finished.
func (r *cubeRun) finishedWith(entries []ledger.Entry) {
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

// meterForRest adds the finished share to the meter, and returns a meter for the rest. The
// share of the whole that this meter counts is that of the cubes.
func (r *cubeRun) meterForRest(ctx context.Context, m *crosscut.Meter) *crosscut.Meter {
	run := search.Start(ctx, m)
	run.Share(r.share)
	run.Close()
	share := 0.0
	for i := range r.left {
		share += r.left[i].Share()
	}
	rest := m.Part((1 - r.share) / max(share, 1e-300))
	rest.Workers, rest.MaxNodes = m.Workers, m.MaxNodes
	return rest
}

// countCubes counts the solutions of the cubes that are left. It calls finished for each
// finished cube. The sum that it returns includes the cubes of entries, and the solutions
// found so far in cubes that were stopped. The digest is zero unless the header asks for
// digests.
func (r *cubeRun) countCubes(ctx context.Context, e crosscut.Engine, m *crosscut.Meter, finished func(ledger.Entry) error) (*big.Int, crosscut.Digest, error) {
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
	rest := r.meterForRest(ctx, m)
	if r.header.Kind == ledger.Digest {
		err := crosscut.EnumerateCubes(ctx, e, slices.Values(r.left), rest, func(c crosscut.CubeResult) error {
			count.Add(count, c.Count)
			if digest = digest.Plus(c.Digest); c.Err != nil {
				return c.Err
			}
			return finished(cubeEntry(&c.Cube, e, c.Count, c.Digest.String()))
		})
		return count, digest, err
	}
	err := crosscut.CountCubes(ctx, e, slices.Values(r.left), rest, func(c crosscut.CubeResult) error {
		if c.Count != nil {
			count.Add(count, c.Count)
		}
		if c.Err != nil {
			return c.Err
		}
		return finished(cubeEntry(&c.Cube, e, c.Count, ""))
	})
	return count, digest, err
}

// cubeEntry returns the entry of a finished cube.
func cubeEntry(cube *cubes.Cube, e crosscut.Engine, count *big.Int, digest string) ledger.Entry {
	return ledger.Entry{Cube: cube.Index(), Count: count, Digest: digest, Engine: e.Name}
}

// oneEntryPerCube drops repeated entries. It returns an error when two entries of a cube
// differ.
func oneEntryPerCube(entries []ledger.Entry) ([]ledger.Entry, error) {
	var once []ledger.Entry
	at := make(map[int]int)
	for _, e := range entries {
		if i, twice := at[e.Cube]; !twice {
			at[e.Cube] = len(once)
			once = append(once, e)
		} else if !once[i].Equal(e) {
			return nil, cubeContradiction(once[i], "", e, "")
		}
	}
	return once, nil
}

// folded returns a ledger with entries of whole cubes only. If two entries contradict each
// other, the error is that of cubeContradiction.
func folded(l *ledger.Ledger, name string) (*ledger.Ledger, error) {
	l, err := ledger.Fold(l)
	if conflict := (*ledger.ConflictError)(nil); errors.As(err, &conflict) {
		return nil, cubeContradiction(conflict.First, name, conflict.Second, name)
	}
	return l, err
}

// cubeContradiction returns the error for two entries of one cube that differ. The names of
// their files may be "".
func cubeContradiction(e ledger.Entry, in string, f ledger.Entry, again string) error {
	say := func(e ledger.Entry, in string) string {
		text := fmt.Sprintf("%s (%s)", wording.PluralBig(e.Count, "solution"), e.Engine)
		if e.Digest != "" {
			text = fmt.Sprintf("%s with the digest %s (%s)", wording.PluralBig(e.Count, "solution"), e.Digest, e.Engine)
		}
		if in != "" {
			text += " in " + in
		}
		return text
	}
	return &crosscut.DisagreementError{
		Engines: [2]string{e.Engine, f.Engine},
		Detail:  fmt.Sprintf("cube %s has %s, and %s", e.ID(), say(e, in), say(f, again)),
	}
}
