package search

import (
	"context"
	"errors"
	"time"
)

// lookAtStop is the time between two calls of stop.
const lookAtStop = 10 * time.Millisecond

// errHandOver is the cause of the end of a search that hands over.
var errHandOver = errors.New("the rest is handed over")

// HandOver runs a search, and gives it up for the parts of its problem when stop returns
// true. It asks stop from the calling goroutine, about every 10 ms, and not again after it
// returned true. A nil stop never returns true. cut makes the parts and returns their
// number. With fewer than two of them, the search goes on to its end.
//
// search runs in another goroutine and returns the cause of the end of its context. The
// result is the number of the parts if the search was given up. Otherwise it is 0, with
// the error of the search.
func HandOver(ctx context.Context, stop func() bool, cut func(context.Context) (int, error), search func(context.Context) error) (parts int, err error) {
	searching, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	defer func() { // nothing goes on, not even when stop panics
		cancel(nil)
		<-ended
	}()
	var searcher Goroutines // a panic of the search comes up here
	searcher.Go(func() {
		defer close(ended)
		err = search(searching)
	})
	if stopped(stop, ended) {
		var wrong error
		if parts, wrong = cut(searching); wrong == nil && parts > 1 {
			cancel(errHandOver)
		}
	}
	searcher.Wait()
	if errors.Is(err, errHandOver) {
		return parts, nil
	}
	return 0, err
}

// stopped waits until stop returns true, or the search has ended.
func stopped(stop func() bool, ended <-chan struct{}) bool {
	look := time.NewTicker(lookAtStop)
	defer look.Stop()
	for stop != nil {
		select {
		case <-ended:
			return false
		case <-look.C:
		}
		if stop() {
			return true
		}
	}
	return false
}
