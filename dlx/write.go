package dlx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Write writes the problem in Knuth's text format: comments, the item line with the
// multiplicities, and a line for each option. [Read] makes an equal problem of it.
//
// Knuth's own programs are stricter. They read item names of up to 8 bytes and colour
// names of a single byte. The default names of the first 89 colours have one byte.
//
// The errors are those of [Problem.Validate] and of w. A problem without primary items is
// an error too, because its item line would be a comment.
func (p *Problem) Write(w io.Writer) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p.primary == 0 {
		return errors.New("dlx: the text format cannot say that there is no primary item")
	}
	out := bufio.NewWriter(w)
	for _, line := range p.comments {
		p.writeComment(out, line)
	}
	p.writeItems(out)
	for o := range p.Options() {
		p.writeOption(out, p.Option(o))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("dlx: writing the problem: %w", err)
	}
	return nil
}

// The functions below leave errors to the Flush above: a bufio.Writer keeps its first
// error.

func (p *Problem) writeComment(out *bufio.Writer, line string) {
	out.WriteByte('|')
	if line != "" {
		out.WriteByte(' ')
		out.WriteString(line)
	}
	out.WriteByte('\n')
}

func (p *Problem) writeItems(out *bufio.Writer) {
	for i := range p.items() {
		if i > 0 {
			out.WriteByte(' ')
		}
		if i == p.primary {
			out.WriteString("| ")
		}
		if i < len(p.bounds) && p.bounds[i] != once {
			out.WriteString(p.bounds[i].String())
			out.WriteByte('|')
		}
		out.WriteString(p.ItemName(Item(i)))
	}
	out.WriteByte('\n')
}

func (p *Problem) writeOption(out *bufio.Writer, elements []Element) {
	for k, e := range elements {
		if k > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(p.ItemName(e.Item))
		if e.Colour > 0 {
			out.WriteByte(':')
			out.WriteString(p.ColourName(e.Colour))
		}
	}
	out.WriteByte('\n')
}
