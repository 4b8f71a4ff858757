package natsq

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"crosscut/cmd/internal/run"
)

// An exact cover may be much longer than a message. So workers ask for the text of the
// problem in parts.

const (
	partBytes = 128 << 10 // bytes of a part
	maxText   = 1 << 30   // bytes of a text
)

// textQuestion asks for the part that begins at a byte.
type textQuestion struct {
	From int `json:"from"`
}

// part answers a question about the text. A question without sense has an empty answer.
func (c *Coordinator) part(question []byte) []byte {
	var q textQuestion
	if decode(question, &q) != nil || q.From < 0 || q.From >= len(c.text) {
		return nil
	}
	return []byte(c.text[q.From:min(len(c.text), q.From+partBytes)])
}

// askProblem asks a coordinator for the problem of a job.
func askProblem(ctx context.Context, nc *nats.Conn, j runJob) (run.Problem, error) {
	if j.Bytes < 0 || j.Bytes > maxText {
		return nil, fmt.Errorf("a problem of %d bytes", j.Bytes)
	}
	var text []byte
	for len(text) < j.Bytes {
		question, err := json.Marshal(textQuestion{len(text)})
		if err != nil {
			return nil, err
		}
		part, err := request(ctx, nc, names(j.Run).text, question)
		if err != nil {
			return nil, err
		}
		if len(part) == 0 {
			break
		}
		text = append(text, part...)
	}
	if runName(string(text), j.Plan, j.Kind) != j.Run {
		return nil, errors.New("its problem is not that of the run")
	}
	return parse(j.Form, string(text))
}
