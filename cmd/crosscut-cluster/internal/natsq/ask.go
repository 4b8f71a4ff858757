package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// This file has the requests by which a worker or a status asks the coordinator.

// Times of a request.
const (
	askAgain   = 3 * time.Second // the request is sent again if no answer has come
	askUntil   = 30 * time.Second
	retryAfter = 200 * time.Millisecond
)

// ask sends a request in JSON.
func ask(ctx context.Context, nc *nats.Conn, subject string, question, to any) error {
	text, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if text, err = request(ctx, nc, subject, text); err != nil {
		return err
	}
	return json.Unmarshal(text, to)
}

// request sends a request, again and again while nobody listens. It ends early if the server forbids something.
func request(ctx context.Context, nc *nats.Conn, subject string, text []byte) ([]byte, error) {
	for end := time.Now().Add(askUntil); ; pause(ctx, retryAfter) {
		once, cancel := context.WithTimeout(ctx, askAgain)
		m, err := nc.RequestWithContext(once, subject, text)
		cancel()
		switch {
		case err == nil:
			return m.Data, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.Is(nc.LastError(), nats.ErrPermissionViolation):
			return nil, fmt.Errorf("the server has another run, or the account lacks permissions: %w", nc.LastError())
		case time.Now().After(end):
			return nil, fmt.Errorf("no coordinator answers %s", subject)
		}
	}
}

// pause waits, at most until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
