package natsq

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ServerOptions describe an embedded server.
type ServerOptions struct {
	Listen      string           // address and port; port 0 or -1 is any free one
	Token       string           // what workers must know
	Run         string           // the run that they may work for
	Certificate *tls.Certificate // nil is allowed on loopback only
	Solutions   bool             // answers have the text of solutions, so they are larger
}

// Server is an embedded server.
type Server struct {
	server *server.Server
	secret string // password of the coordinator
}

// greeting is how many seconds a new connection has to show its token. Its machine may be busy.
const greeting = 10

// Loopback reports whether an address can be reached from this machine only.
func Loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// StartServer starts a server. An address that is not loopback needs a token and a
// certificate; then it speaks TLS 1.3.
func StartServer(o ServerOptions) (*Server, error) {
	host, portText, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("the address %q; it is like 127.0.0.1:4222", o.Listen)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port > 65535 {
		return nil, fmt.Errorf("the port %q; it is a number up to 65535", portText)
	}
	if port <= 0 {
		port = server.RANDOM_PORT
	}
	if o.Token == "" {
		return nil, errors.New("a server needs a token")
	}
	if !Loopback(o.Listen) && o.Certificate == nil {
		return nil, fmt.Errorf("%s can be reached from other machines, so it needs a certificate", o.Listen)
	}
	s := &Server{secret: Token()}
	options := &server.Options{
		ServerName: "crosscut-" + Token()[:8], Host: host, Port: port, NoLog: true, NoSigs: true,
		MaxPayload: int32(limitOf(o.Solutions)), AuthTimeout: greeting, TLSTimeout: greeting,
		CustomClientAuthentication: &guard{secret: s.secret, token: o.Token, run: o.Run},
	}
	if o.Certificate != nil {
		options.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{*o.Certificate}}
		options.TLS = true
	}
	if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(0, port)))); err != nil { // the server would only log it
		return nil, fmt.Errorf("the server on %s cannot start: %w", o.Listen, err)
	} else if err = l.Close(); err != nil {
		return nil, err
	}
	if s.server, err = server.NewServer(options); err != nil {
		return nil, err
	}
	s.server.Start()
	if !s.server.ReadyForConnections(20 * time.Second) {
		s.server.Shutdown()
		return nil, fmt.Errorf("the server on %s cannot start: it is not ready after 20 s", o.Listen)
	}
	return s, nil
}

// guard lets the coordinator and workers in. A worker gives the name of its inbox as that of its user,
// and may hear no other inbox. The name is a secret of the worker.
type guard struct{ secret, token, run string }

// Check reports whether a client may come in, and says what it may do.
func (g *guard) Check(c server.ClientAuthentication) bool {
	given := c.GetOpts()
	user := &server.User{Username: given.Username}
	password := g.secret
	if given.Username != coordinator {
		if _, err := hex.DecodeString(given.Username); err != nil || len(given.Username) != len(g.secret) {
			return false
		}
		password, user.Permissions = g.token, permissions(g.run, given.Username)
	}
	if subtle.ConstantTimeCompare([]byte(given.Password), []byte(password)) != 1 {
		return false
	}
	c.RegisterUser(user)
	return true
}

// coordinator is the user that may do everything.
const coordinator = "coordinator"

// inboxOf returns the prefix of the inbox with a name.
func inboxOf(name string) string { return "_W." + name }

// permissions are what a worker may do: ask for cubes, for the job, its problem and the status, and say
// that it lives. It hears the pace of the run and what its inbox gets. docs/cluster/nats.conf has the same.
func permissions(run, inbox string) *server.Permissions {
	n := names(run)
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{n.job, n.text, n.status, n.take, n.beat}},
		Subscribe: &server.SubjectPermission{Allow: []string{n.pace, inboxOf(inbox) + ".>"}},
	}
}

// URL returns the address of the server.
func (s *Server) URL() string { return "nats://" + s.server.Addr().String() }

// Connect returns the connection of the coordinator. It does not use the network.
func (s *Server) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s.server), nats.UserInfo(coordinator, s.secret), nats.Name(coordinator), nats.MaxReconnects(-1))
}

// Stop ends the server and waits for its end.
func (s *Server) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// Token returns a random secret of 32 hexadecimal digits.
func Token() string {
	var raw [16]byte
	rand.Read(raw[:]) // never fails, says crypto/rand
	return hex.EncodeToString(raw[:])
}

// SelfSigned makes a certificate for ten years, and its key, both in PEM. Workers know it by its fingerprint, so
// its names do not matter.
func SelfSigned() (certificate, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "crosscut cluster"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(10, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	certificate, err = x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return nil, nil, err
	}
	key, err = x509.MarshalPKCS8PrivateKey(private)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), err
}

// Fingerprint returns the SHA-256 hash of a certificate, in hexadecimal digits.
func Fingerprint(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}

// TokenName is the environment variable that has the token of a worker.
const TokenName = "CROSSCUT_CLUSTER_TOKEN"

// Access is how to reach a server.
type Access struct {
	URL         string // may name a user, and a password in place of the token
	Token       string
	Fingerprint string // of a self-made certificate; "" trusts the usual authorities
	CA          string // file of an authority to trust
	Creds       string // file of NATS credentials
}

// Connect connects as a worker. A missing server and a wrong token are errors at once. The path of the URL
// does not matter.
func (a Access) Connect(name string) (*nats.Conn, error) {
	u, err := url.Parse(a.URL)
	if err != nil || u.Host == "" {
		return nil, errors.New("the server needs a URL such as tls://head:4222")
	}
	inbox := Token()
	user, password := inbox, a.Token
	if u.User != nil {
		user = u.User.Username()
		if given, ok := u.User.Password(); ok {
			password = given
		}
	}
	options := []nats.Option{
		nats.Name(name), nats.CustomInboxPrefix(inboxOf(inbox)), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, time.Second), nats.Timeout(5 * time.Second), nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // LastError has it
	}
	if password != "" {
		options, u.User = append(options, nats.UserInfo(user, password)), nil
	}
	if a.Creds != "" {
		options = append(options, nats.UserCredentials(a.Creds))
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	if a.Fingerprint != "" {
		options = append(options, nats.Secure(pinned(a.Fingerprint)))
	}
	u.Path = ""
	nc, err := nats.Connect(u.String(), options...)
	switch u.User = nil; {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return nil, fmt.Errorf("%s: %s", u, a.wrong(user != inbox))
	case errors.Is(err, nats.ErrNoServers):
		return nil, fmt.Errorf("%s: no server answers", u)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", u, err)
	}
	return nc, nil
}

// wrong says why a server lets nobody in.
func (a Access) wrong(user bool) string {
	switch {
	case a.Creds != "":
		return "the credentials of " + a.Creds + " are wrong"
	case user:
		return "the user or the password is wrong"
	case a.Token == "":
		return "the server wants a token, and " + TokenName + " is not set"
	}
	return "the token is wrong"
}

// pinned returns a configuration that trusts exactly one certificate.
func pinned(fingerprint string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // VerifyConnection checks the whole certificate instead
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 || Fingerprint(s.PeerCertificates[0].Raw) != fingerprint {
				return errors.New("the certificate of the server has another fingerprint")
			}
			return nil
		},
	}
}
