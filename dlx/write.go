package dlx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
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
	if p.data.Primary == 0 {
		return errors.New("dlx: the text format cannot say that there is no primary item")
	}
	out := bufio.NewWriter(base.Writer(w))
	for _, line := range p.Comments {
		p.writeComment(out, strings.TrimRight(line, " \t\r"))
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
		if i == p.data.Primary {
			out.WriteString("| ")
		}
		if i < len(p.data.Bounds) && p.data.Bounds[i] != model.Once {
			out.WriteString(p.data.Bounds[i].String())
			out.WriteByte('|')
		}
		out.WriteString(p.ItemName(i))
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

// ReadCovers reads the covers that another program found for p, as Knuth's
// programs print them:
//
//	1:
//	 a d f (2 of 2)
//	 b:A c (1 of 1)
//
// A line with a number and a colon begins a cover. Each other line is an option of p:
// its items in any order, each with its colour. An opening parenthesis ends the option.
// Blank lines and lines that begin with | are skipped. Options before the first number
// belong to a first cover.
//
// A text without covers needs a line that begins with "Altogether" or "| no cover".
// Without it, the other program may have failed. Knuth's programs write the first to
// standard error.
//
// ReadCovers returns each cover as ascending option numbers. It does not check that
// they are covers. A line that fits several equal options stands for the first of them.
//
// Every error begins with name:line:column and says what would be right.
func (p *Problem) ReadCovers(r io.Reader, name string) ([][]int, error) {
	known := make(map[string]int, p.Options())
	for o := p.Options() - 1; o >= 0; o-- {
		known[optionKey(p.fields(o))] = o
	}
	var covers [][]int
	lines := bufio.NewScanner(base.Reader(r))
	lines.Buffer(nil, maxLine)
	at, ended := 0, false
	for lines.Scan() {
		at++
		text, _, _ := strings.Cut(lines.Text(), "(")
		fields := strings.Fields(text)
		switch {
		case strings.HasPrefix(text, "Altogether ") || strings.HasPrefix(text, "| no cover"):
			ended = true
		case len(fields) == 0 || strings.HasPrefix(fields[0], "|"):
		case len(fields) == 1 && isHeading(fields[0]):
			covers = append(covers, nil)
		default:
			o, found := known[optionKey(fields)]
			if !found {
				column := utf8.RuneCountInString(text[:strings.Index(text, fields[0])]) + 1
				return nil, fmt.Errorf("%s:%d:%d: %q is no option of the problem", name, at, column, shorten(strings.Join(fields, " ")))
			}
			if len(covers) == 0 {
				covers = append(covers, nil)
			}
			last := len(covers) - 1
			covers[last] = append(covers[last], o)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d:1: the line is too long: at most %d bytes", name, at+1, maxLine)
	case err != nil:
		return nil, fmt.Errorf("%s:%d:1: reading failed: %w", name, at+1, err)
	case len(covers) == 0 && !ended:
		return nil, fmt.Errorf("%s:%d:1: the text ends without a cover, and without a line \"Altogether 0 solutions\" that says that there is none", name, at+1)
	}
	for _, cover := range covers {
		slices.Sort(cover)
	}
	return covers, nil
}

// OptionText returns option o in the text format: "a b:X".
func (p *Problem) OptionText(o int) string { return strings.Join(p.fields(o), " ") }

// fields returns the elements of an option in the text format.
func (p *Problem) fields(o int) []string {
	var fields []string
	for _, e := range p.Option(o) {
		field := p.ItemName(e.Item)
		if e.Colour > 0 {
			field += ":" + p.ColourName(e.Colour)
		}
		fields = append(fields, field)
	}
	return fields
}

// optionKey is the same for options of the same items and colours.
func optionKey(fields []string) string {
	fields = slices.Clone(fields)
	slices.Sort(fields)
	return strings.Join(fields, " ")
}

// isHeading reports whether a field is a number and a colon.
func isHeading(field string) bool {
	digits, colon := strings.CutSuffix(field, ":")
	return colon && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// shorten cuts a text that is too long for a message.
func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxName {
		return string(runes[:maxName]) + "…"
	}
	return text
}
