package natsq

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/run"
)

// at calls do when a coordinator has that many outcomes.
func at(n int, do func()) func(*Coordinator) {
	return func(c *Coordinator) {
		go func() {
			for done := 0; done < n; time.Sleep(time.Millisecond) {
				c.mu.Lock()
				done = c.finished
				c.mu.Unlock()
			}
			do()
		}()
	}
}

// interrupted runs a coordinator until it has some outcomes.
func (b *bench) interrupted(outcomes int) {
	ctx, cancel := context.WithCancel(within(b.t, 5*time.Minute))
	defer cancel()
	_, err := b.serve(ctx, at(outcomes, cancel))
	require.ErrorIs(b.t, err, context.Canceled)
}

// TestALateAnswerIsTheSame parts a worker from the server while it searches a cube. Its lease ends, and
// another worker searches the cube. Then the first worker answers too.
func TestALateAnswerIsTheSame(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	b.o.Lease = 300 * time.Millisecond
	p := newProxy(t, strings.TrimPrefix(b.server.URL(), "nats://"))
	var searches atomic.Int32
	defer b.workerAt("nats://"+p.listener.Addr().String(), "hung", func(w *Worker) {
		enumerate(0, 3)(w)
		search := w.search
		w.search = func(ctx context.Context, path run.Path) run.Result {
			if searches.Add(1) == 1 {
				p.parted.Store(true)
				p.cut()
				time.Sleep(1200 * time.Millisecond)
				p.parted.Store(false)
			}
			return search(ctx, path)
		}
	})()
	defer b.worker("good", enumerate(40*time.Millisecond, 3))()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
}

// mortal runs workers, one after the other, each of which ends without a word when it gets a cube that
// is deadly for it.
func (b *bench) mortal(name string, deadly func(path run.Path) bool) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			nc, err := Access{URL: b.server.URL(), Token: b.token}.Connect(name)
			if !assert.NoError(b.t, err) {
				return
			}
			w := &Worker{Name: fmt.Sprint(name, n), Jobs: 1, Build: "b"}
			enumerate(5*time.Millisecond, 0)(w)
			search := w.search
			w.search = func(ctx context.Context, path run.Path) run.Result {
				if deadly(path) {
					nc.Close()
				}
				return search(ctx, path)
			}
			w.Run(ctx, nc, b.name())
			nc.Close()
		}
	})
	return func() { cancel(); running.Wait() }
}

// TestADeadWorkerIsReplaced lets workers die with cubes in their hands.
func TestADeadWorkerIsReplaced(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 20)
		b.o.Lease = 300 * time.Millisecond
		var searches, deaths atomic.Int32
		for i := range 2 {
			defer b.mortal(fmt.Sprint("w", i), func(run.Path) bool {
				return searches.Add(1)%4 == 0 && deaths.Add(1) <= 10
			})()
		}
		c, err := b.serve(within(t, 5*time.Minute), nil)
		isRight(t, c, err)
		assert.GreaterOrEqual(t, deaths.Load(), int32(4))
	})
}

// TestAnyMessageMayGetLost sends each request twice, as a worker does that has heard no answer.
func TestAnyMessageMayGetLost(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	nc, err := Access{URL: b.server.URL(), Token: b.token}.Connect("by hand")
	require.NoError(t, err)
	defer nc.Close()
	ctx := within(t, 5*time.Minute)
	var stop func() error
	c, err := b.serve(ctx, func(c *Coordinator) {
		go func() {
			said := answer{Worker: "by hand", Build: "b"}
			twice := func() string {
				var first, second task
				assert.NoError(t, ask(ctx, nc, c.names.take, said, &first))
				assert.NoError(t, ask(ctx, nc, c.names.take, said, &second))
				assert.Equal(t, first, second)
				return first.Cube
			}
			cube := twice()
			sum := enumerated(t, c, run.Path(cube))
			said.Outcome = &outcome{Entry: run.Entry{Path: cube, Count: sum.Count, Digest: sum.Digest.String()}}
			assert.NotEqual(t, cube, twice())
			said.Left = true
			assert.Empty(t, twice())
			stop = b.worker("w", nil)
		}()
	})
	isRight(t, c, err)
	stop()
}

// TestAWorkerThatLeavesGivesItsCubesBack ends a worker in the midst of its cubes, long before its lease
// ends. What it has finished counts.
func TestAWorkerThatLeavesGivesItsCubesBack(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	b.o.Lease = time.Hour
	var found, searching atomic.Int32
	leaves := b.worker("leaves", func(w *Worker) {
		w.Jobs = 3
		w.search = func(ctx context.Context, path run.Path) run.Result {
			if searching.Add(1) < 3 {
				found.Add(1)
				return w.digest(ctx, path)
			}
			<-ctx.Done()
			return run.Result{Err: context.Cause(ctx)}
		}
	})
	var searched atomic.Int32
	c, err := b.serve(within(t, 5*time.Minute), at(2, func() {
		assert.ErrorIs(t, leaves(), context.Canceled)
		b.worker("stays", func(w *Worker) {
			w.search = func(ctx context.Context, path run.Path) run.Result {
				searched.Add(1)
				return w.digest(ctx, path)
			}
		})
	}))
	isRight(t, c, err)
	cubes, err := c.run.Tree.Children(t.Context(), "")
	require.NoError(t, err)
	assert.Equal(t, cubes, int(found.Load()+searched.Load()), "each cube is searched to its end once")
}

func TestACoordinatorGoesOn(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 40)
		for i := range 2 {
			defer b.worker(fmt.Sprint("w", i), enumerate(10*time.Millisecond, 4))()
		}
		for n := range 3 {
			b.interrupted(5 + n)
		}
		c, err := b.serve(within(t, 5*time.Minute), nil)
		isRight(t, c, err)
	})
}

// TestARunHasOneCoordinatorOnAServer starts a second coordinator. It is refused, and the first one goes on.
func TestARunHasOneCoordinatorOnAServer(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	ctx := within(t, 5*time.Minute)
	begun, first := make(chan struct{}), make(chan error, 1)
	var c *Coordinator
	go func() {
		var err error
		c, err = b.serve(ctx, func(*Coordinator) { close(begun) })
		first <- err
	}()
	<-begun
	own, err := Access{URL: b.server.URL(), Token: b.token}.Connect("asks")
	require.NoError(t, err)
	defer own.Close()
	require.NoError(t, ask(ctx, own, names(b.name()).job, nil, new(runJob)), "the first coordinator answers")
	other := *b
	other.o.Dir = t.TempDir()
	_, err = other.serve(within(t, 5*time.Minute), nil)
	require.ErrorContains(t, err, "another coordinator serves the same run")
	defer b.worker("w", nil)()
	require.NoError(t, <-first)
	isRight(t, c, nil)
}

// TestTwoCoordinatorsShareARun has a server for each of them, and one folder.
func TestTwoCoordinatorsShareARun(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	other := *b
	other.start("127.0.0.1:0")
	t.Cleanup(other.server.Stop)
	var serving sync.WaitGroup
	for _, each := range []*bench{b, &other} {
		defer each.worker("w", enumerate(10*time.Millisecond, 4))()
		serving.Go(func() {
			c, err := each.serve(within(t, 5*time.Minute), nil)
			isRight(t, c, err)
			assert.Positive(t, c.finished)
		})
	}
	serving.Wait()
}

// TestAPortInUseIsNoticedAtOnce asks for the port of another listener.
func TestAPortInUseIsNoticedAtOnce(t *testing.T) {
	t.Parallel()
	other, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer other.Close()
	o := ServerOptions{Listen: other.Addr().String(), Token: "t", Run: "r"}
	begin := time.Now()
	_, err = StartServer(o)
	require.ErrorContains(t, err, "the server on "+o.Listen+" cannot start: ")
	require.ErrorContains(t, err, "address already in use")
	assert.Less(t, time.Since(begin), 15*time.Second) // it was 20 s
}

// TestAServerThatStartsAnewLosesNothing stops the server twice, while the workers wait. It keeps nothing.
func TestAServerThatStartsAnewLosesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	defer b.worker("w", enumerate(20*time.Millisecond, 4))()
	for _, outcomes := range []int{3, 10} {
		b.interrupted(outcomes)
		b.restart()
	}
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
}

// proxy passes bytes on to a server, unless it is parted.
type proxy struct {
	listener net.Listener
	parted   atomic.Bool
	mu       sync.Mutex
	open     []net.Conn
}

func newProxy(t *testing.T, to string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{listener: l}
	t.Cleanup(func() { l.Close(); p.cut() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			if p.parted.Load() {
				from.Close()
				continue
			}
			other, err := net.Dial("tcp", to)
			if err != nil {
				from.Close()
				continue
			}
			p.mu.Lock()
			p.open = append(p.open, from, other)
			p.mu.Unlock()
			go io.Copy(from, other)
			go io.Copy(other, from)
		}
	}()
	return p
}

// cut ends all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.open {
		c.Close()
	}
	p.open = nil
}

// TestAPartedNetworkHeals parts a worker from the server again and again.
func TestAPartedNetworkHeals(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	b.o.Lease = 500 * time.Millisecond
	p := newProxy(t, strings.TrimPrefix(b.server.URL(), "nats://"))
	defer b.workerAt("nats://"+p.listener.Addr().String(), "far", func(w *Worker) {
		w.Jobs = 2
		enumerate(20*time.Millisecond, 4)(w)
	})()
	partings := make(chan struct{})
	go func() {
		defer close(partings)
		for range 3 {
			time.Sleep(200 * time.Millisecond)
			p.parted.Store(true)
			p.cut()
			time.Sleep(200 * time.Millisecond)
			p.parted.Store(false)
		}
	}()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
	<-partings
}

// TestAPoisonCubeIsNamed lets one small cube end every worker. The cube around it is cut,
// and the small one is named. All others are counted.
func TestAPoisonCubeIsNamed(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 5)
		b.o.Lease = 300 * time.Millisecond
		const poison = "2.1"
		for i := range 2 {
			defer b.mortal(fmt.Sprint("w", i), func(path run.Path) bool {
				return path == "2" || path == poison || strings.HasPrefix(string(path), poison+".")
			})()
		}
		c, err := b.serve(within(t, 5*time.Minute), nil)
		missing := (*run.MissingError)(nil)
		require.ErrorAs(t, err, &missing)
		assert.Equal(t, []string{poison}, missing.Cubes)
		sum, complete := c.Total()
		assert.False(t, complete)
		assert.Equal(t, whole[c.o.Problem.Form()], sum.Plus(enumerated(t, c, poison)).String())
	})
}

// TestAPoisonCubeComesAlone has a cube that needs too much memory beside others. The cube is
// cut. Its part that needs the memory comes alone, and can be finished then.
func TestAPoisonCubeComesAlone(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	b.o.Lease = time.Minute
	var running, alone, times, crowded atomic.Int32
	stop := b.worker("w", func(w *Worker) {
		w.Jobs = 3
		w.Alone = func(now bool) {
			if now {
				alone.Store(1)
				times.Add(1)
			} else {
				alone.Store(0)
			}
		}
		w.search = func(ctx context.Context, path run.Path) run.Result {
			defer running.Add(-1)
			if running.Add(1) > 1 && alone.Load() > 0 {
				crowded.Add(1)
			}
			if path == "2" || path == "2.1" && alone.Load() == 0 {
				return run.Result{Err: errMemory}
			}
			pause(ctx, 5*time.Millisecond)
			return w.digest(ctx, path)
		}
	})
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
	stop()
	assert.EqualValues(t, 1, times.Load(), "cubes that came alone")
	assert.Zero(t, crowded.Load(), "searches beside the cube that comes alone")
	assert.Zero(t, alone.Load())
}

// TestALongProblemIsSentInParts has a text longer than a message.
func TestALongProblemIsSentInParts(t *testing.T) {
	t.Parallel()
	b := newBench(t, strings.Repeat("| "+strings.Repeat("x", 97)+"\n", 4000)+dominating(t), 20)
	require.Greater(t, len(b.o.Problem.Text()), maxMessage)
	defer b.worker("w", nil)()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
	for _, from := range []string{"-1", "999999999", "x", `1,"to":2`} {
		assert.Empty(t, c.part([]byte(`{"from":`+from+`}`)))
	}
	assert.Len(t, c.part([]byte(`{"from":5}`)), partBytes)
	assert.Len(t, c.part(fmt.Appendf(nil, `{"from":%d}`, len(c.text)-7)), 7)
}

// TestLongCountsFitIntoAnswers gives every cube a count of 19,001 digits.
func TestLongCountsFitIntoAnswers(t *testing.T) {
	t.Parallel()
	b := newBench(t, dominating(t), 100)
	b.o.Kind = run.Count
	b.restart()
	long := new(big.Int).Exp(big.NewInt(10), big.NewInt(19_000), nil)
	defer b.worker("w", func(w *Worker) {
		w.search = func(context.Context, run.Path) run.Result {
			return run.Result{Sum: run.Sum{Count: long}}
		}
	})()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	require.NoError(t, err)
	sum, complete := c.Total()
	require.True(t, complete)
	cubes, err := c.run.Tree.Children(t.Context(), "")
	require.NoError(t, err)
	assert.Zero(t, sum.Count.Cmp(long.Mul(long, big.NewInt(int64(cubes)))))
}

func TestAnotherBuildIsRefused(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 20)
		ctx, cancel := context.WithCancel(context.Background())
		served := make(chan error)
		go func() {
			_, err := b.serve(ctx, nil)
			served <- err
		}()
		nc, err := Access{URL: b.server.URL(), Token: b.token}.Connect("other")
		require.NoError(t, err)
		defer nc.Close()
		err = (&Worker{Name: "other", Build: "other"}).Run(within(t, 5*time.Minute), nc, b.name())
		assert.EqualError(t, err, `this worker does not fit the run: it is of build "other", the coordinator of build "b"`)
		require.ErrorIs(t, err, errRefused)
		other := b.o
		other.Plan.Cut = 5
		_, err = NewCoordinator(context.Background(), other)
		assert.ErrorContains(t, err, "cuts puzzles into other cubes", "another plan")
		cancel()
		<-served
	})
}

// TestAForgedCountStopsTheRun answers a cube twice: once with a wrong count.
func TestAForgedCountStopsTheRun(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 20)
		for i := range 2 {
			defer b.worker(fmt.Sprint("w", i), func(w *Worker) {
				enumerate(10*time.Millisecond, 0)(w)
				search := w.search
				w.search = func(ctx context.Context, path run.Path) run.Result {
					if path == "3" {
						forged := answer{Worker: "evil", Build: "b", Outcome: &outcome{Entry: run.Entry{Path: "3", Count: big.NewInt(1), Digest: strings.Repeat("0", 32)}}}
						text, err := json.Marshal(forged)
						require.NoError(t, err)
						require.NoError(t, w.nc.Publish(w.names.take, text))
					}
					return search(ctx, path)
				}
			})()
		}
		_, err := b.serve(within(t, 5*time.Minute), nil)
		require.ErrorAs(t, err, new(*crosscut.DisagreementError))
		assert.ErrorContains(t, err, "two outcomes of cube 3 differ")
	})
}

// TestAnswersThatAreNoneAreRefused sends answers that break the schema.
func TestAnswersThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	nc, err := Access{URL: b.server.URL(), Token: b.token}.Connect("evil")
	require.NoError(t, err)
	defer nc.Close()
	good := strings.Repeat("0", 32)
	texts := []string{
		"", "{", "[]", `{"worker":"x","build":"b","more":1}`, `{"worker":"x","build":"b"}{}`, `{"worker":"x","build":"other","outcome":{"path":"1","count":1,"digest":"` + good + `"}}`,
		`{"worker":"` + strings.Repeat("x", 200) + `","build":"b"}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","count":-1,"digest":"` + good + `"}}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","count":"1","digest":"` + good + `"}}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","count":01,"digest":"` + good + `"}}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","count":1,"digest":"0"}}`,
		`{"worker":"x","build":"b","outcome":{"path":"9999","count":1,"digest":"` + good + `"}}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","split":-3}}`,
		`{"worker":"x","build":"b","outcome":{"path":"1.0","count":1,"digest":"` + good + `"}}`,
		`{"worker":"x","build":"b","job":-1}`,
		`{"worker":"x","build":"b","job":4096}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","count":1}}`,
		`{"worker":"x","build":"b","outcome":{"path":"1","count":1,"digest":"` + good + `","time":-1}}`,
	}
	c, err := NewCoordinator(context.Background(), b.o)
	require.NoError(t, err)
	defer c.Close()
	own, err := b.server.Connect()
	require.NoError(t, err)
	defer own.Close()
	ctx, cancel := context.WithCancel(within(t, 5*time.Minute))
	served := make(chan error)
	go func() { served <- c.Serve(ctx, own) }()
	_, err = AskStatus(ctx, nc, b.name())
	require.NoError(t, err)
	for _, text := range texts {
		require.NoError(t, nc.PublishRequest(c.names.take, nc.NewInbox(), []byte(text)))
	}
	require.Eventually(t, func() bool {
		s, err := AskStatus(ctx, nc, b.name())
		return err == nil && s.Refused == len(texts)
	}, 2*time.Minute, 20*time.Millisecond)
	s := c.status()
	cancel()
	<-served
	assert.Zero(t, s.Done)
	assert.Empty(t, s.Workers, "who sends no answer gets no cube")
}

// TestWhoeverLacksTheTokenStaysOut tries wrong tokens, certificates and addresses.
func TestWhoeverLacksTheTokenStaysOut(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	_, err := Access{URL: b.server.URL(), Token: "wrong"}.Connect("x")
	assert.EqualError(t, err, b.server.URL()+": the token is wrong")
	_, err = Access{URL: b.server.URL()}.Connect("x")
	assert.EqualError(t, err, b.server.URL()+": the server wants a token, and CROSSCUT_CLUSTER_TOKEN is not set")
	_, err = Access{URL: strings.Replace(b.server.URL(), "//", "//somebody:secret@", 1)}.Connect("x")
	assert.EqualError(t, err, b.server.URL()+": the user or the password is wrong", "and no password is shown")
	_, err = Access{URL: "nats://127.0.0.1:1", Token: "x"}.Connect("x")
	assert.EqualError(t, err, "nats://127.0.0.1:1: no server answers")
	_, err = StartServer(ServerOptions{Listen: "0.0.0.0:0", Token: "t"})
	assert.ErrorContains(t, err, "needs a certificate")
	_, err = StartServer(ServerOptions{Listen: "127.0.0.1:0"})
	assert.ErrorContains(t, err, "needs a token")
	assert.True(t, Loopback("[::1]:1") && Loopback("localhost:1") && Loopback("127.9.9.9:1"))
	assert.False(t, Loopback("0.0.0.0:1") || Loopback(":1") || Loopback("example.org:1") || Loopback("10.0.0.1:1"))
}

// TestAWorkerMayOnlyAnswer tries what a worker must not do.
func TestAWorkerMayOnlyAnswer(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	nc, err := Access{URL: b.server.URL(), Token: b.token}.Connect("evil")
	require.NoError(t, err)
	defer nc.Close()
	denied := make(chan error, 10)
	nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err })
	n := names(b.name())
	for _, subject := range []string{n.pace, "cc.other.take", "_W.x", "$JS.API.INFO", "$SYS.x"} {
		require.NoError(t, nc.Publish(subject, []byte("x")))
		require.NoError(t, nc.Flush())
		select {
		case err := <-denied:
			assert.ErrorIs(t, err, nats.ErrPermissionViolation, subject)
		case <-time.After(2 * time.Minute):
			assert.Fail(t, "allowed", subject)
		}
	}
	other, err := Access{URL: b.server.URL(), Token: b.token}.Connect("other")
	require.NoError(t, err)
	defer other.Close()
	for _, subject := range []string{"_INBOX.>", ">", n.take, n.beat, n.job, "_W.>", "_W.*", "_W.*.*", other.NewRespInbox(), other.NewInbox() + ".x"} {
		_, err := nc.SubscribeSync(subject)
		require.NoError(t, err)
		require.NoError(t, nc.Flush())
		select {
		case err := <-denied:
			assert.ErrorIs(t, err, nats.ErrPermissionViolation, subject)
		case <-time.After(2 * time.Minute):
			assert.Fail(t, "allowed", subject)
		}
	}
	_, err = AskStatus(t.Context(), other, "0123456789ab")
	require.ErrorIs(t, err, nats.ErrPermissionViolation)
	require.ErrorContains(t, err, "the server has another run")
	own, err := nc.SubscribeSync(nc.NewInbox())
	require.NoError(t, err)
	require.NoError(t, nc.PublishRequest(n.status, own.Subject, nil))
	require.NoError(t, nc.Flush())
	assert.Empty(t, denied, "its own inbox")
	for _, user := range []string{"", "worker", "*", ">", strings.Repeat("*", 32), strings.Repeat("0", 31), strings.Repeat("0", 33), coordinator} {
		_, err := nats.Connect(b.server.URL(), nats.UserInfo(user, b.token))
		assert.ErrorIs(t, err, nats.ErrAuthorization, user)
	}
}

// A server outside may ask for credentials. Those of an account that it does not know are wrong.
func TestCredentialsLetAWorkerIn(t *testing.T) {
	t.Parallel()
	pair := func(create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		keys, err := create()
		require.NoError(t, err)
		public, err := keys.PublicKey()
		require.NoError(t, err)
		return keys, public
	}
	operator, trusted := pair(nkeys.CreateOperator)
	accounts := new(server.MemAccResolver)
	creds := func(known bool) (file string) {
		account, name := pair(nkeys.CreateAccount)
		token, err := jwt.NewAccountClaims(name).Encode(operator)
		require.NoError(t, err)
		if known {
			require.NoError(t, accounts.Store(name, token))
		}
		user, userName := pair(nkeys.CreateUser)
		token, err = jwt.NewUserClaims(userName).Encode(account)
		require.NoError(t, err)
		seed, err := user.Seed()
		require.NoError(t, err)
		text, err := jwt.FormatUserConfig(token, seed)
		require.NoError(t, err)
		file = filepath.Join(t.TempDir(), "worker.creds")
		require.NoError(t, os.WriteFile(file, text, 0o600))
		return file
	}
	right, wrong := creds(true), creds(false)
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true,
		TrustedOperators: []*jwt.OperatorClaims{jwt.NewOperatorClaims(trusted)}, AccountResolver: accounts,
	})
	require.NoError(t, err)
	s.Start()
	defer s.Shutdown()
	require.True(t, s.ReadyForConnections(time.Minute))
	nc, err := Access{URL: s.ClientURL(), Creds: right}.Connect("x")
	require.NoError(t, err)
	nc.Close()
	_, err = Access{URL: s.ClientURL(), Creds: wrong}.Connect("x")
	assert.EqualError(t, err, s.ClientURL()+": the credentials of "+wrong+" are wrong")
}

func TestOtherMachinesNeedTheFingerprint(t *testing.T) {
	t.Parallel()
	cert, key, err := SelfSigned()
	require.NoError(t, err)
	pair, err := tls.X509KeyPair(cert, key)
	require.NoError(t, err)
	s, err := StartServer(ServerOptions{Listen: "0.0.0.0:0", Token: "t", Run: "r", Certificate: &pair})
	require.NoError(t, err)
	defer s.Stop()
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.URL(), "nats://"))
	require.NoError(t, err)
	url := "tls://127.0.0.1:" + port
	nc, err := Access{URL: url, Token: "t", Fingerprint: Fingerprint(pair.Certificate[0])}.Connect("x")
	require.NoError(t, err)
	state, err := nc.TLSConnectionState()
	require.NoError(t, err)
	assert.Equal(t, uint16(0x0304), state.Version, "TLS 1.3")
	nc.Close()
	_, err = Access{URL: url, Token: "t", Fingerprint: strings.Repeat("0", 64)}.Connect("x")
	assert.ErrorContains(t, err, "another fingerprint")
	_, err = Access{URL: url, Token: "t"}.Connect("x")
	assert.Error(t, err, "no authority knows the certificate")
}
