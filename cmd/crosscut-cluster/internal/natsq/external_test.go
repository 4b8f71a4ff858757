package natsq

import (
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"
)

// TestAServerOutsideMayStopForAMoment runs on a server that is not embedded. It stops twice in the midst of
// the run, while the coordinator and the workers go on.
func TestAServerOutsideMayStopForAMoment(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 60)
	b.o.Lease = 2 * time.Second
	var s *server.Server
	start := func(port int) {
		var err error
		s, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true})
		require.NoError(t, err)
		s.Start()
		require.True(t, s.ReadyForConnections(time.Minute))
	}
	start(server.RANDOM_PORT)
	defer func() { s.Shutdown() }()
	url := s.ClientURL()
	for i := range 2 {
		defer b.workerAt(url, fmt.Sprint("w", i), enumerate(40*time.Millisecond, 5))()
	}
	own, err := Access{URL: url}.Connect("coordinator")
	require.NoError(t, err)
	defer own.Close()
	c, err := NewCoordinator(within(t, 5*time.Minute), b.o)
	require.NoError(t, err)
	defer c.Close()
	stopped := make(chan struct{})
	at(8, func() {
		defer close(stopped)
		for range 2 {
			port := s.Addr().(*net.TCPAddr).Port
			s.Shutdown()
			s.WaitForShutdown()
			time.Sleep(500 * time.Millisecond)
			start(port)
			time.Sleep(500 * time.Millisecond)
		}
	})(c)
	err = c.Serve(within(t, 5*time.Minute), own)
	isRight(t, c, err)
	<-stopped
}
