package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"crosscut/internal/files"
	"crosscut/internal/run"
	"crosscut/internal/wording"
)

func (a *app) runCommand() *cobra.Command {
	var output outputFlags
	return command("run", output.variables(), nil, func(ctx context.Context, args []string) error {
		if len(args) != 2 || args[0] != "status" && args[0] != "check" {
			return fmt.Errorf("run needs status or check, and the folder of a run; see \"crosscut run --help\"")
		}
		folder, err := run.Look(args[1])
		if err != nil {
			return withGivenName(err, args[1])
		}
		out, err := a.printer(ctx, &output, files.Place{What: "the run", Name: args[1], Contains: files.EveryFile})
		if err != nil {
			return err
		}
		show := a.runStatus
		if args[0] == "check" {
			show = a.checkRun
		}
		return cmp.Or(show(folder, files.ShownName(args[1]), out), out.close())
	})
}

type runStatus struct {
	File string `json:"file"` // the folder
	run.Status
}

func (a *app) runStatus(folder *run.Folder, name string, out *printer) error {
	s, err := folder.Status()
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%.1f %% done: %s finished, %d left, %d cut further\n", 100*s.Share, wording.Plural(s.Done, "cube"), s.Left, s.Cut)
	switch {
	case s.Complete:
		fmt.Fprintln(&text, "the run is finished; the command that started it prints the result")
	case s.Forecast > 0:
		fmt.Fprintf(&text, "about %v left with these workers\n", roundTime(time.Duration(s.Forecast*float64(time.Second))))
	}
	if s.Damaged > 0 {
		fmt.Fprintf(&text, "%s left out\n", wording.Plural(s.Damaged, "damaged line"))
	}
	for _, m := range s.Workers {
		fmt.Fprintf(&text, "%s: %s; last sign of life %.0fs ago; cubes %s\n", m.Name, wording.Plural(m.Jobs, "job"), m.Silent, cmp.Or(strings.Join(m.Holds, " "), "none"))
	}
	return a.answer(out, exitYes, runStatus{name, s}, "%s", text.String())
}

// runCheck is the JSON object of a run that was read again.
type runCheck struct {
	File     string   `json:"file"` // the folder
	Kind     run.Kind `json:"kind"`
	Complete bool     `json:"complete"`
	Count    *big.Int `json:"count,omitempty"` // absent while the run is not complete
	Digest   string   `json:"digest,omitempty"`
	Damaged  int      `json:"damaged"` // lines and solutions that are not as they were written
}

// checkRun reads everything in a run again, and prints what it comes to.
func (a *app) checkRun(folder *run.Folder, name string, out *printer) error {
	sum, whole, damaged, err := folder.Check()
	if err != nil {
		return err
	}
	r := runCheck{File: name, Kind: folder.Header.Kind, Complete: whole, Damaged: damaged}
	if whole {
		if r.Count = sum.Number(); r.Kind != run.Count {
			r.Digest = sum.Digest.String()
		}
	}
	if damaged > 0 && !out.json {
		a.note(fmt.Sprintf("damaged lines and solutions: %d", damaged))
	}
	if !whole {
		return a.answer(out, exitLimit, r, "not finished\n")
	}
	return a.answer(out, exitYes, r, "%s\n", countText(r.Count.String(), true, r.Digest))
}
