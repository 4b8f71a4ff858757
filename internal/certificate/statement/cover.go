package statement

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// An exact cover problem in Knuth's text format, and the clauses that hold in all its covers.
// It applies to problems without multiplicities. Each clause takes time linear in the options
// of an item. Source of the format: the package comment of dlx.

// cover is an exact cover problem. A cover is a set of options. Each primary item is in
// exactly one of them. A secondary item is in one at most, or all that have it give it the
// same colour.
type cover struct {
	primary int                  // the items before this one are primary
	items   map[string]int       // by name
	options []map[int]string     // per option: the colours of its items, "" for none
	texts   []string             // per option: its name as a variable, such as "option 3: p x:A"
	option  map[string]int       // by that name; options without primary item are never chosen
	of      []map[string][]int   // per item and colour: the options
	facts   map[int]coverFact    // by variable
	colours map[string]givenFact // by name, such as "x:A"
}

// coverFact is what a variable means: an option is chosen, or some chosen option gives an
// item a colour.
type coverFact struct {
	option int // −1 for a colour
	given  givenFact
}

type givenFact struct {
	item   int
	colour string
}

// CheckCover is [Check] for an exact cover problem, its covers and a formula. Options are
// counted from 0. Clauses of these forms are accounted for, also with further literals:
//
//   - Some option of a primary item is chosen.
//   - Two options that cannot be in one cover are not both chosen.
//   - An option that is chosen gives its item a colour.
//   - If an item has a colour, some option with this colour is chosen.
//   - An item has not two colours, nor a colour and an option without colour.
func CheckCover(ctx context.Context, problem, covers, formula io.Reader) (*Statement, error) {
	p, err := readProblem(ctx, problem)
	if err != nil {
		return nil, fmt.Errorf("problem.dlx: %w", err)
	}
	listed, err := p.readCovers(ctx, covers)
	if err != nil {
		return nil, fmt.Errorf("covers.txt: %w", err)
	}
	f := &formulaReader{facts: p, boards: listed, names: make(map[int]string)}
	if err := f.read(ctx, formula); err != nil {
		return nil, fmt.Errorf("formula.cnf: %w", err)
	}
	return &Statement{p.String(), len(listed), f.variables, f.clauses}, nil
}

// String describes the problem.
func (p *cover) String() string {
	return fmt.Sprintf("exact cover of %d primary and %d secondary items by %d options", p.primary, len(p.items)-p.primary, len(p.options))
}

// readProblem reads a problem. Names are separated by one blank each. Lines that begin with
// a bar are comments.
func readProblem(ctx context.Context, from io.Reader) (*cover, error) {
	p := &cover{primary: -1, option: make(map[string]int), facts: make(map[int]coverFact), colours: make(map[string]givenFact)}
	lines := newLines(from)
	for lines.Scan() {
		line := lines.Text()
		var err error
		switch {
		case !showsOneLine(line):
			return nil, fmt.Errorf("signs that are not shown, as in %q", shortened(line))
		case strings.HasPrefix(line, "|"):
		case p.items == nil:
			err = p.readItems(strings.Split(line, " "))
		default:
			err = p.readOption(line)
		}
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if lines.Err() == nil && p.items == nil {
		return nil, errors.New("no items")
	}
	return p, lines.Err()
}

// readItems reads the line of the items.
func (p *cover) readItems(words []string) error {
	p.items = make(map[string]int)
	for _, word := range words {
		_, again := p.items[word]
		switch {
		case word == "|" && p.primary < 0:
			p.primary = len(p.items)
		case strings.Contains(word, "|"):
			return &NotCoveredError{fmt.Sprintf("multiplicities, such as %q", shortened(word))}
		case again, !isName(word), strings.Contains(word, ":"):
			return fmt.Errorf("%q is not the name of a further item", shortened(word))
		default:
			p.items[word] = len(p.items)
		}
	}
	if p.primary < 0 {
		p.primary = len(p.items)
	}
	p.of = make([]map[string][]int, len(p.items))
	for i := range p.of {
		p.of[i] = make(map[string][]int)
	}
	return nil
}

// isName reports whether a word is a name: not empty, and without other blanks.
func isName(word string) bool {
	return word != "" && len(strings.Fields(word)) == 1 && strings.TrimSpace(word) == word
}

// readOption reads the line of an option.
func (p *cover) readOption(line string) error {
	colours, isChosen := make(map[int]string), false
	for _, word := range strings.Split(line, " ") {
		name, colour, coloured := strings.Cut(word, ":")
		item, known := p.items[name]
		_, again := colours[item]
		if !known || again || coloured && (item < p.primary || !isName(colour)) {
			return fmt.Errorf("%q does not go into the option %q", shortened(word), shortened(line))
		}
		colours[item] = colour
		isChosen = isChosen || item < p.primary
	}
	o := len(p.options)
	p.options = append(p.options, colours)
	p.texts = append(p.texts, fmt.Sprintf("option %d: %s", o, line))
	if !isChosen {
		return nil
	}
	p.option[p.texts[o]] = o
	for item, colour := range colours {
		p.of[item][colour] = append(p.of[item][colour], o)
	}
	for _, word := range strings.Split(line, " ") {
		if name, colour, coloured := strings.Cut(word, ":"); coloured {
			p.colours[word] = givenFact{p.items[name], colour}
		}
	}
	return nil
}

// readCovers reads the list of covers. Each begins with a comment. An option is a line such
// as "option 3: p x:A". No cover may be listed twice.
func (p *cover) readCovers(ctx context.Context, from io.Reader) ([][]string, error) {
	var listed [][]string
	var titles []string
	lines := newLines(from)
	for lines.Scan() {
		line := lines.Text()
		switch _, isOption := p.option[line]; {
		case strings.HasPrefix(line, "# cover "):
			listed = append(listed, nil)
			titles = append(titles, line)
		case line == "# no cover":
			titles = append(titles, line)
		case !isOption || len(listed) == 0:
			return nil, fmt.Errorf("%q is not an option of the problem", shortened(line))
		default:
			last := len(listed) - 1
			listed[last] = append(listed[last], line)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	want := []string{"# no cover"}
	seen := make(map[string]bool)
	for i, names := range listed {
		if err := p.isCover(names); err != nil {
			return nil, fmt.Errorf("cover %d: %w", i+1, err)
		}
		slices.Sort(names)
		key := strings.Join(names, "\n")
		if seen[key] {
			return nil, fmt.Errorf("cover %d is listed before", i+1)
		}
		seen[key] = true
		want = append(want[:i], fmt.Sprintf("# cover %d of %d", i+1, len(listed)))
	}
	if lines.Err() == nil && !slices.Equal(titles, want) {
		return nil, errors.New("the comments of the list count other covers")
	}
	return listed, lines.Err()
}

// isCover returns an error unless options, given by their names, are a cover.
func (p *cover) isCover(names []string) error {
	has := make(map[int]string)
	for i, name := range names {
		o := p.option[name]
		for _, other := range names[:i] {
			if p.clash(o, p.option[other]) {
				return fmt.Errorf("%q and %q cannot be together", shortened(other), shortened(name))
			}
		}
		for item := range p.options[o] {
			has[item] = ""
		}
	}
	for name, item := range p.items {
		if _, covered := has[item]; item < p.primary && !covered {
			return fmt.Errorf("no option has the item %q", name)
		}
	}
	return nil
}

// clash reports whether two options cannot be in one cover. They share a primary item, or a
// secondary one to which they do not give the same colour. An option clashes with itself if
// it is in the list twice, because it has a primary item.
func (p *cover) clash(a, b int) bool {
	for item, colour := range p.options[a] {
		if other, shared := p.options[b][item]; shared && (item < p.primary || colour == "" || colour != other) {
			return true
		}
	}
	return false
}

// meaning takes the name of a variable: "option 3: p x:A" for an option with a primary item,
// or "x:A" for a colour that some such option gives.
func (p *cover) meaning(v int, name string) error {
	if o, ok := p.option[name]; ok {
		p.facts[v] = coverFact{option: o}
		return nil
	}
	given, ok := p.colours[name]
	if !ok {
		return &NotCoveredError{fmt.Sprintf("variables such as %q", shortened(name))}
	}
	p.facts[v] = coverFact{-1, given}
	return nil
}

// holds tries the forms of clauses.
func (p *cover) holds(clause []int) bool {
	var chosen []int // the options of positive literals
	for _, l := range clause {
		if l > 0 && p.facts[l].option >= 0 {
			chosen = append(chosen, p.facts[l].option)
		}
	}
	if p.hasAll(chosen) {
		return true
	}
	for i, l := range clause {
		if l > 0 {
			continue
		}
		f := p.facts[-l]
		if f.option < 0 && containsAll(chosen, p.of[f.given.item][f.given.colour]) {
			return true
		}
		for j, m := range clause {
			if m < 0 && j < i && p.excludes(f, p.facts[-m]) || m > 0 && p.gives(f, p.facts[m]) {
				return true
			}
		}
	}
	return false
}

// hasAll reports whether all options of some primary item are in a list.
func (p *cover) hasAll(list []int) bool {
	for _, o := range list {
		for item := range p.options[o] {
			if item < p.primary && containsAll(list, p.of[item][""]) {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.of[:p.primary], func(of map[string][]int) bool { return len(of) == 0 })
}

// containsAll reports whether all of some options are in a list.
func containsAll(list, all []int) bool {
	return !slices.ContainsFunc(all, func(o int) bool { return !slices.Contains(list, o) })
}

// gives reports whether an option gives a colour.
func (p *cover) gives(option, colour coverFact) bool {
	if option.option < 0 || colour.option >= 0 {
		return false
	}
	given, has := p.options[option.option][colour.given.item]
	return has && given == colour.given.colour
}

// excludes reports whether two facts cannot both be true. Facts about one option can.
func (p *cover) excludes(a, b coverFact) bool {
	switch {
	case a.option >= 0 && b.option >= 0:
		return a.option != b.option && p.clash(a.option, b.option)
	case a.option < 0 && b.option < 0:
		return a.given.item == b.given.item && a.given.colour != b.given.colour
	case a.option < 0:
		a, b = b, a
	}
	colour, has := p.options[a.option][b.given.item]
	return has && colour != b.given.colour
}
