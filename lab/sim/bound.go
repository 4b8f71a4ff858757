package main

// What no policy can exceed.
//
// A run of time T searches only cubes that take at most T. Their work is at least the least
// one that such cubes can have. All workers together have T times their number. The shortest
// T with enough time is the bound.
//
// The bound chooses the cubes with all times known, and no policy knows them. It counts
// neither messages nor searches that are given up.

// bound returns the shortest time in which this number of workers can finish the tree, and
// the work that they do then. Both are in seconds. Time is O(cubes) for each of 50 steps.
func (t *tree) bound(workers int, scale float64) (elapsed, work float64) {
	low, high := 0.0, t.serial()*scale
	for range 50 {
		at := (low + high) / 2
		work, possible := t.leastWork(at, scale)
		if possible && work <= at*float64(workers) {
			high = at
		} else {
			low = at
		}
	}
	work, _ = t.leastWork(high, scale)
	return high, work
}

// leastWork returns the least work of disjoint cubes that take at most longest each, and
// that are the whole tree together. It reports whether there are such cubes.
func (t *tree) leastWork(longest, scale float64) (work float64, possible bool) {
	possible = true
	for _, i := range t.first {
		least, ok := t.leastBelow(i, longest, scale)
		work, possible = work+least, possible && ok
	}
	return work, possible
}

// leastBelow is leastWork for the cube at a place.
func (t *tree) leastBelow(i int, longest, scale float64) (work float64, possible bool) {
	c := &t.cubes[i]
	whole := c.count * scale
	if len(c.children) == 0 {
		return whole, whole <= longest
	}
	work, possible = c.cut, true
	for _, j := range c.children {
		least, ok := t.leastBelow(j, longest, scale)
		work, possible = work+least, possible && ok
	}
	if whole <= longest && (!possible || whole < work) {
		return whole, true
	}
	return work, possible
}
