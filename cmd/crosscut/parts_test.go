package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/ledger"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// answersOf searches a puzzle as machines of a cluster do. Some answers leave out cubes below,
// and some answers come twice. It returns the ledger.
func answersOf(t *testing.T, p puzzle.Puzzle, kind ledger.Kind) *ledger.Ledger {
	ctx := context.Background()
	plan := cubes.Plan{First: 12, Cut: 3, Version: cubes.PlanVersion}
	tree, err := cubes.NewTree(ctx, p, plan)
	require.NoError(t, err)
	hash, err := tree.Hash(ctx)
	require.NoError(t, err)
	l := &ledger.Ledger{Header: ledger.Header{
		Format: ledger.Format, Version: ledger.Version, Kind: kind, Puzzle: fmt.Sprintf("%x", sha256.Sum256([]byte(p.String()))),
		Split: hash, Asked: plan.First, Cubes: tree.Len(), Cut: plan.Cut, Plan: plan.Version,
	}}
	rng := rand.New(rand.NewPCG(1, 2))
	left, err := tree.Children(ctx, "")
	require.NoError(t, err)
	for len(left) > 0 {
		c := left[0]
		left = left[1:]
		numbers, err := c.Path().Numbers()
		require.NoError(t, err)
		e := ledger.Entry{Cube: numbers[0], Path: string(c.Path()), Engine: "native", Time: 1, Worker: "w", Count: new(big.Int)}
		searched := []cubes.Cube{c}
		if children, err := c.Children(ctx); rng.IntN(2) == 0 && c.Path().Depth() < 4 && len(children) > 1 {
			require.NoError(t, err)
			at := rng.IntN(len(children))
			searched = children[:at]
			for _, rest := range children[at:] {
				e.Split = append(e.Split, string(rest.Path()))
				left = append(left, rest)
			}
		}
		var sum crosscut.Tally
		for _, part := range searched {
			tally, err := crosscut.EnumerateCube(ctx, crosscut.Native, part, nil)
			require.NoError(t, err)
			sum = sum.Plus(tally)
		}
		if e.Count = sum.Count(); kind == ledger.Digest {
			e.Digest = sum.Digest.String()
		}
		l.Entries = append(l.Entries, e)
		if rng.IntN(5) == 0 {
			l.Entries = append(l.Entries, e)
		}
	}
	rng.Shuffle(len(l.Entries), func(i, j int) { l.Entries[i], l.Entries[j] = l.Entries[j], l.Entries[i] })
	return l
}

// TestLedgersWithPartsOfCubesAreMergedAndContinued adds up a ledger with parts of cubes,
// continues a half of it, and notices a forged entry.
func TestLedgersWithPartsOfCubesAreMergedAndContinued(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "4.txt")
	content := "puzzle: hidoku\nmoves: rook\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"
	require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
	p, err := text.Parse(content)
	require.NoError(t, err)
	keep := func(file string, l *ledger.Ledger) string {
		file = filepath.Join(dir, file)
		out, err := os.Create(file)
		require.NoError(t, err)
		require.NoError(t, l.Write(out))
		require.NoError(t, out.Close())
		return file
	}
	for _, kind := range []ledger.Kind{ledger.Digest, ledger.Count} {
		flags := []string{"count", name}
		if kind == ledger.Digest {
			flags = append(flags, "--digest")
		}
		want := printed("", flags...)
		l := answersOf(t, p, kind)
		parts := 0
		for _, e := range l.Entries {
			parts += len(e.Split)
		}
		require.Greater(t, parts, 5)
		all := keep(string(kind), l)
		assert.Equal(t, want, printed("", "merge", all))

		half, other := *l, *l
		half.Entries, other.Entries = l.Entries[:len(l.Entries)/2], l.Entries[len(l.Entries)/2:]
		first, second := keep("first-"+string(kind), &half), keep("second-"+string(kind), &other)
		assert.Equal(t, want, printed("", "merge", first, second), "a cube may have its parts in two files")
		assert.NotEqual(t, want, printed("", "merge", first))

		assert.Equal(t, want, printed("", append(flags, "--resume", first)...))
		assert.Equal(t, want, printed("", "merge", first))
		assert.Equal(t, want, printed("", append(flags, "--resume", first)...), "nothing is left")
		file, err := os.Open(first)
		require.NoError(t, err)
		after, err := ledger.Read(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		assert.Equal(t, l.Header, after.Header)
		assert.Greater(t, len(after.Entries), len(half.Entries), "what was there stays")

		wrong := l.Entries[0]
		wrong.Count = new(big.Int).Add(wrong.Count, big.NewInt(1))
		forged := *l
		forged.Entries = append([]ledger.Entry{wrong}, l.Entries...)
		bad := keep("forged-"+string(kind), &forged)
		for _, args := range [][]string{{"merge", bad}, append(flags, "--resume", bad)} {
			var errs bytes.Buffer
			code := runProgram(context.Background(), args, strings.NewReader(""), io.Discard, &errs, crosscut.Engines())
			assert.Equal(t, exitDisagree, code, "%q", args)
			assert.Contains(t, errs.String(), "cube "+wrong.ID()+" has ")
		}
	}
}
