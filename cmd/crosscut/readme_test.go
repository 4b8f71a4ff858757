package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/puzzletest"
)

// The tests of this file execute the documents: README.md and all of docs. A block of
// ```console shows commands and what they print. A block of ```sh shows commands alone, and
// a block of ```puzzle shows puzzle files.
//
// README_UPDATE=1 go test ./cmd/crosscut -run Readme writes what the program prints now
// into the documents, and draws their pictures.

// updating reports whether the documents are to be updated.
func updating() bool { return os.Getenv("README_UPDATE") != "" }

// atRoot makes the folder of the module the working directory of a test, and returns it.
func atRoot(t *testing.T) string {
	t.Chdir(filepath.Join("..", ".."))
	root, err := os.Getwd()
	require.NoError(t, err)
	return root
}

// documents returns the names of the documents, from the folder of the module.
func documents(t *testing.T) []string {
	pages, err := filepath.Glob("docs/*.md")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(pages), 7)
	return append(pages, "README.md", "CONTRIBUTING.md")
}

// block is a part of a document between two lines of ```.
type block struct {
	line int // number of its first line
	text string
}

// blocksOf returns the blocks of a document in a language.
func blocksOf(t *testing.T, document, language string) (blocks []block) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	for _, at := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatchIndex(text, -1) {
		blocks = append(blocks, block{
			line: 1 + bytes.Count(text[:at[2]], []byte("\n")),
			text: string(text[at[2]:at[3]]),
		})
	}
	return blocks
}

// TestReadmeCommandsRun runs the console and sh blocks of each document in their order, in a folder that has testdata
// and the puzzles of the pictures. So each command runs after those above it, as a reader runs it.
//
// For each "$ crosscut …" of a console block it compares standard output and standard error with the lines below,
// where … stands for anything. A line of an sh block that needs a program by others ends with "# needs PROGRAM", as
// does every later line that needs its results. Such a line is a skipped test where the program is missing. All
// other lines run without any program.
func TestReadmeCommandsRun(t *testing.T) {
	root := atRoot(t)
	shown, ran := 0, 0
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) {
			t.Chdir(root)
			document, err := os.ReadFile(name)
			require.NoError(t, err)
			updated := string(document)
			console := blocksOf(t, name, "console")
			blocks := append(slices.Clone(console), blocksOf(t, name, "sh")...)
			slices.SortFunc(blocks, func(a, b block) int { return a.line - b.line })
			t.Chdir(exampleFolder(t, root))
			for _, b := range blocks {
				switch {
				case slices.Contains(console, b):
					text := executed(t, name, b, &shown)
					updated = strings.Replace(updated, "```console\n"+b.text, "```console\n"+text, 1)
				case strings.HasPrefix(b.text, "# use crosscut from another module\n"): // another test runs these
				default:
					for i, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
						if runLine(t, b.line+i, line) {
							ran++
						}
					}
				}
			}
			if updating() {
				require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(updated), 0o600))
			}
		})
	}
	assert.GreaterOrEqual(t, shown, 25)
	assert.GreaterOrEqual(t, ran, 10)
}

// executed runs the commands of a console block, and returns the block with what they
// print. What the block already says with … stays.
func executed(t *testing.T, name string, b block, ran *int) string {
	require.True(t, strings.HasPrefix(b.text, "$ crosscut "), "%s:%d: a console block begins with a command", name, b.line)
	var text strings.Builder
	for _, shown := range strings.Split("\n"+b.text, "\n$ ")[1:] {
		command, want, _ := strings.Cut(strings.TrimSuffix(shown, "\n")+"\n", "\n")
		got := output(expanded(command)[1:])
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*") + "$"
		if !updating() {
			assert.Regexp(t, pattern, got, "%s:%d: %s", name, b.line, command)
		}
		if regexp.MustCompile(pattern).MatchString(got) {
			got = want
		}
		text.WriteString("$ " + command + "\n" + got)
		*ran++
	}
	return text.String()
}

// output runs the program and returns all that it printed.
func output(args []string) string {
	var out bytes.Buffer
	runProgram(context.Background(), args, strings.NewReader(""), &out, &out, crosscut.Engines())
	return out.String()
}

// exampleFolder returns a new folder with what the commands of the documents read: puzzles, and programs in Python.
func exampleFolder(t *testing.T, root string) string {
	folder := t.TempDir()
	for _, name := range []string{"testdata", "proof"} {
		require.NoError(t, os.Symlink(filepath.Join(root, name), filepath.Join(folder, name)))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "docs", "pictures"), 0o755))
	puzzles, err := filepath.Glob(filepath.Join(root, "docs", "pictures", "*.txt"))
	require.NoError(t, err)
	for _, puzzle := range puzzles {
		text, err := os.ReadFile(puzzle)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, "docs", "pictures", filepath.Base(puzzle)), text, 0o600))
	}
	return folder
}

// isGoLine finds lines that call go, with environment variables before it or not.
var isGoLine = regexp.MustCompile(`^([A-Z_]+=('[^']*'|\S+) )*go `)

// needed finds the programs that a line says it needs.
var needed = regexp.MustCompile(`# needs ([a-z0-9_-]+(?:, [a-z0-9_-]+)*)`)

// runLine runs a line of an sh block as a subtest, and reports whether it did. Lines that
// call go are left to other tests, because this one would call itself.
func runLine(t *testing.T, number int, line string) bool {
	if isGoLine.MatchString(line) || strings.HasPrefix(line, "#") || line == "" {
		return false
	}
	ran := false
	t.Run(fmt.Sprintf("line %d", number), func(t *testing.T) {
		if mark := needed.FindStringSubmatch(line); mark != nil {
			for _, program := range strings.Split(mark[1], ", ") {
				puzzletest.NeedsProgram(t, program)
			}
		} else {
			t.Setenv("PATH", t.TempDir()) // so it fails here if it would fail on a bare machine
		}
		ran = true
		runCommands(t, line)
	})
	return ran
}

// runCommands runs a line that has at most pipes, an output file and a comment.
func runCommands(t *testing.T, line string) {
	line, _, _ = strings.Cut(line, " # ")
	commands, file, _ := strings.Cut(strings.TrimSpace(line), " > ")
	input := ""
	for _, command := range strings.Split(commands, " | ") {
		words := expanded(command)
		if words[0] == "crosscut" {
			input = runs(t, exitYes, input, words[1:]...)
			continue
		}
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if _, ended := err.(*exec.ExitError); err != nil && !ended { // SAT solvers have exit codes of their own
			require.NoError(t, err, "mark the line with # needs %s", words[0])
		}
		if words[0] == "python3" { // our checkers of proofs
			require.Equal(t, 42, cmd.ProcessState.ExitCode(), "%s", out)
		}
		input = string(out)
	}
	if file != "" {
		require.NoError(t, os.WriteFile(strings.TrimSpace(file), []byte(input), 0o600))
	}
}

// drawCommand is the command that draws the pictures of the documents. The page on commands
// has it.
const drawCommand = "crosscut draw --to svg --with-solutions --output docs/pictures docs/pictures"

// TestReadmePictures draws the pictures anew, and compares them with docs/pictures.
func TestReadmePictures(t *testing.T) {
	root := atRoot(t)
	text, err := os.ReadFile("docs/commands.md")
	require.NoError(t, err)
	require.Contains(t, string(text), "\n"+drawCommand+"\n")
	want := pictures(t)
	if !updating() {
		t.Chdir(exampleFolder(t, root))
	}
	runCommands(t, drawCommand)
	got := pictures(t)
	assert.GreaterOrEqual(t, len(got), 4)
	if updating() {
		return
	}
	for name := range want {
		assert.Contains(t, got, name, "no puzzle has this picture")
	}
	for name := range got {
		assert.True(t, want[name] == got[name], "%s is not what the program draws", name)
	}
}

// pictures returns the pictures in docs/pictures by their names.
func pictures(t *testing.T) map[string]string {
	names, err := filepath.Glob("docs/pictures/*.svg")
	require.NoError(t, err)
	drawn := make(map[string]string)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		drawn[name] = string(text)
	}
	return drawn
}

// TestReadmePuzzlesAreRight lets all engines check each puzzle block against the number of
// solutions that it claims.
func TestReadmePuzzlesAreRight(t *testing.T) {
	atRoot(t)
	shown := 0
	for _, name := range documents(t) {
		for _, b := range blocksOf(t, name, "puzzle") {
			assert.Regexp(t, `(?m)^solutions: \d+$`, b.text, "%s:%d", name, b.line)
			file := filepath.Join(t.TempDir(), "puzzle.txt")
			require.NoError(t, os.WriteFile(file, []byte(b.text), 0o600))
			assert.Contains(t, output([]string{"check", file}), "the engines agree", "%s:%d", name, b.line)
			shown++
		}
	}
	assert.GreaterOrEqual(t, shown, 5)
}

// The page docs/commands.md: its tables are made from the table of commands.

// TestReadmeTablesOfCommandsAreFresh compares the tables of docs/commands.md with those that are
// made from the table of commands.
func TestReadmeTablesOfCommandsAreFresh(t *testing.T) {
	atRoot(t)
	old, err := os.ReadFile("docs/commands.md")
	require.NoError(t, err)
	page := commandsPage(string(old), (&app{engines: crosscut.Engines()}).rootCommand())
	if updating() {
		require.NoError(t, os.WriteFile("docs/commands.md", []byte(page), 0o600))
		return
	}
	assert.Equal(t, page, string(old), "README_UPDATE=1 go test ./cmd/crosscut -run Readme updates the tables")
}

// TestReadmeNamesEveryCommand asks of docs/commands.md a section "## NAME" for each command, and a
// word on each help topic. It also asks that each flag in the prose exists. The tables have all flags.
func TestReadmeNamesEveryCommand(t *testing.T) {
	atRoot(t)
	text, err := os.ReadFile("docs/commands.md")
	require.NoError(t, err)
	known := make(map[string]bool)
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.IsAdditionalHelpTopicCommand() {
			assert.Contains(t, string(text), "`crosscut help "+cmd.Name()+"`")
			return
		}
		assert.Contains(t, string(text), cmd.CommandPath())
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { known["--"+flag.Name] = true })
		for _, below := range cmd.Commands() {
			visit(below)
		}
	}
	root := (&app{engines: crosscut.Engines()}).rootCommand()
	visit(root)
	for _, cmd := range root.Commands() {
		if !cmd.IsAdditionalHelpTopicCommand() {
			assert.Contains(t, string(text), "\n## "+cmd.Name()+"\n")
		}
	}
	for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(string(text), -1) {
		assert.True(t, known[flag], "docs/commands.md has %s, the program has not", flag)
	}
}

// commandsPage returns docs/commands.md with fresh tables: that of all commands, one of the flags of each
// command in its section, and one of the flags that many commands have. The rest of the page is
// prose and examples, and stays as it is.
func commandsPage(old string, root *cobra.Command) string {
	top, sections, _ := strings.Cut(old, "\n## ")
	page := []string{withTable(top, "| I want to | command |", wishTable())}
	many := flagsOfMany(root)
	for _, section := range strings.Split(sections, "\n## ") {
		name, _, _ := strings.Cut(section, "\n")
		if cmd, _, err := root.Find([]string{name}); err == nil && cmd != root {
			section = withTable(section, flagTitle, flagTable(ownFlags(cmd, many)))
		} else if name == "Flags that many commands have" {
			section = withTable(section, flagTitle, flagTable(many))
		}
		page = append(page, section)
	}
	return strings.Join(page, "\n## ")
}

// flagTitle is the first line of a table of flags.
const flagTitle = "| flag | meaning |"

// withTable replaces the table with a title in a text. A text without one gets it at its end.
func withTable(text, title, table string) string {
	tables := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(title) + `\n(\|.*\n?)*`)
	switch at := tables.FindStringIndex(text); {
	case at != nil && table == "":
		return strings.TrimRight(text[:at[0]], "\n") + "\n" + text[at[1]:]
	case at != nil:
		return text[:at[0]] + title + "\n|---|---|\n" + table + text[at[1]:]
	case table == "":
		return text
	}
	return strings.TrimRight(text, "\n") + "\n\n" + title + "\n|---|---|\n" + table
}

// wishTable returns the rows of the table of all commands.
func wishTable() string {
	var rows strings.Builder
	for _, wish := range commands.Wishes {
		var names []string
		for _, c := range commands.All() {
			if c.Wish == wish {
				names = append(names, fmt.Sprintf("[%s](#%s)", c.Name, c.Name))
			}
		}
		fmt.Fprintf(&rows, "| %s | %s |\n", wish, strings.Join(names, ", "))
	}
	return rows.String()
}

// flagRow is a flag in a table.
type flagRow struct {
	flag *pflag.Flag
	of   string // the families whose command has it, if not all have it
}

// flagTable returns the rows of a table of flags.
func flagTable(flags []flagRow) string {
	var rows strings.Builder
	for _, r := range flags {
		value, usage := commands.Explained(r.flag)
		name := "`--" + strings.TrimSpace(r.flag.Name+" "+value) + "`"
		if r.flag.Shorthand != "" {
			name = "`-" + strings.TrimSpace(r.flag.Shorthand+" "+value) + "`, " + name
		}
		if r.of != "" {
			usage = r.of + ": " + usage
		}
		fmt.Fprintf(&rows, "| %s | %s |\n", name, strings.NewReplacer("|", `\|`, "_", `\_`, "*", `\*`, "<", `\<`).Replace(usage))
	}
	return rows.String()
}

// manyCommands is how many commands have a flag that is explained for all of them.
const manyCommands = 5

// flagsOfMany returns the flags that many commands have, each as most of them explain it, and
// those of all commands.
func flagsOfMany(root *cobra.Command) (many []flagRow) {
	usages := make(map[string]map[string]int)
	for _, cmd := range root.Commands() {
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			if usages[flag.Name] == nil {
				usages[flag.Name] = make(map[string]int)
			}
			usages[flag.Name][flag.Usage]++
		})
	}
	for _, cmd := range root.Commands() {
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			known := slices.ContainsFunc(many, func(r flagRow) bool { return r.flag.Name == flag.Name })
			if n := usages[flag.Name][flag.Usage]; n >= manyCommands && !known {
				many = append(many, flagRow{flag: flag})
			}
		})
	}
	root.PersistentFlags().VisitAll(func(flag *pflag.Flag) { many = append(many, flagRow{flag: flag}) })
	slices.SortFunc(many, func(a, b flagRow) int { return strings.Compare(a.flag.Name, b.flag.Name) })
	return many
}

// ownFlags returns the flags of a command and of its subcommands without those that many commands
// have in the same way.
func ownFlags(cmd *cobra.Command, many []flagRow) (own []flagRow) {
	row, _ := commands.Of(cmd)
	for _, c := range append([]*cobra.Command{cmd}, cmd.Commands()...) {
		c.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			same := func(r flagRow) bool {
				return r.flag.Name == flag.Name && r.flag.Usage == flag.Usage && r.flag.DefValue == flag.DefValue
			}
			if _, known := row.Option(flag.Name); !known || slices.ContainsFunc(many, same) || slices.ContainsFunc(own, same) {
				return
			}
			o, _ := row.Option(flag.Name)
			of := o.Of()
			for _, above := range cmd.Commands() { // a default of its own makes a row of its own
				if other := above.LocalFlags().Lookup(flag.Name); other != nil && c != cmd && other.DefValue != flag.DefValue {
					of = c.Name()
				}
			}
			own = append(own, flagRow{flag, of})
		})
	}
	slices.SortStableFunc(own, func(a, b flagRow) int { return strings.Compare(a.of, b.of) })
	return own
}
