package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/dlx"
	"crosscut/encode"
)

type coverFlags struct {
	limits engineFlags
	output outputFlags
	engine string
	n      int
	all    bool
	count  bool
	digest bool
	zdd    string // the file for the decision diagram; "" for none
	proves bool   // write a certificate into dir
	dir    string
	lrat   bool
	run    runFlags
}

func (f *coverFlags) variables() commands.Variables {
	f.engine, f.n = crosscut.DLX.Name, 1
	return together(f.limits.variables(), f.output.variables(), f.run.variables(), commands.Variables{
		"engine": &f.engine, "number": &f.n, "all": &f.all, "count": &f.count, "digest": &f.digest,
		"zdd": &f.zdd, "prove": &f.proves, "out": &f.dir, "lrat": &f.lrat,
	})
}

func (f *coverFlags) check(cmd *cobra.Command) error {
	number := cmd.Flags().Changed("number")
	f.count = f.count || f.zdd != "" || f.digest
	f.limits.name = f.engine
	switch {
	case f.proves != (f.dir != ""):
		return errors.New("--prove needs --out DIR, the folder for the certificate, and --out goes with --prove")
	case f.proves && (f.all || f.digest || f.zdd != "" || number):
		return errors.New("--prove finds all covers; it does not go with -n, --all, --digest and --zdd")
	case f.lrat && (!f.proves || f.count):
		return errors.New("--lrat goes with --prove, and not with --count, which has a proof of its own")
	case f.n < 1:
		return fmt.Errorf("-n %d; it must be above 0", f.n)
	case f.all && number || f.all && f.count || f.count && number:
		return errors.New("-n, --all and --count exclude each other; --digest and --zdd are ways to count")
	case f.run.active() && (f.proves || f.zdd != "" || number || !f.all && !f.count):
		return errors.New("--run needs --all, --count or --digest")
	case f.digest && f.zdd != "":
		return errors.New("--digest and --zdd exclude each other")
	case f.engine == crosscut.SAT.Name && f.zdd != "":
		return errors.New("--zdd works with --engine dlx only")
	case f.limits.dlxCore() != dlx.Auto && f.zdd != "":
		return errors.New("--core does not go with --zdd")
	}
	if f.all {
		f.n = math.MaxInt
	}
	return cmp.Or(f.limits.check(cmd), f.run.check(cmd, &f.limits))
}

type coverRecord struct {
	File    string   `json:"file"`
	Cover   int      `json:"cover"`   // counted from 1
	Options []string `json:"options"` // in the words of the file
}

type coversRecord struct {
	File     string   `json:"file"`
	Covers   *big.Int `json:"covers"` // number of covers
	Digest   string   `json:"digest,omitempty"`
	Complete bool     `json:"complete"` // there are no others
	serve.Stop
}

func (a *app) readCover(ctx context.Context, name string) (*dlx.Problem, error) {
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) (*dlx.Problem, error) { return dlx.Read(in, name) })
}

func (a *app) cover(ctx context.Context, f *coverFlags, args []string) error {
	if f.run.active() {
		return a.coverInFolder(ctx, f, args[0])
	}
	ctx, cancel := f.limits.limit.within(ctx)
	defer cancel()
	switch name := args[0]; {
	case f.proves:
		return a.proveCovers(ctx, f, name)
	case f.count:
		return a.countCovers(ctx, f, name)
	default:
		return a.findCovers(ctx, f, name)
	}
}

func (a *app) findCovers(ctx context.Context, f *coverFlags, name string) error {
	p, err := a.readCover(ctx, name)
	if err != nil {
		return err
	}
	out, err := a.printer(ctx, &f.output, files.InputPlaces(name)...)
	if err != nil {
		return err
	}
	name = files.ShownName(name)
	lines, found, outErr := newOptionLines(p, f.n), 0, error(nil)
	m := new(crosscut.Meter)
	if !f.all {
		m.Wanted = f.n
	}
	err = a.watch(ctx, &f.limits, f.engine, m, func(ctx context.Context) error {
		return f.find(ctx, p, m, func(options []int) bool {
			found++
			outErr = out.cover(name, found, lines, options)
			return found < f.n && outErr == nil
		})
	})
	if outErr == nil && (found > 0 || !notSearched(err)) {
		outErr = cmp.Or(out.covers(name, found, err), out.flush())
	}
	return a.endList(out, name, found, err, outErr)
}

// endList ends a command that has found covers or models of a file. err ended the search, and outErr the printing.
func (a *app) endList(out *printer, name string, found int, err, outErr error) error {
	switch {
	case outErr != nil:
	case err == nil && found == 0:
		a.outcome(exitNo)
	case err != nil && !errors.Is(err, crosscut.ErrStopped):
		a.report(fmt.Errorf("%s: %w", name, err))
	}
	return cmp.Or(outErr, out.close())
}

// notSearched reports whether the error says that the problem was not searched at all. Then
// there is no result to print.
func notSearched(err error) bool {
	return err != nil && !errors.Is(err, crosscut.ErrStopped) && exitCode(err) == exitBad
}

// find yields all covers.
func (f *coverFlags) find(ctx context.Context, p *dlx.Problem, m *crosscut.Meter, yield func([]int) bool) error {
	if f.engine == crosscut.SAT.Name {
		formula, err := encode.CoverCNF(ctx, p)
		if err != nil {
			return err
		}
		return formula.Solve(ctx, m, yield)
	}
	return p.SolveWith(ctx, f.limits.dlxCore(), m, yield)
}

// optionLines makes the lines of options once, when they are first printed. Covers share
// options, and to make the lines takes longer than to search.
type optionLines struct {
	problem *dlx.Problem
	lines   []string // nil for a single cover, whose options all differ
}

func newOptionLines(p *dlx.Problem, covers int) *optionLines {
	l := &optionLines{problem: p}
	if covers > 1 {
		l.lines = make([]string, p.Options())
	}
	return l
}

func (l *optionLines) of(o int) string {
	if l.lines == nil {
		return " " + l.problem.OptionText(o) + "\n"
	}
	if l.lines[o] == "" {
		l.lines[o] = " " + l.problem.OptionText(o) + "\n"
	}
	return l.lines[o]
}

func (p *printer) cover(file string, n int, lines *optionLines, options []int) error {
	if p.json {
		texts := make([]string, len(options))
		for i, o := range options {
			texts[i] = lines.problem.OptionText(o)
		}
		return p.recordEither(coverRecord{File: file, Cover: n, Options: texts}, "")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.held.Len()
	fmt.Fprintf(&p.held, "%d:\n", n) // alone, it is the empty cover
	for _, o := range options {
		p.held.WriteString(lines.of(o))
	}
	if p.known != nil && p.has(p.held.Bytes()[before:]) {
		p.held.Truncate(before)
	}
	return p.settle()
}

// covers prints the last line, which says whether there are other covers.
func (p *printer) covers(file string, found int, err error) error {
	return p.recordEither(newCoversRecord(file, big.NewInt(int64(found)), err), "| %s\n", endText(found, "cover", err))
}

// newCoversRecord returns the JSON object for so many covers. If err is not nil, it ended the
// search early.
func newCoversRecord(file string, covers *big.Int, err error) coversRecord {
	r := coversRecord{File: file, Covers: covers, Complete: err == nil}
	r.Because(err)
	return r
}
