// Package natsq lets workers on other machines search the cubes of a run. They need no common folder: a
// [Coordinator] is a process of the run as others are, and each cube that it claims is searched by a
// [Worker], which hears of it by NATS.
//
// # Messages
//
// RUN is the name of a run: the first digits of a hash of its problem and plan. So one server may have the
// messages of many runs.
//
//	cc.RUN.job      request of a worker that joins. The answer is a runJob.
//	cc.RUN.text     request of a worker: a part of the text of the problem
//	cc.RUN.status   request of anybody: the answer is a Status.
//	cc.RUN.take     request for a cube, with what came of the last one. The answer comes when there is a cube.
//	cc.RUN.beat     a worker lives
//	cc.RUN.pace     budget and end of the run, from the coordinator
//	_W.SECRET.*     answers. Each worker has a secret of its own.
//
// A worker repeats its request until the answer comes. So messages may get lost, come twice, or come late,
// and the server keeps nothing. The answer tells the worker that the coordinator has written what came of
// its last cube. See package run for the rule that makes totals exact.
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

	"crosscut/cmd/internal/run"
)

// Limits on what a worker may send.
const (
	maxMessage = 256 << 10 // bytes of a message
	maxAnswer  = 4 << 20   // bytes of an answer with the text of solutions
	maxBits    = 1 << 16   // bits of a count
	maxName    = 100       // bytes of a name

	// MaxJobs is the largest number of cubes that a worker searches at once.
	MaxJobs = 4096
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

// runJob is what a worker must know of a run.
type runJob struct {
	Run   string        `json:"run"`
	Form  run.Form      `json:"form"`
	Bytes int           `json:"bytes"` // length of the problem's text: see askProblem
	Plan  run.Plan      `json:"plan"`
	Split string        `json:"split"` // hash of the first cubes
	Kind  run.Kind      `json:"kind"`
	Build string        `json:"build"` // build of the coordinator: see Build
	Lease time.Duration `json:"lease"`
	Pace  pace          `json:"pace"`
}

// pace is what the coordinator tells all workers again and again.
type pace struct {
	Budget time.Duration `json:"budget"`         // time of a cube before it is cut
	Over   string        `json:"over,omitempty"` // why the run has ended; "" while it goes on
}

// task is a cube to search.
type task struct {
	Cube  string `json:"cube"`
	Alone bool   `json:"alone,omitempty"` // the cube has killed workers, so nothing else is searched meanwhile
}

// answer asks for a cube, and says what came of the last one.
type answer struct {
	Worker  string   `json:"worker"`
	Build   string   `json:"build"`
	Job     int      `json:"job"` // which of the searches of the worker asks
	Outcome *outcome `json:"outcome,omitempty"`
	Failed  string   `json:"failed,omitempty"` // the cube, if it cannot be finished there
	Left    bool     `json:"left,omitempty"`   // it asks for nothing: the worker leaves
}

// about reports whether an answer says what came of a cube.
func (a *answer) about(cube string) bool {
	return cube != "" && (a.Failed == cube || a.Outcome != nil && a.Outcome.Path == cube)
}

// outcome is a line of the journal, and the solutions that go with it: a line of numbers for each.
type outcome struct {
	run.Entry
	Solutions []byte `json:"solutions,omitempty"`
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
func readAnswer(text []byte, kind run.Kind) (*answer, error) {
	a, solutions := new(answer), kind == run.Solutions
	if err := decodeUpTo(limitOf(solutions), text, a); err != nil {
		return nil, err
	}
	if len(a.Worker) > maxName || len(a.Build) > maxName || a.Job < 0 || a.Job >= MaxJobs {
		return nil, errors.New("invalid answer")
	}
	o := a.Outcome
	if o != nil && (!o.Belongs(kind) || o.Count != nil && o.Count.BitLen() > maxBits || len(o.Engine) > maxName || !o.fits(solutions)) {
		return nil, errors.New("invalid outcome")
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

// by returns what goes into the journal. Where the solutions stand is not for the worker to say.
func (o *outcome) by(worker string) run.Entry {
	e := o.Entry
	e.Offset, e.Length, e.SHA256, e.Worker = 0, 0, "", worker
	return e
}

// subjects are the names of the messages of a run.
type subjects struct{ job, text, status, take, beat, pace string }

func names(run string) subjects {
	at := "cc." + run + "."
	return subjects{at + "job", at + "text", at + "status", at + "take", at + "beat", at + "pace"}
}

// Build names the build of this program. Programs of one run must have the same build,
// because another one may cut a problem into other cubes.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	build := info.Main.Version + " cuts " + run.Versions()
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
			build += " " + s.Value
		}
	}
	return build
}
