// Package natsq runs a count of cubes on NATS JetStream: a coordinator, and workers on any
// number of machines.
//
// # Messages
//
// RUN is the name of a run: the first digits of a hash of its problem and plan. No subject
// belongs to a cube, so the memory of the server does not grow with the cubes.
//
//	cc.job          request of a worker: which run is this? The answer is a Job.
//	cc.text         request of a worker: a part of the text of the problem
//	cc.status       request of anybody: the answer is a Status.
//	cc.sample       request of a check: the answer is a list of finished cubes.
//	cc.RUN.todo     tasks, in the stream CC_RUN_TODO with a durable consumer
//	cc.RUN.done     answers, in the stream CC_RUN_DONE, which only the coordinator reads
//	cc.RUN.beat     what a worker holds; not stored
//	cc.RUN.pace     budget and end of the run, from the coordinator; not stored
//
// A task is leased to a worker, and the worker renews the lease while it lives. A task goes
// to another worker when its lease ends. The worker publishes its answer until the server
// has confirmed it, and then acknowledges the task. The coordinator acknowledges an answer
// when it is on the disk, in the journal.
//
// Nothing here relies on a promise of the server. Tasks and answers may get lost, come
// twice, or come late. See package run for the rule that makes totals exact.
package natsq

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"time"

	"crosscut/cubes"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
)

// Limits on what a worker may send.
const (
	maxMessage  = 256 << 10 // bytes of a message
	maxAnswer   = 4 << 20   // bytes of an answer with the text of solutions
	maxOutcomes = 1024      // outcomes of an answer
	maxBits     = 1 << 16   // bits of a count
	maxName     = 100       // bytes of a name
)

// limitOf returns the largest answer of a run.
func limitOf(solutions bool) int {
	if solutions {
		return maxAnswer
	}
	return maxMessage
}

// textOf returns how many bytes of solutions fit into an answer. Base64 makes four bytes of
// three, and the other fields of the outcomes need some.
func textOf(limit int) int { return (limit - maxMessage) / 4 * 3 }

// deliveries is how often a task is delivered before it is suspected to kill its workers.
const deliveries = 3

// Job is what a worker must know of a run.
type Job struct {
	Run   string        `json:"run"`
	Form  problem.Form  `json:"form"`
	Bytes int           `json:"bytes"` // length of the problem's text: see AskProblem
	Plan  cubes.Plan    `json:"plan"`
	Split string        `json:"split"` // hash of the first cubes
	Kind  run.Kind      `json:"kind"`
	Build string        `json:"build"` // build of the coordinator: see Build
	Lease time.Duration `json:"lease"`
	Pace  Pace          `json:"pace"`
}

// solutions reports whether answers have all solutions.
func (j *Job) solutions() bool { return j.Kind == run.Solutions }

// Pace is what the coordinator tells all workers each second.
type Pace struct {
	Budget time.Duration `json:"budget"`         // time of a cube before it is cut
	Over   string        `json:"over,omitempty"` // why the run has ended; "" while it goes on
}

// task is some cubes to search.
type task struct {
	Paths []string `json:"paths"`
	Alone bool     `json:"alone,omitempty"` // the cube has killed workers: search nothing else meanwhile
}

// answer is what came of a task.
type answer struct {
	Worker   string    `json:"worker"`
	Build    string    `json:"build"`
	Outcomes []outcome `json:"outcomes,omitempty"`
	Again    []string  `json:"again,omitempty"`  // cubes of the task that were not searched
	Struck   []string  `json:"struck,omitempty"` // cubes that may kill their workers
}

// outcome is a line of the journal, and the solutions that go with it: a line of numbers for each.
type outcome struct {
	run.Entry
	Solutions []byte `json:"solutions,omitempty"`
}

// beat says what a worker holds.
type beat struct {
	Worker string   `json:"worker"`
	Paths  []string `json:"paths,omitempty"`
	Reply  []string `json:"reply,omitempty"` // subjects that acknowledge the tasks
	Left   bool     `json:"left,omitempty"`  // the worker ends
}

// decode reads a message strictly: other fields and too much text are errors.
func decode(text []byte, v any) error { return decodeUpTo(maxMessage, text, v) }

func decodeUpTo(limit int, text []byte, v any) error {
	if len(text) > limit {
		return fmt.Errorf("a message of %d bytes", len(text))
	}
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(v); err != nil {
		return err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return errors.New("text after the end")
	}
	return nil
}

// readAnswer reads an answer and checks it against its schema.
func readAnswer(text []byte, solutions bool) (*answer, error) {
	a := new(answer)
	if err := decodeUpTo(limitOf(solutions), text, a); err != nil {
		return nil, err
	}
	if len(a.Outcomes)+len(a.Again)+len(a.Struck) > maxOutcomes || len(a.Worker) > maxName || len(a.Build) > maxName {
		return nil, errors.New("too long")
	}
	for _, o := range a.Outcomes {
		if o.Count != nil && o.Count.BitLen() > maxBits || len(o.Engine) > maxName || !o.fits(solutions) {
			return nil, errors.New("invalid outcome")
		}
	}
	return a, nil
}

// fits reports whether the outcome has the text of all its solutions in a run with
// solutions, and none otherwise.
func (o *outcome) fits(solutions bool) bool {
	if !solutions || o.Split > 0 {
		return len(o.Solutions) == 0
	}
	return o.Count != nil && o.Count.String() == strconv.Itoa(bytes.Count(o.Solutions, []byte("\n")))
}

// size returns how many bytes the solutions and the count take.
func (o *outcome) size() int {
	if o.Count == nil {
		return len(o.Solutions)
	}
	return len(o.Solutions) + len(o.Count.String())
}

// by returns what goes into the journal. Where the solutions stand is not for the worker to say.
func (o outcome) by(worker string) outcome {
	o.Offset, o.Length, o.SHA256, o.Worker = 0, 0, "", worker
	return o
}

// Build names the build of this program. Programs of one run must have the same build,
// because another one may cut a problem into other cubes.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	build := info.Main.Version + " cuts " + problem.Versions()
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
			build += " " + s.Value
		}
	}
	return build
}
