// Command crosscut-cluster counts the solutions of a puzzle, or the covers of an exact cover
// problem, on many machines. It is exact whatever fails: see package run of crosscut.
// "crosscut-cluster help" lists its commands.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/internal/base"
	"crosscut/meter"
)

// Exit codes, as those of crosscut.
const (
	exitYes         = 0
	exitNo          = 1
	exitBad         = 2
	exitLimit       = 3
	exitDisagree    = 4
	exitDisk        = 74
	exitInterrupted = 130
)

const usage = `crosscut-cluster counts on many machines, exactly, whatever fails. FILE has a puzzle, or an exact
cover as "crosscut cover" reads it; - is standard input.

  crosscut-cluster run FILE [--workers N] [--digest] [--solutions OUT] [--dir D]
        count on this machine: a server, a coordinator and N worker processes
  crosscut-cluster serve FILE --dir D [--listen ADDR] [--digest] [--solutions OUT] [--nats URL]
        coordinate workers on other machines; prints the command that starts one, with its URL
  crosscut-cluster work URL [--jobs N] [--engine E] [--core C] [--memory M]
        be a worker; SIGTERM gives the work back and leaves
  crosscut-cluster status URL [--format text|json]
        say how far the run is
  crosscut-cluster version
        say what this program was built from
  crosscut-cluster man --dir D, crosscut-cluster completion SHELL
        write the manual, or the completions for bash, zsh, fish or powershell

"crosscut-cluster COMMAND --help" lists the flags. Exit codes: 0 done, 1 no cover or no
solution to write, 2 bad usage or input, 3 cubes are missing, 4 two results disagree,
74 the disk fails, 130 interrupted. See docs/clusters.md.
`

// errInterrupted is the cause of the end after a signal.
var errInterrupted = errors.New("interrupted")

// program is one run of the program.
type program struct {
	stdout, stderr io.Writer
	describe       func(set *flag.FlagSet, argument string) // if it is not nil, it gets the flags of a command, which then does nothing
}

// commands are what the program does, by name.
func (p *program) commands() map[string]func(context.Context, []string) error {
	return map[string]func(context.Context, []string) error{
		"run": p.local, "serve": p.serve, "work": p.work, "status": p.status, "man": p.man,
	}
}

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // a second signal ends the program at once
		cancel(errInterrupted)
	}()
	p := &program{stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(p.run(ctx, os.Args[1:]))
}

// run runs the program and returns its exit code.
func (p *program) run(ctx context.Context, args []string) int {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		fmt.Fprint(p.stdout, usage)
		return exitYes
	}
	if args[0] == "version" || args[0] == "--version" {
		fmt.Fprintln(p.stdout, base.Version("crosscut-cluster", base.Build()))
		return exitYes
	}
	if args[0] == "completion" || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return p.complete(args)
	}
	command, ok := p.commands()[args[0]]
	if !ok {
		fmt.Fprintf(p.stderr, "crosscut-cluster: no command %q; see \"crosscut-cluster help\"\n", args[0])
		return exitBad
	}
	err := command(ctx, args[1:])
	if errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), errInterrupted) {
		err = errInterrupted // whatever the signal has cut short
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) && !errors.Is(err, errNone) {
		fmt.Fprintln(p.stderr, "crosscut-cluster:", err)
	}
	return exitCode(err)
}

func exitCode(err error) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitYes
	case errors.Is(err, errNone):
		return exitNo
	case errors.Is(err, errInterrupted):
		return exitInterrupted
	case errors.As(err, new(*crosscut.DisagreementError)):
		return exitDisagree
	case errors.Is(err, meter.ErrLimit):
		return exitLimit
	case errors.Is(err, run.ErrDisk):
		return exitDisk
	}
	return exitBad
}

// errNone says that there is no cover, or no solution to write. It is an answer, so it is not printed.
var errNone = errors.New("no solution")

// flags returns a set of flags of a command.
func (p *program) flags(command string) *flag.FlagSet {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(io.Discard) // an error is one line, which run prints
	return f
}

// parse reads flags before and after the one argument. It prints the help that somebody asks for.
func (p *program) parse(f *flag.FlagSet, args []string, argument string) (string, error) {
	if p.describe != nil {
		p.describe(f, argument)
		return "", flag.ErrHelp
	}
	var rest []string
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			if !errors.Is(err, flag.ErrHelp) {
				return "", errUsage(f.Name(), err)
			}
			fmt.Fprintf(p.stdout, "usage: crosscut-cluster %s %s [flags]\n", f.Name(), strings.ToUpper(argument))
			f.SetOutput(p.stdout)
			f.PrintDefaults()
			return "", err
		}
		if args = f.Args(); len(args) > 0 {
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	if len(rest) != 1 {
		return "", errUsage(f.Name(), fmt.Errorf("%s needs one %s, and got %d", f.Name(), argument, len(rest)))
	}
	return rest[0], nil
}

func errUsage(command string, err error) error {
	return fmt.Errorf("%w; see \"crosscut-cluster %s --help\"", err, command)
}
