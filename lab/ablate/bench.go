package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os/exec"
	"slices"
	"strings"
	"time"

	"crosscut/dlx"
	"crosscut/internal/search"
)

// bench is the work of the process that compares.
type bench struct {
	*options
	program   string // this program, for child processes
	out, log  io.Writer
	unsettled map[string]bool // per engine and instance: it is not settled with all techniques on
}

// comparison is an instance with a technique and without it.
type comparison struct {
	with, without reply
}

// quotient returns how many times longer the search takes without the technique. Times below a
// tenth of a millisecond cannot be told apart.
func (c *comparison) quotient() float64 {
	const least = 1e-4
	return max(c.without.Seconds, least) / max(c.with.Seconds, least)
}

// ask asks a child process. Techniques of that name are off; "" is none.
func (b *bench) ask(ctx context.Context, engine, off string, in *instance) (r reply, err error) {
	const grace = 5 * time.Second // for loading, and for an engine that ends late
	limited, cancel := context.WithTimeout(ctx, 2*b.limit+grace)
	defer cancel()
	names := slices.DeleteFunc(append(b.names(), off), func(name string) bool { return name == "" })
	text, err := exec.CommandContext(limited, b.program, "-engine", engine, "-question", in.question, "-file", in.file,
		"-limit", b.limit.String(), "-without", strings.Join(names, ",")).Output()
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if limited.Err() != nil { // it did not end in time
		return reply{Seconds: b.limit.Seconds()}, nil
	}
	if exit, ok := err.(*exec.ExitError); ok {
		return r, fmt.Errorf("%s %s: %w: %s", in.class, in, err, exit.Stderr)
	}
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if !r.Settled {
		r.Answer, r.Seconds = "", b.limit.Seconds()
	}
	fmt.Fprintf(b.log, "%s\t%s\t%s\t%s\t%s\t%s\t%t\t%.6f\n", engine, off, in.class, in.question, in, r.Answer, r.Settled, r.Seconds)
	return r, err
}

// allOn prints the time of each instance with all techniques on.
func (b *bench) allOn(ctx context.Context, all []*instance) error {
	for _, in := range all {
		kind, _, _ := strings.Cut(in.class, "/")
		engines := []string{"native/internal/" + kind, "dlx", "sat"}
		if kind == "cover" {
			engines = engines[1:2]
		}
		line := ""
		for _, engine := range engines {
			r, err := b.ask(ctx, engine, "", in)
			if err != nil {
				return err
			}
			line += fmt.Sprintf("  %s %s in %.4f s", engine, r.Answer, r.Seconds)
		}
		fmt.Fprintf(b.out, "%-26s %-5s %s:%s\n", in.class, in.question, in, line)
	}
	return nil
}

// eachCore prints the seconds of the cores of package dlx for all covers of each instance: first those
// of Auto, and then how many times the best of the others it took. The others have no longer than Auto.
// A star is a core that was stopped, or cannot solve the problem. The last line has the instances on
// which Auto took more than 1.6 times the best and 20 ms.
func (b *bench) eachCore(ctx context.Context, all []*instance) error {
	const least = 100 * time.Millisecond
	slow := []string{}
	defer func(limit time.Duration) { b.limit = limit }(b.limit)
	limit := b.limit
	for _, in := range all {
		auto, best, line := 0.0, math.Inf(1), ""
		b.limit = limit
		for _, core := range dlx.Cores() {
			r, err := b.ask(ctx, "dlx "+string(core), "", in)
			if err != nil {
				return err
			}
			line += fmt.Sprintf("\t%s %.3f", core, r.Seconds)
			switch {
			case core == dlx.Auto:
				auto = r.Seconds
				b.limit = min(limit, max(least, time.Duration(auto*float64(time.Second))))
			case r.Settled:
				best = min(best, r.Seconds)
			default:
				line += "*"
			}
		}
		fmt.Fprintf(b.out, "%s%s\t%.2f\n", in, line, auto/best)
		if auto > 1.6*best+0.02 {
			slow = append(slow, in.String())
		}
	}
	_, err := fmt.Fprintln(b.out, "slow:", slow)
	return err
}

// row measures a technique on all instances for its engine, and prints its table.
func (b *bench) row(ctx context.Context, t *search.Table, r *search.Row, all []*instance) error {
	n, err := lines(t.Engine, r.File)
	if err != nil {
		return err
	}
	name := t.Engine + ": " + r.Name
	fmt.Fprintf(b.out, "\n%s (%s, %d lines)\n%-28s %9s %6s %6s %6s  %s\n", name, r.File, n,
		"class", "instances", "mean", "least", "most", "settled only with, only without")
	classes := map[string][]comparison{}
	var order []string
	for _, in := range all {
		if !in.isFor(t.Engine) {
			continue
		}
		c, err := b.compare(ctx, t.Engine, name, in)
		if err != nil {
			return err
		}
		if classes[in.class] == nil {
			order = append(order, in.class)
		}
		classes[in.class] = append(classes[in.class], c)
	}
	for _, class := range order {
		fmt.Fprintf(b.out, "%-28s %s\n", class, summary(classes[class]))
	}
	return nil
}

// summary returns the figures of a class.
func summary(all []comparison) string {
	logs, least, most, with, without := 0., math.Inf(1), 0., 0, 0
	for i := range all {
		q := all[i].quotient()
		logs, least, most = logs+math.Log(q), min(least, q), max(most, q)
		switch {
		case all[i].with.Settled && !all[i].without.Settled:
			with++
		case !all[i].with.Settled && all[i].without.Settled:
			without++
		}
	}
	return fmt.Sprintf("%9d %6.2f %6.2f %6.2f  %d, %d", len(all), math.Exp(logs/float64(len(all))), least, most, with, without)
}

// compare measures an instance in pairs. If the first pair shows no difference, it is the only one.
func (b *bench) compare(ctx context.Context, engine, name string, in *instance) (c comparison, err error) {
	const same = 1.05
	key := engine + " " + in.question + " " + in.String()
	for pair := range b.pairs {
		var with, without reply
		if with.Seconds = b.limit.Seconds(); !b.unsettled[key] {
			if with, err = b.ask(ctx, engine, "", in); err != nil {
				return c, err
			}
			b.unsettled[key] = !with.Settled
		}
		if without, err = b.ask(ctx, engine, name, in); err != nil {
			return c, err
		}
		if with.Settled && without.Settled && with.Answer != without.Answer {
			return c, fmt.Errorf("%w: %s without %s: %s, with it: %s", errAnswers, in, name, without.Answer, with.Answer)
		}
		if pair == 0 {
			c = comparison{with, without}
		} else {
			c = comparison{faster(c.with, with), faster(c.without, without)}
		}
		if q := c.quotient(); q < same && q > 1/same || !c.with.Settled || !c.without.Settled {
			break
		}
	}
	return c, nil
}

func faster(a, b reply) reply {
	if b.Settled && (!a.Settled || b.Seconds < a.Seconds) {
		return b
	}
	return a
}
