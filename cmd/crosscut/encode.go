package main

import (
	"context"
	"fmt"
	"time"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
)

type encodeFlags struct {
	inputFlags
	To       string
	Encoding string
	Time     time.Duration
	Output   string
}

func (a *app) encode(ctx context.Context, f *encodeFlags, args []string) error {
	file, err := a.read(ctx, args[0], &f.inputFlags)
	if err != nil {
		return err
	}
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	write, err := serve.PuzzleWriter(ctx, f.To, f.Encoding, file)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return stoppedAs(ctx, file.Name, a.writeWhole(ctx, files.Document(f.To), f.Output, write))
}
