package dlx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"crosscut/internal/search"
)

// zddNodeSize is about the memory of a node that is being read, in bytes.
const zddNodeSize = 24

// ReadZDD reads a diagram that [ZDD.Write] or another program has written. A node is a line
//
//	ID: (~OPTION?LO:HI)
//
// as Write describes. IDs count from 2 without gaps, and LO and HI are smaller than ID. Blank
// lines and lines that begin with | are skipped. But where a comment says "nodes N, root R",
// this must be true. Without such a comment the last node is the root. Equal nodes become
// one, so the diagram may have fewer nodes than the text.
//
// options is the number of options of the problem. A number that is not below it is an error,
// and so is a path that asks for an option twice. ReadZDD does not check that the sets are
// covers. Every error begins with name:line:column, except limits of memory and time.
func ReadZDD(r io.Reader, name string, options int) (*ZDD, error) {
	in := &zddReader{name: name, options: min(max(options, 0), math.MaxInt32), builder: newBuilder(), numbers: []int32{nothing, everything}, root: -1}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		in.line++
		if err := in.readLine(lines.Text()); err != nil {
			return nil, err
		}
	}
	in.line++
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, in.errorf(1, "the line is too long: at most %d bytes", bufio.MaxScanTokenSize)
	case err != nil:
		return nil, in.errorf(1, "reading failed: %w", err)
	}
	return in.finish()
}

// zddReader is the state of one ReadZDD.
type zddReader struct {
	*builder
	name    string
	options int
	line    int
	numbers []int32 // per ID, its node

	header      bool // a comment has said how many nodes there are
	nodes, root int  // as that comment says
}

func (in *zddReader) errorf(column int, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", in.name, in.line, column, fmt.Errorf(format, args...))
}

// readLine reads one line.
func (in *zddReader) readLine(text string) error {
	switch {
	case strings.HasPrefix(text, "|"):
		if _, said, found := strings.Cut(text, ": nodes "); found {
			n, root, _ := strings.Cut(said, ", root ")
			nodes, err := strconv.Atoi(n)
			if at, rootErr := strconv.Atoi(root); err == nil && rootErr == nil {
				in.header, in.nodes, in.root = true, nodes, at
			}
		}
		return nil
	case strings.TrimSpace(text) == "":
		return nil
	}
	return in.readNode(text)
}

// readNode reads a node.
func (in *zddReader) readNode(text string) error {
	rest, n := text, [4]int{}
	for k, end := range []string{": (~", "?", ":", ")"} {
		digits, after, found := strings.Cut(rest, end)
		value, err := strconv.Atoi(digits)
		if !found || err != nil || value < 0 || value > math.MaxInt32 {
			return in.errorf(utf8.RuneCountInString(text)-utf8.RuneCountInString(rest)+1, `bad node %q: it must be "ID: (~OPTION?LO:HI)"`, shorten(text))
		}
		n[k], rest = value, after
	}
	id, option, lo, hi := n[0], n[1], n[2], n[3]
	switch {
	case strings.TrimSpace(rest) != "":
		return in.errorf(utf8.RuneCountInString(text)-utf8.RuneCountInString(rest)+1, "%q after the node", shorten(rest))
	case id != len(in.numbers):
		return in.errorf(1, "node %d where node %d must be", id, len(in.numbers))
	case option >= in.options:
		return in.errorf(1, "option %d where there are %d options: they count from 0", option, in.options)
	case lo >= id || hi >= id:
		return in.errorf(1, "node %d leads to node %d, which does not come before it", id, max(lo, hi))
	}
	allocated, err := in.room()
	defer allocated()
	if err != nil {
		return err
	}
	in.numbers = append(in.numbers, in.choose([]int32{int32(option)}, in.numbers[hi], in.numbers[lo]))
	return nil
}

// room reserves memory for a larger table of nodes when the table is full.
func (in *zddReader) room() (allocated func(), err error) {
	n := cap(in.numbers)
	if len(in.numbers) < n {
		return func() {}, nil
	}
	return search.Room(int64(n+n/4+1) * zddNodeSize)
}

// finish returns the diagram, if it is what the comment says and asks for no option twice.
func (in *zddReader) finish() (*ZDD, error) {
	last := len(in.numbers) - 1
	switch {
	case in.header && in.nodes != last-1:
		return nil, in.errorf(1, "the text ends after %d of %d nodes", last-1, in.nodes)
	case !in.header && last < 2:
		return nil, in.errorf(1, "the text has no node, and no comment that says that there are none")
	case !in.header:
		in.root = last
	case in.root < 0 || in.root > last:
		return nil, in.errorf(1, "the root is node %d of %d nodes", in.root, in.nodes)
	}
	z := in.reachable(in.numbers[in.root], in.options)
	o, err := z.askedTwice()
	switch {
	case err != nil:
		return nil, err
	case o >= 0:
		return nil, in.errorf(1, "a path asks for option %d twice", o)
	}
	return z, nil
}

// mostChecks bounds the time for the last part of askedTwice, in nodes × words of options:
// some ten seconds.
const mostChecks = 1 << 33

// askedTwice returns an option that some path asks for twice, or -1. Time O(nodes) if all
// paths have the same order of options, and otherwise O(nodes × options / 64). It returns an
// error when that would take too long.
func (z *ZDD) askedTwice() (option int, err error) {
	if z.ordered() {
		return -1, nil
	}
	if z.Nodes() > mostChecks/(z.options/64+1) {
		return -1, &search.LimitError{What: fmt.Sprintf("time to compare the paths of %d nodes over %d options", z.Nodes(), z.options)}
	}
	below := make([]uint64, len(z.nodes)) // per node, which of 64 options it and those below ask for
	for first := 0; first < z.options; first += 64 {
		for k := 2; k < len(z.nodes); k++ {
			n := z.nodes[k]
			below[k] = below[n.lo] | below[n.hi]
			if bit := int(n.option) - first; bit >= 0 && bit < 64 {
				if below[k]>>bit&1 == 1 {
					return int(n.option), nil
				}
				below[k] |= 1 << bit
			}
		}
	}
	return -1, nil
}

// ordered reports whether there is an order of the options that all paths follow. It takes
// the options away that nothing asks for first, until none is left.
func (z *ZDD) ordered() bool {
	places := map[int32]int{} // of the options that are asked for
	at := make([]int, len(z.nodes))
	var nodesOf [][]int32 // per place, the nodes of its option
	for k := 2; k < len(z.nodes); k++ {
		place, known := places[z.nodes[k].option]
		if !known {
			place = len(places)
			places[z.nodes[k].option] = place
			nodesOf = append(nodesOf, nil)
		}
		at[k] = place
		nodesOf[place] = append(nodesOf[place], int32(k))
	}
	before := make([]int, len(places)) // per place, the edges that lead to its nodes
	for k := 2; k < len(z.nodes); k++ {
		for _, next := range [2]int32{z.nodes[k].lo, z.nodes[k].hi} {
			if next > everything {
				before[at[next]]++
			}
		}
	}
	var open []int
	for place := range before {
		if before[place] == 0 {
			open = append(open, place)
		}
	}
	done := len(open)
	for len(open) > 0 {
		place := open[len(open)-1]
		open = open[:len(open)-1]
		for _, k := range nodesOf[place] {
			for _, next := range [2]int32{z.nodes[k].lo, z.nodes[k].hi} {
				if next <= everything {
					continue
				}
				if before[at[next]]--; before[at[next]] == 0 {
					open = append(open, at[next])
					done++
				}
			}
		}
	}
	return done == len(places)
}
