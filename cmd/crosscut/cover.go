package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/run"
	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/internal/chars"
	"crosscut/meter"
	"crosscut/proof"
)

type coverFlags struct {
	listFlags
	Zdd string // the file for the decision diagram; "" for none
}

func (f *coverFlags) check(cmd *cobra.Command) error {
	switch {
	case f.Zdd != "" && (f.Prove || f.Digest || f.active()):
		return errors.New("--zdd does not go with --prove, --digest and --run")
	case f.Engine == crosscut.SAT.Name && f.Zdd != "":
		return errors.New("--zdd works with --engine dlx only")
	case f.dlxCore() != dlx.Auto && f.Zdd != "":
		return errors.New("--core does not go with --zdd")
	}
	f.Count = f.Count || f.Zdd != ""
	return f.checkList(cmd, "cover", "--digest and --zdd are ways to count")
}

type coverRecord struct {
	File    string   `json:"file"`
	Cover   int      `json:"cover"`   // counted from 1
	Options []string `json:"options"` // in the words of the file
}

func (a *app) readCover(ctx context.Context, name string) (*dlx.Problem, error) {
	return readOther(ctx, a, name, "dlx", dlx.Read)
}

// lookSize is how many bytes of a file tell what it is.
const lookSize = 1 << 16

// readOther reads a text of the given form that is no puzzle, packed or plain and in any encoding. If it may have
// another form, an error says that, too.
func readOther[T any](ctx context.Context, a *app, name, form string, read func(in io.Reader, name string) (T, error)) (T, error) {
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) (T, error) {
		begun := chars.UTF8(in, lookSize)
		head, _ := begun.Peek(lookSize)
		head = bytes.Clone(head) // reading overwrites it
		if bytes.HasPrefix(head, []byte(chars.Mark)) {
			_, _ = begun.Discard(len(chars.Mark))
		}
		is, err := read(begun, name)
		if err == nil {
			return is, nil
		}
		if what := exchange.Other(form, head); what != "" {
			err = fmt.Errorf("%w; this may be %s", err, what)
		}
		return is, err
	})
}

func (a *app) cover(ctx context.Context, f *coverFlags, args []string) error {
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	name := args[0]
	p, err := a.readCover(ctx, name)
	if err != nil {
		return a.unreadable(ctx, &f.outputFlags, name, err)
	}
	if p.Options() == 0 {
		a.note(files.ShownName(name) + ": read as names alone, those of the items in the first line; each line below is an option, with some of the names (a row of a matrix has the names of the columns where it has 1)")
	}
	l := a.newListing(&f.listFlags, name, "cover", f.Engine)
	if l.with.Name = f.Engine; f.dlxCore() != dlx.Auto {
		l.with.Core = f.Core
	}
	l.find = func(ctx context.Context, m *meter.Meter, yield func([]int) bool) error {
		return run.Covers(ctx, p, l.with, m, yield)
	}
	l.problem = func() (run.Problem, error) { return run.OfCover(p) }
	lines := newOptionLines(p, f.Number)
	l.print = func(out *printer, n int, options []int) error { return out.cover(l.file, n, lines, options) }
	if f.Prove {
		return a.certify(ctx, l, proof.Claim{Problem: p})
	}
	if err := a.source().RefuseOverwrite("--zdd", f.Zdd, files.InputPlaces(name)...); err != nil {
		return err
	}
	if !f.All && !f.Count {
		l.wanted = f.Number
	}
	var z *zdd.ZDD
	l.counter = func(ctx context.Context, m *meter.Meter) (n *big.Int, err error) {
		switch {
		case f.Zdd != "":
			if z, err = zdd.Of(ctx, p, m); err == nil {
				return z.Count(), nil
			}
		case f.Engine == crosscut.SAT.Name:
			err = l.find(ctx, m, func([]int) bool { return true })
		case f.dlxCore() != dlx.Auto:
			err = p.SolveWith(ctx, f.dlxCore(), m, nil)
		default:
			if n, err = p.Count(ctx, m); err == nil {
				return n, nil
			}
		}
		return big.NewInt(m.Stats().Solutions), err
	}
	l.before = func() error {
		if z == nil {
			return nil
		}
		return stoppedAs(ctx, files.ShownName(f.Zdd), a.writeWhole(ctx, files.Diagram, f.Zdd, z.Write))
	}
	return a.list(ctx, l, files.Place{What: "--zdd", Name: f.Zdd})
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
