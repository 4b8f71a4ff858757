package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"crosscut/cluster/natsq"
	"crosscut/internal/wording"
)

func (p *program) status(ctx context.Context, args []string) error {
	var access accessFlags
	set := p.flags("status")
	access.add(set)
	format := set.String("format", "text", "`form`: text, json, or html with a curve")
	address, err := p.parse(set, args, "URL")
	if err != nil {
		return err
	}
	print, ok := map[string]func(natsq.Status) error{"text": p.printText, "json": p.printJSON, "html": p.printHTML}[*format]
	if !ok {
		return errUsage("status", fmt.Errorf("--format %s; it is text, json or html", *format))
	}
	of, err := access.runOf("status", address)
	if err != nil {
		return err
	}
	nc, err := access.Connect("status")
	if err != nil {
		return err
	}
	defer nc.Close()
	s, err := natsq.AskStatus(ctx, nc, of)
	if err != nil {
		return err
	}
	return print(s)
}

func (p *program) printJSON(s natsq.Status) error {
	return json.NewEncoder(p.stdout).Encode(s)
}

func (p *program) printText(s natsq.Status) error {
	left := "unknown"
	if s.Forecast > 0 {
		left = time.Duration(s.Forecast * float64(time.Second)).Round(time.Second).String()
	}
	var text strings.Builder
	fmt.Fprintf(&text, "run %s: %s solutions so far\n", s.Run, s.Count)
	fmt.Fprintf(&text, "cubes: %d done, %d left, %d leased, %d cut; %.1f a second\n", s.Done, s.Left, s.Leased, s.Cut, s.Rate)
	fmt.Fprintf(&text, "share done: %.1f %%; time left: %s\n", 100*s.Share, left)
	for _, w := range s.Workers {
		fmt.Fprintf(&text, "worker %s: %s, holds %s\n", w.Name, wording.Plural(w.Jobs, "job"), strings.Join(w.Holds, " "))
	}
	for _, e := range s.Expensive {
		fmt.Fprintf(&text, "expensive cube %s: %v\n", e.Path, time.Duration(e.Time)*time.Millisecond)
	}
	_, err := fmt.Fprint(p.stdout, text.String())
	return err
}

// printHTML prints a page with the curve of the share that is done.
func (p *program) printHTML(s natsq.Status) error {
	var curve strings.Builder
	end := 1.0
	if n := len(s.Curve); n > 0 {
		end = max(1, s.Curve[n-1].Seconds)
	}
	for _, at := range s.Curve {
		fmt.Fprintf(&curve, "%.1f,%.1f ", 600*at.Seconds/end, 300-300*at.Share)
	}
	_, err := fmt.Fprintf(p.stdout, `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>crosscut run %s</title>
<h1>Run %[1]s</h1>
<p>%s solutions so far; %.1f %% of the cubes' shares after %.0f s.</p>
<p>%d done, %d left, %d leased, %d cut; %d workers.</p>
<svg viewBox="-5 -5 610 310" width="610" role="img" aria-label="share that is done, against time">
<rect width="600" height="300" fill="none" stroke="gray"/><polyline points="%s" fill="none" stroke="currentColor"/></svg>
</html>
`, s.Run, s.Count, 100*s.Share, end, s.Done, s.Left, s.Leased, s.Cut, len(s.Workers), strings.TrimSpace(curve.String()))
	return err
}
