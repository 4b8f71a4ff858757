package server

import (
	"slices"
	"sync"
	"time"
)

// readers are the questions whose text is being read. Their number is bounded, and so is the
// memory of their texts. When all places are taken, a question that was slow so far gives its
// place to the next one. So clients that send slowly keep nobody from being answered, however
// many they are.
type readers struct {
	most int
	slow time.Duration // a question that is read for so long is slow

	mu      sync.Mutex
	reading []*reader // those that began first come first
}

// reader is a question whose text is being read.
type reader struct {
	began     time.Time
	interrupt func() // ends reading; called at most once
	displaced bool   // it was called
}

// take takes a place if there is one, or that of a slow question. It calls interrupt when the
// place is needed for another question. The caller gives the place back by calling leave,
// which reports whether interrupt was called. It is not called any more after leave.
func (r *readers) take(interrupt func()) (leave func() (displaced bool), ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.reading) >= r.most {
		first := r.reading[0]
		if time.Since(first.began) < r.slow {
			return nil, false
		}
		first.displaced = true
		first.interrupt()
		r.reading = slices.Delete(r.reading, 0, 1)
	}
	own := &reader{began: time.Now(), interrupt: interrupt}
	r.reading = append(r.reading, own)
	return func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if i := slices.Index(r.reading, own); i >= 0 {
			r.reading = slices.Delete(r.reading, i, i+1)
		}
		return own.displaced
	}, true
}
