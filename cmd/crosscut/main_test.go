package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestMain makes this test binary a crosscut program for the scripts. Three more programs have
// an engine with a bug: one misses a solution, one gives a wrong board, and one finds nothing and denies everything.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"crosscut":         announced,
		"crosscut-lacking": func() { os.Exit(mainWith(lacking)) },
		"crosscut-lying":   func() { os.Exit(mainWith(lying)) },
		"crosscut-denying": func() {
			e := crosscut.NewEngine("dlx", idle)
			e.Confirming = denying
			os.Exit(runWith(e))
		},
	})
}

// readyFile is an environment variable. It names the file that announced makes.
const readyFile = "CROSSCUT_READY"

// announced is the program. It makes a file when it notices signals from then on: before, a
// signal would end it at once. A busy machine may take seconds to start a program.
func announced() {
	ctx := untilSignal()
	if name := os.Getenv(readyFile); name != "" {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			panic(err)
		}
	}
	os.Exit(mainUntil(ctx))
}

// mainWith runs the program with the dlx engine replaced.
func mainWith(dlx func(context.Context, puzzle.Puzzle, *meter.Meter, func(puzzle.Solution) bool) error) int {
	return runWith(crosscut.NewEngine("dlx", dlx))
}

func runWith(dlx crosscut.Engine) int {
	engines := []crosscut.Engine{crosscut.Native, crosscut.SAT, dlx}
	return runProgram(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, engines)
}

// lacking is a search that misses the first solution.
func lacking(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	first := true
	return crosscut.DLX.Search(ctx, p, m, func(s puzzle.Solution) bool {
		if first {
			first = false
			return true
		}
		return yield(s)
	})
}

// lying is a search that ends with the error for a wrong board.
func lying(_ context.Context, p puzzle.Puzzle, _ *meter.Meter, _ func(puzzle.Solution) bool) error {
	wrong := make(puzzle.Solution, p.Board().Len())
	return &crosscut.WrongError{Engine: "dlx", Solution: wrong, Reason: p.Check(wrong)}
}

// idle is a search that meets a limit at once.
func idle(context.Context, puzzle.Puzzle, *meter.Meter, func(puzzle.Solution) bool) error {
	return &meter.LimitError{What: "a test"}
}

func denying(context.Context, puzzle.Puzzle, *meter.Meter, []puzzle.Solution) (int, error) {
	return 0, nil
}

// TestScripts runs the scripts of testdata/script. Each script has the commands of a user,
// with their output and exit codes. With SCRIPT_UPDATE=1 it writes the output to the files of
// "cmp". Read every change.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	program := builtProgram(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("SCRIPT_UPDATE") != "",
		Condition: func(condition string) (bool, error) {
			name, ok := strings.CutPrefix(condition, "exists:")
			if !ok {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			_, err := os.Stat(name)
			return err == nil, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "needs": needsProgram},
		Setup: func(env *testscript.Env) error {
			env.Values["test"] = env.T()
			env.Setenv("PATH", program+string(os.PathListSeparator)+env.Getenv("PATH"))
			return os.Symlink(filepath.Join(root, "testdata"), filepath.Join(env.WorkDir, "testdata"))
		},
	})
}

// builtProgram builds the program, and returns the folder that has it. The scripts start it a thousand
// times, and this test binary would need twice as long to start. Without go,
// the folder is empty, and the scripts run this test binary.
func builtProgram(t *testing.T) (folder string) {
	folder = t.TempDir()
	if _, err := exec.LookPath("go"); err == nil {
		printed, err := exec.Command("go", "build", "-buildvcs=false", "-o", folder, ".").CombinedOutput()
		require.NoError(t, err, "%s", printed)
	}
	return folder
}

// exits is the script command "exits CODE PROGRAM ARG...": it runs the program and
// fails unless its exit code is CODE.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARG...")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit code %d, not %s", code, args[0])
	}
}

// needsProgram is the script command "needs PROGRAM". It skips the script when the program
// is missing, so it stands on the first line.
func needsProgram(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: needs PROGRAM")
	}
	puzzletest.NeedsProgram(ts.Value("test").(testing.TB), args[0])
}

// TestOneCommandIsBuiltAsAmongAll builds each command without the others. Its name must be the
// one in the list, and its help and that of its subcommands the same as in the whole program.
func TestOneCommandIsBuiltAsAmongAll(t *testing.T) {
	a := &app{engines: crosscut.Engines()}
	all := a.rootCommand()
	assert.Len(t, a.builders(), len(all.Commands())-len(commands.Topics()))
	for name := range a.builders() {
		one := a.rootFor([]string{name, "FILE"})
		if name == "man" || name == "completion" { // they look at the others
			assert.Len(t, one.Commands(), len(all.Commands()), name)
			continue
		}
		assert.Len(t, one.Commands(), 1, name)
		alone, _, err := one.Find([]string{name})
		require.NoError(t, err)
		among, _, err := all.Find([]string{name})
		require.NoError(t, err)
		assert.Equal(t, name, alone.Name())
		assert.Equal(t, helpOfAll(among), helpOfAll(alone), name)
	}
}

// TestEveryFlagIsInTheTable compares the flags of each command with the table of commands. So the
// program has each option of the table, and no other.
func TestEveryFlagIsInTheTable(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		row, _ := commands.Of(cmd)
		flags := make(map[string]bool)
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			o, known := row.Option(flag.Name)
			assert.True(t, known || flag.Name == "version" && !cmd.HasParent(), "%s --%s", cmd.CommandPath(), flag.Name)
			assert.Equal(t, flag.Usage != "" && known, flag.Usage == o.Usage() && known, "%s --%s", cmd.CommandPath(), flag.Name)
			flags[flag.Name] = true
		})
		for _, below := range cmd.Commands() {
			visit(below)
		}
		if cmd.HasSubCommands() {
			return
		}
		for _, o := range row.Options {
			family, _, _ := text.Family(cmd.Name())
			other := len(o.Families) > 0 && !slices.Contains(o.Families, family)
			assert.NotEqual(t, other, flags[o.Name], "%s: --%s", cmd.CommandPath(), o.Name)
		}
	}
	visit((&app{engines: crosscut.Engines()}).rootCommand())
}

// helpOfAll returns the help of a command and of its subcommands.
func helpOfAll(cmd *cobra.Command) string {
	var text bytes.Buffer
	cmd.SetOut(&text)
	_ = cmd.Help() // a buffer takes everything
	for _, below := range cmd.Commands() {
		text.WriteString(helpOfAll(below))
	}
	return text.String()
}
