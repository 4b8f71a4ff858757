package main

import (
	"bytes"
	"errors"
	"sync"
)

// errAbandoned is the cause with which a failed batch stops its other tasks.
var errAbandoned = errors.New("the batch has failed")

// inLane returns an app for one task. Its messages go to a lane. Its searches use one core
// each and show no progress, because the batch shows progress for all.
func (a *app) inLane() *app {
	own := *a
	own.lane = new(lane)
	own.lane.turn.L = &own.lane.mu
	own.stderr = own.lane.to(func(text []byte) error {
		_, _ = a.stderr.Write(text) // an error on standard error cannot be reported anywhere
		return nil
	})
	own.screen, own.exit = nil, exitYes
	return &own
}

// lane keeps the results and messages of a task, in order, until it is the task's turn.
// Meanwhile the worker can go on to another task. A lane holds a bounded amount: a task
// with more output waits for its turn. Tasks start in order, so the task whose turn it is
// never waits for another.
type lane struct {
	mu   sync.Mutex
	turn sync.Cond
	held []heldText
	size int  // bytes in held
	now  bool // it is the task's turn
	gone bool // the output is no longer wanted
}

// heldText is a text and its destination.
type heldText struct {
	text []byte
	to   writerFunc
}

// laneSize is the number of bytes after which a lane takes no further text.
const laneSize = 1 << 16

// to returns a writer that passes its texts to write when it is the task's turn.
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
		l.held = append(l.held, heldText{bytes.Clone(text), write})
		l.size += len(text)
		return nil
	}
}

// open starts the task's turn and writes the texts in held.
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

// shut lets the task go on and discards its output.
func (l *lane) shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.gone = true, true
	l.turn.Broadcast()
}

// writerFunc is a writer of whole texts.
type writerFunc func([]byte) error

func (f writerFunc) Write(text []byte) (int, error) { return len(text), f(text) }
