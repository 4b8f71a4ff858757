package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle/text"
)

// questions are what may be asked about an instance. With "unsat", no solution is expected.
var questions = []string{"first", "two", "count", "unsat"}

// everyCover is the question for all covers by the core of dlx that the engine names.
const everyCover = "all"

// child is the work of a child process: a question about the instance of a file.
type child struct{ engine, question, file string }

// reply is what a child process prints.
type reply struct {
	Answer  string  // the number of solutions
	Settled bool    // the answer came before the limit
	Seconds float64 // of processor time for an answer
}

// A short search is repeated, until it has taken longTime or was run mostTimes.
const (
	longTime  = 0.1 // seconds
	mostTimes = 100
)

// answer answers the question of a child process.
func (o *options) answer(ctx context.Context, out io.Writer) error {
	for _, name := range o.names() {
		if err := search.Switch(name, false); err != nil {
			return err
		}
	}
	ask, err := o.child.load(ctx)
	if errors.Is(err, meter.ErrLimit) { // the engine cannot be asked about so large a puzzle
		return json.NewEncoder(out).Encode(reply{})
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	var r reply
	from, times := processorTime(), 0
	for spent := 0.; spent < longTime && times < mostTimes; times++ {
		var answer string
		if answer, err = ask(ctx); err != nil {
			break
		}
		r.Answer = answer
		spent = processorTime() - from
	}
	r.Settled = times > 0
	r.Seconds = (processorTime() - from) / float64(max(times, 1))
	if err != nil && !r.Settled && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, meter.ErrLimit) && !strings.Contains(err.Error(), "cannot solve this problem") {
		return err
	}
	return json.NewEncoder(out).Encode(r)
}

// load reads the instance, and returns the function that asks the engine.
func (c *child) load(ctx context.Context) (ask func(context.Context) (string, error), err error) {
	content, err := os.ReadFile(c.file)
	if err != nil {
		return nil, err
	}
	file, err := text.Read(strings.NewReader(string(content)), c.file, "")
	if err != nil { // so it is an exact cover
		problem, err := dlx.Read(strings.NewReader(string(content)), c.file)
		return c.cover(problem), err
	}
	if strings.HasPrefix(c.engine, "dlx") {
		x, err := encode.ExactCover(ctx, file.Puzzle)
		if err != nil {
			return nil, err
		}
		return c.cover(x.Problem), nil
	}
	engine := crosscut.Native
	if strings.HasPrefix(c.engine, "sat") {
		engine = crosscut.SAT
	}
	if c.question == "count" {
		return func(ctx context.Context) (string, error) {
			n, err := crosscut.Count(ctx, engine, file.Puzzle, nil)
			return fmt.Sprint(n), err
		}, nil
	}
	return func(ctx context.Context) (string, error) {
		found, err := crosscut.First(ctx, engine, file.Puzzle, c.wanted(), nil)
		return fmt.Sprint(len(found)), err
	}, nil
}

// cover returns the function that asks about an exact cover.
func (c *child) cover(p *dlx.Problem) func(context.Context) (string, error) {
	if _, name, named := strings.Cut(c.engine, "dlx "); named {
		return func(ctx context.Context) (string, error) {
			m := new(meter.Meter)
			err := p.SolveWith(ctx, dlx.Core(name), m, nil)
			return fmt.Sprint(m.Stats().Solutions), err
		}
	}
	if c.question == "count" {
		return func(ctx context.Context) (string, error) {
			n, err := p.Count(ctx, nil)
			return fmt.Sprint(n), err
		}
	}
	return func(ctx context.Context) (string, error) {
		found, err := p.First(ctx, c.wanted(), nil)
		return fmt.Sprint(len(found)), err
	}
}

// wanted returns how many solutions the question asks for.
func (c *child) wanted() int {
	if c.question == "two" {
		return 2
	}
	return 1
}

// processorTime returns the seconds of processor time that this process has taken in user mode.
func processorTime() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()).Seconds()
}
