package ledger_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/ledger"
)

// sample returns a ledger of n entries.
func sample(n int) *ledger.Ledger {
	l := &ledger.Ledger{Header: ledger.Header{
		Format: ledger.Format, Version: ledger.Version, Kind: ledger.Digest, Puzzle: "aa", Split: "bb", Asked: 100, Cubes: 100, Shard: "1/2",
	}}
	large, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for i := range n {
		l.Entries = append(l.Entries, ledger.Entry{
			Cube: i, Count: new(big.Int).Add(large, big.NewInt(int64(i))), Digest: fmt.Sprintf("%032x", i), Engine: "native",
		})
	}
	return l
}

// kept is the keeper of a ledger of counts.
func kept(name string, l *ledger.Ledger) (*ledger.Keeper, error) {
	return ledger.Keep(name, l, nil)
}

func written(t require.TestingT, l *ledger.Ledger) []byte {
	var text bytes.Buffer
	require.NoError(t, l.Write(&text))
	return text.Bytes()
}

func TestLedgersReadBack(t *testing.T) {
	for _, n := range []int{0, 1, 7} {
		want := sample(n)
		got, err := ledger.Read(bytes.NewReader(written(t, want)))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

// TestDamageIsNoticed damages ledgers in every way. Every entry that is read was written,
// and no undamaged entry is lost.
func TestDamageIsNoticed(t *testing.T) {
	const n = 6
	text := written(t, sample(n))
	other := sample(n)
	other.Header.Puzzle = "another"
	foreign := bytes.SplitAfter(written(t, other), []byte("\n"))
	known := map[string]bool{}
	for _, e := range sample(n).Entries {
		known[fmt.Sprint(e)] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		damaged := bytes.Clone(text)
		lost := n // entries at most
		switch rapid.IntRange(0, 4).Draw(t, "damage") {
		case 0:
			damaged[rapid.IntRange(0, len(text)-1).Draw(t, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
			lost = 2 // the one with the bit, or the two that a lost or new line end joins or cuts
		case 1:
			damaged = damaged[:rapid.IntRange(0, len(text)).Draw(t, "length")]
			lost = n - max(0, bytes.Count(damaged, []byte("\n"))-1)
		case 2:
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			damaged = append(damaged[:from], text[rapid.IntRange(from, len(text)).Draw(t, "to"):]...)
		case 3:
			damaged = append(damaged, foreign[rapid.IntRange(0, n).Draw(t, "line of another")]...)
			lost = 0
		case 4:
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			damaged = append(append(damaged[:at:at], rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")...), text[at:]...)
		}
		got, err := ledger.Read(bytes.NewReader(damaged))
		if err != nil {
			require.ErrorIs(t, err, ledger.ErrFormat)
			require.False(t, bytes.HasPrefix(damaged, text[:bytes.IndexByte(text, '\n')+1]), "a whole header was refused")
			return
		}
		require.Equal(t, sample(0).Header, got.Header)
		require.GreaterOrEqual(t, len(got.Entries), n-lost)
		for _, e := range got.Entries {
			require.True(t, known[fmt.Sprint(e)], "%v was never written", e)
		}
		if !bytes.Equal(damaged, text) && len(got.Entries) >= n {
			require.Positive(t, got.Dropped+len(got.Entries)-n)
		}
	})
}

func TestOtherFilesAndVersionsAreRefused(t *testing.T) {
	for _, text := range []string{"", "\n", "{}\n", "puzzle: hidoku\n", `{"format":"crosscut cubes"}` + "\n", strings.Repeat("x", 3<<20)} {
		_, err := ledger.Read(strings.NewReader(text))
		assert.ErrorIs(t, err, ledger.ErrFormat, "%.20q", text)
	}
	next := sample(2)
	next.Header.Version++
	_, err := ledger.Read(bytes.NewReader(written(t, next)))
	assert.EqualError(t, err, "version 3 of the format; this crosscut reads version 2")
	line, err := ledger.Line(nil, map[string]any{"format": ledger.Format, "version": 7, "something": "new"})
	require.NoError(t, err)
	_, err = ledger.Read(bytes.NewReader(line))
	assert.EqualError(t, err, "version 7 of the format; this crosscut reads version 2")
}

func TestEntriesBeyondTheCubesAreDropped(t *testing.T) {
	l := sample(3)
	l.Header.Cubes = 2
	got, err := ledger.Read(bytes.NewReader(written(t, l)))
	require.NoError(t, err)
	assert.Len(t, got.Entries, 2)
	assert.Equal(t, 1, got.Dropped)
}

// FuzzRead checks that no text makes Read panic, and that each line it accepts is in the
// text.
func FuzzRead(f *testing.F) {
	f.Add([]byte(""))
	f.Add(written(f, sample(0)))
	f.Add(written(f, sample(3)))
	f.Add(written(f, &ledger.Ledger{Header: partsHeader(3), Entries: []ledger.Entry{
		{Cube: 1, Count: big.NewInt(5), Digest: fmt.Sprintf("%032x", 5), Path: "1", Split: []string{"1.0", "1.2.3"}},
		{Cube: 1, Count: big.NewInt(2), Digest: fmt.Sprintf("%032x", 2), Path: "1.0", Time: 3, Worker: "w"},
	}}))
	f.Add(append(written(f, sample(2)), "{\"cube\":1"...))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ledger.Read(bytes.NewReader(text))
		if err != nil || l.Header.Version != ledger.Version {
			return
		}
		for line := range bytes.Lines(written(t, l)) {
			assert.True(t, bytes.Contains(text, line), "believed, but not there: %s", line)
		}
		folded, err := ledger.Fold(l)
		if err != nil {
			require.ErrorAs(t, err, new(*ledger.ConflictError))
			return
		}
		if l.Header.Cut > 0 {
			assert.LessOrEqual(t, len(folded.Entries), len(l.Entries))
		}
	})
}

func TestKeeperKeepsTheFileWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept")
	all := sample(40)
	empty := *all
	empty.Entries = nil
	k, err := kept(name, &empty)
	require.NoError(t, err)
	read := func() *ledger.Ledger {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		l, err := ledger.Read(bytes.NewReader(text))
		require.NoError(t, err)
		require.Zero(t, l.Dropped)
		return l
	}
	assert.Empty(t, read().Entries)
	var adding sync.WaitGroup
	for _, e := range all.Entries {
		adding.Go(func() { assert.NoError(t, k.Add(e)) })
	}
	adding.Wait()
	require.NoError(t, k.Save())
	assert.Equal(t, all, read(), "in the order of the cubes")
	was, err := os.Stat(name)
	require.NoError(t, err)
	require.NoError(t, k.Save())
	now, err := os.Stat(name)
	require.NoError(t, err)
	assert.True(t, os.SameFile(was, now), "nothing new, so the file is not replaced")
	files, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	assert.Len(t, files, 1)
}

func TestKeeperSaysThatItCannotWrite(t *testing.T) {
	dir := t.TempDir()
	_, err := kept(filepath.Join(dir, "none", "kept"), sample(1))
	assert.Error(t, err)
	name := filepath.Join(dir, "kept")
	full := errors.New("the output is full")
	k, err := ledger.Keep(name, sample(1), func(int64, func(int64) error) error { return full })
	require.NoError(t, err)
	piece := sample(2).Entries[1]
	piece.Length = 10
	require.NoError(t, k.Add(piece))
	assert.ErrorIs(t, k.Save(), full)
	assert.ErrorIs(t, k.Add(sample(3).Entries[2]), full)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, written(t, sample(1)), text, "as it was")
}

// TestKeeperPlacesTheSolutions lets the keeper place texts of several lengths.
func TestKeeperPlacesTheSolutions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kept")
	at := int64(100)
	k, err := ledger.Keep(name, sample(0), func(n int64, record func(int64) error) error {
		at += n
		return record(at - n)
	})
	require.NoError(t, err)
	for i, e := range sample(5).Entries {
		e.Length = []int64{7, 0, 3, 2, 0}[i]
		require.NoError(t, k.Add(e))
		if i == 2 {
			require.NoError(t, k.Save())
		}
	}
	require.NoError(t, k.Save())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	l, err := ledger.Read(bytes.NewReader(text))
	require.NoError(t, err)
	var places []int64
	for _, e := range l.Entries {
		places = append(places, e.Offset)
	}
	assert.Equal(t, []int64{100, 0, 107, 110, 0}, places)
}
