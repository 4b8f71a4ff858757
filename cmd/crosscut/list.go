package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve"
	"crosscut/meter"
)

// listFlags are the flags of commands that list what a file has: covers or models.
type listFlags struct {
	engineFlags
	outputFlags
	Number int
	All    bool
	Count  bool
	Digest bool
	runFlags
	Prove bool // write a certificate into Out
	Out   string
	Lrat  bool
}

// checkList rejects flags that do not go together. noun says what is listed, and ways what else counts.
func (f *listFlags) checkList(cmd *cobra.Command, noun, ways string) error {
	number := cmd.Flags().Changed("number")
	switch {
	case f.Prove != (f.Out != ""):
		return errors.New("--prove needs --out DIR, the folder for the certificate, and --out goes with --prove")
	case f.Prove && (f.All || f.Digest || number || f.active()):
		return fmt.Errorf("--prove finds all %ss; it does not go with -n, --all, --digest and --run", noun)
	case f.Lrat && (!f.Prove || f.Count):
		return errors.New("--lrat goes with --prove, and not with --count, which has a proof of its own")
	}
	f.Count = f.Count || f.Digest
	switch {
	case f.active() && (number || !f.All && !f.Count):
		return errors.New("--run needs --all, --count or --digest")
	case f.Number < 1:
		return fmt.Errorf("-n %d; it must be above 0", f.Number)
	case f.All && number || f.All && f.Count || f.Count && number:
		return errors.New("-n, --all and --count exclude each other; " + ways)
	case f.All || f.Count:
		f.Number = math.MaxInt
	}
	return cmp.Or(f.engineFlags.check(cmd), f.checkRun(cmd, &f.engineFlags))
}

// listing is a list of solutions, covers or models, and who finds them.
type listing struct {
	*listFlags
	from, file   string // the name of the file, and how it is shown
	noun, engine string
	wanted       int        // how many the search should prepare for, 0 for all
	with         run.Engine // in a run
	problem      func() (run.Problem, error)

	find    func(ctx context.Context, m *meter.Meter, yield func([]int) bool) error
	counter func(ctx context.Context, m *meter.Meter) (*big.Int, error) // counts without a digest; with an error the count is a lower bound
	print   func(out *printer, n int, values []int) error
	before  func() error // is called before the last line
}

func (a *app) newListing(f *listFlags, name, noun, engine string) *listing {
	l := &listing{listFlags: f, from: name, file: files.ShownName(name), noun: noun, engine: engine, before: func() error { return nil }}
	l.counter = func(ctx context.Context, m *meter.Meter) (*big.Int, error) {
		n := int64(0)
		err := l.find(ctx, m, func([]int) bool { n++; return true })
		return big.NewInt(n), err
	}
	return l
}

// list prints a list, or with --count how long it is.
func (a *app) list(ctx context.Context, l *listing, others ...files.Place) error {
	if l.active() {
		return a.listInFolder(ctx, l)
	}
	out, err := a.printer(ctx, &l.outputFlags, append(files.InputPlaces(l.from), others...)...)
	if err != nil {
		return err
	}
	found, tally, m := new(big.Int), crosscut.Tally{}, new(meter.Meter)
	n, outErr := 0, error(nil)
	err = a.watch(ctx, &l.engineFlags, l.engine, m, func(ctx context.Context) (err error) {
		if l.Count && !l.Digest {
			found, err = l.counter(ctx, m)
			return err
		}
		m.Wanted = l.wanted
		return l.find(ctx, m, func(values []int) bool {
			if n++; l.Count {
				tally.Add(values)
				return true
			}
			outErr = l.print(out, n, values)
			return n < l.Number && outErr == nil
		})
	})
	if n > 0 {
		found = big.NewInt(int64(n))
	}
	if outErr == nil {
		outErr = l.before()
	}
	if outErr == nil && (n > 0 || !serve.NotSearched(err)) {
		outErr = cmp.Or(l.end(out, found, tally.Digest, err), out.flush())
	}
	switch {
	case outErr != nil:
	case err == nil && found.Sign() == 0:
		a.outcome(exitNo)
	case err != nil && !errors.Is(err, meter.ErrStopped):
		a.report(fmt.Errorf("%s: %w", l.file, err))
	}
	return cmp.Or(outErr, out.close())
}

// listRecord is the object after a list.
type listRecord struct {
	File     string   `json:"file"`
	Covers   *big.Int `json:"covers,omitempty"` // how many there are
	Models   *big.Int `json:"models,omitempty"`
	Digest   string   `json:"digest,omitempty"`
	Complete bool     `json:"complete"` // there are no others
	serve.Stop
}

// end prints how long the list is, and whether there are others. If err is not nil, it ended the search early.
func (l *listing) end(out *printer, found *big.Int, digest crosscut.Digest, err error) error {
	r := listRecord{File: l.file, Complete: err == nil}
	if r.Because(err); l.Digest {
		r.Digest = digest.String()
	}
	text := "| %[2]s\n"
	if l.noun == "model" {
		text, r.Models = "s %s\nc %s\n", found
	} else {
		r.Covers = found
	}
	if l.Count {
		return out.either(r, "%s", serve.Count{Count: found, Complete: r.Complete, Digest: r.Digest}.Text())
	}
	status := "SATISFIABLE"
	switch {
	case found.Sign() > 0:
	case err == nil:
		status = "UNSATISFIABLE"
	default:
		status = "UNKNOWN"
	}
	return out.recordEither(r, text, status, serve.EndText(int(found.Int64()), l.noun, err))
}
