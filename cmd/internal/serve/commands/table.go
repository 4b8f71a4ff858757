// Package commands has the commands of the program as a table: what [serve.Operations] answers,
// and what only a terminal has. The flags, the groups of the help, completion, the manual pages
// and docs/commands.md are made from it. What a command does is in the program.
package commands

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/run"
	"crosscut/cmd/internal/serve"
	"crosscut/dlx"
	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Command is a command of the program. Its name, help and first options are those of the operation
// with its name, if there is one.
type Command struct {
	serve.Operation
	Args   string // the arguments, as in "FILE..."
	Wish   string // what people want who need it: one of [Wishes]
	Served bool   // there is an operation with this name
}

// Wishes are the groups of commands, in the order of the help: "I want to …".
var Wishes = []string{
	"find solutions", "be sure", "make puzzles", "solve by hand", "find a mistake in a puzzle", "get pictures", "play in a browser",
	"exchange puzzles", "use other solvers", "run for hours", "know more",
}

// Options of several commands that only a terminal has.
var (
	coreOption    = serve.Option{Name: "core", Type: serve.String, Values: base.Strings(dlx.Cores()), Usual: string(dlx.Auto), Help: "`NAME` of the core of engine dlx: " + base.Choice(base.Strings(dlx.Cores()))}
	proverOption  = serve.Option{Name: "sat-command", Type: serve.String, Help: "run `COMMAND` as the SAT solver, as in 'cadical -q {}'; {} is the DIMACS file, which otherwise comes on standard input (selects --engine sat)"}
	outputOption  = serve.Option{Name: "output", Letter: "o", Type: serve.String, Help: "append results to `FILE` of results, saving each at once (- prints them)"}
	lockOption    = serve.Option{Name: "no-lock", Type: serve.Boolean, Help: "write to files on a file system without locks; no other run may use them"}
	replaceOption = serve.Option{Name: "output", Letter: "o", Type: serve.String, Help: "write to `FILE`, which is replaced if it was of this kind (- prints it)"}
	traceOption   = serve.Option{Name: "trace", Type: serve.Boolean, Values: []string{"true", "false", "solution"}, Help: "show each step of the search, its reason and the board, on standard error (native only); --trace=solution: those that lead to a solution"}
	memoryOption  = serve.Option{Name: "memory", Type: serve.Bytes, Help: "stop when the program uses more memory than this `SIZE`, such as 512M or 2G", Default: "no limit"}

	formatOption = serve.Option{Name: "format", Type: serve.String, Values: []string{"text", "json"}, Usual: "text", Help: "`FORM` of the results: text, or json for one object per line"}

	printing = []serve.Option{formatOption, outputOption, lockOption}
	limits   = []serve.Option{
		memoryOption,
		{Name: "jobs", Letter: "j", Type: serve.Integer, Help: "search on at most `N` processor cores, with the same results", Default: "all"},
		{Name: "stats", Type: serve.Boolean, Help: "show what each search did, on standard error"},
	}
	searching = slices.Concat([]serve.Option{coreOption, proverOption}, limits)
	dividing  = []serve.Option{
		{Name: "run", Type: serve.String, Help: "start, join or go on with the run in the folder `DIR`; any number of processes may"},
		{Name: "cubes", Type: serve.Number, Usual: fmt.Sprint(run.DefaultCubes), Help: "cut a new run into `N` cubes or a few more at first"},
	}
	makeJobs = serve.Option{Name: "jobs", Letter: "j", Type: serve.Integer, Help: "make `N` puzzles at the same time", Default: "one on each core"}
)

// everywhere are the options of all commands.
var everywhere = []serve.Option{
	{Name: "quiet", Letter: "q", Type: serve.Boolean, Help: "write only errors to standard error: no progress, statistics or notes"},
}

// All returns all commands.
func All() []Command { return slices.Clone(table()) }

var table = sync.OnceValue(func() []Command {
	return slices.Concat(answering(), exchanging(), running(), explaining())
})

// answering returns the commands that are operations.
func answering() []Command {
	return []Command{
		row("solve", "FILE...", Wishes[0], "", searching, printing, dividing, []serve.Option{traceOption}),
		row("count", "FILE...", Wishes[0], "", searching, printing, dividing),
		row("unique", "FILE...", Wishes[0], "", searching, printing),
		row("check", "FILE...", Wishes[1], "", searching, printing),
		row("read", "FILE...", Wishes[1], "", printing),
		row("verify", "PUZZLE SOLUTION", Wishes[1], "", printing),
		row("prove", "FILE --out DIR", Wishes[1], "", printing, limits,
			[]serve.Option{proverOption, serve.NodesOption, {Name: "engine", Type: serve.String, Values: serve.EngineOption.Values, Usual: "native", Help: "`NAME` of the engine that finds the solutions: native, sat, dlx, all or race"}},
			option("out", serve.String, "write the certificate to `DIR`, which must be new or empty"),
			option("count", serve.Boolean, "show only how many solutions there are, which may be millions, by a decision diagram"),
			option("deletions", serve.Boolean, "with --count: write each step that cpog-check wants, in a much larger file"),
			option("check", serve.Boolean, "check the certificate in a folder"),
			option("strict", serve.Boolean, "with --check: exit with 1 if the formula was not read a second time")),
		row("generate", strings.Join(serve.FamilyOption.Values, "|"), Wishes[2], "", printing,
			[]serve.Option{memoryOption, makeJobs, {Name: "from", Type: serve.String, Help: "keep everything of the puzzle or board in this `FILE`, and add clues or stones up to one solution"}},
			option("dir", serve.String, "write each puzzle and each solution to its own file in this `FOLDER`, and print the names")),
		row("grade", "FILE...", Wishes[2], "", searching, printing),
		row("minimal", "FILE...", Wishes[2], "", limits, printing),
		row("hint", "FILE...", Wishes[3], "", printing,
			option("filled", serve.String, "go on from the board in this `FILE`, which may have open cells"),
			[]serve.Option{memoryOption, {Name: "jobs", Letter: "j", Type: serve.Integer, Help: "solve `N` puzzles at the same time, with the same results", Default: "one on each core"}}),
		row("why", "FILE...", Wishes[4], "", searching, printing),
		row("repair", "FILE...", Wishes[4], "", searching, printing),
		row("certain", "FILE...", Wishes[4], "", limits, printing),
		row("draw", "FILE...", Wishes[5], "", searching,
			[]serve.Option{{Name: "to", Type: serve.String, Values: PictureForms, Help: "`FORM` of the pictures: text, svg, png or pdf", Default: "by the ending of --output; svg in a folder, or else text"}},
			[]serve.Option{{Name: "output", Letter: "o", Type: serve.String, Help: "write to `FILE`, or into a folder: DIR/ makes one; a picture replaces one of its form, and text is appended (- prints it)"}},
			option("with-solutions", serve.Boolean, "draw all puzzles, and then their solutions")),
		row("encode", "--to dimacs|dlx FILE", Wishes[8], "", []serve.Option{replaceOption}),
	}
}

// PictureForms are the forms of a picture.
var PictureForms = []string{"text", "svg", "png", "pdf"}

// exchanging returns the commands about files of other programs, and about booklets.
func exchanging() []Command {
	written := append(exchange.Written(), "html")
	return []Command{
		row("booklet", "[FILE...]", Wishes[5], "Make a booklet of puzzles as a PDF file", bookletKinds(), []serve.Option{
			serve.SeedOption, makeJobs, serve.FamilyOption, serve.TimeOption("stop"), memoryOption, replaceOption,
			{Name: "title", Type: serve.String, Usual: "Puzzles", Help: "print `TITLE` on the cover"},
			{Name: "author", Type: serve.String, Help: "print `AUTHOR` on the cover"},
			{Name: "solutions", Type: serve.String, Help: "write the solutions to this `FILE`; none leaves them out", Default: "at the back"},
			{Name: "paper", Type: serve.String, Values: []string{"a4", "letter", "a5"}, Usual: "a4", Help: "`SIZE` of the paper: a4, letter or a5"},
			{Name: "landscape", Type: serve.Boolean, Help: "turn the paper"},
			{Name: "grey", Type: serve.Boolean, Help: "print without colours"},
			{Name: "large", Type: serve.Boolean, Help: "print large cells and letters, one puzzle on a page"},
			{Name: "per-page", Type: serve.String, Help: "put `COLUMNSxROWS` puzzles on a page", Default: "1x2, or 1x1 on a5 and with --large"},
			{Name: "solutions-per-page", Type: serve.String, Help: "put `COLUMNSxROWS` solutions on a page", Default: "3x4, or 2x3 with --large"},
		}),
		row("serve", "", Wishes[6], "Serve the page and an HTTP API",
			[]serve.Option{{Name: "listen", Type: serve.String, Usual: "127.0.0.1:8080", Help: "listen on `ADDRESS`: host and port; port 0 is a free one"}},
			option("public", serve.Boolean, "allow an address that other machines can reach"),
			option("host", serve.String, "answer for these host `NAMES` too; addresses in numbers are always answered"),
			option("allow-origin", serve.String, "let the pages of these `ORIGINS` ask, and show the page in a frame, as in https://puzzles.example.org")),
		row("page", "DIR", Wishes[6], "Write the page into a folder, for any server"),
		row("import", "FILE", Wishes[7], "Read puzzles of other programs", []serve.Option{
			serve.FamilyOption, memoryOption, outputOption, lockOption, {Name: "from", Type: serve.String, Values: exchange.Names(), Help: "`FORM` of the file: " + exchange.Alternatives(), Default: "the one that it has"},
		}),
		row("export", "--to FORM FILE", Wishes[7], "Write puzzles for other programs, as a page or as a link", []serve.Option{
			serve.FamilyOption, serve.TimeOption("stop looking for a solution"), memoryOption, replaceOption,
			{Name: "to", Type: serve.String, Needed: true, Values: written, Help: "`FORM` to write: " + base.Choice(written)},
			{Name: "base", Type: serve.String, Help: "with --to link: the `ADDRESS` before the #"},
		}),
		row("decode", "PUZZLE ANSWER", Wishes[8], "Turn the answer of another program into boards", printing, []serve.Option{
			serve.FamilyOption, serve.TimeOption("stop"), serve.EncodingOption,
			{Name: "from", Type: serve.String, Values: []string{"dimacs", "dlx"}, Help: "`FORMAT` of the answer: dimacs or dlx", Default: "the one that it has"},
		}),
		row("cover", "FILE", Wishes[8], "Solve an exact cover problem in Knuth's format", printing, limits, dividing, listing("cover"), []serve.Option{
			coreOption,
			{Name: "engine", Type: serve.String, Values: []string{"dlx", "sat"}, Usual: "dlx", Help: "`NAME` of the engine: dlx, or sat for the problem as a formula"},
			{Name: "zdd", Type: serve.String, Help: "write all covers as a decision diagram to this `FILE`, and print their number"},
		}),
		row("models", "FILE", Wishes[8], "Find the models of a formula in DIMACS CNF", printing, limits, dividing, listing("model"), []serve.Option{
			proverOption,
			{Name: "keep", Type: serve.String, Help: "tell models apart by these `VARIABLES`, as in 1-9,12", Default: "those that the file shows, or all"},
		}),
	}
}

// listing returns the options of a command that lists what a file has. noun says what that is.
func listing(noun string) []serve.Option {
	return []serve.Option{
		serve.NodesOption, serve.TimeOption("stop"),
		{Name: "number", Letter: "n", Type: serve.Integer, Usual: "1", Help: "find at most `N` " + noun + "s"},
		{Name: "all", Type: serve.Boolean, Help: "find every " + noun},
		{Name: "count", Type: serve.Boolean, Help: "print only the number of " + noun + "s"},
		{Name: "digest", Type: serve.Boolean, Help: "find every " + noun + ", and print only their number and a digest of their set"},
		{Name: "prove", Type: serve.Boolean, Help: "write a certificate of all " + noun + "s to --out"},
		{Name: "out", Type: serve.String, Help: "with --prove: write to `DIR`, which must be new or empty"},
		serve.LRATOption,
	}
}

// BookletKind is a type of puzzle that booklet makes.
type BookletKind struct {
	Flag   string // the name of the type, as generate has it
	Noun   string
	Family puzzle.Family
	Sizes  [4]string // the sizes of boards that no order names, by level
}

// BookletKinds has the types of puzzle in the order of the booklet.
var BookletKinds = []BookletKind{
	{"hidoku", "Hidatos", puzzle.FamilyHidoku, [4]string{"6x6", "7x7", "8x8", "9x9"}},
	{"numbrix", "Numbrix", puzzle.FamilyHidoku, [4]string{"6x6", "7x7", "8x8", "9x9"}},
	{"rikudo", "Rikudos", puzzle.FamilyHidoku, [4]string{"hexagon:4", "hexagon:4", "hexagon:5", "hexagon:5"}},
	{"zip", "Zips", puzzle.FamilyHidoku, [4]string{"5x5", "6x6", "7x7", "8x8"}},
	{"magic", "magic squares", puzzle.FamilyMagic, [4]string{"4x4", "4x4", "5x5", "5x5"}},
	{"draughtboard", "draughtboards", puzzle.FamilyDraughtboard, [4]string{"6x6", "6x6", "6x6", "7x7"}},
	{"tetrominoes", "puzzles of the tetrominoes", puzzle.FamilyDraughtboard, [4]string{"6x6", "6x6", "6x6", "6x6"}},
	{"pentominoes", "puzzles of the pentominoes", puzzle.FamilyDraughtboard, [4]string{"12x12", "10x10", "10x10", "10x10"}},
}

// bookletKinds returns the options that say which puzzles are in a booklet.
func bookletKinds() (kinds []serve.Option) {
	for _, k := range BookletKinds {
		kinds = append(kinds, serve.Option{Name: k.Flag, Type: serve.String, Help: "make " + k.Noun + ": `[LEVEL:]N[:SIZE]`, several with commas"})
	}
	return kinds
}

// running returns the commands of long runs.
func running() []Command {
	return []Command{
		row("run", "status|check DIR", Wishes[9], "Show how far a run is, or read it again", printing, []serve.Option{
			memoryOption, serve.TimeOption("stop"),
		}),
	}
}

// explaining returns the commands about the program.
func explaining() []Command {
	return []Command{
		row("help", "[COMMAND]", Wishes[10], "Explain a command or a topic"),
		row("version", "", Wishes[10], "Print the version of crosscut", []serve.Option{{Name: "format", Type: serve.String, Values: formatOption.Values, Help: formatOption.Help}}),
		row("man", "[COMMAND]", Wishes[10], "Print the manual page of crosscut or of a command", option("dir", serve.String, "write all pages into this `DIRECTORY`")),
		row("completion", "bash|zsh|fish|powershell", Wishes[10], "Print the completion script of a shell"),
	}
}

// row returns a command. The operation with its name gives it help and options, if there is one.
func row(name, args, wish, help string, more ...[]serve.Option) Command {
	c := Command{Operation: serve.Operation{Name: name, Help: help}, Args: args, Wish: wish}
	if op, ok := serve.OperationNamed(name); ok {
		c.Help, c.Served = op.Help, true
		more = append([][]serve.Option{op.Options}, more...)
	}
	c.Options = slices.DeleteFunc(slices.Concat(more...), func(o serve.Option) bool { return o.Asked })
	return c
}

func option(name string, t serve.OptionType, help string) []serve.Option {
	return []serve.Option{{Name: name, Type: t, Help: help}}
}

// Named returns the command with a name.
func Named(name string) (Command, bool) {
	all := table()
	i := slices.IndexFunc(all, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return Command{}, false
	}
	return all[i], true
}

// Option returns the option with a name.
func (c Command) Option(name string) (serve.Option, bool) {
	for _, o := range slices.Concat(c.Options, everywhere) {
		if o.Name == name {
			return o, true
		}
	}
	return serve.Option{}, false
}
