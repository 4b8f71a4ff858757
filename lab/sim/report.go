package main

import (
	"fmt"
	"time"
)

// report prints how long a run took, and where the time of the workers went.
func report(t *tree, o *options, r *result) {
	serial, n := t.serial()*o.scale, float64(o.workers)
	all := r.elapsed.Seconds() * n
	shortest, _ := t.bound(o.workers, o.scale)
	fmt.Printf("\n%d workers: %v, efficiency %.1f %%, %d cuts, %d tasks, the longest one %v\n", o.workers, r.elapsed.Round(10*time.Millisecond), 100*serial/all, r.cuts, r.tasks, r.longest.Round(time.Millisecond))
	for _, part := range []struct {
		name string
		time float64
	}{
		{"parts that take longer than their cubes", r.searching - serial},
		{"searches that were given up", r.probing},
		{"cutting", r.cutting},
		{"messages", r.messages},
		{"idle before all had a task", r.idle.start},
		{"idle in between", r.idle.middle},
		{"idle at the end", r.idle.end},
	} {
		fmt.Printf("  %5.1f %%  %s\n", 100*part.time/all, part.name)
	}
	fmt.Printf("  all had a task from %v to %v; the task that ended last began at %v\n", short(r.idle.from), short(r.idle.until), short(r.last.begin))
	fmt.Printf("  no policy needs less than %v on this tree, which is %.1f %%\n", short(shortest), 100*serial/(shortest*n))
}

func short(x float64) time.Duration { return seconds(x).Round(10 * time.Millisecond) }
