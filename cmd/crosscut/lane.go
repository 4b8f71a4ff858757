package main

import (
	"bytes"
	"errors"
	"sync"
)

// errAbandoned is the cause of the end of what runs when a batch has failed.
var errAbandoned = errors.New("the batch has failed")

// inLane returns an app for one task: messages go to its lane, searches have one
// core each, and show no progress, of which the batch has one for all.
func (a *app) inLane() *app {
	own := *a
	own.lane = new(lane)
	own.lane.turn.L = &own.lane.mu
	own.stderr = own.lane.to(func(text []byte) error {
		_, _ = a.stderr.Write(text) // nobody could be told of an error
		return nil
	})
	own.screen, own.exit = nil, exitYes
	return &own
}

// lane is where what a task has to say, results and messages, waits in its order until
// it is the task's turn, so that the worker can go on to another task. It holds no more
// than a bounded amount: a task that has much to say has to wait itself. Tasks are begun
// in order, so the one whose turn it is never waits for another.
type lane struct {
	mu   sync.Mutex
	turn sync.Cond
	held []said
	size int  // of what is held, in bytes
	now  bool // it is the task's turn
	gone bool // nobody wants to hear from it
}

// said is a text and where it goes.
type said struct {
	text []byte
	to   writerFunc
}

// laneSize is how many bytes may wait in a lane, and one text more.
const laneSize = 1 << 16

// to returns a writer whose texts are given to write when it is the task's turn.
func (l *lane) to(write writerFunc) writerFunc {
	return func(text []byte) error {
		l.mu.Lock()
		defer l.mu.Unlock()
		for !l.now && l.size > laneSize {
			l.turn.Wait()
		}
		switch {
		case l.gone:
			return errAbandoned
		case l.now:
			return write(text)
		}
		l.held = append(l.held, said{bytes.Clone(text), write})
		l.size += len(text)
		return nil
	}
}

// open begins the task's turn. The error is that of writing what was held.
func (l *lane) open() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = true
	l.turn.Broadcast()
	for _, s := range l.held {
		if err := s.to(s.text); err != nil {
			return err
		}
	}
	l.held = nil
	return nil
}

// shut lets the task go on and say nothing.
func (l *lane) shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.gone = true, true
	l.turn.Broadcast()
}

// writerFunc is a writer of whole texts.
type writerFunc func([]byte) error

func (f writerFunc) Write(text []byte) (int, error) { return len(text), f(text) }
