package sat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"crosscut/internal/base"
)

// proofWriter writes a proof.
type proofWriter struct {
	out    *bufio.Writer
	hinted bool // LRAT
	line   []byte
	failed error // the first of out
}

func newProofWriter(w io.Writer, hinted bool) *proofWriter {
	return &proofWriter{out: bufio.NewWriterSize(base.Writer(w), 1<<16), hinted: hinted}
}

// add writes a clause that follows from those before by unit propagation.
func (p *proofWriter) add(number int, clause []code, hints []int) {
	p.line = p.line[:0]
	if p.hinted {
		p.number(number)
	}
	p.literals(clause)
	if p.hinted {
		for _, hint := range hints {
			p.number(hint)
		}
		p.number(0)
	}
	p.write()
}

// drop writes the deletion of a clause. last is the number of the last clause added.
func (p *proofWriter) drop(last, number int, clause []code) {
	p.line = p.line[:0]
	if p.hinted {
		p.number(last)
	}
	p.line = append(p.line, "d "...)
	if p.hinted {
		p.number(number)
		p.number(0)
	} else {
		p.literals(clause)
	}
	p.write()
}

func (p *proofWriter) number(n int) { p.line = append(strconv.AppendInt(p.line, int64(n), 10), ' ') }

func (p *proofWriter) literals(clause []code) {
	for _, l := range clause {
		p.number(int(l.lit()))
	}
	p.number(0)
}

func (p *proofWriter) write() {
	p.line[len(p.line)-1] = '\n'
	if _, err := p.out.Write(p.line); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("writing a proof: %w", err)
	}
}

// close flushes the output, and returns the first error.
func (p *proofWriter) close() error {
	if err := p.out.Flush(); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("writing a proof: %w", err)
	}
	return p.failed
}
