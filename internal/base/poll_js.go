package base

import (
	"runtime"
	"time"
)

// On js there is one thread, so these need no lock.
var (
	polls   uint32
	timers  time.Time // when timers could last fire
	message time.Time // when messages of the page could last arrive
)

const (
	often         = 256 // polls of PollOften; a power of two
	betweenTimers = 5 * time.Millisecond
	betweenEvents = 100 * time.Millisecond
)

// PollOften is for polls that are less than a millisecond apart.
func PollOften() {
	if polls++; polls%often == 0 {
		PollSeldom()
	}
}

// PollSeldom is for polls that are up to a few hundred milliseconds apart. It lets goroutines
// with an expired timer run. When it has not done so for a while, it sleeps: only then
// messages of the page arrive.
func PollSeldom() {
	switch now := time.Now(); {
	case now.Sub(message) >= betweenEvents:
		time.Sleep(time.Millisecond)
		message = time.Now()
		timers = message
	case now.Sub(timers) >= betweenTimers:
		runtime.Gosched()
		timers = now
	}
}
