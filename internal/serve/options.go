package serve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/internal/wording"
	"crosscut/puzzle"
)

// OptionType says which values an option has.
type OptionType string

// The types of options.
const (
	Boolean  OptionType = "boolean"  // true or false; "" is true
	Integer  OptionType = "integer"  // a whole number, from 1
	Number   OptionType = "number"   // any whole number
	Seed     OptionType = "seed"     // a whole number, from 0 to 2⁶⁴-1
	Duration OptionType = "duration" // 500ms, 10s
	String   OptionType = "string"
)

// Option describes an option of an operation.
type Option struct {
	Name   string
	Type   OptionType
	Values []string // the values of a string; nil for any
	Needed bool
	Later  bool // the puzzle says which of the values it can have
	Help   string
}

// Options that many operations have.
var (
	timeOption     = Option{Name: "time", Type: Duration, Help: "stop after this time, such as 10s"}
	familyOption   = Option{Name: "puzzle", Type: String, Values: familyNames(), Help: "the puzzle type, for texts that do not name one"}
	nodesOption    = Option{Name: "nodes", Type: Integer, Help: "stop each search after so many nodes"}
	engineOption   = Option{Name: "engine", Type: String, Values: []string{"native", "sat", "dlx", "race"}, Help: "the engine"}
	enginesOption  = Option{Name: "engine", Type: String, Values: []string{everyEngine, "native", "sat", "dlx", "race"}, Help: "the engines to compare"}
	encodingOption = Option{Name: "encoding", Type: String, Values: encode.EncodingNames(), Later: true, Help: "the encoding of the formula or exact cover"}
	symmetryOption = Option{Name: "up-to-symmetry", Type: Boolean, Help: "count symmetric solutions as one"}
	filledOption   = Option{Name: "filled", Type: String, Help: "the board so far: rows as in a solution file, with _ for open cells"}
	patternOption  = Option{Name: "symmetry", Type: String, Values: patternNames, Help: "clues in symmetric cells come and go together"}
	seedOption     = Option{Name: "seed", Type: Seed, Help: "selects among equally good answers"}

	patternNames = []string{string(generate.NoPattern), string(generate.Rotational), string(generate.Mirrored)}

	readOptions   = []Option{familyOption, timeOption}
	searchOptions = []Option{engineOption, encodingOption, nodesOption, familyOption, timeOption}
)

// everyEngine is the name for all engines in turn.
const everyEngine = "all"

// familyNames returns the names of the families, with their other names.
func familyNames() (names []string) {
	for _, family := range puzzle.Families() {
		names = append(append(names, string(family)), puzzle.Aliases(family)...)
	}
	return names
}

// options are the options of a question. parseOptions has checked them.
type options map[string]string

// parseOptions rejects unknown options and values that an option does not have. The messages
// are those for flags.
func parseOptions(op Operation, given map[string]string) (options, error) {
	var names []string
	for name := range given {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		i := slices.IndexFunc(op.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return nil, invalid("unknown option %q; %s has %s", name, op.Name, optionNames(op.Options))
		}
		if err := op.Options[i].check(given[name]); err != nil {
			return nil, &Error{Input, err}
		}
	}
	for _, o := range op.Options {
		if _, ok := given[o.Name]; o.Needed && !ok {
			return nil, invalid("--%s is missing; it is %s", o.Name, o.words())
		}
	}
	return given, nil
}

// optionNames lists the names of options.
func optionNames(all []Option) string {
	var names []string
	for _, o := range all {
		names = append(names, o.Name)
	}
	return strings.Join(names, ", ")
}

// check rejects a value that the option does not have.
func (o Option) check(value string) (err error) {
	switch o.Type {
	case Boolean:
		if value != "" {
			_, err = strconv.ParseBool(value)
		}
	case Integer:
		n, parseErr := strconv.Atoi(value)
		if parseErr == nil && n < 1 {
			return fmt.Errorf("--%s %d; it must be above 0", o.Name, n)
		}
		err = parseErr
	case Number:
		_, err = strconv.Atoi(value)
	case Seed:
		_, err = strconv.ParseUint(value, 10, 64)
	case Duration:
		d, parseErr := time.ParseDuration(value)
		if parseErr == nil && d <= 0 {
			return fmt.Errorf("--%s %v; it must be above 0, as in 10s or 2m", o.Name, d)
		}
		err = parseErr
	case String:
		if o.Values != nil && !o.Later && !slices.Contains(o.Values, value) {
			return fmt.Errorf("--%s %q; it is %s", o.Name, value, o.words())
		}
	}
	if err != nil {
		return fmt.Errorf("--%s %q; it is %s", o.Name, value, o.words())
	}
	return nil
}

// words says which values the option has.
func (o Option) words() string {
	switch {
	case o.Type == Boolean:
		return "true or false, or nothing for true"
	case o.Type == Integer, o.Type == Number:
		return "a whole number"
	case o.Type == Seed:
		return "a whole number, 0 or above"
	case o.Type == Duration:
		return "a time such as 10s or 2m"
	case len(o.Values) == 0:
		return o.Help
	}
	return wording.Choice(o.Values)
}

// has reports whether an option is there.
func (o options) has(name string) bool {
	_, ok := o[name]
	return ok
}

// text returns the value of an option, or "".
func (o options) text(name string) string { return o[name] }

// textOr returns the value of an option, or another text if it is not there.
func (o options) textOr(name, otherwise string) string {
	if !o.has(name) {
		return otherwise
	}
	return o[name]
}

// flag returns the value of a boolean option. A missing one is false.
func (o options) flag(name string) bool {
	value, there := o[name]
	yes, err := strconv.ParseBool(value)
	return there && (value == "" || err == nil && yes)
}

// number returns the value of an option, or another number if it is not there.
func (o options) number(name string, otherwise int) int {
	if n, err := strconv.Atoi(o[name]); err == nil {
		return n
	}
	return otherwise
}

// duration returns the value of an option, or 0.
func (o options) duration(name string) time.Duration {
	d, err := time.ParseDuration(o[name])
	if err != nil {
		return 0
	}
	return d
}

// seed returns the value of the option seed, or 0.
func (o options) seed() uint64 {
	n, err := strconv.ParseUint(o["seed"], 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// task is a question with what it needs.
type task struct {
	op      Operation
	options options
	bounds  Bounds
	file    *puzzle.File // nil if there is no text
	meter   *crosscut.Meter
	time    time.Duration // 0 for no limit
}

// setLimits sets the limits of the question.
func (t *task) setLimits() error {
	t.time = t.options.duration("time")
	if b := t.bounds.Time; b > 0 && (t.time == 0 || t.time > b) {
		t.time = b
	}
	t.meter.MaxNodes = int64(t.options.number("nodes", 0))
	t.meter.Workers = max(t.bounds.Workers, 1)
	if t.meter.MaxNodes > 0 { // so that the limit stops every run at the same place
		t.meter.Workers = 1
	}
	engine, searches := t.op.engineName(t.options)
	if searches && t.options.has("encoding") {
		if err := CheckEncoding(t.options.text("encoding"), engine, t.file.Puzzle.Family()); err != nil {
			return &Error{Input, err}
		}
	}
	return nil
}

// CheckEncoding returns an error if the engine of that name does not use an encoding for puzzles
// of a family. Without a family, one that uses it is enough. The engine dlx uses the encodings of
// exact covers, and the others use those of formulas.
func CheckEncoding(encoding, engine string, family puzzle.Family) error {
	of, wanted, given := encode.Encodings, "formulas", "exact covers"
	switch {
	case encoding == "":
		return nil
	case engine == crosscut.Native.Name:
		return fmt.Errorf("--encoding works with --engine sat, dlx, all or race, not %s", engine)
	case engine == crosscut.DLX.Name:
		of, wanted, given = encode.CoverEncodings, given, wanted
	}
	if family != "" {
		return encode.CheckName(of(family), encoding)
	}
	for _, family := range puzzle.Families() {
		if encode.CheckName(of(family), encoding) == nil {
			return nil
		}
	}
	return fmt.Errorf("--encoding %s is for %s; --engine %s takes one for %s", encoding, given, engine, wanted)
}

// engines returns all engines, with the encoding of the options.
func (t *task) engines() []crosscut.Engine {
	engines := slices.Clone(crosscut.Engines())
	name := t.options.text("encoding")
	if name == "" {
		return engines
	}
	by, _ := t.op.engineName(t.options)
	for i, e := range engines {
		switch {
		case e.Name == crosscut.SAT.Name && by != crosscut.DLX.Name:
			engines[i] = crosscut.SATBy(name)
		case e.Name == crosscut.DLX.Name && by == e.Name:
			engines[i] = crosscut.DLXBy(dlx.Auto, name)
		}
	}
	return engines
}

// engine returns the engine of the options.
func (t *task) engine() crosscut.Engine {
	name, _ := t.op.engineName(t.options)
	engines := t.engines()
	for _, e := range engines {
		if e.Name == name {
			return e
		}
	}
	return crosscut.Race(engines...)
}
