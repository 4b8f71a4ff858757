package natsq

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/run"
)

const order4 = "puzzle: magic\nnumbers: 1..16\nsum: 34\n__,__,__,__\n__,__,__,__\n__,__,__,__\n__,__,__,__\n"

// What crosscut count --digest prints for it.
const (
	count4  = "7040"
	digest4 = "3e55de53e037d7173799acd2daaca580"
)

// dominating is an exact cover with multiplicities: the ways in which few queens dominate
// a board of 7x7.
func dominating(t *testing.T) string {
	text, err := os.ReadFile("../../../../testdata/cover/queens-dominate-7.dlx")
	require.NoError(t, err)
	return string(text)
}

// whole has the sums of order4 and of dominating. TestAnyCuttingIsTheWhole of package
// problem compares digests of covers with those of a search without cubes.
var whole = map[run.Form]string{
	run.Puzzle: count4 + " " + digest4,
	run.Cover:  "86 45d7c38eb3ed72a22c1eb820621c2e16",
}

// bench is a run in one process: a server, a coordinator, and workers.
type bench struct {
	t      *testing.T
	dir    string
	server *Server
	o      Options
	token  string
}

func newBench(t *testing.T, text string, first int) *bench {
	p, err := Read(strings.NewReader(text), "test")
	require.NoError(t, err)
	b := &bench{t: t, dir: t.TempDir(), token: Token()}
	b.o = Options{
		Problem: p, Plan: p.Plan(first, 4), Kind: run.Digest,
		Dir: filepath.Join(b.dir, "run"), Lease: time.Second, Build: "b",
	}
	b.start("127.0.0.1:0")
	t.Cleanup(func() { b.server.Stop() })
	return b
}

func (b *bench) start(listen string) {
	var err error
	b.server, err = StartServer(ServerOptions{Listen: listen, Token: b.token, Run: b.name(), Solutions: b.o.Kind == run.Solutions})
	require.NoError(b.t, err)
}

// name returns the name of the run.
func (b *bench) name() string { return runName(b.o.Problem.Text(), b.o.Plan, b.o.Kind) }

// restart starts the server again, at the same address.
func (b *bench) restart() {
	listen := strings.TrimPrefix(b.server.URL(), "nats://")
	b.server.Stop()
	b.start(listen)
}

// worker runs a worker until its run is over or the function that is returned is called.
func (b *bench) worker(name string, change func(*Worker)) (stop func() error) {
	return b.workerAt(b.server.URL(), name, change)
}

// workerAt runs a worker that reaches the server at an address.
func (b *bench) workerAt(url, name string, change func(*Worker)) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &Worker{Name: name, Jobs: 1, Build: "b"}
	if change != nil {
		change(w)
	}
	nc, err := Access{URL: url, Token: b.token}.Connect(name)
	require.NoError(b.t, err)
	ended := make(chan error, 1)
	go func() {
		ended <- w.Run(ctx, nc, b.name())
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
		w.search = func(ctx context.Context, path run.Path) run.Result {
			if pause(ctx, time); ctx.Err() != nil {
				return run.Result{Err: context.Cause(ctx)}
			}
			if i, err := strconv.Atoi(string(path)); err == nil && cut > 0 && i%cut == 0 {
				return w.cutNow(ctx, path)
			}
			return w.digest(ctx, path)
		}
	}
}

// cutNow is a search that leaves all of a cube to others.
func (w *Worker) cutNow(ctx context.Context, path run.Path) run.Result {
	n, err := w.tree.Children(ctx, path)
	return run.Result{Rest: n, Err: err}
}

// digest searches a cube to its end.
func (w *Worker) digest(ctx context.Context, path run.Path) run.Result {
	return w.tree.Search(ctx, path, run.Ask{Engine: w.Engine, Digest: true})
}

// enumerated returns the sum of a cube.
func enumerated(t *testing.T, c *Coordinator, path run.Path) run.Sum {
	e, err := c.o.Problem.Choose(run.Engine{})
	require.NoError(t, err)
	r := c.run.Tree.Search(context.Background(), path, run.Ask{Engine: e, Digest: true})
	require.NoError(t, r.Err)
	return r.Sum
}

// within returns a context that ends a test that hangs. The time is long, because machines
// may be busy.
func within(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeoutCause(context.Background(), d, fmt.Errorf("the test takes more than %v", d))
	t.Cleanup(cancel)
	return ctx
}

// isRight checks the result of a run of order4 or of dominating.
func isRight(t *testing.T, c *Coordinator, err error) {
	t.Helper()
	require.NoError(t, err)
	sum, complete := c.Total()
	assert.True(t, complete)
	assert.Equal(t, whole[c.o.Problem.Form()], sum.String())
}

// inBothForms runs a test with a puzzle and with an exact cover.
func inBothForms(t *testing.T, test func(t *testing.T, text string)) {
	t.Parallel()
	for form, text := range map[run.Form]string{run.Puzzle: order4, run.Cover: dominating(t)} {
		t.Run(string(form), func(t *testing.T) {
			t.Parallel()
			test(t, text)
		})
	}
}

func TestARunCountsWhatCountCounts(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 40)
		for i := range 3 {
			defer b.worker(fmt.Sprint("w", i), nil)()
		}
		c, err := b.serve(within(t, 5*time.Minute), nil)
		isRight(t, c, err)
		// Another run has nothing left to do.
		c, err = b.serve(within(t, 5*time.Minute), nil)
		isRight(t, c, err)
		assert.Zero(t, c.finished)
	})
}
