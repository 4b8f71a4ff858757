package ledger_test

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/ledger"
)

// partsHeader is the header of a run with parts of cubes.
func partsHeader(cubes int) ledger.Header {
	return ledger.Header{
		Format: ledger.Format, Version: ledger.Version, Kind: ledger.Digest,
		Puzzle: "aa", Split: "bb", Asked: cubes, Cubes: cubes, Cut: 3, Plan: 1,
	}
}

// drawAnswers draws the answers of workers to a cube. Each answer leaves out some of the
// cubes below, down to a depth. It returns the number of solutions in the whole cube.
func drawAnswers(t *rapid.T, path string, depth int, add func(ledger.Entry)) int64 {
	cube, err := strconv.Atoi(path[:1])
	require.NoError(t, err)
	own := rapid.Int64Range(0, 1000).Draw(t, "count of "+path)
	e := ledger.Entry{Cube: cube, Path: path, Engine: "native", Time: 1, Worker: "w" + path}
	total := own
	for i := range 3 {
		if depth == 0 || !rapid.Bool().Draw(t, "left out") {
			continue
		}
		inside := fmt.Sprintf("%s.%d", path, i)
		if depth > 1 && rapid.Bool().Draw(t, "two levels down") {
			inside += ".2"
		}
		e.Split = append(e.Split, inside)
		total += drawAnswers(t, inside, depth-1, add)
	}
	e.Count, e.Digest = big.NewInt(own), fmt.Sprintf("%032x", own)
	if len(e.Split) == 0 && depth == 3 && rapid.Bool().Draw(t, "as on one machine") {
		e.Path = ""
	}
	add(e)
	return total
}

// TestOutcomesAddUpInAnyOrder loses, repeats and reorders the answers of workers. The sum is
// right when it is there, and a forged answer is noticed.
func TestOutcomesAddUpInAnyOrder(t *testing.T) {
	complete, lost, forged := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		const cubes = 3
		l := &ledger.Ledger{Header: partsHeader(cubes)}
		want := make([]int64, cubes)
		for cube := range cubes {
			want[cube] = drawAnswers(t, strconv.Itoa(cube), 3, func(e ledger.Entry) { l.Entries = append(l.Entries, e) })
			if rapid.Bool().Draw(t, "another answer about the whole cube") {
				l.Entries = append(l.Entries, ledger.Entry{
					Cube: cube, Engine: "sat", Count: big.NewInt(want[cube]), Digest: fmt.Sprintf("%032x", want[cube]),
				})
			}
		}
		all := len(l.Entries)
		l.Entries = rapid.Permutation(append(l.Entries, l.Entries...)).Draw(t, "order")
		l.Entries = l.Entries[:rapid.IntRange(all, 2*all).Draw(t, "kept")]
		read, err := ledger.Read(bytes.NewReader(written(t, l)))
		require.NoError(t, err)
		require.Equal(t, l, read)

		folded, err := ledger.Fold(l)
		require.NoError(t, err)
		for _, e := range folded.Entries {
			require.Equal(t, want[e.Cube], e.Count.Int64(), "cube %d", e.Cube)
			require.Equal(t, fmt.Sprintf("%032x", want[e.Cube]), e.Digest)
			require.Empty(t, e.Path)
			require.Empty(t, e.Split)
			complete++
		}
		lost += cubes - len(folded.Entries)

		at := rapid.IntRange(0, len(l.Entries)-1).Draw(t, "forged")
		wrong := l.Entries[at]
		wrong.Count = new(big.Int).Add(wrong.Count, big.NewInt(1))
		l.Entries = append(slices.Clone(l.Entries), wrong)
		_, err = ledger.Fold(l)
		var conflict *ledger.ConflictError
		require.ErrorAs(t, err, &conflict)
		forged++
	})
	assert.Positive(t, complete)
	assert.Positive(t, lost)
	assert.Positive(t, forged)
}

// TestAnswersThatLeaveOutOthersAreCompared has two answers to a cube, by workers that were
// asked to stop at different times. They are compared when both are complete.
func TestAnswersThatLeaveOutOthersAreCompared(t *testing.T) {
	entry := func(path string, count int64, split ...string) ledger.Entry {
		return ledger.Entry{Cube: 0, Path: path, Count: big.NewInt(count), Engine: "native", Split: split}
	}
	for _, wrong := range []int64{0, 1} {
		var o ledger.Outcomes
		for _, e := range []ledger.Entry{entry("0", 10, "0.1", "0.2"), entry("0.1", 5), entry("0", 12, "0.2")} {
			fresh, err := o.Add(e)
			require.NoError(t, err)
			require.True(t, fresh)
		}
		_, whole, err := o.Total("0")
		require.NoError(t, err)
		require.False(t, whole, "0.2 is missing")
		_, err = o.Add(entry("0", 22+wrong))
		require.NoError(t, err)
		e, whole, err := o.Total("0")
		require.NoError(t, err)
		require.True(t, whole, "one complete answer is enough")
		require.Equal(t, 22+wrong, e.Count.Int64())
		_, err = o.Add(entry("0.2", 7))
		require.NoError(t, err)
		_, _, err = o.Total("0")
		var conflict *ledger.ConflictError
		require.ErrorAs(t, err, &conflict, "10+5+7 is not 12+7")
		require.EqualError(t, err, fmt.Sprintf("cube 0 has 22 solutions (native), and %d solutions (native)", 19))
	}
}

func TestEntriesWithInvalidPathsAreRefused(t *testing.T) {
	for _, e := range []ledger.Entry{
		{Cube: 1, Path: "0"},
		{Cube: 0, Path: "0."},
		{Cube: 0, Path: "0.-1"},
		{Cube: 0, Path: "0.01"},
		{Cube: 0, Path: "00"},
		{Cube: 0, Split: []string{"0"}},
		{Cube: 0, Split: []string{"1.0"}},
		{Cube: 0, Path: "0.1", Split: []string{"0.12"}},
		{Cube: 0, Split: []string{"0.2", "0.1"}},
		{Cube: 0, Split: []string{"0.1", "0.1"}},
		{Cube: 0, Split: []string{"0.1", "0.1.3"}},
		{Cube: 0, Split: []string{""}},
	} {
		e.Count, e.Digest, e.Engine = big.NewInt(1), fmt.Sprintf("%032x", 1), "native"
		var o ledger.Outcomes
		_, err := o.Add(e)
		assert.ErrorContains(t, err, "invalid fields", "%v", e)
		l := &ledger.Ledger{Header: partsHeader(3), Entries: []ledger.Entry{e}}
		read, err := ledger.Read(bytes.NewReader(written(t, l)))
		require.NoError(t, err)
		assert.Equal(t, 1, read.Dropped, "%v", e)
		l.Header.Cut, l.Header.Plan = 0, 0
		e.Path, e.Split = "0.1", nil
		l.Entries[0] = e
		read, err = ledger.Read(bytes.NewReader(written(t, l)))
		require.NoError(t, err)
		assert.Equal(t, 1, read.Dropped, "a path in a ledger without parts")
	}
}
