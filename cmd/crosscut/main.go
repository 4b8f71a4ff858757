// Command crosscut solves, counts and cross-checks three families of puzzle: hidoku,
// draughtboard and magic. "crosscut help" explains its commands.
//
// Each command has its own file. The other files hold what several commands share.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
)

func main() {
	if os.Getenv("GOGC") == "" {
		collectLate(littleMemory, debug.SetGCPercent(lateCollection), lateCollection)
	}
	os.Exit(mainUntil(untilSignal()))
}

const (
	lateCollection = 400     // percent of new memory at which garbage is collected while little memory is in use
	littleMemory   = 4 << 20 // bytes
)

// collectLate lets garbage be collected late while little memory is in use: each small file of a batch leaves more garbage
// than the program has in use. After each collection it chooses between late and the usual percentage. now is the present one.
func collectLate(little uint64, usual, now int) {
	collected := new([64]byte) // its clean-up runs after the next collection
	runtime.AddCleanup(collected, func(usual int) {
		live, next := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}, usual
		if metrics.Read(live); live[0].Value.Uint64() <= little {
			next = lateCollection
		}
		if next != now {
			debug.SetGCPercent(next)
		}
		collectLate(little, usual, next)
	}, usual)
}

// untilSignal returns a context that the first signal to end the program ends.
func untilSignal() context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, append(files.Hangup(), os.Interrupt, syscall.SIGTERM)...)
	go func() {
		<-signals
		signal.Stop(signals) // so a second signal ends the program at once
		cancel(serve.ErrInterrupted)
	}()
	return ctx
}

// mainUntil runs the program until it is done or the context ends. It returns the exit code.
func mainUntil(ctx context.Context) int {
	return runProgram(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, crosscut.Engines())
}

// runProgram runs the program and returns its exit code. The engines are an argument so that a
// test can pass a wrong one.
func runProgram(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, engines []crosscut.Engine) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, terminal: stdout, engines: engines}
	if isTerminal(stderr) {
		a.screen = &screen{terminal: stderr}
		a.stdout, a.stderr = a.screen.around(stdout), a.screen.around(stderr)
	}
	root := a.rootFor(args)
	root.SetArgs(args)
	root.SetIn(stdin)
	help := &firstErrorWriter{w: stdout}
	root.SetOut(help)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if err != nil && cmd == root {
		err = commands.Error(root, err)
	}
	if suggestion := (*commands.SuggestionError)(nil); err != nil && cmd == root && help.err == nil && !errors.As(err, &suggestion) {
		err = fmt.Errorf("%w; see \"crosscut --help\"", err)
	}
	if err == nil && a.exit == exitYes {
		err = help.err // cobra drops the errors of writing help
	}
	if err != nil {
		a.report(err)
	}
	return a.exit
}

// firstErrorWriter is a writer that remembers the first error.
type firstErrorWriter struct {
	w   io.Writer
	err error
}

func (n *firstErrorWriter) Write(text []byte) (int, error) {
	written, err := n.w.Write(text)
	if n.err == nil {
		n.err = err
	}
	return written, err
}
