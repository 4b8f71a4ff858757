package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"crosscut/cmd/crosscut-cluster/internal/natsq"
	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/run"
	"crosscut/cubes"
	"crosscut/internal/durable"
)

// serveFlags are the flags of serve, and of run.
type serveFlags struct {
	dir, listen, nats, cert, key string
	access                       accessFlags // to nats
	digest                       bool
	solutions                    string
	cubes, cut                   int
	lease                        time.Duration
	engine                       run.Engine // of the workers that run starts
}

func (f *serveFlags) add(set *flag.FlagSet) {
	set.StringVar(&f.dir, "dir", "", "`folder` of the run; a later run continues there")
	set.BoolVar(&f.digest, "digest", false, "find every solution, and print the digest of their set")
	set.StringVar(&f.solutions, "solutions", "", "new `file` for all solutions, written at the end; implies --digest")
	set.IntVar(&f.cubes, "cubes", 500, "`number` of cubes of the first cut")
	set.IntVar(&f.cut, "cut", run.DefaultCut, "`number` of cubes that an expensive cube is cut into")
}

// check rejects numbers of cubes that no plan can have.
func (f *serveFlags) check(command string) error {
	switch {
	case f.cubes < 1 || f.cubes > cubes.Max:
		return errUsage(command, fmt.Errorf("--cubes %d; it must be 1 to %d", f.cubes, cubes.Max))
	case f.cut < 2 || f.cut > cubes.Max:
		return errUsage(command, fmt.Errorf("--cut %d; it must be 2 to %d", f.cut, cubes.Max))
	}
	return nil
}

// hosted is a coordinator and the server that it uses.
type hosted struct {
	*natsq.Coordinator
	server *natsq.Server // nil if it is another one
	conn   *nats.Conn
	access natsq.Access // of workers

	solutions, label string // file for the solutions, and the name of the problem there
	cover            bool   // the problem is an exact cover
}

func (p *program) serve(ctx context.Context, args []string) error {
	var f serveFlags
	set := p.flags("serve")
	f.add(set)
	set.StringVar(&f.listen, "listen", "127.0.0.1:4222", "`address` of the server; other machines reach 0.0.0.0:4222")
	set.DurationVar(&f.lease, "lease", time.Minute, "`time` after which the cubes of a silent worker go to others")
	set.StringVar(&f.nats, "nats", "", "`URL` of a NATS server to use instead; --creds, --fingerprint and --tls-ca are for it")
	f.access.add(set)
	set.StringVar(&f.cert, "tls-cert", "", "`file` with the certificate of the own server (default a self-made one)")
	set.StringVar(&f.key, "tls-key", "", "`file` with the key of --tls-cert")
	name, err := p.parse(set, args, "file")
	if err != nil {
		return err
	}
	if err := f.check("serve"); err != nil {
		return err
	}
	if f.dir == "" {
		return errUsage("serve", errors.New("serve needs --dir"))
	}
	if f.lease < time.Second {
		return errUsage("serve", fmt.Errorf("--lease %v; it must be at least 1s", f.lease))
	}
	if own := (natsq.Access{Token: f.access.Token}); f.nats == "" && f.access.Access != own {
		return errUsage("serve", errors.New("--creds, --fingerprint and --tls-ca go with --nats"))
	}
	h, err := p.host(ctx, &f, name)
	if err != nil {
		return err
	}
	defer h.close()
	fmt.Fprintln(p.stderr, "crosscut-cluster: start workers with\n  "+h.join())
	return p.finish(h, h.Serve(ctx, h.conn))
}

// join returns the command that starts a worker, as a shell reads it. The token is in the environment, because
// other users of a machine can see the arguments of a program. The password of another server is not shown.
func (h *hosted) join() string {
	command := "crosscut-cluster work " + quoted(h.access.URL)
	for _, f := range [][2]string{{"fingerprint", h.access.Fingerprint}, {"tls-ca", h.access.CA}, {"creds", h.access.Creds}} {
		if f[1] != "" {
			command += " --" + f[0] + " " + quoted(f[1])
		}
	}
	if h.server != nil {
		command = tokenName + "=" + quoted(h.access.Token) + " " + command
	}
	return command
}

// quoted returns a word that a shell reads as this text.
func quoted(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > 'z' || r < '-' || strings.ContainsRune(";<=>?[\\]^`", r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// host opens the run of a problem, and starts a server unless another one is named.
func (p *program) host(ctx context.Context, f *serveFlags, name string) (*hosted, error) {
	whole, err := files.Read(ctx, files.Source{Stdin: os.Stdin}, name, natsq.Read)
	if err != nil {
		return nil, err
	}
	if _, err := whole.Choose(f.engine); err != nil {
		return nil, err
	}
	if f.solutions != "" {
		if err := isNew(f.solutions); err != nil {
			return nil, fmt.Errorf("--solutions %s: %w", f.solutions, err)
		}
		f.digest = true
	}
	if err := durable.MkdirAll(f.dir); err != nil {
		return nil, err
	}
	o := natsq.Options{
		Problem: whole, Plan: whole.Plan(f.cubes, f.cut), Kind: run.Count,
		Dir: f.dir, Lease: f.lease, Build: natsq.Build(),
		Note: func(text string) { fmt.Fprintln(p.stderr, "crosscut-cluster:", text) },
	}
	if f.digest {
		o.Kind = run.Digest
	}
	if f.solutions != "" {
		o.Kind = run.Solutions
	}
	h := &hosted{solutions: f.solutions, label: files.ShownName(name), cover: whole.Form() == run.Cover}
	if h.Coordinator, err = natsq.NewCoordinator(ctx, o); err != nil {
		return nil, err
	}
	if err := h.connect(f); err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

// isNew returns an error if a file exists, or if its folder does not. The solutions are
// written at the end, so this must be known at the beginning.
func isNew(name string) error {
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return cmp.Or(err, errors.New("the file exists already"))
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return errors.New("there is no such folder")
	}
	return nil
}

// connect starts the server, or connects to another one.
func (h *hosted) connect(f *serveFlags) (err error) {
	if f.nats != "" {
		return h.connectTo(f)
	}
	if h.access.Token, err = secret(filepath.Join(f.dir, "token")); err != nil {
		return err
	}
	o := natsq.ServerOptions{Listen: f.listen, Token: h.access.Token, Run: h.Run(), Solutions: h.solutions != ""}
	scheme := "nats://"
	if !natsq.Loopback(f.listen) || f.cert != "" {
		scheme = "tls://"
		if o.Certificate, h.access.Fingerprint, err = certificate(f); err != nil {
			return err
		}
	}
	if h.server, err = natsq.StartServer(o); err != nil {
		return err
	}
	address := strings.TrimPrefix(h.server.URL(), "nats://")
	if host, port, err := net.SplitHostPort(address); err == nil && net.ParseIP(host).IsUnspecified() {
		if own, err := os.Hostname(); err == nil {
			address = net.JoinHostPort(own, port)
		}
	}
	h.access.URL = scheme + address + "/" + h.Run()
	h.conn, err = h.server.Connect()
	return err
}

func (h *hosted) connectTo(f *serveFlags) (err error) {
	u, err := url.Parse(f.nats)
	if err != nil || u.Host == "" {
		return errors.New("--nats needs a URL such as tls://head:4222")
	}
	if !natsq.Loopback(u.Host) && (u.Scheme != "tls" || f.access.Creds == "" && u.User == nil) {
		return fmt.Errorf("--nats %s: a server on another machine needs tls:// and --creds", u.Redacted())
	}
	h.access = f.access.Access
	h.access.URL = f.nats
	if h.conn, err = h.access.Connect("coordinator"); err != nil {
		return err
	}
	if _, secret := u.User.Password(); secret {
		u.User = url.User(u.User.Username())
	}
	u.Path = "/" + h.Run()
	h.access.URL = u.String()
	return nil
}

// finish prints the result. A part of it is no result, so it goes where messages go.
func (p *program) finish(h *hosted, err error) error {
	sum, complete := h.Total()
	text := sum.Count.String()
	switch {
	case exitCode(err) == exitDisagree:
		return err // no number can be believed
	case !complete:
		fmt.Fprintf(p.stderr, "crosscut-cluster: not finished; %s solutions so far\n", text)
		return err
	case h.Kind() != run.Count:
		text += " " + sum.Digest.String()
	}
	if err == nil && h.solutions != "" {
		err = h.WriteSolutions(h.solutions, h.label)
	}
	if _, printed := fmt.Fprintln(p.stdout, text); printed != nil {
		return errors.Join(err, printed)
	}
	if err == nil && sum.Count.Sign() == 0 && (h.cover || h.solutions != "") {
		return errNone // as cover --count and solve --all; a count of 0 is an answer of count
	}
	return err
}

func (h *hosted) close() {
	if h.conn != nil {
		h.conn.Close()
	}
	if h.server != nil {
		h.server.Stop()
	}
	h.Close() // every entry is on the disk already
}

// secret returns the token in a file, and makes a new one if there is none.
func secret(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err == nil && len(strings.TrimSpace(string(text))) >= 16 {
		return strings.TrimSpace(string(text)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	token := natsq.Token()
	return token, os.WriteFile(name, []byte(token+"\n"), 0o600)
}

// certificate returns the certificate of the server. The fingerprint is that of one for which no usual authority
// vouches. One that is made here is kept in the folder.
func certificate(f *serveFlags) (*tls.Certificate, string, error) {
	if f.cert != "" || f.key != "" {
		c, err := tls.LoadX509KeyPair(f.cert, f.key)
		if err != nil || vouchedFor(c) {
			return &c, "", err
		}
		return &c, natsq.Fingerprint(c.Certificate[0]), nil
	}
	certName, keyName := filepath.Join(f.dir, "cert.pem"), filepath.Join(f.dir, "key.pem")
	if _, err := os.Stat(keyName); errors.Is(err, fs.ErrNotExist) {
		cert, key, err := natsq.SelfSigned()
		if err != nil {
			return nil, "", err
		}
		if err := cmp.Or(os.WriteFile(certName, cert, 0o600), os.WriteFile(keyName, key, 0o600)); err != nil {
			return nil, "", err
		}
	}
	c, err := tls.LoadX509KeyPair(certName, keyName)
	if err != nil {
		return nil, "", err
	}
	return &c, natsq.Fingerprint(c.Certificate[0]), nil
}

// vouchedFor reports whether an authority that this system trusts has signed a certificate.
func vouchedFor(c tls.Certificate) bool {
	between := x509.NewCertPool()
	for _, raw := range c.Certificate[1:] {
		if above, err := x509.ParseCertificate(raw); err == nil {
			between.AddCert(above)
		}
	}
	_, err := c.Leaf.Verify(x509.VerifyOptions{Intermediates: between})
	return err == nil
}
