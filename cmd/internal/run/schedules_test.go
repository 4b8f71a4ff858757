package run

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut"
)

// A run is simulated in one thread: a coordinator, some workers, and messages between them that
// are lost, repeated, delayed and reordered. The coordinator crashes, and so does its
// ledger. The seed alone decides everything, so a schedule can be run again.

// tree is a cube of the simulated puzzle.
type tree struct {
	sum      Sum
	children []*tree
}

// grow returns a random tree. The sum of a cube is that of its children.
func grow(r *rand.Rand, depth int) *tree {
	t := new(tree)
	if depth > 0 && r.IntN(5) > 0 {
		for range 1 + r.IntN(4) {
			c := grow(r, depth-1)
			t.children = append(t.children, c)
			t.sum = t.sum.Plus(c.sum)
		}
		return t
	}
	var digest crosscut.Digest
	_ = digest.UnmarshalText(fmt.Appendf(nil, "%016x%016x", r.Uint64(), r.Uint64()))
	t.sum = Sum{Count: new(big.Int).Lsh(big.NewInt(r.Int64N(1000)), uint(r.IntN(80))), Digest: digest}
	return t
}

// at returns the cube at a path.
func (t *tree) at(path string) *tree {
	if path == "" {
		return t
	}
	for step := range strings.SplitSeq(path, ".") {
		i, _ := strconv.Atoi(step)
		t = t.children[i]
	}
	return t
}

func childPath(path string, i int) string {
	return strings.TrimPrefix(path+"."+strconv.Itoa(i), ".")
}

// lossy carries messages in one direction, and keeps no promise.
type lossy[T any] struct {
	r      *rand.Rand
	items  []T
	faults faults
}

// faults are probabilities in percent.
type faults struct {
	lose, repeat int // of each item, when it is put
	late         int // of a message, that it comes again later
	wipe         int // of all items at once, at each step
	crash        int // of the coordinator, at each step
	torn         int // of each line of the ledger, at a crash
}

func (q *lossy[T]) put(x T) {
	if q.r.IntN(100) < q.faults.lose {
		return
	}
	q.items = append(q.items, x)
	for q.r.IntN(100) < q.faults.repeat {
		q.items = append(q.items, x)
	}
}

func (q *lossy[T]) take() (x T, ok bool) {
	if len(q.items) == 0 {
		return x, false
	}
	i := q.r.IntN(len(q.items))
	x = q.items[i]
	if q.r.IntN(100) >= q.faults.late {
		q.items = slices.Delete(q.items, i, i+1)
	}
	return x, true
}

// simulation is one run.
type simulation struct {
	r       *rand.Rand
	truth   *tree
	faults  faults
	state   *State
	ledger  []Outcome
	tasks   lossy[string]
	answers lossy[[]Outcome]
	forge   bool // one answer is wrong
	forged  *string
}

func simulate(seed uint64, forge bool) *simulation {
	r := rand.New(rand.NewPCG(seed, 18))
	f := faults{lose: r.IntN(40), repeat: r.IntN(40), late: r.IntN(40), wipe: r.IntN(3), crash: r.IntN(4), torn: r.IntN(30)}
	s := &simulation{r: r, truth: grow(r, r.IntN(6)), faults: f, state: New(), forge: forge}
	s.tasks, s.answers = lossy[string]{r: r, faults: f}, lossy[[]Outcome]{r: r, faults: f}
	return s
}

// work searches a cube as a worker does. It may answer with the sum, cut the cube, or cut
// and search some of the children.
func (s *simulation) work(path string) (all []Outcome) {
	t := s.truth.at(path)
	if len(t.children) == 0 || s.r.IntN(5) == 0 {
		sum := t.sum
		if s.forge && s.forged == nil && s.r.IntN(4) == 0 {
			s.forged = &path
			sum = Sum{Count: new(big.Int).Add(sum.Number(), big.NewInt(1)), Digest: sum.Digest}
		}
		return []Outcome{{Path: path, Sum: Sum{Count: sum.Number(), Digest: sum.Digest}}}
	}
	all = []Outcome{{Path: path, Split: len(t.children), Forecast: float64(s.r.IntN(3))}}
	for i := range s.r.IntN(len(t.children) + 1) {
		if s.r.IntN(2) == 0 {
			all = append(all, s.work(childPath(path, i))...)
		}
	}
	return all
}

// crash ends the coordinator and starts it again from what is left of the ledger.
func (s *simulation) crash() error {
	s.ledger = slices.DeleteFunc(s.ledger, func(Outcome) bool { return s.r.IntN(100) < s.faults.torn })
	s.state = New()
	for _, o := range s.ledger {
		if _, err := s.state.Answer(o); err != nil {
			return err
		}
	}
	return nil
}

// step lets one thing happen.
func (s *simulation) step() error {
	switch n := s.r.IntN(100); {
	case n < s.faults.crash:
		return s.crash()
	case n < s.faults.crash+s.faults.wipe:
		s.tasks.items, s.answers.items = nil, nil
	case n < 30:
		for _, path := range s.state.Offer(1 + s.r.IntN(4)) {
			s.tasks.put(path)
		}
		if len(s.tasks.items) == 0 && len(s.answers.items) == 0 {
			for _, path := range missing(s.state) {
				s.state.Again(path)
			}
		}
	case n < 65:
		if path, ok := s.tasks.take(); ok {
			s.answers.put(s.work(path))
		}
	default:
		all, _ := s.answers.take()
		for _, o := range all {
			if err := s.take(o); err != nil {
				return err
			}
		}
	}
	return nil
}

// missing returns the cubes that are offered and have no outcome.
func missing(s *State) (paths []string) {
	var visit func(n *node)
	visit = func(n *node) {
		for i, c := range n.children {
			if c.is == offered {
				paths = append(paths, pathOf(n, i))
			} else if c.is == cut {
				visit(c.node)
			}
		}
	}
	visit(&s.top)
	return paths
}

// take gives an outcome to the state, and to the ledger. A forgotten one is compared with
// the ledger.
func (s *simulation) take(o Outcome) error {
	verdict, err := s.state.Answer(o)
	if err != nil {
		return err
	}
	switch verdict {
	case Fresh:
		s.ledger = append(s.ledger, o)
	case Forgotten:
		if err := agree(s.ledger, o); err != nil {
			return err
		}
	}
	return nil
}

// known returns what the total must be: the sum of the finished cubes below a node.
func known(n *node, below func(i int) *tree) (want Sum) {
	for i := range n.children {
		switch c := &n.children[i]; c.is {
		case done:
			want = want.Plus(below(i).sum)
		case cut:
			want = want.Plus(known(c.node, func(k int) *tree { return below(i).children[k] }))
		}
	}
	return want
}

// recount compares the counters with the tree.
func recount(t *testing.T, s *State) {
	var c Counters
	waiting := 0
	var visit func(n *node)
	visit = func(n *node) {
		undone := 0
		if n.at >= 0 {
			waiting++
		}
		for i := range n.children {
			switch n.children[i].is {
			case open:
				c.Open++
				require.True(t, n.at >= 0 && n.next <= i, "an open cube is never offered")
			case offered:
				c.Offered++
			case cut:
				visit(n.children[i].node)
			}
			if n.children[i].is != done {
				undone++
			}
		}
		require.Equal(t, undone, n.left)
	}
	visit(&s.top)
	require.Len(t, s.ready, waiting, "finished nodes are kept")
	c.Done, c.Cut = s.count.Done, s.count.Cut
	require.Equal(t, c, s.count)
}

// schedules is the number of schedules of a test.
func schedules(t *testing.T, usual int) uint64 {
	if text := os.Getenv("CLUSTER_SCHEDULES"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return uint64(n)
	}
	return uint64(usual)
}

// TestEveryScheduleHasTheRightTotal runs simulations to their end. After every step the
// total is that of the finished cubes, and in the end that of the tree. CLUSTER_SCHEDULES=100000 runs
// many more.
func TestEveryScheduleHasTheRightTotal(t *testing.T) {
	steps, verdicts := 0, 0
	for seed := range schedules(t, 1000) {
		n, late := simulate(seed, false).run(t, seed)
		steps, verdicts = steps+n, verdicts+late
	}
	t.Logf("%d steps, %d late outcomes", steps, verdicts)
}

// run runs a simulation to its end. It returns the numbers of steps and of late outcomes.
func (s *simulation) run(t *testing.T, seed uint64) (steps, late int) {
	for n := 0; ; n++ {
		require.Less(t, n, 200_000, "seed %d does not end", seed)
		require.NoError(t, s.step(), "seed %d, step %d", seed, n)
		sum, complete := s.state.Total()
		want := known(&s.state.top, func(int) *tree { return s.truth })
		require.True(t, want.Equal(sum), "seed %d, step %d: %v, want %v", seed, n, sum, want)
		if n%16 == 0 {
			recount(t, s.state)
		}
		if steps++; complete {
			require.True(t, s.truth.sum.Equal(sum), "seed %d", seed)
			require.Equal(t, 1.0, s.state.Share())
			break
		}
	}
	// What comes too late changes nothing.
	s.faults.crash, s.faults.wipe = 0, 0
	for len(s.answers.items) > 0 {
		all, _ := s.answers.take()
		for _, o := range all {
			require.NoError(t, s.take(o), "seed %d", seed)
			late++
		}
	}
	require.NoError(t, s.crash())
	if s.faults.torn == 0 {
		sum, complete := s.state.Total()
		require.True(t, complete && s.truth.sum.Equal(sum), "seed %d: the ledger alone", seed)
	}
	return steps, late
}

// TestAWrongSumStopsTheRun forges one answer in each run. Later, every cube is answered
// again with the truth. The run must stop, unless the forged answer was never believed.
func TestAWrongSumStopsTheRun(t *testing.T) {
	stopped, harmless, honest := 0, 0, 0
	for seed := range schedules(t, 1000) {
		s := simulate(seed, true)
		s.faults.torn, s.faults.crash = 0, 0
		var err error
		for n := 0; err == nil; n++ {
			require.Less(t, n, 200_000, "seed %d does not end", seed)
			if err = s.step(); err == nil {
				if _, complete := s.state.Total(); complete {
					break
				}
			}
		}
		believed := slices.ContainsFunc(s.ledger, func(o Outcome) bool {
			return s.forged != nil && o.Path == *s.forged && o.Split == 0 && !o.Sum.Equal(s.truth.at(o.Path).sum)
		})
		if err == nil && s.forged != nil {
			right := s.truth.at(*s.forged).sum
			err = s.take(Outcome{Path: *s.forged, Sum: Sum{Count: right.Number(), Digest: right.Digest}})
		}
		wrong := (*ContradictionError)(nil)
		switch {
		case s.forged == nil:
			require.NoError(t, err)
			honest++
		case err != nil:
			require.ErrorAs(t, err, &wrong, "seed %d", seed)
			stopped++
		default:
			require.False(t, believed, "seed %d: the wrong sum of cube %s was believed", seed, s.forged)
			harmless++
		}
	}
	require.Greater(t, stopped, harmless)
	t.Logf("%d stopped, %d never believed, %d not forged", stopped, harmless, honest)
}
