//go:build !page

package proof

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"strings"

	"crosscut/meter"
	"crosscut/proof/internal/states"
)

// The files of a certificate that counts solutions and lists none.
const (
	countFile   = "count.txt"
	diagramFile = "proof.cpog"
)

// countProgram checks a proof of how many models the formula has.
//
//go:embed check_count.py
var countProgram string

// WriteCount writes a certificate that a puzzle or problem has so many solutions or covers, and returns how many. It lists none, so
// there may be millions. The formula is that of the encoding "states", of which each solution is one model. A
// decision diagram of the formula shows how many models there are.
//
// It fails if there is no solution: [Claim.Write] shows that. It fails as that does if the folder
// is not new or empty, and with a [*meter.LimitError] if the formula or the diagram would be too large. Then
// there is no certificate. Memory grows with the nodes of the diagram.
func (c Claim) WriteCount(ctx context.Context, dir string, m *meter.Meter) (count *big.Int, err error) {
	c.Solutions, c.Covers, c.Models, c.Encoding = nil, nil, nil, countEncoding
	err = writeFolder(dir, func(work string) error {
		d, err := c.draft(ctx)
		if err != nil {
			return err
		}
		if d.states == nil {
			return errNoCount
		}
		run := meter.Start(ctx, m)
		defer run.Close()
		put := func(name string, content func(io.Writer) error) error { return write(work, name, content) }
		err = d.putStatement(put, d.title+"\nIts models are the solutions, one for one.\nTo check: python3 check_count.py .")
		if err != nil {
			return err
		}
		count, err = d.states.Count(run, func(content func(io.Writer) error) error { return put(diagramFile, content) }, c.Deletions)
		if errors.Is(err, states.ErrNone) {
			return fmt.Errorf("%w; a certificate without a count shows that", err)
		} else if err != nil {
			return err
		}
		return put(countFile, func(w io.Writer) error { return writeText(w, count.String()+"\n") })
	})
	return count, err
}

// Estimate returns about how many decisions a search for all solutions or covers takes, and how many there are. Dives at
// random tell, so it may be wrong by any factor. It takes some tenths of a second for a board of 60 cells.
func (c Claim) Estimate(ctx context.Context) (decisions, solutions float64, err error) {
	c.Solutions, c.Covers, c.Models, c.Encoding = nil, nil, nil, countEncoding
	d, err := c.draft(ctx)
	if err == nil && d.states == nil {
		err = errNoCount
	}
	if err != nil {
		return 0, 0, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	return d.states.Estimate(run)
}

// errNoCount is the error for a formula. The encoding of counts is one of puzzles and covers.
var errNoCount = errors.New("a formula has certificates that list its models, and none of their number alone")

// mostDigits bounds the digits of a number of solutions.
const mostDigits = 1000

// readCount reads the number of solutions of a certificate that is about that alone. It refuses a proof that there is
// no solution: a reader would take that for a proof of the number.
func (k *check) readCount() error {
	switch other, err := k.theOnly(dratFile, lratFile); {
	case err == nil:
		return &RejectedError{other, errors.New("a proof that there is no model, beside " + countFile)}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return k.read(countFile, func(r io.Reader, _ int64) error {
		line, err := io.ReadAll(io.LimitReader(r, mostDigits+2))
		n, ok := new(big.Int).SetString(strings.TrimSuffix(string(line), "\n"), 10)
		if err == nil && (!ok || n.String()+"\n" != string(line)) {
			err = errors.New("not a number of solutions")
		}
		k.checked.Count = n
		return err
	})
}

// countAgain lets countProgram check the number of models. There is no other checker of that here.
func (k *check) countAgain(python, dir string) error {
	if k.checked.Unread != "" {
		return fmt.Errorf("the number of solutions was not checked: %s", k.checked.Unread)
	}
	return k.ask(python, dir, question{countProgram, fmt.Sprintf("s COUNT HOLDS: exactly %v models", k.checked.Count), diagramFile, func([]string) error { return nil }})
}
