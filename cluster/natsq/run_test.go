package natsq

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/ledger"
	"crosscut/puzzle"
)

const order4 = "puzzle: magic\nnumbers: 1..16\nsum: 34\n__,__,__,__\n__,__,__,__\n__,__,__,__\n__,__,__,__\n"

// What crosscut count --digest prints for it.
const (
	count4  = "7040"
	digest4 = "3e55de53e037d7173799acd2daaca580"
)

// bench is a run in one process: a server, a coordinator, and workers.
type bench struct {
	t      *testing.T
	dir    string
	server *Server
	o      Options
	token  string
}

func newBench(t *testing.T, text string, first int) *bench {
	p, err := puzzle.Parse(text)
	require.NoError(t, err)
	b := &bench{t: t, dir: t.TempDir(), token: Token()}
	b.o = Options{
		Puzzle: p, Plan: cubes.Plan{First: first, Cut: 4, Version: cubes.PlanVersion}, Kind: ledger.Digest,
		Ledger: filepath.Join(b.dir, "ledger"), Lease: time.Second, Build: "b",
	}
	b.start("127.0.0.1:0")
	t.Cleanup(func() { b.server.Stop() })
	return b
}

func (b *bench) start(listen string) {
	var err error
	b.server, err = StartServer(ServerOptions{Listen: listen, Store: filepath.Join(b.dir, "nats"), Token: b.token, Run: RunName(b.o.Puzzle, b.o.Plan, b.o.Kind)})
	require.NoError(b.t, err)
}

// ledgerInMemory puts the ledger where fsync costs nothing, if there is such a place.
func (b *bench) ledgerInMemory() {
	if dir, err := os.MkdirTemp("/dev/shm", "crosscut-"); err == nil {
		b.t.Cleanup(func() { os.RemoveAll(dir) })
		b.o.Ledger = filepath.Join(dir, "ledger")
	}
}

// restart starts the server again, at the same address.
func (b *bench) restart() {
	listen := strings.TrimPrefix(b.server.URL(), "nats://")
	b.server.Stop()
	b.start(listen)
}

// worker runs a worker until its run is over or the function that is returned is called.
func (b *bench) worker(name string, change func(*Worker)) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &Worker{Name: name, Engine: native(b.t), Jobs: 1, Build: "b"}
	if change != nil {
		change(w)
	}
	nc, err := Access{URL: b.server.URL(), Token: b.token}.Connect(name)
	require.NoError(b.t, err)
	ended := make(chan error, 1)
	go func() {
		ended <- w.Run(ctx, nc)
	}()
	return func() error {
		cancel()
		defer nc.Close()
		return <-ended
	}
}

// serveOpen runs a coordinator. The caller closes it.
func (b *bench) serveOpen(ctx context.Context) (*Coordinator, error) {
	c, err := NewCoordinator(ctx, b.o)
	require.NoError(b.t, err)
	c.every = 50 * time.Millisecond
	nc, err := b.server.Connect()
	require.NoError(b.t, err)
	defer nc.Close()
	return c, c.Serve(ctx, nc)
}

// serve runs a coordinator.
func (b *bench) serve(ctx context.Context, change func(*Coordinator)) (*Coordinator, error) {
	c, err := NewCoordinator(ctx, b.o)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	c.every = 50 * time.Millisecond
	if change != nil {
		change(c)
	}
	nc, err := b.server.Connect()
	require.NoError(b.t, err)
	defer nc.Close()
	return c, c.Serve(ctx, nc)
}

// enumerate is a search that takes at least some time. It cuts cubes of the first level whose
// number is divisible by cut.
func enumerate(time time.Duration, cut int) func(*Worker) {
	return func(w *Worker) {
		w.search = func(ctx context.Context, c cubes.Cube) crosscut.Part {
			if pause(ctx, time); ctx.Err() != nil {
				return crosscut.Part{Err: context.Cause(ctx)}
			}
			if cut > 0 && c.Path().Depth() == 1 && c.Index()%cut == 0 {
				return cutNow(ctx, c)
			}
			return crosscut.EnumerateSome(ctx, w.Engine, c, nil, nil)
		}
	}
}

// cutNow is a search that leaves all of a cube to others.
func cutNow(ctx context.Context, c cubes.Cube) crosscut.Part {
	children, err := c.Children(ctx)
	return crosscut.Part{Rest: children, Err: err}
}

// within returns a context that ends a test that hangs. The time is long, because machines
// may be busy.
func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeoutCause(context.Background(), d, fmt.Errorf("the test takes more than %v", d))
	t.Cleanup(cancel)
	return ctx
}

// isRight checks the result of a run of order4.
func isRight(t *testing.T, c *Coordinator, err error) {
	t.Helper()
	require.NoError(t, err)
	sum, complete := c.Total()
	assert.True(t, complete)
	assert.Equal(t, count4+" "+digest4, sum.String())
}

func TestARunCountsWhatCountCounts(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	for i := range 3 {
		defer b.worker(fmt.Sprint("w", i), nil)()
	}
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
	// Another run has nothing left to do.
	c, err = b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
	assert.Zero(t, c.finished)
}

func native(t *testing.T) crosscut.Engine {
	e, err := crosscut.EngineNamed("native")
	require.NoError(t, err)
	return e
}

// pair returns a certificate with its key.
func pair(certificate, key []byte) *tls.Certificate {
	private, err := x509.ParsePKCS8PrivateKey(key)
	if err != nil {
		return nil
	}
	return &tls.Certificate{Certificate: [][]byte{certificate}, PrivateKey: private}
}
