package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/internal/serve/commands"
	"crosscut/internal/serve/server"
	"crosscut/internal/wording"
	"crosscut/web"
)

func (a *app) serveCommand() *cobra.Command {
	listen := "127.0.0.1:8080"
	var public bool
	var hosts []string
	return command("serve", commands.Variables{"listen": &listen, "public": &public, "host": &hosts}, &cobra.Command{
		Long: `Serve the page, where puzzles are played, set and printed in a browser, until an interrupt.
The first line of the output is its address.

The page has its own engine, if the program was built after "go generate ./web". Otherwise
it asks this server. Programs can ask it too:

  curl -X POST -T FILE 'http://127.0.0.1:8080/v1/solve?engine=sat&time=2s'

The operations are solve, count, unique, check, verify, hint, grade, why, certain, repair,
minimal, generate, draw, encode, prove, link, read and qr. The body is a puzzle file.
Options in the query are named like the flags. The answer is the JSON of --format json. Several
objects come as an array. /v1/openapi.json describes everything.

The status is 400 for wrong input, and 413 for a text or board that is too large. It is 503
when the server is full, and 504 when the time is up. A request may have 1 MB, 1,024 squares
and 10 s. It can neither write a file nor run a command.

Only this machine can ask, unless --public is given. Requests from pages of other sites are
refused. So are requests for a host name that --host does not give, so that no foreign name
can lead here. There is no encryption: for the internet, put a proxy in front.`,
		Example:           "  crosscut serve --listen 127.0.0.1:0",
		Args:              onlyFlags,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), listen, public, hosts)
		},
	})
}

// serve serves until ctx ends, which is not an error.
func (a *app) serve(ctx context.Context, listen string, public bool, hosts []string) error {
	if err := cmp.Or(checkListen(listen, public), checkHosts(hosts)); err != nil {
		return err
	}
	s := &server.Server{Page: web.Page(), Limits: server.DefaultLimits(), Hosts: []string{"localhost"}}
	if host, _, err := net.SplitHostPort(listen); err == nil && host != "" {
		hosts = append(hosts, host)
	}
	for _, host := range hosts {
		s.Hosts = append(s.Hosts, strings.ToLower(host))
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		if failed := (*net.OpError)(nil); errors.As(err, &failed) {
			err = failed.Err
		}
		return fmt.Errorf("--listen %s: %w; give another port, or 0 for a free one", listen, err)
	}
	defer l.Close()
	if engine, _, err := web.Engine(); err == nil {
		s.Engine = engine
	} else {
		a.note(fmt.Sprintf("the page asks this server, because %s", wording.OneLine(err)))
	}
	if _, err := fmt.Fprintf(a.stdout, "http://%v/\n", l.Addr()); err != nil {
		return err
	}
	return s.Serve(ctx, l)
}

// checkListen rejects a text that is no address. It rejects an address that other machines
// can reach, unless public.
func checkListen(listen string, public bool) error {
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port == "" {
		return fmt.Errorf("--listen %q; it is a host and a port, as in 127.0.0.1:8080", listen)
	}
	ip, err := netip.ParseAddr(host)
	if public || host == "localhost" || err == nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("--listen %q; other machines could reach this address: give 127.0.0.1:%s, or allow it with --public", listen, port)
}

// checkHosts rejects everything except the names of hosts. A port or a scheme would match no
// request.
func checkHosts(hosts []string) error {
	for _, host := range hosts {
		if host == "" || strings.ContainsAny(host, ":/@ ") {
			return fmt.Errorf("--host %q; it is a name without scheme and port, as in puzzles.example.org", host)
		}
	}
	return nil
}
