package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/internal/files"
	"crosscut/internal/serve"
	"crosscut/internal/wording"
	"crosscut/ledger"
)

func (a *app) mergeCommand() *cobra.Command {
	var output outputFlags
	return command("merge", output.variables(), nil, func(ctx context.Context, args []string) error { return a.merge(ctx, &output, args) })
}

// mergeRecord is the JSON object of a merged count.
type mergeRecord struct {
	File     string   `json:"file"` // the first file
	Count    *big.Int `json:"count"`
	Complete bool     `json:"complete"`          // no cube is missing; otherwise the count is a lower bound
	Digest   string   `json:"digest,omitempty"`  // digest of the set of solutions
	Cubes    int      `json:"cubes"`             // number of cubes of the puzzle
	Missing  []int    `json:"missing,omitempty"` // numbers of the cubes that no file has
}

// foundIn is an entry and the file that has it.
type foundIn struct {
	ledger.Entry
	file string
}

func (a *app) merge(ctx context.Context, to *outputFlags, names []string) error {
	out, err := a.printer(ctx, to, files.InputPlaces(names...)...)
	if err != nil {
		return err
	}
	return cmp.Or(a.mergeInto(ctx, out, names), out.close())
}

// mergeInto adds up the checkpoints and prints the result.
func (a *app) mergeInto(ctx context.Context, out *printer, names []string) error {
	var first ledger.Header
	entries := make(map[int]foundIn)
	shards := make(map[string]bool)
	var parts partLedgers
	for i, name := range names {
		l, err := a.readLedger(ctx, name)
		if err != nil {
			return err
		}
		if l.Dropped > 0 {
			a.note(fmt.Sprintf("%s: skipped %s", files.ShownName(name), wording.Plural(l.Dropped, "damaged line")))
		}
		if l.Header.Kind != ledger.Count && l.Header.Kind != ledger.Digest {
			return fmt.Errorf("%s: the checkpoint of %q has no counts of cubes", files.ShownName(name), ledgerCommands[l.Header.Kind])
		}
		if i == 0 {
			first = l.Header
		} else if err := mergeable(&first, &l.Header); err != nil {
			return fmt.Errorf("%s: %w %s", files.ShownName(name), err, files.ShownName(names[0]))
		}
		shards[l.Header.Shard] = true
		if l.Header.Cut > 0 {
			parts.add(l, files.ShownName(name))
			continue
		}
		if err := a.mergeEntries(entries, l, files.ShownName(name)); err != nil {
			return err
		}
	}
	for _, p := range parts.all {
		l, err := folded(p.ledger, p.name)
		if err != nil {
			return err
		}
		if err := a.mergeEntries(entries, l, p.name); err != nil {
			return err
		}
	}
	r := mergeRecord{File: files.ShownName(names[0]), Count: new(big.Int), Cubes: first.Cubes}
	var digest crosscut.Digest
	for cube := range first.Cubes {
		e, ok := entries[cube]
		if !ok {
			r.Missing = append(r.Missing, cube)
			continue
		}
		r.Count.Add(r.Count, e.Count)
		if first.Kind == ledger.Digest {
			d, err := crosscut.ParseDigest(e.Digest)
			if err != nil {
				return fmt.Errorf("%s: %w", e.file, err)
			}
			digest = digest.Plus(d)
			r.Digest = digest.String()
		}
	}
	if first.Kind == ledger.Digest {
		r.Digest = digest.String()
	}
	r.Complete = len(r.Missing) == 0
	if !r.Complete {
		a.outcome(exitLimit)
		a.complain(exitLimit, fmt.Sprintf("%s of %d missing: %s%s", wording.Plural(len(r.Missing), "cube"), r.Cubes, ranges(r.Missing), missingShards(shards)))
	}
	if out.json {
		return out.object(r)
	}
	return out.count(serve.Count{Count: r.Count, Digest: r.Digest, Complete: r.Complete}, false)
}

// mergeEntries adds the entries of one ledger. It reports cubes that earlier ledgers have.
func (a *app) mergeEntries(entries map[int]foundIn, l *ledger.Ledger, name string) error {
	var again []int
	for _, e := range l.Entries {
		before, twice := entries[e.Cube]
		if twice && !before.Equal(e) {
			return cubeContradiction(before.Entry, before.file, e, name)
		}
		if twice {
			again = append(again, e.Cube)
			continue
		}
		entries[e.Cube] = foundIn{e, name}
	}
	if len(again) > 0 {
		slices.Sort(again)
		a.note(fmt.Sprintf("%s: %s already in an earlier file, counted once: %s", name, wording.Plural(len(again), "cube"), ranges(again)))
	}
	return nil
}

// partLedgers are ledgers with parts of cubes. Those that cut in the same way become one,
// because a cube may have parts in several files.
type partLedgers struct{ all []partLedger }

// partLedger is such a ledger, and the first file of it.
type partLedger struct {
	ledger *ledger.Ledger
	name   string
}

func (p *partLedgers) add(l *ledger.Ledger, name string) {
	for _, q := range p.all {
		if q.ledger.Header.Cut == l.Header.Cut && q.ledger.Header.Plan == l.Header.Plan {
			q.ledger.Entries = append(q.ledger.Entries, l.Entries...)
			return
		}
	}
	p.all = append(p.all, partLedger{l, name})
}

// mergeable returns an error when two headers do not belong to parts of one count. The caller
// appends the name of the first file to its text.
func mergeable(first, next *ledger.Header) error {
	switch {
	case next.Puzzle != first.Puzzle:
		return errors.New("about another puzzle than")
	case next.Split != first.Split || next.Cubes != first.Cubes:
		return fmt.Errorf("the puzzle is cut into other cubes (%d, by --cubes %d) than in", next.Cubes, next.Asked)
	case next.Kind != first.Kind:
		return fmt.Errorf("from %q, unlike", ledgerCommands[next.Kind])
	}
	return nil
}

// missingShards names the shares that have no file. It returns "" unless all files are
// shares i/N with the same N.
func missingShards(there map[string]bool) string {
	var missing []string
	n := 0
	for shard := range there {
		_, of, err := parseShard(shard)
		if err != nil || n != 0 && n != of {
			return ""
		}
		n = of
	}
	for i := 1; i <= n; i++ {
		if shard := fmt.Sprintf("%d/%d", i, n); !there[shard] {
			missing = append(missing, shard)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	if len(missing) > 10 {
		missing = append(missing[:10], "…")
	}
	return "; no file has share " + strings.Join(missing, ", ")
}

// ranges lists ascending numbers as "0-3, 7". After ten ranges it writes "…".
func ranges(numbers []int) string {
	var text []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch {
		case len(text) == 10:
			return strings.Join(append(text, "…"), ", ")
		case i == j:
			text = append(text, fmt.Sprint(numbers[i]))
		default:
			text = append(text, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(text, ", ")
}
