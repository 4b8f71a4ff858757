package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/server"
	"crosscut/internal/base"
	"crosscut/web"
)

type serveFlags struct {
	Listen            string
	Public            bool
	Host, AllowOrigin []string
}

func (f *serveFlags) check(*cobra.Command) error {
	return cmp.Or(checkListen(f.Listen, f.Public), checkHosts(f.Host), checkOrigins(f.AllowOrigin))
}

// serve serves until ctx ends, which is not an error.
func (a *app) serve(ctx context.Context, f *serveFlags, _ []string) error {
	s := &server.Server{Page: web.Page(), Limits: server.DefaultLimits(), Hosts: []string{"localhost"}, Origins: f.AllowOrigin}
	if host, _, err := net.SplitHostPort(f.Listen); err == nil && host != "" {
		s.Hosts = append(s.Hosts, strings.ToLower(host))
	}
	for _, host := range f.Host {
		s.Hosts = append(s.Hosts, strings.ToLower(host))
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", f.Listen)
	if err != nil {
		if failed := (*net.OpError)(nil); errors.As(err, &failed) {
			err = failed.Err
		}
		return fmt.Errorf("--listen %s: %w; give another port, or 0 for a free one", f.Listen, err)
	}
	defer l.Close()
	if engine, err := web.Engine(); err == nil {
		s.Engine = engine
	} else {
		a.note(fmt.Sprintf("the page asks this server, because %s", base.OneLine(err)))
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
	if _, wrong := net.LookupPort("tcp", port); err != nil || port == "" || wrong != nil {
		return fmt.Errorf("--listen %q; %s", listen, addressIn(listen))
	}
	ip, err := netip.ParseAddr(host)
	if public || host == "localhost" || err == nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("--listen %q; other machines could reach this address: give 127.0.0.1:%s, or allow it with --public", listen, port)
}

// addressIn says which address may be meant by one that lacks something, or has more.
func addressIn(said string) string {
	said = strings.TrimRight(said, "/:")
	host, port := said[strings.LastIndex(said, "/")+1:], ""
	if before, behind, err := net.SplitHostPort(host); err == nil {
		host, port = before, behind
	}
	if isDigits := strings.Trim(host, "0123456789") == ""; isDigits {
		host, port = "", cmp.Or(host, port)
	}
	if _, err := net.LookupPort("tcp", port); err != nil || port == "" {
		port = "8080"
	}
	return fmt.Sprintf("it is a host and a port from 0 to %d, as in --listen %s", math.MaxUint16, net.JoinHostPort(cmp.Or(strings.Trim(host, "[]"), "127.0.0.1"), port))
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

// checkOrigins rejects everything except origins, as a browser names them.
func checkOrigins(origins []string) error {
	for _, origin := range origins {
		if !server.IsOrigin(origin) {
			return fmt.Errorf("--allow-origin %q; it is a scheme and a host, as in https://puzzles.example.org or http://127.0.0.1:8080", origin)
		}
	}
	return nil
}
