package natsq

import (
	"context"
	"encoding/json"
	"slices"
	"time"
)

// A worker tells the coordinator that it lives, and which cubes it searches.

// beatEvery is the time between two beats.
const beatEvery = time.Second

// hold notes what the worker searches, and tells the coordinator.
func (w *Worker) hold(reply string, paths []string) {
	w.mu.Lock()
	if paths == nil {
		delete(w.held, reply)
		w.mu.Unlock()
		return
	}
	w.held[reply] = paths
	w.mu.Unlock()
	w.beat(false)
}

func (w *Worker) beats(ctx context.Context) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		w.beat(false)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (w *Worker) beat(left bool) {
	b := beat{Worker: w.Name, Left: left}
	w.mu.Lock()
	for reply, paths := range w.held {
		b.Reply = append(b.Reply, reply)
		b.Paths = append(b.Paths, paths...)
	}
	w.mu.Unlock()
	if text, err := json.Marshal(b); err == nil {
		w.nc.Publish(w.names.beat, text) // a lost beat does no harm
	}
}

// Holding returns the cubes that the worker searches now, in their order.
func (w *Worker) Holding() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, paths := range w.held {
		all = append(all, paths...)
	}
	slices.Sort(all)
	return all
}
