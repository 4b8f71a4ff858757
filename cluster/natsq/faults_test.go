package natsq

import (
	"context"
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
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cubes"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
)

// after ends the context when the run has this many outcomes.
func after(n int, cancel context.CancelFunc) func(*Coordinator) {
	return func(c *Coordinator) {
		add, sum := c.add, 0
		c.add = func(entries ...outcome) error {
			if sum += len(entries); sum >= n {
				cancel()
			}
			return add(entries...)
		}
	}
}

// interrupted runs a coordinator until it has some outcomes.
func (b *bench) interrupted(outcomes int) {
	ctx, cancel := context.WithCancel(within(b.t, 5*time.Minute))
	defer cancel()
	_, err := b.serve(ctx, after(outcomes, cancel))
	require.ErrorIs(b.t, err, context.Canceled)
}

// TestALateAnswerIsTheSame lets a worker fall silent with a task. Its lease ends, and
// another worker searches the cubes. Then the first worker wakes up and answers too.
func TestALateAnswerIsTheSame(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	b.o.Lease = 300 * time.Millisecond
	var hung atomic.Int32
	defer b.worker("hung", func(w *Worker) {
		enumerate(0, 3)(w)
		search := w.search
		w.search = func(ctx context.Context, path cubes.Path) problem.Result {
			if hung.Add(1) == 1 {
				w.job.Lease = time.Hour // this task is not renewed any more
				time.Sleep(1200 * time.Millisecond)
			}
			return search(ctx, path)
		}
	})()
	defer b.worker("good", enumerate(40*time.Millisecond, 3))()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
}

// TestADeadWorkerIsReplaced lets workers die with tasks in their hands.
func TestADeadWorkerIsReplaced(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 20)
		b.o.Lease = 300 * time.Millisecond
		var deaths atomic.Int32
		for i := range 2 {
			defer b.worker(fmt.Sprint("w", i), func(w *Worker) {
				enumerate(5*time.Millisecond, 0)(w)
				w.dies = func([]string) bool { return deaths.Add(1)%4 == 0 && deaths.Load() <= 40 }
			})()
		}
		c, err := b.serve(within(t, 5*time.Minute), nil)
		isRight(t, c, err)
		assert.GreaterOrEqual(t, deaths.Load(), int32(8))
	})
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

// TestOneServerHasOneCoordinator starts a second coordinator on a server, of the same run and
// of another one. Both are refused, and the first one goes on.
func TestOneServerHasOneCoordinator(t *testing.T) {
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
	require.NoError(t, ask(ctx, own, "cc.job", nil, new(Job)), "the first coordinator answers")
	for cut, want := range map[int]string{4: "the same run", 5: "a server of its own"} {
		other := *b
		other.o.Plan.Cut, other.o.Dir = cut, t.TempDir()
		_, err := other.serve(within(t, 5*time.Minute), nil)
		require.ErrorContains(t, err, want)
	}
	defer b.worker("w", nil)()
	require.NoError(t, <-first)
	isRight(t, c, nil)
}

// TestAPortInUseIsNoticedAtOnce asks for the port of another listener.
func TestAPortInUseIsNoticedAtOnce(t *testing.T) {
	t.Parallel()
	other, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer other.Close()
	o := ServerOptions{Listen: other.Addr().String(), Store: t.TempDir(), Token: "t", Run: "r"}
	begin := time.Now()
	_, err = StartServer(o)
	require.ErrorContains(t, err, "the server on "+o.Listen+" cannot start: ")
	require.ErrorContains(t, err, "address already in use")
	assert.Less(t, time.Since(begin), 15*time.Second) // it was 20 s
}

// TestAStoreThatCannotBeMadeIsNamed puts the store below a file.
func TestAStoreThatCannotBeMadeIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := StartServer(ServerOptions{Listen: "127.0.0.1:0", Store: filepath.Join(file, "nats"), Token: "t", Run: "r"})
	require.ErrorContains(t, err, "cannot start")
	require.ErrorContains(t, err, "not a directory")
}

// TestAServerThatKeepsNothingGetsNewStreams lets the server refuse all answers for a while, as
// after a disk was full. It refuses them later, too, until its streams are new.
func TestAServerThatKeepsNothingGetsNewStreams(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	defer b.worker("w", enumerate(5*time.Millisecond, 4))()
	var notes []string
	b.o.Note = func(text string) { notes = append(notes, text) }
	writes := 0
	c, err := b.serve(within(t, 5*time.Minute), func(c *Coordinator) {
		add := c.add
		c.add = func(entries ...outcome) error {
			if writes++; writes == 5 {
				stream, err := c.js.Stream(context.Background(), c.names.doneStream)
				require.NoError(t, err)
				full := stream.CachedInfo().Config
				full.MaxBytes, full.Discard = 1, jetstream.DiscardNew
				_, err = c.js.UpdateStream(context.Background(), full)
				require.NoError(t, err)
			}
			return add(entries...)
		}
	})
	isRight(t, c, err)
	assert.Contains(t, notes, "the server did not keep messages (maximum bytes exceeded); its queue is made anew")
}

func TestPasswordsAreNotShown(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 4)
	_, err := Access{URL: strings.Replace(b.server.URL(), "//", "//somebody:secret@", 1)}.Connect("w")
	require.ErrorContains(t, err, "the token is wrong")
	assert.NotContains(t, err.Error(), "secret")
}

// TestALostStoreIsFilledAgain deletes the store of the server, or puts an old copy in its
// place, while the workers wait.
func TestALostStoreIsFilledAgain(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"deleted", "rolled back"} {
		t.Run(fault, func(t *testing.T) {
			b := newBench(t, order4, 40)
			listen := strings.TrimPrefix(b.server.URL(), "nats://")
			store, old := filepath.Join(b.dir, "nats"), filepath.Join(b.dir, "old")
			stop := b.worker("first", enumerate(20*time.Millisecond, 4))
			b.interrupted(3)
			b.server.Stop()
			require.NoError(t, os.CopyFS(old, os.DirFS(store)))
			b.start(listen)
			b.interrupted(10)
			b.server.Stop()
			require.NoError(t, os.RemoveAll(store))
			if fault == "rolled back" {
				require.NoError(t, os.CopyFS(store, os.DirFS(old)))
			}
			b.start(listen)
			c, err := b.serve(within(t, 5*time.Minute), nil)
			isRight(t, c, err)
			stop()
		})
	}
}

// TestALostQueueIsFilledAgain empties the streams of a running server.
func TestALostQueueIsFilledAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	defer b.worker("w", enumerate(20*time.Millisecond, 4))()
	var once sync.Once
	c, err := b.serve(within(t, 5*time.Minute), func(c *Coordinator) {
		add := c.add
		c.add = func(entries ...outcome) error {
			once.Do(func() {
				require.NoError(t, c.js.DeleteStream(context.Background(), c.names.todoStream))
			})
			return add(entries...)
		}
	})
	isRight(t, c, err)
}

// TestATornLedgerIsCompleted cuts the journals of a finished run at each byte. A run that
// continues finds the same total. Workers are simulated, so a run takes milliseconds.
func TestATornLedgerIsCompleted(t *testing.T) {
	t.Parallel()
	b := newBench(t, "puzzle: magic\nnumbers: 1..9\nsum: 15\n__,__,__\n__,__,__\n__,__,__\n", 3)
	b.o.Kind = run.Count
	b.restart()
	defer b.worker("w", enumerate(0, 2))()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	require.NoError(t, err)
	want, _ := c.Total()
	require.Equal(t, "8", want.Count.String())
	names, err := filepath.Glob(filepath.Join(b.o.Dir, "journals", "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, names, 1)
	text, err := os.ReadFile(names[0])
	require.NoError(t, err)
	outcomes := map[string]outcome{}
	require.NoError(t, c.folder.Each(func(e *run.Entry) error {
		outcomes[e.Path] = outcome{Entry: *e}
		return nil
	}))
	b.ledgerInMemory()
	t.Logf("%d bytes", len(text))
	header := strings.IndexByte(string(text), '\n') + 1
	for n := header; n <= len(text); n++ {
		journals := filepath.Join(b.o.Dir, "journals")
		require.NoError(t, os.RemoveAll(journals))
		require.NoError(t, os.MkdirAll(journals, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(journals, "first.jsonl"), text[:n], 0o600))
		for again := range 2 {
			c, err := NewCoordinator(context.Background(), b.o)
			require.NoError(t, err, "cut at byte %d", n)
			var fresh []outcome
			for {
				paths := c.state.Offer(1)
				if len(paths) == 0 {
					break
				}
				require.Zero(t, again, "cut at byte %d: cube %s is missing in the second run", n, paths[0])
				more, _, err := c.outcomes(&answer{Outcomes: []outcome{outcomes[paths[0]]}})
				require.NoError(t, err)
				fresh = append(fresh, more...)
			}
			require.NoError(t, c.add(fresh...))
			sum, complete := c.Total()
			require.True(t, complete && sum.Equal(want), "cut at byte %d: %v", n, sum)
			require.NoError(t, c.Close())
		}
	}
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
	nc, err := Access{URL: "nats://" + p.listener.Addr().String(), Token: b.token}.Connect("far")
	require.NoError(t, err)
	defer nc.Close()
	far := &Worker{Name: "far", Jobs: 2, Build: "b"}
	enumerate(20*time.Millisecond, 4)(far)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- far.Run(ctx, nc) }()
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
	cancel()
	<-ended
	<-partings
}

// TestAPoisonCubeIsNamed lets one small cube end every worker. The cube around it is cut,
// and the small one is given up by name. All others are counted.
func TestAPoisonCubeIsNamed(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 5)
		const poison = "2.1"
		for i := range 2 {
			defer b.worker(fmt.Sprint("w", i), func(w *Worker) {
				enumerate(0, 0)(w)
				w.dies = func(paths []string) bool {
					for _, path := range paths {
						if path == "2" || cubes.Path(poison).Contains(cubes.Path(path)) {
							return true
						}
					}
					return false
				}
			})()
		}
		c, err := b.serve(within(t, 5*time.Minute), nil)
		require.NoError(t, err)
		assert.Equal(t, []string{poison}, c.Poisoned())
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
		w.search = func(ctx context.Context, path cubes.Path) problem.Result {
			defer running.Add(-1)
			if running.Add(1) > 1 && alone.Load() > 0 {
				crowded.Add(1)
			}
			if path == "2" || path == "2.1" && alone.Load() == 0 {
				return problem.Result{Err: errMemory}
			}
			pause(ctx, 5*time.Millisecond)
			return w.digest(ctx, path)
		}
	})
	c, err := b.serve(within(t, 5*time.Minute), func(c *Coordinator) { c.every = time.Second })
	isRight(t, c, err)
	stop()
	assert.Empty(t, c.Poisoned())
	assert.True(t, c.alone["2.1"])
	assert.Positive(t, times.Load())
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

// TestLongCountsFitIntoAnswers gives every cube a count of 19,001 digits. All counts of a task
// together would not fit into an answer.
func TestLongCountsFitIntoAnswers(t *testing.T) {
	t.Parallel()
	b := newBench(t, dominating(t), 100)
	b.o.Kind, b.o.Lease = run.Count, time.Minute
	b.restart()
	long := new(big.Int).Exp(big.NewInt(10), big.NewInt(19_000), nil)
	var searched atomic.Int32
	defer b.worker("w", func(w *Worker) {
		w.search = func(context.Context, cubes.Path) problem.Result {
			searched.Add(1)
			return problem.Result{Sum: run.Sum{Count: long}}
		}
	})()
	most := 0
	c, err := b.serve(within(t, 5*time.Minute), func(c *Coordinator) {
		c.every = 100 * time.Millisecond
		most = c.state.TaskSize(1)
	})
	require.NoError(t, err)
	require.Greater(t, most*19_000, maxMessage)
	sum, complete := c.Total()
	require.True(t, complete)
	assert.Less(t, int(searched.Load()), c.tree.Len()*5/4, "answers did not arrive, so cubes were searched again")
	assert.Zero(t, sum.Count.Cmp(long.Mul(long, big.NewInt(int64(c.tree.Len())))))
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
		err = (&Worker{Name: "other", Build: "other"}).Run(within(t, 5*time.Minute), nc)
		assert.EqualError(t, err, `this worker does not fit the run: it is of build "other", the coordinator of build "b"`)
		require.ErrorIs(t, err, ErrRefused)
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
				w.search = func(ctx context.Context, path cubes.Path) problem.Result {
					if path == "3" {
						forged := answer{Worker: "evil", Build: "b", Outcomes: []outcome{{Entry: run.Entry{Path: "3", Count: big.NewInt(1), Digest: strings.Repeat("0", 32)}}}}
						text, err := json.Marshal(forged)
						require.NoError(t, err)
						require.NoError(t, w.nc.Publish(w.names.done, text))
					}
					return search(ctx, path)
				}
			})()
		}
		_, err := b.serve(within(t, 5*time.Minute), nil)
		require.ErrorAs(t, err, new(*run.ContradictionError))
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
		"", "{", "[]", `{"worker":"x","build":"b","more":1}`, `{"worker":"x","build":"b"}{}`, `{"worker":"x","build":"other","outcomes":[{"path":"1","count":1,"digest":"` + good + `"}]}`,
		`{"worker":"` + strings.Repeat("x", 200) + `","build":"b"}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","count":-1,"digest":"` + good + `"}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","count":"1","digest":"` + good + `"}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","count":01,"digest":"` + good + `"}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","count":1,"digest":"0"}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"9999","count":1,"digest":"` + good + `"}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","split":-3}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","count":1}]}`,
		`{"worker":"x","build":"b","outcomes":[{"path":"1","count":1,"digest":"` + good + `","time":-1}]}`,
	}
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	c, err := NewCoordinator(context.Background(), b.o)
	require.NoError(t, err)
	defer c.Close()
	own, err := b.server.Connect()
	require.NoError(t, err)
	defer own.Close()
	ctx, cancel := context.WithCancel(within(t, 5*time.Minute))
	served := make(chan error)
	go func() { served <- c.Serve(ctx, own) }()
	require.Eventually(t, func() bool {
		_, err := js.Publish(ctx, c.names.done, []byte(texts[0]))
		return err == nil
	}, 2*time.Minute, 10*time.Millisecond)
	for _, text := range texts[1:] {
		_, err := js.Publish(ctx, c.names.done, []byte(text))
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool {
		s, err := AskStatus(ctx, nc)
		return err == nil && s.Refused >= len(texts)
	}, 2*time.Minute, 20*time.Millisecond)
	cancel()
	<-served
	assert.Zero(t, c.state.Counters().Done)
}

// TestAFullDiskStopsTheRun lets the journals fail. What was acknowledged is there afterwards.
func TestAFullDiskStopsTheRun(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	defer b.worker("w", enumerate(5*time.Millisecond, 4))()
	writes := 0
	_, err := b.serve(within(t, 5*time.Minute), func(c *Coordinator) {
		add := c.add
		c.add = func(entries ...outcome) error {
			if writes++; writes > 5 {
				return syscall.ENOSPC
			}
			return add(entries...)
		}
	})
	require.EqualError(t, err, "the journal cannot be written: no space left on device")
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
}

// TestAFullDiskOfTheServerStopsTheRun has no answers, as when the server cannot keep them.
func TestAFullDiskOfTheServerStopsTheRun(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	asked := 0
	_, err := b.serve(within(t, 5*time.Minute), func(c *Coordinator) {
		c.every = 20 * time.Millisecond
		c.room = func(dir string) error {
			if asked++; asked < 3 {
				return hasRoom(dir)
			}
			return syscall.ENOSPC
		}
	})
	require.EqualError(t, err, "the server may be unable to keep answers: no space left on device")
	assert.Equal(t, 3, asked)
	left, err := filepath.Glob(filepath.Join(b.o.Dir, "room-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
	defer b.worker("w", enumerate(0, 4))()
	c, err := b.serve(within(t, 5*time.Minute), nil)
	isRight(t, c, err)
}

// TestWhoeverLacksTheTokenStaysOut tries wrong tokens, certificates and addresses.
func TestWhoeverLacksTheTokenStaysOut(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 20)
	_, err := Access{URL: b.server.URL(), Token: "wrong"}.Connect("x")
	assert.EqualError(t, err, b.server.URL()+": the token is wrong")
	_, err = Access{URL: b.server.URL()}.Connect("x")
	assert.EqualError(t, err, b.server.URL()+": the token is wrong")
	_, err = Access{URL: "nats://127.0.0.1:1", Token: "x"}.Connect("x")
	assert.EqualError(t, err, "nats://127.0.0.1:1: no server answers")
	_, err = StartServer(ServerOptions{Listen: "0.0.0.0:0", Token: "t", Store: t.TempDir()})
	assert.ErrorContains(t, err, "needs a certificate")
	_, err = StartServer(ServerOptions{Listen: "127.0.0.1:0", Store: t.TempDir()})
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
	n := names(RunName(b.o.Problem.Text(), b.o.Plan, b.o.Kind))
	for _, subject := range []string{n.todo, n.pace, "$JS.API.STREAM.PURGE." + n.todoStream, "$JS.API.STREAM.DELETE." + n.doneStream, "$JS.ACK." + n.doneStream + ".c.1", "cc.other.done", "$SYS.x"} {
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
	for _, subject := range []string{"_INBOX.>", ">", n.done, "_W.>", "_W.*", "_W.*.*", other.NewRespInbox(), other.NewInbox() + ".x"} {
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
	own, err := nc.SubscribeSync(nc.NewInbox())
	require.NoError(t, err)
	require.NoError(t, nc.PublishRequest("cc.status", own.Subject, nil))
	require.NoError(t, nc.Flush())
	assert.Empty(t, denied, "its own inbox")
	for _, user := range []string{"", "worker", "*", ">", strings.Repeat("*", 32), strings.Repeat("0", 31), strings.Repeat("0", 33), coordinator} {
		_, err := nats.Connect(b.server.URL(), nats.UserInfo(user, b.token))
		assert.ErrorIs(t, err, nats.ErrAuthorization, user)
	}
}

func TestOtherMachinesNeedTheFingerprint(t *testing.T) {
	t.Parallel()
	cert, key, err := SelfSigned()
	require.NoError(t, err)
	s, err := StartServer(ServerOptions{Listen: "0.0.0.0:0", Token: "t", Store: t.TempDir(), Run: "r", Certificate: pair(cert, key)})
	require.NoError(t, err)
	defer s.Stop()
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.URL(), "nats://"))
	require.NoError(t, err)
	url := "tls://127.0.0.1:" + port
	nc, err := Access{URL: url, Token: "t", Fingerprint: Fingerprint(cert)}.Connect("x")
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
