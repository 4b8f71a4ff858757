package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/internal/durable"
	"crosscut/internal/exchange"
	"crosscut/internal/files"
	"crosscut/internal/link"
	"crosscut/internal/memory"
	"crosscut/internal/serve/commands"
	"crosscut/internal/wording"
)

type importFlags struct {
	input  inputFlags
	from   string
	memory memory.Size
	output string
}

func (f *importFlags) variables() commands.Variables {
	return together(f.input.variables(), commands.Variables{"from": &f.from, "memory": &f.memory, "output": &f.output})
}

func (f *importFlags) check(*cobra.Command) error { return nil }

func (a *app) importFile(ctx context.Context, f *importFlags, args []string) error {
	name := args[0]
	entries, err := a.foreignEntries(ctx, f, name)
	if err != nil {
		return err
	}
	var texts []string
	for _, e := range entries {
		texts = append(texts, e.Text())
		if len(e.Left) > 0 {
			a.note(fmt.Sprintf("%s: no part of the puzzle, and not read: %s", e.Name, wording.List(e.Left)))
		}
	}
	return stoppedAs(ctx, files.ShownName(name), a.writeWhole(ctx, f.output, durable.Text([]byte(strings.Join(texts, "---\n")))))
}

func (a *app) foreignEntries(ctx context.Context, f *importFlags, name string) ([]*exchange.Entry, error) {
	if link.Is(name) || strings.Contains(name, "://") {
		return exchange.Read(f.from, strings.NewReader(name), "address", f.input.family)
	}
	return files.Read(ctx, a.source(), name, func(in io.Reader, name string) ([]*exchange.Entry, error) {
		return exchange.Read(f.from, in, name, f.input.family)
	})
}
