package search

// Forecast estimates how much of the work of a search is done. It is for searches whose
// branches differ too much for equal shares. It sees the tree as choices with two
// branches each: the first of so many candidates, and then all the others. From every
// finished choice it learns what share of the work its first branch was. The estimate
// is that of P. Kilby, J. Slaney, S. Thiébaux and T. Walsh (Estimating search tree
// size, AAAI 2006), with these shares instead of halves.
//
// Choices are made with Choose and go on to their second branch with Turn. They end
// with Close, or with Drop where the search goes back to make them again. Each call
// costs some nanoseconds. A Forecast belongs to one goroutine.
type Forecast struct {
	counts  func() (propagations, nodes int64) // of the search so far
	tell    func(done float64)                 // informs the meter
	choices []choice
	first   [mostSizes]float64 // work in first branches, by the number of candidates
	rest    [mostSizes]float64 // work in the other branches, by the number of candidates
	told    int64              // the work at which the meter was last informed
}

// choice is a choice on the way to the state of a search.
type choice struct {
	size         int32
	turned       bool
	begin, after int64 // the work done when the choice was made, and when it was turned
}

const (
	mostSizes = 64        // all choices of so many candidates or more are treated alike
	nodeWork  = 1 << 6    // the work of a node, when a propagation counts 1
	priorWork = 1 << 13   // weight of the first estimate, in which all branches have equal shares
	tellEvery = priorWork // the work between two messages to the meter
)

// NewForecast returns a forecast that measures the work of a search by its counters, and tells the share
// that is done.
func NewForecast(counts func() (propagations, nodes int64), tell func(done float64)) *Forecast {
	return &Forecast{counts: counts, tell: tell}
}

func (f *Forecast) work() int64 {
	propagations, nodes := f.counts()
	return propagations + nodeWork*nodes
}

// Depth returns how many choices there are.
func (f *Forecast) Depth() int { return len(f.choices) }

// Choose makes a choice among the given number of candidates, and goes into the first
// one.
func (f *Forecast) Choose(candidates int) {
	f.choices = append(f.choices, choice{size: int32(min(candidates, mostSizes-1)), begin: f.work()})
}

// Turn goes from the first branch of the last choice to the second.
func (f *Forecast) Turn() {
	last := &f.choices[len(f.choices)-1]
	last.turned, last.after = true, f.work()
}

// Close ends all choices after the first depth ones: their second branches are finished.
func (f *Forecast) Close(depth int) {
	now := f.work()
	for _, c := range f.choices[depth:] {
		if c.turned {
			f.first[c.size] += float64(c.after - c.begin)
			f.rest[c.size] += float64(now - c.after)
		}
	}
	f.choices = f.choices[:depth]
}

// Drop forgets all choices after the first depth ones.
func (f *Forecast) Drop(depth int) { f.choices = f.choices[:min(depth, len(f.choices))] }

// Choices returns the choices, for Resume.
func (f *Forecast) Choices() []choice { return append([]choice(nil), f.choices...) }

// Last returns the last choice.
func (f *Forecast) Last() choice { return f.choices[len(f.choices)-1] }

// Resume adds a choice that was removed earlier, with the state that it had.
func (f *Forecast) Resume(c choice) { f.choices = append(f.choices, c) }

// part returns the share of the first branch of a choice.
func (f *Forecast) part(size int32) float64 {
	first, rest := f.first[size], f.rest[size]
	return (first + priorWork/float64(max(size, 2))) / (first + rest + priorWork)
}

// Done returns the share of the work that is done. It may fall when more is learnt.
func (f *Forecast) Done() float64 {
	done, width := 0.0, 1.0
	for _, c := range f.choices {
		first := width * f.part(c.size)
		if c.turned {
			done += first
			width -= first
		} else {
			width = first
		}
	}
	return done
}

// Tell informs the meter, if there has been enough work since the last time.
func (f *Forecast) Tell() {
	if now := f.work(); now-f.told >= tellEvery {
		f.told = now
		f.tell(f.Done())
	}
}
