package serve

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// OptionType says which values an option has.
type OptionType string

// The types of options.
const (
	Boolean  OptionType = "boolean"  // true or false; "" is true
	Integer  OptionType = "integer"  // a whole number, from 1
	Natural  OptionType = "natural"  // a whole number, from 0
	Number   OptionType = "number"   // any whole number; the operation may have bounds
	Seed     OptionType = "seed"     // a whole number, from 0 to 2⁶⁴-1
	Duration OptionType = "duration" // 500ms, 10s
	Bytes    OptionType = "size"     // of memory: 512M, 2G
	String   OptionType = "string"
)

// Option describes an option of an operation. It is a flag of the program and a parameter of a
// question, or one of both.
type Option struct {
	Name     string
	Letter   string // another name of one letter, or ""
	Type     OptionType
	Values   []string        // the values of a string; nil for any
	Program  []string        // those of them that only the program takes
	Families []puzzle.Family // of generate: the families that have the option; nil for all
	Needed   bool            // a question must have it
	Later    bool            // the puzzle says which of the values it can have
	Usual    string          // the value of an option that is not given, where it is not the first of its type
	Asked    bool            // only a question has it, because the program has a file or an argument

	// Help says what the option does. The name of its value stands between backquotes. Default
	// is what holds without the option, where that is no value of it.
	Help, Default string
}

// Options that many operations have.
var (
	FamilyOption   = Option{Name: "puzzle", Type: String, Values: base.Words(puzzle.Families()), Later: true, Help: "puzzle `TYPE`, for files that do not name one: " + base.Choice(base.Words(puzzle.Families()))}
	NodesOption    = Option{Name: "nodes", Type: Integer, Help: "stop each search after `N` nodes", Default: "no limit"}
	EngineOption   = Option{Name: "engine", Type: String, Values: []string{"native", "sat", "dlx", EveryEngine, "race"}, Program: []string{EveryEngine}, Usual: crosscut.Native.Name, Help: "`NAME` of the engine: native, sat, dlx, all (each in turn, answers compared) or race (all at once)"}
	enginesOption  = Option{Name: "engine", Type: String, Values: EngineOption.Values, Usual: EveryEngine, Help: "`NAME` of the engines: all, or native, sat, dlx or race to compare only that one with the file's claim"}
	LRATOption     = Option{Name: "lrat", Type: Boolean, Help: "write the proof in LRAT, which is larger than DRAT and faster to check"}
	EncodingOption = Option{Name: "encoding", Type: String, Values: encodingNames(), Later: true, Help: "`NAME` of the encoding of the formula; see \"crosscut help encodings\"", Default: "the first of each family"}
	filledOption   = Option{Name: "filled", Type: String, Asked: true, Help: "the board so far: rows as in a solution file, with _ for open cells"}
	stepsOption    = Option{Name: "steps", Type: Boolean, Help: "show every step to the solution"}
	patternOption  = Option{Name: "symmetry", Type: String, Values: patternNames, Usual: "none", Help: "`PATTERN` of the clues: none, rotational or mirror"}
	SeedOption     = Option{Name: "seed", Type: Seed, Help: "`NUMBER` that selects the puzzles", Default: "random"}

	patientOption = Option{Name: "time", Type: Duration, Help: TimeOption("stop with each puzzle").Help, Default: UsualTime}

	patternNames = []string{"none", "rotational", "mirror"}

	readOptions   = []Option{FamilyOption, TimeOption("stop")}
	searchOptions = []Option{EngineOption, EncodingOption, NodesOption, FamilyOption, TimeOption("stop with each puzzle")}
)

// TimeOption returns the option of the time limit. stops says what the limit stops.
func TimeOption(stops string) Option {
	return Option{Name: "time", Type: Duration, Help: stops + " after this `TIME`, such as 10s or 2m", Default: "no limit"}
}

// UsualTime is the time limit of the program for answers on which a person waits.
const UsualTime = "5s"

// Description returns the help on the option in a question.
func (o Option) Description() string {
	text := strings.ReplaceAll(o.Help, "`", "")
	if of := o.Of(); of != "" {
		return of + ": " + text
	}
	return text
}

// Of returns the names of the families that have the option, or "" if all have it.
func (o Option) Of() string {
	return strings.Join(base.Words(o.Families), ", ")
}

// Usage returns the help on the option as a flag.
func (o Option) Usage() string {
	if o.Default == "" {
		return o.Help
	}
	return o.Help + " (default " + o.Default + ")"
}

// Meant returns a value as the option spells it. A word may have any case; other values stay as they are.
func (o Option) Meant(value string) string { return Meant(o.Values, value) }

// Meant returns the one of some words that a text is in any case, or the text if it is none of them.
func Meant(words []string, text string) string {
	if i := slices.IndexFunc(words, func(word string) bool { return strings.EqualFold(word, text) }); i >= 0 {
		return words[i]
	}
	return text
}

// Served returns the values of a string in a question, or nil for any.
func (o Option) Served() (values []string) {
	for _, v := range o.Values {
		if !slices.Contains(o.Program, v) {
			values = append(values, v)
		}
	}
	return values
}

// EveryEngine is the name for all engines in turn.
const EveryEngine = "all"

// CheckFamily rejects a value of FamilyOption that names no family.
func CheckFamily(name string) error {
	if _, _, known := text.Family(name); !known {
		return fmt.Errorf("--%s %q; it is %s", FamilyOption.Name, name, FamilyChoice())
	}
	return nil
}

// FamilyChoice lists the families for an error, and the Hidokus that people know by other names.
func FamilyChoice() string {
	return base.Choice(slices.Concat(text.Others(puzzle.FamilyHidoku), base.Words(puzzle.Families())))
}

// FamilyNames returns the names of the families, with their other names.
func FamilyNames() (all []string) {
	for _, family := range puzzle.Families() {
		all = append(append(all, string(family)), text.Others(family)...)
	}
	return all
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
	checked := make(options)
	for _, name := range names {
		i := slices.IndexFunc(op.Options, func(o Option) bool { return o.Name == name || o.Letter == name && name != "" })
		if i < 0 {
			return nil, invalid("unknown option %q; %s has %s", name, op.Name, optionNames(op.Options))
		}
		value := op.Options[i].Meant(given[name])
		if err := op.Options[i].Check(value); err != nil {
			return nil, &Error{Input, err}
		}
		if checked.has(op.Options[i].Name) {
			return nil, invalid("--%s is there twice: as --%s and -%s", op.Options[i].Name, op.Options[i].Name, op.Options[i].Letter)
		}
		checked[op.Options[i].Name] = value
	}
	for _, o := range op.Options {
		if !checked.has(o.Name) && o.Needed {
			return nil, invalid("--%s is missing; it is %s", o.Name, o.Words())
		}
	}
	return checked, nil
}

func optionNames(all []Option) string {
	var names []string
	for _, o := range all {
		names = append(names, o.Name)
	}
	return strings.Join(names, ", ")
}

// Check rejects a value that the option does not have.
func (o Option) Check(value string) (err error) {
	n, d := 1, time.Duration(1)
	switch o.Type {
	case Boolean:
		if value != "" {
			_, err = strconv.ParseBool(value)
		}
	case Integer, Natural, Number:
		n, err = strconv.Atoi(value)
	case Seed:
		_, err = strconv.ParseUint(value, 10, 64)
	case Duration:
		d, err = time.ParseDuration(value)
	case String:
		if o.Values != nil && !o.Later && !slices.Contains(o.Served(), value) {
			err = strconv.ErrSyntax
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("--%s %q; it is %s", o.Name, value, o.Words())
	case o.Type == Integer && n < 1:
		return fmt.Errorf("--%s %d; it must be above 0", o.Name, n)
	case o.Type == Natural && n < 0:
		return fmt.Errorf("--%s %d; it must not be negative", o.Name, n)
	case d <= 0:
		return fmt.Errorf("--%s %v; it must be above 0, as in 10s or 2m", o.Name, d)
	}
	return nil
}

// Words says which values the option has in a question.
func (o Option) Words() string {
	switch {
	case o.Type == Boolean && o.Values == nil:
		return "true or false, or nothing for true"
	case o.Type == Integer, o.Type == Natural, o.Type == Number:
		return "a whole number"
	case o.Type == Seed:
		return "a whole number, 0 or above"
	case o.Type == Duration:
		return "a time such as 10s or 2m"
	case o.Type == Bytes:
		return "a size such as 512M or 2G"
	case len(o.Values) == 0:
		return o.Description()
	}
	return base.Choice(o.Served())
}

func (o options) has(name string) bool {
	_, ok := o[name]
	return ok
}

func (o options) text(name string) string { return o[name] }

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

// NewSeed draws a seed that a person can type.
func NewSeed() uint64 { return rand.Uint64N(1_000_000_000) }

func (o options) seed() uint64 {
	n, _ := strconv.ParseUint(o["seed"], 10, 64) // Option.Check has checked it
	return n
}

// task is a question with what it needs.
type task struct {
	op      Operation
	options options
	bounds  Bounds
	file    *text.File // nil if there is no text
	left    int        // of its puzzle, a draughtboard: so many gaps want stones
	meter   *meter.Meter
	time    time.Duration // 0 for no limit
}

func (t *task) setLimits() error {
	t.time, _ = time.ParseDuration(t.options.text("time")) // 0 without the option
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

// encodingNames returns the names of all encodings, sorted.
func encodingNames() (names []string) {
	for _, family := range puzzle.Families() {
		names = append(names, namesOf(encode.Encodings(family))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// namesOf returns the names of encodings, sorted.
func namesOf(encodings []encode.Encoding) []string {
	return slices.Sorted(slices.Values(base.Strings(encodings)))
}

// CheckEncoding returns an error if the engine of that name uses no encoding, or if there is none of that name for a
// family. An empty family stands for any.
func CheckEncoding(encoding, engine string, family puzzle.Family) error {
	switch {
	case encoding == "":
		return nil
	case engine == crosscut.Native.Name || engine == crosscut.DLX.Name:
		return fmt.Errorf("--encoding works with --engine sat, all or race, not %s", engine)
	case family == "":
		return nil
	}
	names := namesOf(encode.Encodings(family))
	if slices.Contains(names, encoding) {
		return nil
	}
	return fmt.Errorf("no encoding %q of a %s puzzle; the encodings are %s", strings.ToValidUTF8(encoding, "?"), family, strings.Join(names, ", "))
}

func (t *task) engines() []crosscut.Engine {
	name, _ := t.op.engineName(t.options)
	return EnginesBy(crosscut.Engines(), name, t.options.text("encoding"), dlx.Auto)
}

func (t *task) engine() crosscut.Engine {
	name, _ := t.op.engineName(t.options)
	return EngineNamed(t.engines(), name)
}

// EnginesBy returns engines with an encoding of formulas and a core, where the engine of a name or all of them use
// these.
func EnginesBy(engines []crosscut.Engine, name, encoding string, core dlx.Core) []crosscut.Engine {
	engines = slices.Clone(engines)
	for i, e := range engines {
		switch {
		case e.Name == crosscut.SAT.Name && encoding != "":
			engines[i] = crosscut.SATBy(encode.Encoding(encoding))
		case e.Name == crosscut.DLX.Name && name == e.Name && core != dlx.Auto:
			engines[i] = crosscut.DLXBy(core)
		}
	}
	return engines
}

// EngineNamed returns the engine of that name, or the race of all if none has it.
func EngineNamed(engines []crosscut.Engine, name string) crosscut.Engine {
	if i := slices.IndexFunc(engines, func(e crosscut.Engine) bool { return e.Name == name }); i >= 0 {
		return engines[i]
	}
	return crosscut.Race(engines...)
}
