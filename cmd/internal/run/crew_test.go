package run

import (
	"context"
	"math/big"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
)

// hires lets a crew for each function search the cubes of a worker. An error of a function is that of the
// search of a cube.
func hires(t *testing.T, w *Worker, searches int, fails ...func(Cube) error) {
	t.Helper()
	w.Hiring = func() error {
		for _, fail := range fails {
			crew := new(Crew)
			for range searches {
				go w.Hire(t.Context(), crew, func(ctx context.Context, c Cube) (Entry, []byte, error) {
					if err := fail(c); err != nil {
						return Entry{}, nil, err
					}
					return w.search(ctx, c)
				})
			}
		}
		return nil
	}
}

// TestADeadlyCubeIsCut lets everybody die of one small cube. The cube around it is cut, and the small one
// comes alone once. Then it is missing, and all others are there.
func TestADeadlyCubeIsCut(t *testing.T) {
	t.Parallel()
	const poison = "2.1"
	w := opens(t, t.TempDir(), problemOf(t, kings), Digest, 5)
	var died, alone atomic.Int32
	fail := func(c Cube) error {
		if c.Path != "2" && c.Path != poison && !strings.HasPrefix(c.Path, poison+".") {
			return nil
		}
		if died.Add(1); c.Alone {
			alone.Add(1)
		}
		return ErrDied
	}
	hires(t, w, 2, fail, fail)
	_, err := w.Run(t.Context())
	missing := (*MissingError)(nil)
	require.ErrorAs(t, err, &missing)
	assert.Equal(t, []string{poison}, missing.Cubes)
	assert.EqualValues(t, 7, died.Load())
	assert.EqualValues(t, 1, alone.Load())
	r := w.Tree.Search(t.Context(), poison, Ask{Engine: w.Engine, Digest: true})
	require.NoError(t, r.Err)
	_, sum := w.Status()
	assert.True(t, plain(t, kings).Equal(sum.Plus(r.Sum)))
	isWhole(t, opens(t, w.Folder.dir, problemOf(t, kings), Digest, 0), plain(t, kings)) // whoever joins tries it once
}

// TestALargeCubeComesAlone has a cube that needs too much memory beside others. It is cut at once, and its
// large part comes alone in its crew.
func TestALargeCubeComesAlone(t *testing.T) {
	t.Parallel()
	w := opens(t, t.TempDir(), problemOf(t, kings), Digest, 8)
	var mu sync.Mutex
	var seen []Cube
	hires(t, w, 3, func(c Cube) error {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, c)
		if c.Path == "2" || c.Path == "2.1" && !c.Alone {
			return ErrTooLarge
		}
		return nil
	})
	isWhole(t, w, plain(t, kings))
	assert.Contains(t, seen, Cube{Path: "2"})
	assert.Equal(t, Cube{"2.1", true}, seen[len(seen)-1], "last")
	assert.NotContains(t, seen, Cube{"2", true})
}

// TestWhatIsGivenBackIsSearched ends a search in the midst of each cube, until few are left.
func TestWhatIsGivenBackIsSearched(t *testing.T) {
	t.Parallel()
	w := opens(t, t.TempDir(), problemOf(t, kings), Digest, 8)
	w.Hiring = func() error {
		go func() {
			for range 20 {
				ctx, leave := context.WithCancel(t.Context())
				w.Hire(ctx, new(Crew), func(ctx context.Context, _ Cube) (Entry, []byte, error) {
					leave()
					return Entry{}, nil, context.Cause(ctx)
				})
			}
			w.Hire(t.Context(), new(Crew), w.search)
		}()
		return nil
	}
	isWhole(t, w, plain(t, kings))
}

// TestLateOutcomesAreCompared answers the parts of a finished cube again: all of them rightly, and then one
// of them wrongly. It also answers cubes that nobody knows.
func TestLateOutcomesAreCompared(t *testing.T) {
	t.Parallel()
	for _, forged := range []bool{false, true} {
		w := opens(t, t.TempDir(), problemOf(t, kings), Digest, 5)
		children, err := w.Tree.Children(t.Context(), "3")
		require.NoError(t, err)
		all := []Entry{{Path: "3", Split: children, Engine: "cut"}}
		for i := range children {
			path := Path("3").Child(i)
			r := w.Tree.Search(t.Context(), path, Ask{Engine: w.Engine, Digest: true})
			require.NoError(t, r.Err)
			all = append(all, Entry{Path: string(path), Count: r.Sum.Count, Digest: r.Sum.Digest.String(), Engine: "native"})
		}
		w.Hiring = func() error {
			for range 2 {
				for _, e := range all {
					assert.NoError(t, w.Add(e, nil))
				}
			}
			for _, path := range []string{"9", "1.0", "x"} {
				e := Entry{Path: path, Count: big.NewInt(1), Digest: strings.Repeat("0", 32)}
				assert.ErrorIs(t, w.Add(e, nil), ErrOutcome)
			}
			if forged {
				e := all[2]
				e.Count, e.Worker = new(big.Int).Add(e.Count, big.NewInt(10)), "evil"
				assert.NoError(t, w.Add(e, nil), "the journals know it")
			}
			go w.Hire(t.Context(), new(Crew), w.search)
			return nil
		}
		if !forged {
			isWhole(t, w, plain(t, kings))
			continue
		}
		_, err = w.Run(t.Context())
		require.ErrorAs(t, err, new(*crosscut.DisagreementError))
		assert.ErrorContains(t, err, "cube 3.1 differ")
		assert.ErrorContains(t, err, "evil")
	}
}
