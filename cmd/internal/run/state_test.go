package run

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cubes"
)

func number(n int64) Sum { return Sum{Count: big.NewInt(n)} }

// answered returns a state after some outcomes, all of which are fresh.
func answered(t *testing.T, all ...Outcome) *State {
	s := New()
	for _, o := range all {
		verdict, err := s.Answer(o)
		require.NoError(t, err)
		require.Equal(t, Fresh, verdict, o.Path)
	}
	return s
}

func TestLongForecastsComeFirst(t *testing.T) {
	s := answered(t, Outcome{Split: 3}, Outcome{Path: "0", Split: 2, Forecast: 4}, Outcome{Path: "1", Split: 2, Forecast: 6})
	assert.Equal(t, []string{"2"}, s.Offer(1), "without a forecast")
	assert.Equal(t, []string{"1.0", "1.1", "0.0"}, s.Offer(3))
	seconds, unknown := s.Left()
	assert.Equal(t, 10.0, seconds)
	assert.Equal(t, 1, unknown)
	s.Again("1.1")
	s.Again("1.1") // it is open now
	assert.Equal(t, []string{"1.1", "0.1"}, s.Offer(9))
	assert.Equal(t, []string{"0.0", "0.1", "1.0", "1.1", "2"}, missing(s))
	assert.Empty(t, s.Offer(9))
}

func TestWhatIsNoOutcomeIsRefused(t *testing.T) {
	s := answered(t, Outcome{Split: 3}, Outcome{Path: "1", Split: 2})
	before := s.Counters()
	for _, o := range []Outcome{
		{Path: "0"},
		{Path: "0", Split: -1},
		{Path: "0", Split: cubes.Max + 1},
		{Path: "0", Split: 1, Sum: number(1)},
		{Path: "0", Sum: number(-1)},
		{Path: "0", Split: 2, Forecast: -1},
		{Path: "0", Split: 2, Forecast: math.NaN()},
		{Path: "3", Sum: number(1)},
		{Path: "-1", Sum: number(1)},
		{Path: "x", Sum: number(1)},
		{Path: "01", Sum: number(1)},
		{Path: "+1", Sum: number(1)},
		{Path: "1.", Sum: number(1)},
		{Path: ".", Sum: number(1)},
		{Path: "1.2", Sum: number(1)},
		{Path: "99999999999999999999", Sum: number(1)},
	} {
		_, err := s.Answer(o)
		assert.ErrorIs(t, err, ErrOutcome, "%+v", o)
	}
	verdict, err := s.Answer(Outcome{Path: "0.0", Sum: number(1)})
	require.NoError(t, err)
	assert.Equal(t, Unknown, verdict)
	assert.Equal(t, before, s.Counters())
}

// TestDeepCubesCanBeAnswered cuts down to the largest depth.
func TestDeepCubesCanBeAnswered(t *testing.T) {
	s := New()
	path := ""
	for {
		if _, err := s.Answer(Outcome{Path: path, Split: 1}); err != nil {
			break
		}
		path = childPath(path, 0)
	}
	assert.Equal(t, []string{path}, s.Offer(2))
	verdict, err := s.Answer(Outcome{Path: path, Sum: number(5)})
	require.NoError(t, err)
	assert.Equal(t, Fresh, verdict)
	sum, complete := s.Total()
	assert.True(t, complete)
	assert.Equal(t, "5", sum.String())
}

func TestContradictionsAreNoticed(t *testing.T) {
	for _, test := range []struct {
		name string
		all  []Outcome
		last Outcome
		want string
	}{
		{"two sums", []Outcome{{Split: 2}, {Path: "0", Sum: number(3)}}, Outcome{Path: "0", Sum: number(4)}, "cube 0 differ: the second one is 4"},
		{"two cuts", []Outcome{{Split: 2}, {Path: "0", Split: 2}}, Outcome{Path: "0", Split: 3}, "cube 0 differ: 2 children, and 3"},
		{"a sum below its children", []Outcome{{Split: 2}, {Path: "0", Split: 2}, {Path: "0.1", Sum: number(3)}}, Outcome{Path: "0", Sum: number(2)}, "cube 0 differ: 2, and more than that below it: 3"},
		{"a sum after its children", []Outcome{{Split: 2}, {Path: "0", Split: 1}, {Path: "0.0", Sum: number(3)}}, Outcome{Path: "0", Sum: number(4)}, "cube 0 differ: the second one is 4"},
		{"the whole", []Outcome{{Sum: number(2)}}, Outcome{Sum: number(3)}, "cube (all) differ"},
	} {
		s := answered(t, test.all...)
		before := s.Counters()
		_, err := s.Answer(test.last)
		require.ErrorAs(t, err, new(*ContradictionError), test.name)
		assert.ErrorContains(t, err, test.want, test.name)
		assert.Equal(t, before, s.Counters(), test.name)
	}
}

// TestForgottenCubesAreComparedWithTheLedger answers cubes that are inside finished ones.
func TestForgottenCubesAreComparedWithTheLedger(t *testing.T) {
	all := []Outcome{{Split: 2}, {Path: "0", Split: 2}, {Path: "0.0", Sum: number(3)}, {Path: "0.1", Split: 2}, {Path: "0.1.0", Sum: number(1)}, {Path: "0.1.1", Sum: number(1)}}
	s := answered(t, all...)
	for _, test := range []struct {
		o    Outcome
		want string
	}{
		{Outcome{Path: "0.0", Sum: number(3)}, ""},
		{Outcome{Path: "0.0", Sum: number(4)}, "cube 0.0 differ: 3, and 4"},
		{Outcome{Path: "0.0", Split: 7}, ""}, // its sum is known, and nothing of its children
		{Outcome{Path: "0.1", Split: 2}, ""},
		{Outcome{Path: "0.1", Sum: number(2)}, ""},
		{Outcome{Path: "0.1", Sum: number(3)}, "cube 0.1 differ: 3, and its parts have 2"},
		{Outcome{Path: "0.1.1", Sum: number(7)}, "cube 0.1.1 differ: 1, and 7"},
		{Outcome{Path: "0.0.5", Sum: number(7)}, ""},
	} {
		verdict, err := s.Answer(test.o)
		require.NoError(t, err)
		require.Equal(t, Forgotten, verdict)
		if err = agree(all, test.o); test.want == "" {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, test.want)
		}
	}
}

// agree compares an outcome with a ledger.
func agree(ledger []Outcome, late Outcome) error {
	var w Ways
	for _, o := range append(slices.Clone(ledger), late) {
		if err := w.Add(o); err != nil {
			return err
		}
	}
	_, _, err := w.Total("")
	return err
}

func TestBudgetsFallWithTheTimeThatIsLeft(t *testing.T) {
	const hour = 3600.0
	for _, test := range []struct {
		taken, left float64
		workers     int
		want        time.Duration
	}{
		{0, 8 * hour, 60, time.Minute},
		{hour, 8 * hour, 60, time.Minute},
		{hour, hour, 60, 7500 * time.Millisecond},
		{100 * hour, hour, 60, time.Minute},
		{100 * hour, 0, 6000, 600 * time.Millisecond},
		{0, 0, 8, LeastBudget},
		{0, 1e12, 8, mostBudget},
		{8, 8, 0, time.Second},
	} {
		assert.Equal(t, test.want, budgetOf(test.taken, test.left, test.workers), "%v", test)
	}
}
