package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve"
)

func (a *app) run(ctx context.Context, f *outputFlags, args []string) error {
	if len(args) != 2 || args[0] != "status" && args[0] != "check" {
		return errors.New("run needs status or check, and the folder of a run; see \"crosscut run --help\"")
	}
	folder, err := run.Look(args[1])
	if err != nil {
		return withGivenName(err, args[1])
	}
	out, err := a.printer(ctx, f, files.Place{What: "the run", Name: args[1], Contains: files.EveryFile})
	if err != nil {
		return err
	}
	if args[0] == "check" {
		err = a.checkRun(folder, files.ShownName(args[1]), out)
	} else {
		err = a.runStatus(folder, files.ShownName(args[1]), out)
	}
	return cmp.Or(err, out.close())
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
	return a.answer(out, exitYes, runStatus{name, s}, "%s", s.Text())
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
	if whole { // before, a process that works for the run may still write the problem
		if _, err := folder.ProblemText(); err != nil {
			return err
		}
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
	return a.answer(out, exitYes, r, "%s", serve.Count{Count: r.Count, Complete: true, Digest: r.Digest}.Text())
}
