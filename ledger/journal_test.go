package ledger_test

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/durable/crashfs"
	"crosscut/ledger"
)

// TestJournalsGoOnAfterEachTornByte cuts a journal off at each byte. What was whole before
// is there, and what comes after it too.
func TestJournalsGoOnAfterEachTornByte(t *testing.T) {
	const n = 5
	whole := written(t, sample(n))
	first := len(written(t, sample(0)))
	for size := range len(whole) + 1 {
		fsys := crashfs.New(1)
		fsys.Set("j", string(whole[:size]))
		j, l, err := ledger.OpenJournalOn(fsys, "j", sample(0).Header)
		if 0 < size && size < first { // no journal begins so, because the header comes in one step
			require.ErrorIs(t, err, ledger.ErrFormat, "%d bytes", size)
			continue
		}
		require.NoError(t, err, "%d bytes", size)
		had := len(l.Entries)
		require.Equal(t, sample(n).Entries[:had:had], append([]ledger.Entry{}, l.Entries...), "%d bytes", size)
		require.NoError(t, j.Add(sample(n).Entries[had:]...))
		require.NoError(t, j.Close())
		j, l, err = ledger.OpenJournalOn(fsys, "j", sample(0).Header)
		require.NoError(t, err)
		require.Equal(t, sample(n).Entries, l.Entries, "%d bytes", size)
		require.NoError(t, j.Close())
	}
}

// TestJournalsLoseNothingThatWasAcknowledged ends a program at each of its operations, by a
// kill or by a loss of power.
func TestJournalsLoseNothingThatWasAcknowledged(t *testing.T) {
	const n = 6
	crashes := 0
	for seed := range uint64(4) {
		for _, power := range []bool{false, true} {
			for stop := 1; ; stop++ {
				fsys := crashfs.New(seed)
				acknowledged := 0
				run := func() error {
					j, l, err := ledger.OpenJournalOn(fsys, "j", sample(0).Header)
					if err != nil {
						return err
					}
					had := map[int]bool{}
					for _, e := range l.Entries {
						had[e.Cube] = true
					}
					for _, e := range sample(n).Entries[:acknowledged] {
						require.True(t, had[e.Cube], "cube %d was acknowledged", e.Cube)
					}
					for _, e := range sample(n).Entries[acknowledged:] {
						if err := j.Add(e); err != nil {
							return err
						}
						acknowledged++
					}
					return j.Close()
				}
				fsys.StopAfter(stop)
				if err := run(); err == nil {
					break
				} else {
					require.ErrorIs(t, err, crashfs.ErrStopped)
				}
				crashes++
				fsys.Restart(power)
				require.NoError(t, run())
			}
		}
	}
	assert.Greater(t, crashes, 50)
}

func TestJournalsOfOtherRunsAreRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	var had []ledger.Entry
	take := func(e ledger.Entry) error {
		had = append(had, e)
		return nil
	}
	j, _, err := ledger.OpenJournal(name, sample(0).Header, take)
	require.NoError(t, err)
	require.Empty(t, had)
	_, _, err = ledger.OpenJournal(name, sample(0).Header, nil)
	require.ErrorContains(t, err, "another run keeps its results there")
	bad := sample(1).Entries[0]
	bad.Cube = 100
	assert.ErrorContains(t, j.Add(bad), "invalid fields")
	bad = sample(1).Entries[0]
	bad.Count = big.NewInt(-1)
	assert.ErrorContains(t, j.Add(sample(1).Entries[0], bad), "invalid fields")
	var adding sync.WaitGroup
	for _, e := range sample(20).Entries {
		adding.Go(func() { assert.NoError(t, j.Add(e)) })
	}
	adding.Wait()
	require.NoError(t, j.Close())
	require.NoError(t, j.Close())
	assert.ErrorContains(t, j.Add(sample(1).Entries[0]), "closed")

	other := sample(0).Header
	other.Cut, other.Plan = 16, 1
	_, _, err = ledger.OpenJournal(name, other, nil)
	require.ErrorContains(t, err, "another run")
	j, _, err = ledger.OpenJournal(name, sample(0).Header, take)
	require.NoError(t, err, "the lock is free again")
	require.Len(t, had, 20)
	require.NoError(t, j.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Len(t, text, len(written(t, sample(20))))
}

func TestJournalsStopAtTheFirstError(t *testing.T) {
	fsys := crashfs.New(3)
	j, _, err := ledger.OpenJournalOn(fsys, "j", sample(0).Header)
	require.NoError(t, err)
	fsys.StopAfter(1)
	require.Error(t, j.Add(sample(1).Entries[0]))
	fsys.Restart(false)
	require.Error(t, j.Add(sample(2).Entries[1]), "nobody knows what the file has")
}

// TestJournalsAreReadBack reads a journal while it is open.
func TestJournalsAreReadBack(t *testing.T) {
	j, _, err := ledger.OpenJournalOn(crashfs.New(1), "j", sample(0).Header)
	require.NoError(t, err)
	require.NoError(t, j.Add(sample(3).Entries...))
	l := &ledger.Ledger{}
	require.NoError(t, j.Each(func(e ledger.Entry) error {
		l.Entries = append(l.Entries, e)
		return nil
	}))
	require.Equal(t, sample(3).Entries, l.Entries)
	failed := errors.New("failed")
	require.ErrorIs(t, j.Each(func(ledger.Entry) error { return failed }), failed)
	require.NoError(t, j.Close())
	require.Error(t, j.Each(func(ledger.Entry) error { return nil }))
}

// TestJournalsWithInvalidHeadersAreNotMade: the file would block the name for the right header.
func TestJournalsWithInvalidHeadersAreNotMade(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ledger")
	for _, h := range []ledger.Header{{}, {Kind: "guess", Cubes: 3}, {Kind: ledger.Count, Cubes: -1}} {
		_, _, err := ledger.OpenJournal(name, h, nil)
		require.ErrorContains(t, err, "header")
		assert.NoFileExists(t, name)
	}
	j, _, err := ledger.OpenJournal(name, ledger.Header{Kind: ledger.Count, Cubes: 3}, nil)
	require.NoError(t, err)
	require.NoError(t, j.Close())
}
