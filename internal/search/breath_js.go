package search

import (
	"runtime"
	"time"
)

// On js, Go has one thread and interrupts no goroutine (golang/go#71134). A search that
// never waits would keep timers from firing and the page's messages from arriving. So a
// search makes room for them by itself: for other goroutines and timers every few hundred
// polls, and for messages several times a second.

// breath lets other goroutines run. It is a part of a [Run].
type breath struct {
	polls uint32
	slept time.Time // when messages could last arrive
}

const (
	gosched  = 256 // polls; a power of two
	messages = 100 * time.Millisecond
)

// take counts a poll. Every few hundred it lets goroutines with an expired timer run. When
// it has not done so for a while, it sleeps: only then messages of the page arrive.
func (b *breath) take() {
	if b.polls++; b.polls%gosched != 0 {
		return
	}
	now := time.Now()
	if b.slept.IsZero() {
		b.slept = now
	}
	if now.Sub(b.slept) < messages {
		runtime.Gosched()
		return
	}
	time.Sleep(time.Millisecond)
	b.slept = time.Now()
}
