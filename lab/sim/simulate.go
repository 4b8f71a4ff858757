package main

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"crosscut/internal/run"
)

type options struct {
	workers          int
	scale, spread    float64
	ideal, shortest  time.Duration
	latency, perTask time.Duration
	seed             uint64
}

// result says where the time went. Times are in seconds of workers.
type result struct {
	elapsed   time.Duration
	longest   time.Duration // of a search
	cuts      int
	tasks     int
	busy      float64
	searching float64
	cutting   float64
	probing   float64 // searches that were given up for a cut
	messages  float64 // from the choice of a cube to its begin
	idle      float64
}

// finished is a search that ends at some moment.
type finished struct {
	at      float64
	outcome run.Outcome
	spent   float64
}

type simulated struct {
	*options
	t      *tree
	r      *rand.Rand
	state  *run.State
	ends   []finished // the last one ends first
	done   int        // finished cubes
	spent  float64    // the time that they took, in seconds
	budget time.Duration
	free   float64 // when the server can hand out the next task
	result result
}

func simulate(t *tree, o *options) (result, error) {
	s := &simulated{options: o, t: t, r: rand.New(rand.NewPCG(o.seed, 1)), state: run.New()}
	if _, err := s.state.Answer(run.Outcome{Split: len(t.first)}); err != nil {
		return s.result, err
	}
	now, idle, nextLook := 0.0, o.workers, 0.0
	for {
		if now >= nextLook { // the coordinator sends a budget each second
			s.budget, nextLook = run.Budget(s.spent, s.state.TimeLeft(s.spent, s.done), o.workers), now+1
		}
		for _, path := range s.state.Offer(idle) {
			s.begin(now, path)
			idle--
		}
		if len(s.ends) == 0 {
			break
		}
		end := s.ends[len(s.ends)-1]
		s.ends = s.ends[:len(s.ends)-1]
		s.result.idle += float64(idle) * (end.at - now)
		now = end.at
		idle++
		if _, err := s.state.Answer(end.outcome); err != nil {
			return s.result, err
		}
		if end.outcome.Split == 0 {
			s.done++
			s.spent += end.spent
		}
	}
	if _, complete := s.state.Total(); !complete {
		return s.result, fmt.Errorf("the run stopped before its end")
	}
	s.result.elapsed = seconds(now)
	return s.result, nil
}

// begin lets a worker search a cube.
func (s *simulated) begin(now float64, path string) {
	s.free = max(s.free, now) + s.perTask.Seconds()
	begin := s.free + s.latency.Seconds()
	s.result.messages += begin - now
	o, spent := s.search(path)
	s.result.tasks++
	s.result.busy += spent
	s.result.longest = max(s.result.longest, seconds(spent))
	end := finished{begin + spent, o, spent}
	i, _ := slices.BinarySearchFunc(s.ends, end.at, func(f finished, at float64) int { return cmp.Compare(at, f.at) })
	s.ends = slices.Insert(s.ends, i, end)
}

// search searches or cuts a cube. It returns the time that this takes. A cut takes as long
// as in the tree: it does not depend on the time for the cube.
func (s *simulated) search(path string) (o run.Outcome, spent float64) {
	i := s.t.at(path)
	c := s.t.cubes[i]
	count, spread := seconds(c.count*s.scale), s.spread
	look := run.NextLook(0, s.budget)
	for ; look < count; look = run.NextLook(look, s.budget) {
		left := seconds((count - look).Seconds() * math.Exp(spread*s.r.NormFloat64()))
		if run.CutNow(look, left, s.budget) && s.t.grow(i) {
			c = s.t.cubes[i]
			s.result.cuts++
			s.result.probing += look.Seconds()
			s.result.cutting += c.cut
			return run.Outcome{Path: path, Split: len(c.children), Forecast: (look + left).Seconds()}, look.Seconds() + c.cut
		}
		spread = s.spread / 2 // later forecasts are better
	}
	s.result.searching += count.Seconds()
	return run.Outcome{Path: path, Sum: run.Sum{Count: big.NewInt(1)}}, count.Seconds()
}
