package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/needs"
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

// TestReadmeShowsWhatTheProgramPrints runs each "$ crosscut …" of the documents. It compares
// standard output and standard error with the lines below, where … stands for anything.
func TestReadmeShowsWhatTheProgramPrints(t *testing.T) {
	root := atRoot(t)
	ran := 0
	for _, name := range documents(t) {
		t.Chdir(root)
		document, err := os.ReadFile(name)
		require.NoError(t, err)
		updated := string(document)
		blocks := blocksOf(t, name, "console")
		t.Chdir(exampleFolder(t, root))
		for _, b := range blocks {
			text := executed(t, name, b, &ran)
			updated = strings.Replace(updated, "```console\n"+b.text, "```console\n"+text, 1)
		}
		if updating() {
			require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(updated), 0o600))
		}
	}
	assert.GreaterOrEqual(t, ran, 25)
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

// TestReadmeCommandsRun runs the lines of the sh blocks, in a folder that has testdata and
// the puzzles of the pictures. A line that needs a program by others ends with
// "# needs PROGRAM", as does every later line that needs its results. Such a line is a
// skipped test where the program is missing. All other lines run without any program.
func TestReadmeCommandsRun(t *testing.T) {
	root := atRoot(t)
	ran := 0
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) {
			t.Chdir(root)
			blocks := blocksOf(t, name, "sh")
			t.Chdir(exampleFolder(t, root))
			for _, b := range blocks {
				if strings.HasPrefix(b.text, "# use crosscut from another module: ") {
					continue // another test runs these
				}
				for i, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
					if runLine(t, b.line+i, line) {
						ran++
					}
				}
			}
		})
	}
	assert.GreaterOrEqual(t, ran, 10)
}

// exampleFolder returns a new folder with what the commands of the documents read.
func exampleFolder(t *testing.T, root string) string {
	folder := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(root, "testdata"), filepath.Join(folder, "testdata")))
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
var needed = regexp.MustCompile(`# needs ([a-z0-9-]+(?:, [a-z0-9-]+)*)`)

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
				needs.Program(t, program)
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
