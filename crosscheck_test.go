package crosscut_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/fnv"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// scripted returns an engine that yields the given fillings and then ends with err.
// confirmation is the type of what an outcome confirms.
type confirmation = struct {
	Engine string
	Count  int
}

func scripted(name string, err error, fillings ...puzzle.Solution) crosscut.Engine {
	return crosscut.NewEngine(name, func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		for _, s := range fillings {
			if !yield(slices.Clone(s)) {
				return meter.ErrStopped
			}
		}
		return err
	})
}

// hanging returns an engine that yields the fillings and then waits for the end.
func hanging(name string, fillings ...puzzle.Solution) crosscut.Engine {
	return crosscut.NewEngine(name, func(ctx context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		for _, s := range fillings {
			if !yield(slices.Clone(s)) {
				return meter.ErrStopped
			}
		}
		<-ctx.Done()
		return context.Cause(ctx)
	})
}

var (
	pathA = puzzle.Solution{1, 2, 3}
	pathB = puzzle.Solution{3, 2, 1}
	limit = &meter.LimitError{What: "a test"}
)

func path(t *testing.T) puzzle.Puzzle {
	p := puzzletest.Read(t, "puzzle: hidoku\n_,_,_\n")
	return p
}

func TestCrossCheckTellsAgreementFromContradiction(t *testing.T) {
	wrong := &crosscut.WrongError{Engine: "b", Solution: puzzle.Solution{1, 1, 1}, Reason: errors.New("a test")}
	for name, c := range map[string]struct {
		a, b     crosscut.Engine
		disagree bool
	}{
		"the same in another order":        {scripted("a", nil, pathA, pathB), scripted("b", nil, pathB, pathA), false},
		"both none":                        {scripted("a", nil), scripted("b", nil), false},
		"one lacking":                      {scripted("a", nil, pathA, pathB), scripted("b", nil, pathB), true},
		"as many, but others":              {scripted("a", nil, pathA), scripted("b", nil, pathB), true},
		"one twice":                        {scripted("a", nil, pathA, pathB), scripted("b", nil, pathB, pathB), true},
		"one stopped, within the other":    {scripted("a", nil, pathA, pathB), scripted("b", limit, pathB), false},
		"one stopped, not within":          {scripted("a", nil, pathA), scripted("b", limit, pathB), true},
		"the first stopped, not within":    {scripted("a", limit, pathB), scripted("b", nil), true},
		"both stopped, nothing in common":  {scripted("a", limit, pathA), scripted("b", limit, pathB), false},
		"one caught with a wrong solution": {scripted("a", nil, pathA, pathB), scripted("b", wrong, pathA), true},
	} {
		t.Run(name, func(t *testing.T) {
			outcomes, err := crosscut.CrossCheck(context.Background(), path(t), []crosscut.Engine{c.a, c.b}, crosscut.Limits{}, nil)
			assert.Len(t, outcomes, 2)
			if !c.disagree {
				assert.NoError(t, err)
				return
			}
			var disagreement *crosscut.DisagreementError
			var caught *crosscut.WrongError
			assert.True(t, errors.As(err, &disagreement) || errors.As(err, &caught), "%v", err)
		})
	}
}

func TestCrossCheckShowsTheSolutionThatIsLacking(t *testing.T) {
	_, err := crosscut.CrossCheck(context.Background(), path(t),
		[]crosscut.Engine{scripted("a", nil, pathA), scripted("b", nil, pathA, pathB)}, crosscut.Limits{}, nil)
	var disagreement *crosscut.DisagreementError
	require.ErrorAs(t, err, &disagreement)
	assert.Equal(t, pathB, disagreement.Witness)
	assert.Equal(t, [2]string{"b", "a"}, disagreement.Engines)
}

func TestCrossCheckComparesByDigestWhatIsTooMuchToKeep(t *testing.T) {
	puzzletest.NeedsLong(t, "keeps half a gigabyte")
	board, err := puzzle.NewBoard(100, 100, nil)
	require.NoError(t, err)
	hidoku, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, slices.Repeat([]int{puzzle.Empty}, 10000))
	require.NoError(t, err)
	p := anyHidoku{hidoku} // every filling solves it
	many := func(name string, from, to int) crosscut.Engine {
		return crosscut.NewEngine(name, func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
			s := make(puzzle.Solution, 10000)
			for s[0] = from; s[0] < to; s[0]++ {
				yield(s)
			}
			return nil
		})
	}
	check := func(engines ...crosscut.Engine) error {
		_, err := crosscut.CrossCheck(context.Background(), p, engines, crosscut.Limits{}, nil)
		return err
	}
	assert.NoError(t, check(many("a", 0, 500), many("b", 0, 500)))
	var disagreement *crosscut.DisagreementError
	assert.ErrorAs(t, check(many("a", 0, 500), many("b", 1, 501)), &disagreement)
	assert.ErrorAs(t, check(many("a", 0, 500), many("b", 0, 499)), &disagreement)
}

func TestCrossCheckPassesOnEachSolutionOnceAndAsksNobodyForMore(t *testing.T) {
	a, b := scripted("a", nil, pathA, pathB), scripted("b", nil, pathB, pathA)
	var got []puzzle.Solution
	collect := func(n int) func(puzzle.Solution) bool {
		got = nil
		return func(s puzzle.Solution) bool {
			got = append(got, slices.Clone(s))
			return len(got) < n
		}
	}
	outcomes, err := crosscut.CrossCheck(context.Background(), path(t), []crosscut.Engine{a, b}, crosscut.Limits{}, collect(9))
	require.NoError(t, err)
	assert.Equal(t, []puzzle.Solution{pathA, pathB}, got)
	assert.True(t, outcomes[0].Err == nil && outcomes[1].Err == nil)

	outcomes, err = crosscut.CrossCheck(context.Background(), path(t), []crosscut.Engine{a, b}, crosscut.Limits{}, collect(1))
	require.NoError(t, err)
	assert.Equal(t, []puzzle.Solution{pathA}, got)
	for _, o := range outcomes {
		assert.ErrorIs(t, o.Err, meter.ErrStopped)
		assert.Equal(t, big.NewInt(1), o.Tally.Count())
	}
}

func TestCrossCheckKeepsOutcomesAtALimitAndAtTheEndOfItsContext(t *testing.T) {
	engines := []crosscut.Engine{hanging("a", pathA), scripted("b", nil, pathA, pathB)}
	outcomes, err := crosscut.CrossCheck(context.Background(), path(t), engines, crosscut.Limits{Time: time.Second}, nil)
	require.NoError(t, err)
	assert.ErrorIs(t, outcomes[0].Err, meter.ErrLimit)
	assert.Equal(t, big.NewInt(1), outcomes[0].Tally.Count())
	assert.True(t, outcomes[1].Err == nil)

	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(10*time.Millisecond, cancel)
	outcomes, err = crosscut.CrossCheck(ctx, path(t), engines, crosscut.Limits{}, nil)
	assert.ErrorIs(t, err, context.Canceled)
	require.Len(t, outcomes, 1)
	assert.Equal(t, big.NewInt(1), outcomes[0].Tally.Count())
}

func TestRaceYieldsTheUnionOnceAndEndsWithTheFirstToFinish(t *testing.T) {
	found, err := crosscut.First(context.Background(),
		crosscut.Race(hanging("a", pathA), scripted("b", nil, pathB, pathA), hanging("c")), path(t), 0, nil)
	require.NoError(t, err)
	assert.ElementsMatch(t, []puzzle.Solution{pathA, pathB}, found)
}

func TestRaceGoesOnWithoutThoseThatMeetALimit(t *testing.T) {
	found, err := crosscut.First(context.Background(),
		crosscut.Race(scripted("a", limit), scripted("b", nil, pathB, pathA)), path(t), 0, nil)
	require.NoError(t, err)
	assert.Len(t, found, 2)

	_, err = crosscut.First(context.Background(), crosscut.Race(scripted("a", limit), scripted("b", limit)), path(t), 0, nil)
	assert.ErrorIs(t, err, meter.ErrLimit)
}

func TestRaceFailsWhenAnEngineIsCaught(t *testing.T) {
	wrong := &crosscut.WrongError{Engine: "a", Reason: errors.New("a test")}
	_, err := crosscut.First(context.Background(), crosscut.Race(scripted("a", wrong), hanging("b")), path(t), 0, nil)
	assert.ErrorIs(t, err, wrong)

	// The second engine has won before the first one yields something that is no solution.
	liar := crosscut.NewEngine("liar", func(ctx context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		<-ctx.Done()
		yield(puzzle.Solution{1, 1, 1, 1})
		return context.Cause(ctx)
	})
	_, err = crosscut.First(context.Background(), crosscut.Race(scripted("honest", nil, pathA), liar), path(t), 0, nil)
	assert.ErrorAs(t, err, &wrong)
	assert.Equal(t, "liar", wrong.Engine)

	// The second engine ends only when the first has ended; then it is known to lack a solution.
	first := make(chan struct{})
	a := crosscut.NewEngine("a", func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		defer close(first)
		yield(pathA)
		return limit
	})
	b := crosscut.NewEngine("b", func(context.Context, puzzle.Puzzle, *meter.Meter, func(puzzle.Solution) bool) error {
		<-first
		return nil
	})
	_, err = crosscut.First(context.Background(), crosscut.Race(a, b), path(t), 0, nil)
	var disagreement *crosscut.DisagreementError
	assert.ErrorAs(t, err, &disagreement)
}

// The meter shows what an engine does while it runs, and that a race is done.
func TestTheMeterOfARaceShowsItsEngines(t *testing.T) {
	var m *meter.Meter
	runner := crosscut.NewEngine("runner", func(ctx context.Context, _ puzzle.Puzzle, part *meter.Meter, _ func(puzzle.Solution) bool) error {
		run := meter.Start(ctx, part)
		defer run.Close()
		assert.EqualValues(t, 1000, part.MaxNodes)
		before := m.Stats().Nodes
		for range 256 {
			assert.NoError(t, run.Node(2))
		}
		run.Share(0.5)
		run.Use("legs")
		assert.Equal(t, before+256, m.Stats().Nodes)
		assert.InDelta(t, 0.25, m.Done(), 1e-9, "half of what one engine of two has to do")
		assert.Equal(t, []string{"legs"}, m.Used())
		assert.True(t, m.Unsure.Load())
		return nil
	})
	for name, ask := range map[string]func(e crosscut.Engine) error{
		"search": func(e crosscut.Engine) error { _, err := crosscut.First(t.Context(), e, path(t), 0, m); return err },
		"count":  func(e crosscut.Engine) error { _, err := crosscut.Count(t.Context(), e, path(t), m); return err },
	} {
		m = &meter.Meter{MaxNodes: 1000}
		require.NoError(t, ask(crosscut.Race(runner, hanging("b"))), name)
		assert.EqualValues(t, 1, m.Done(), name)
		assert.EqualValues(t, 256, m.Stats().Nodes, name)
	}
}

func TestRaceStopsWhenTheReceiverHasEnough(t *testing.T) {
	found, err := crosscut.First(context.Background(), crosscut.Race(hanging("a", pathA, pathB), hanging("b", pathB)), path(t), 1, nil)
	require.NoError(t, err)
	assert.Len(t, found, 1)
}

// TestDigestIsTheHashThatItSays compares with the hash of the standard library.
func TestDigestIsTheHashThatItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SliceOf(rapid.OneOf(rapid.IntRange(-3, 300), rapid.Int())).Draw(t, "solution")
		hash := fnv.New128a()
		for _, value := range s {
			require.NoError(t, binary.Write(hash, binary.LittleEndian, int64(value)))
		}
		var tally crosscut.Tally
		tally.Add(s)
		require.Equal(t, hex.EncodeToString(hash.Sum(nil)), tally.Digest.String())
	})
}

// confirming returns a hanging engine that confirms what admits reports.
func confirming(name string, asked *[]puzzle.Solution, admits func(puzzle.Solution) bool, fillings ...puzzle.Solution) crosscut.Engine {
	e := hanging(name, fillings...)
	e.Confirming = func(_ context.Context, _ puzzle.Puzzle, _ *meter.Meter, solutions []puzzle.Solution) (int, error) {
		for i, s := range solutions {
			*asked = append(*asked, s)
			if !admits(s) {
				return i, nil
			}
		}
		return len(solutions), nil
	}
	return e
}

func every(puzzle.Solution) bool { return true }

// An engine that a limit has stopped is asked about what it has not found, and its own search stays as it was.
func TestCrossCheckConfirmsWhatAStoppedEngineLacks(t *testing.T) {
	var asked []puzzle.Solution
	limits := crosscut.Limits{Time: 40 * time.Millisecond}
	for name, c := range map[string]struct {
		first  crosscut.Engine
		second crosscut.Engine
		want   confirmation
	}{
		"both":         {scripted("a", nil, pathA, pathB), confirming("b", &asked, every), confirmation{Engine: "a", Count: 2}},
		"one":          {scripted("a", nil, pathA, pathB), confirming("b", &asked, every, pathB), confirmation{Engine: "a", Count: 1}},
		"all found":    {scripted("a", nil, pathA), confirming("b", &asked, every, pathA), confirmation{}},
		"of a stopped": {hanging("a", pathA), confirming("b", &asked, every), confirmation{Engine: "a", Count: 1}},
		"complete":     {scripted("a", nil, pathA), scripted("b", nil, pathA), confirmation{}},
		"nothing":      {scripted("a", nil), confirming("b", &asked, every), confirmation{}},
	} {
		asked = nil
		outcomes, err := crosscut.CrossCheck(context.Background(), path(t), []crosscut.Engine{c.first, c.second}, limits, nil)
		require.NoError(t, err, name)
		assert.Equal(t, c.want, outcomes[1].Confirmed, name)
		assert.Len(t, asked, c.want.Count, name)
		assert.Zero(t, outcomes[0].Confirmed, name)
	}
}

func TestCrossCheckDisagreesWhereASolutionIsNotAdmitted(t *testing.T) {
	var asked []puzzle.Solution
	first := func(s puzzle.Solution) bool { return s[0] == 1 }
	outcomes, err := crosscut.CrossCheck(context.Background(), path(t),
		[]crosscut.Engine{scripted("a", nil, pathA, pathB), confirming("b", &asked, first)}, crosscut.Limits{Time: 40 * time.Millisecond}, nil)
	var disagreement *crosscut.DisagreementError
	require.ErrorAs(t, err, &disagreement)
	assert.Equal(t, pathB, disagreement.Witness)
	assert.Equal(t, [2]string{"a", "b"}, disagreement.Engines)
	assert.Zero(t, outcomes[1].Confirmed)
}

// When the answer is known, the others do not search without end.
func TestCrossCheckEndsWhenTheAnswerIsKnown(t *testing.T) {
	var asked []puzzle.Solution
	found := 0
	outcomes, err := crosscut.CrossCheck(context.Background(), path(t),
		[]crosscut.Engine{scripted("a", nil, pathA, pathB), confirming("b", &asked, every, pathA)}, crosscut.Limits{},
		func(puzzle.Solution) bool { found++; return found < 2 })
	require.NoError(t, err)
	require.ErrorIs(t, outcomes[1].Err, meter.ErrLimit)
	assert.Equal(t, confirmation{Engine: "a", Count: 1}, outcomes[1].Confirmed)
}

// The reductions confirm what native finds, when they may not search at all.
func TestTheReductionsConfirmEachFamilyAndVariant(t *testing.T) {
	for _, file := range puzzletest.Files(t, "testdata/*/*.txt") {
		found, err := crosscut.First(context.Background(), crosscut.Native, file.Puzzle, 1, &meter.Meter{MaxNodes: 20_000})
		if len(found) == 0 || file.Puzzle.Board().Len() > 150 {
			continue
		}
		require.NoError(t, err, file.Name)
		idle := func(name string) crosscut.Engine { return scripted(name, nil, found...) }
		for _, e := range []crosscut.Engine{crosscut.SAT, crosscut.DLX} {
			outcomes, err := crosscut.CrossCheck(context.Background(), file.Puzzle, []crosscut.Engine{idle("a"), stopped(e)}, crosscut.Limits{}, nil)
			require.NoError(t, err, file.Name)
			assert.Equal(t, confirmation{Engine: "a", Count: 1}, outcomes[1].Confirmed, "%s by %s", file.Name, e.Name)
		}
	}
}

// stopped returns an engine that meets a limit at once, and confirms as e does.
func stopped(e crosscut.Engine) crosscut.Engine {
	scripted := scripted(e.Name, limit)
	scripted.Confirming = e.Confirming
	return scripted
}
