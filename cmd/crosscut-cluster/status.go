package main

import (
	"context"
	"encoding/json"
	"fmt"

	"crosscut/cmd/crosscut-cluster/internal/natsq"
)

func (p *program) status(ctx context.Context, args []string) error {
	var access accessFlags
	set := p.flags("status")
	access.add(set)
	format := set.String("format", "text", "`form`: text or json")
	address, err := p.parse(set, args, "URL")
	if err != nil {
		return err
	}
	if *format != "text" && *format != "json" {
		return errUsage("status", fmt.Errorf("--format %s; it is text or json", *format))
	}
	of, err := access.runOf("status", address)
	if err != nil {
		return err
	}
	nc, err := access.Connect("status")
	if err != nil {
		return err
	}
	defer nc.Close()
	s, err := natsq.AskStatus(ctx, nc, of)
	if err != nil {
		return err
	}
	if *format == "json" {
		return json.NewEncoder(p.stdout).Encode(s)
	}
	_, err = fmt.Fprintf(p.stdout, "run %s: %s solutions so far\n%s", s.Run, s.Count, s.Text())
	return err
}
