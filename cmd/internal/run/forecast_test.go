package run

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/durable"
)

// TestTheTimeLeftIsRight replays runs with a clock of their own: three workers, cubes of very different lengths, of
// which long ones are cut, and a machine that becomes slower in the middle. At each tenth, the forecast of the
// whole time is right within a factor of 1.3.
func TestTheTimeLeftIsRight(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 5))
		s, course, now := New(), course(nil), time.Unix(0, 0)
		begin := now
		answer := func(o Outcome) {
			_, err := s.Answer(o)
			require.NoError(t, err)
		}
		answer(Outcome{Split: 600})
		type seen struct{ after, share, left float64 }
		var all []seen
		course.note(mark{now, 0, 0})
		var until [3]time.Time // when each worker has finished its cube
		var cube [3]string
		lengths := map[string]float64{}
		for !s.Whole() {
			for i := range cube {
				if cube[i] != "" && !until[i].After(now) {
					if l := lengths[cube[i]]; l > 4 {
						answer(Outcome{Path: cube[i], Split: 4, Forecast: l})
						for part := range 4 {
							lengths[fmt.Sprintf("%s.%d", cube[i], part)] = l / 4
						}
					} else {
						answer(Outcome{Path: cube[i], Sum: number(1)})
					}
					cube[i] = ""
				}
				if next := s.Offer(1); cube[i] == "" && len(next) > 0 {
					if _, known := lengths[next[0]]; !known {
						lengths[next[0]] = r.ExpFloat64()
					}
					cube[i] = next[0]
					until[i] = now.Add(time.Duration(lengths[cube[i]] * float64(time.Second)))
					if lengths[cube[i]] > 4 {
						until[i] = now.Add(time.Second / 4) // it is given up
					}
				} else if len(next) > 0 {
					s.Again(next[0])
				}
			}
			now = now.Add(time.Second / 4)
			course.note(mark{now, s.Share(), s.Counters().Done})
			gain, seconds := course.pace()
			all = append(all, seen{now.Sub(begin).Seconds(), s.Share(), secondsFor(s.Share(), gain, seconds)})
		}
		whole := now.Sub(begin).Seconds()
		for tenth := 1; tenth < 10; tenth++ {
			at := all[len(all)*tenth/10]
			ratio := (at.after + at.left) / whole
			assert.Less(t, math.Abs(math.Log(ratio)), math.Log(1.3), "seed %d, after %d tenths: %.2f", seed, tenth, ratio)
		}
	}
}

// TestTheTimeLeftIsThatOfTheShare has a process that says how fast the share has grown: 91 % in 55.6 s.
func TestTheTimeLeftIsThatOfTheShare(t *testing.T) {
	t.Parallel()
	says := func(s *sign) Status {
		dir := t.TempDir()
		w := opens(t, dir, problemOf(t, kings), Count, 100)
		first, err := w.Tree.Children(t.Context(), "")
		require.NoError(t, err)
		require.NoError(t, w.replay())
		require.NoError(t, w.desk.open())
		for i := range first * 9 / 10 {
			require.NoError(t, w.Folder.Add(t.Context(), Entry{Path: fmt.Sprint(i), Count: big.NewInt(1), Time: 5000}, nil))
		}
		text, err := json.Marshal(s)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(w.Folder.file(workers, "one"), text, 0o600))
		f, err := Look(dir)
		require.NoError(t, err)
		status, err := f.Status()
		require.NoError(t, err)
		return status
	}
	s := says(&sign{Host: "elsewhere", Jobs: 2, Gain: 0.9, Over: 54})
	assert.InDelta(t, 54*(1-s.Share)/0.9, s.Forecast, 0.01)
	assert.Contains(t, s.Text(), "s left with these workers")
	s = says(&sign{Host: "elsewhere", Jobs: 2, Gain: 0.9, Over: 54, Waits: true})
	assert.Zero(t, s.Forecast)
	assert.True(t, s.Workers[0].Waits)
	assert.NotContains(t, s.Text(), "left with these workers")
	assert.Contains(t, s.Text(), "the disk is full: everybody waits for room\n")
	assert.Contains(t, s.Text(), "one: 2 jobs; waits for room on a full disk; last sign")
}

// TestWhoWaitsForRoomSaysSo has a disk that becomes full for a while.
func TestWhoWaitsForRoomSaysSo(t *testing.T) {
	t.Parallel()
	want, dir := plain(t, kings), t.TempDir()
	w := opens(t, dir, problemOf(t, kings), Digest, 20)
	var writes, room atomic.Int64
	w.Folder.fsys = fullDisk{durable.OS, func() int {
		if writes.Add(1) > 5 {
			return int(room.Load())
		}
		return 1 << 30
	}}
	done := make(chan error, 1)
	var sum Sum
	go func() {
		var err error
		sum, err = w.Run(t.Context())
		done <- err
	}()
	require.Eventually(t, func() bool {
		f, err := Look(dir)
		if err != nil {
			return false
		}
		s, err := f.Status()
		return err == nil && len(s.Workers) == 1 && s.Workers[0].Waits && s.Forecast == 0
	}, time.Minute, 20*time.Millisecond)
	room.Store(1 << 30)
	require.NoError(t, <-done)
	assert.True(t, sum.Equal(want))
}
