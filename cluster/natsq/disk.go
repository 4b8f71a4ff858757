package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The disk of the server may be full, also for a moment only. The server says nothing of it
// to the coordinator. A stream that could not write once refuses all messages from then on.
// So the coordinator looks for room, and tries whether the server keeps a message. A stream
// that keeps none is made anew. What it held is missing in the journals and is offered again.

// silentLooks is after how many looks without an answer the coordinator tries the server.
const silentLooks = 10

// leastRoom is the room in bytes that a server needs to keep answers.
const leastRoom = 1 << 20

// tryServer publishes an answer without content. The error says that the disk is full.
func (c *Coordinator) tryServer(ctx context.Context) error {
	if err := c.hasRoom(); err != nil {
		return err
	}
	text, err := json.Marshal(answer{Build: c.o.Build})
	if err != nil {
		return err
	}
	once, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	_, err = c.js.Publish(once, c.names.done, text, jetstream.WithRetryAttempts(0))
	return c.renewIfRefused(ctx, err)
}

// renewIfRefused makes the streams anew if err is the server's answer that it cannot keep a
// message. Any other error passes: the server may be away.
func (c *Coordinator) renewIfRefused(ctx context.Context, err error) error {
	refused := (*jetstream.APIError)(nil)
	if !errors.As(err, &refused) {
		return nil
	}
	if err := c.hasRoom(); err != nil {
		return err
	}
	c.o.Note(fmt.Sprintf("the server did not keep messages (%s); its queue is made anew", refused.Description))
	for _, stream := range []string{c.names.todoStream, c.names.doneStream} {
		once, cancel := context.WithTimeout(ctx, 5*time.Second)
		_ = c.js.DeleteStream(once, stream) // if it stays, the next message is refused, too
		cancel()
	}
	c.quiet = 0
	return c.open(ctx)
}

// hasRoom returns an error if the disk of the folder is full.
func (c *Coordinator) hasRoom() error {
	if err := c.room(c.o.Dir); err != nil {
		return fmt.Errorf("the server may be unable to keep answers: %w", err)
	}
	return nil
}

// hasRoom returns an error if the disk of a folder is full.
func hasRoom(dir string) error {
	file, err := os.CreateTemp(dir, "room-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := file.Write(make([]byte, leastRoom)); err != nil {
		return err
	}
	return file.Sync()
}
