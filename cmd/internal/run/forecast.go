package run

import "time"

// course is how the finished share of a run has grown, as one process saw it. The time left follows from the share
// that people see, so the two never contradict each other.
type course []mark

type mark struct {
	at    time.Time
	share float64
	done  int // finished cubes
}

const (
	lately     = 2 * time.Minute // the pace is that of so long at least, if the process has worked for so long
	enough     = 30              // and of so many cubes
	mostMarks  = 256             // in memory
	leastShare = 1e-9            // below it, a pace says nothing
)

// note adds what is finished now.
func (c *course) note(m mark) {
	if *c = append(*c, m); len(*c) < mostMarks {
		return
	}
	thin := (*c)[:0]
	for i, m := range *c {
		if i%2 == 0 || i == mostMarks-1 {
			thin = append(thin, m)
		}
	}
	*c = thin
}

// pace returns by how much the share grew lately, and in how many seconds.
func (c course) pace() (gain, seconds float64) {
	if len(c) == 0 {
		return 0, 0
	}
	last, from := c[len(c)-1], c[0]
	for i := len(c) - 1; i >= 0; i-- {
		if last.at.Sub(c[i].at) >= lately && last.done-c[i].done >= enough {
			from = c[i]
			break
		}
	}
	return last.share - from.share, last.at.Sub(from.at).Seconds()
}

// secondsFor returns how long the rest of a run takes at a pace; 0 if unknown.
func secondsFor(share, gain, seconds float64) float64 {
	if gain < leastShare {
		return 0
	}
	return (1 - share) * seconds / gain
}
