package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/base"
	"crosscut/web"
)

// TestExamplesOfHelpWork runs each example of the help texts in a folder that contains
// testdata. It understands pipes, redirection to files, and patterns of file names.
func TestExamplesOfHelpWork(t *testing.T) {
	testdata, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(testdata, "testdata"))
	ran := 0
	a := &app{engines: crosscut.Engines()}
	for _, cmd := range a.rootCommand().Commands() {
		ran += runExamples(t, cmd.Example)
	}
	ran += runExamples(t, a.rootCommand().Example)
	assert.GreaterOrEqual(t, ran, 12)
}

// runExamples runs the lines of an example and returns their number.
func runExamples(t *testing.T, example string) (ran int) {
	for _, line := range strings.Split(example, "\n") {
		input := ""
		line, file, kept := strings.Cut(line, " > ")
		for _, stage := range strings.Split(line, " | ") {
			words := strings.Fields(stage)
			if len(words) == 0 || words[0] != "crosscut" {
				break // a solver that may not be installed
			}
			args := expanded(stage)[1:]
			var out, errs bytes.Buffer
			ctx, end := context.WithCancelCause(t.Context())
			if args[0] == "serve" { // it ends at an interrupt only
				time.AfterFunc(100*time.Millisecond, func() { end(serve.ErrInterrupted) })
			}
			want := exitYes
			if _, err := web.Engine(); args[0] == "page" && err != nil {
				want = exitBad // it says that this build has no engine
			}
			code := runProgram(ctx, args, strings.NewReader(input), &out, &errs, crosscut.Engines())
			assert.Equal(t, want, code, "%s\n%s", line, errs.String())
			end(nil)
			input = out.String()
			ran++
		}
		if kept {
			require.NoError(t, os.WriteFile(file, []byte(input), 0o600))
		}
	}
	return ran
}

// expanded returns the words of a command line. It replaces patterns of file names by the
// names. A quoted text is one word.
func expanded(line string) (words []string) {
	for i, piece := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, piece)
			continue
		}
		for _, word := range strings.Fields(piece) {
			if names, err := filepath.Glob(word); err == nil && len(names) > 0 {
				words = append(words, names...)
			} else {
				words = append(words, word)
			}
		}
	}
	return words
}

// TestHelpFitsTheTerminal bounds the length of the lines of help texts, and for draw their number.
func TestHelpFitsTheTerminal(t *testing.T) {
	a := &app{engines: crosscut.Engines()}
	tooLong := regexp.MustCompile(`(?m)^.{101,}$`)
	for _, cmd := range append(a.rootCommand().Commands(), a.rootCommand()) {
		assert.NotRegexp(t, tooLong, cmd.Long, cmd.Name())
		assert.NotRegexp(t, tooLong, cmd.Example, cmd.Name())
	}
	lines := strings.Count(printed("", "draw", "--help"), "\n")
	assert.LessOrEqual(t, lines, 40)
	assert.Greater(t, lines, 20)
}

// TestCompletedValuesAreAllThereAre gives an invalid value to every flag that has a few
// values. The error must name every value that completion offers, or the help topic that does.
func TestCompletedValuesAreAllThereAre(t *testing.T) {
	const file = "../../testdata/draughtboard/three.txt"
	arguments := map[string][]string{
		"verify": {file, file}, "decode": {"--from", "dlx", file, file}, "import": {"--from", "csv", file}, "export": {"--to", "csv", file}, "hidoku": {}, "magic": {}, "draughtboard": {}, "version": {},
		"crosscut": {"version"},
		"prove":    {"--out", t.TempDir(), file}, "encode": {"--to", "dlx", file},
	}
	checked := make(map[string]bool)
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.DisableFlagParsing {
			return // another program reads the flags
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			values := completed(t, cmd, flag)
			if len(values) == 0 {
				return
			}
			checked[flag.Name] = true
			args := arguments[cmd.Name()]
			if args == nil {
				args = []string{file}
			}
			args = slices.Concat(strings.Fields(cmd.CommandPath())[1:], args, []string{"--" + flag.Name + "=nosuch"})
			var out, errs bytes.Buffer
			assert.Equal(t, exitBad, runProgram(context.Background(), args, strings.NewReader(""), &out, &errs, crosscut.Engines()), "%q", args)
			assert.Contains(t, errs.String(), ` "nosuch"; `, "%q", args)
			listed := errs.String()
			if topic := `"crosscut help encodings"`; strings.Contains(listed, topic) {
				listed = runs(t, exitYes, "", "help", "encodings") // a message with all names would be too long
			}
			for _, value := range values {
				assert.Regexp(t, `\b`+value+`\b`, listed, "%q", args)
			}
		})
		for _, below := range cmd.Commands() {
			visit(below)
		}
	}
	visit((&app{engines: crosscut.Engines()}).rootCommand())
	for _, c := range commands.All() {
		for _, o := range c.Options {
			assert.True(t, len(o.Values) == 0 || checked[o.Name], "no flag --%s of %s was tried", o.Name, c.Name)
		}
	}
}

// completed returns the values that completion offers for a flag.
func completed(t *testing.T, cmd *cobra.Command, flag *pflag.Flag) []string {
	complete, ok := cmd.GetFlagCompletionFunc(flag.Name)
	if !ok {
		assert.Equal(t, "quiet", flag.Name) // a flag of the root
		return nil
	}
	values, _ := complete(cmd, nil, "")
	return values
}

// TestManualPagesHaveTheLanguageOfTroff looks at the pages of all commands. Text has no character
// that troff would show as another one, and no empty line outside tables.
func TestManualPagesHaveTheLanguageOfTroff(t *testing.T) {
	known := regexp.MustCompile(`^\.(SH [A-Z ]+|TP|PP|EX|EE)$`)
	escape := regexp.MustCompile(`\\(fB|fI|fP|e|-|&|\(aq|\(ga|\(ha|\(ti)`)
	pages := 0
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		pages++
		inTable := false
		for i, line := range strings.Split(strings.TrimSuffix(string(commands.ManPage(cmd, "v0.2.0")), "\n"), "\n") {
			switch i {
			case 0:
				assert.Equal(t, ".nr HY 0", line) // no hyphens at the ends of lines
				continue
			case 1:
				assert.Regexp(t, `^\.TH "CROSSCUT[A-Z-]*" "1" "" "crosscut [^"]+" "crosscut manual"$`, line)
				continue
			}
			switch {
			case strings.HasPrefix(line, "."):
				assert.Regexp(t, known, line)
				inTable = line == ".EX" || inTable && line != ".EE"
			case !inTable:
				assert.NotEmpty(t, line, "line %d of %s", i+1, commands.PageName(cmd))
			}
			assert.NotRegexp(t, "[-'`^~\\\\]", escape.ReplaceAllString(line, ""), commands.PageName(cmd))
		}
		assert.False(t, inTable, commands.PageName(cmd))
		for _, below := range cmd.Commands() {
			if commands.HasPage(below) {
				look(below)
			}
		}
	}
	look((&app{engines: crosscut.Engines()}).rootCommand())
	assert.Greater(t, pages, 25)
}

func TestVersion(t *testing.T) {
	platform := ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	assert.Equal(t, "crosscut (devel)"+platform, base.Version("crosscut", new(debug.BuildInfo)))
	info := &debug.BuildInfo{Main: debug.Module{Version: "v0.2.0"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-01-31T12:00:00Z"},
	}}
	assert.Equal(t, "crosscut v0.2.0 (commit 0123456789ab of 2026-01-31T12:00:00Z)"+platform, base.Version("crosscut", info))
	info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	assert.Equal(t, "crosscut v0.2.0 (commit 0123456789ab of 2026-01-31T12:00:00Z, changed since)"+platform, base.Version("crosscut", info))
}

// Words of the command line may be written in any case, as the values of flags.
func TestCommandsAreNamedInAnyCase(t *testing.T) {
	for _, words := range [][]string{{"Version"}, {"help", "Files"}, {"generate", "HIDATO", "--help"}, {"completion", "BASH"}} {
		plain := strings.Fields(strings.ToLower(strings.Join(words, " ")))
		assert.Equal(t, printed("", plain...), runs(t, exitYes, "", words...), words)
	}
}
