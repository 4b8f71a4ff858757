package natsq

import (
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"crosscut/ledger"
)

// freePorts returns ports that are free now.
func freePorts(t *testing.T, n int) (ports []int) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// three is a cluster of three servers.
type three struct {
	t       *testing.T
	dir     string
	clients []int // ports
	routes  []int
	servers [3]*server.Server
}

func (c *three) start(i int) {
	var routes []*url.URL
	for _, port := range c.routes {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	s, err := server.NewServer(&server.Options{
		ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: c.clients[i], NoLog: true, NoSigs: true, JetStream: true,
		StoreDir: filepath.Join(c.dir, fmt.Sprint(i)), Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: c.routes[i]}, Routes: routes,
	})
	require.NoError(c.t, err)
	s.Start()
	c.servers[i] = s
}

func (c *three) stop(i int) {
	c.servers[i].Shutdown()
	c.servers[i].WaitForShutdown()
}

// TestThreeServersLoseOneAndThenAll runs on servers that are not embedded. One of them
// stops in the midst of the run, and later all of them.
func TestThreeServersLoseOneAndThenAll(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 60)
	b.o.Lease = 2 * time.Second
	c := &three{t: t, dir: t.TempDir(), clients: freePorts(t, 3), routes: freePorts(t, 3)}
	for i := range 3 {
		c.start(i)
		defer func() { c.stop(i) }()
	}
	for _, s := range c.servers {
		require.True(t, s.ReadyForConnections(2*time.Minute))
	}
	require.Eventually(t, func() bool { return c.servers[0].JetStreamIsCurrent() }, 2*time.Minute, 50*time.Millisecond)
	urls := fmt.Sprintf("nats://127.0.0.1:%d,nats://127.0.0.1:%d,nats://127.0.0.1:%d", c.clients[0], c.clients[1], c.clients[2])
	for i := range 2 {
		nc, err := Access{URL: urls}.Connect("w")
		require.NoError(t, err)
		defer nc.Close()
		w := &Worker{Name: fmt.Sprint("w", i), Jobs: 1, Build: "b"}
		enumerate(40*time.Millisecond, 5)(w)
		go w.Run(within(t, 5*time.Minute), nc) // it leaves when the run is over
	}
	own, err := Access{URL: urls}.Connect("coordinator")
	require.NoError(t, err)
	defer own.Close()
	run, err := NewCoordinator(within(t, 5*time.Minute), b.o)
	require.NoError(t, err)
	defer run.Close()
	run.every = 100 * time.Millisecond
	add, answers := run.add, 0
	var one, all sync.Once
	run.add = func(entries ...ledger.Entry) error {
		if answers += len(entries); answers > 8 {
			one.Do(func() { c.stop(2) })
		}
		if answers > 25 {
			all.Do(func() {
				c.stop(0)
				c.stop(1)
				for i := range 3 {
					c.start(i)
				}
			})
		}
		return add(entries...)
	}
	err = run.Serve(within(t, 5*time.Minute), own)
	isRight(t, run, err)
	require.Equal(t, 3, run.replicas)
}
