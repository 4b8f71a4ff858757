package natsq

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"
)

// freePorts returns different ports that are free now. They are below those that systems
// give to other connections, so that none is taken before its server starts.
func freePorts(t *testing.T, n int) (ports []int) {
	for range 1000 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(12000)))
		if err != nil {
			continue
		}
		defer l.Close()
		if ports = append(ports, l.Addr().(*net.TCPAddr).Port); len(ports) == n {
			return ports
		}
	}
	require.Fail(t, "no free ports")
	return nil
}

// three is a cluster of three servers.
type three struct {
	t       *testing.T
	dir     string
	clients []int // ports
	routes  []int
	servers [3]*server.Server
	log     messages
}

// messages keeps what servers log. A test that fails prints it.
type messages struct {
	mu    sync.Mutex
	lines []string
}

func (m *messages) add(level, format string, v []any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lines = append(m.lines, time.Now().Format("05.000 ")+level+fmt.Sprintf(format, v...))
}

func (m *messages) Noticef(format string, v ...any) { m.add("", format, v) }
func (m *messages) Warnf(format string, v ...any)   { m.add("warning: ", format, v) }
func (m *messages) Errorf(format string, v ...any)  { m.add("error: ", format, v) }
func (m *messages) Fatalf(format string, v ...any)  { m.add("fatal: ", format, v) }
func (m *messages) Debugf(string, ...any)           {}
func (m *messages) Tracef(string, ...any)           {}

func (c *three) start(i int) {
	var routes []*url.URL
	for _, port := range c.routes {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	s, err := server.NewServer(&server.Options{
		ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: c.clients[i], NoSigs: true, JetStream: true,
		StoreDir: filepath.Join(c.dir, fmt.Sprint(i)), Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: c.routes[i]}, Routes: routes,
	})
	require.NoError(c.t, err)
	s.SetLogger(&c.log, false, false)
	s.Start()
	c.servers[i] = s
}

func (c *three) stop(i int) {
	c.servers[i].Shutdown()
	c.servers[i].WaitForShutdown()
}

// startAll starts three servers and waits until they agree on a leader. Servers that do not
// agree are started again: rarely, new servers find no leader for minutes.
func (c *three) startAll() {
	for range 5 {
		for i := range 3 {
			c.start(i)
		}
		if c.agree(time.Now().Add(30 * time.Second)) {
			return
		}
		for i := range 3 {
			c.stop(i)
		}
	}
	require.Fail(c.t, "the servers do not agree")
}

func (c *three) agree(until time.Time) bool {
	for time.Now().Before(until) {
		agree := true
		for _, s := range c.servers {
			agree = agree && s.ReadyForConnections(time.Second) && s.JetStreamIsCurrent()
		}
		if agree {
			return true
		}
		time.Sleep(50 * time.Millisecond)
	}
	return false
}

// TestThreeServersLoseOneAndThenAll runs on servers that are not embedded. One of them
// stops in the midst of the run, and later all of them.
func TestThreeServersLoseOneAndThenAll(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 60)
	b.o.Lease = 2 * time.Second
	ports := freePorts(t, 6)
	c := &three{t: t, dir: t.TempDir(), clients: ports[:3], routes: ports[3:]}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(strings.Join(c.log.lines, "\n"))
		}
	})
	c.startAll()
	defer func() {
		for i := range 3 {
			c.stop(i)
		}
	}()
	urls := fmt.Sprintf("nats://127.0.0.1:%d,nats://127.0.0.1:%d,nats://127.0.0.1:%d", c.clients[0], c.clients[1], c.clients[2])
	for i := range 2 {
		nc, err := Access{URL: urls}.Connect("w")
		require.NoError(t, err)
		defer nc.Close()
		w := &Worker{Name: fmt.Sprint("w", i), Jobs: 1, Build: "b"}
		enumerate(40*time.Millisecond, 5)(w)
		go w.Run(within(t, 15*time.Minute), nc) // it leaves when the run is over
	}
	own, err := Access{URL: urls}.Connect("coordinator")
	require.NoError(t, err)
	defer own.Close()
	run, err := NewCoordinator(within(t, 15*time.Minute), b.o)
	require.NoError(t, err)
	defer run.Close()
	run.every = 100 * time.Millisecond
	add, answers := run.add, 0
	var one, all sync.Once
	run.add = func(entries ...outcome) error {
		if answers += len(entries); answers > 8 {
			one.Do(func() { c.stop(2) })
		}
		if answers > 25 {
			all.Do(func() {
				c.stop(0)
				c.stop(1)
				c.startAll()
			})
		}
		return add(entries...)
	}
	err = run.Serve(within(t, 15*time.Minute), own)
	isRight(t, run, err)
	require.Equal(t, 3, run.replicas)
}
