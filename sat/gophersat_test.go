package sat

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestProofsOfGophersat(t *testing.T) {
	refuted := func(f *CNF) string {
		var proof bytes.Buffer
		require.NoError(t, RefuteByGophersat(context.Background(), f, nil, &proof))
		return proof.String()
	}
	for seed := range uint64(300) {
		f := randomCNF(rand.New(rand.NewPCG(seed, 13)))
		if len(brute(f, nil)) > 0 {
			err := RefuteByGophersat(context.Background(), f, nil, &bytes.Buffer{})
			require.ErrorIs(t, err, ErrSatisfiable, "seed %d", seed)
		}
		all := blocked(f, allVars(f))
		checkDRAT(t, all, refuted(all))
	}
	f := pigeonhole(5)
	checkDRAT(t, f, refuted(f))
}

func TestGophersatEndsEarly(t *testing.T) {
	f := pigeonhole(6)
	err := RefuteByGophersat(context.Background(), f, &search.Meter{MaxNodes: 10}, &bytes.Buffer{})
	require.ErrorIs(t, err, search.ErrLimit)
	require.EqualError(t, RefuteByGophersat(context.Background(), f, nil, brokenWriter{}), "writing a proof: the disk is full")
	slow, stop := context.WithTimeout(context.Background(), time.Millisecond)
	defer stop()
	err = RefuteByGophersat(slow, pigeonhole(8), nil, &bytes.Buffer{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, RefuteByGophersat(ctx, f, nil, &bytes.Buffer{}), context.Canceled)
	bad := formula(2)
	bad.Add(0)
	require.Error(t, RefuteByGophersat(context.Background(), bad, nil, &bytes.Buffer{}))
}

func TestGophersatAnswersOnce(t *testing.T) {
	for _, row := range []struct {
		solve func() error
		want  string
	}{
		{func() error { return nil }, "[<nil>]"},
		{func() error { return ErrSatisfiable }, fmt.Sprint([]error{ErrSatisfiable})},
		{func() error { panic("a bug") }, "[sat: gophersat failed: a bug]"},
	} {
		g := gophersat{ended: make(chan error, 2)}
		g.answer(row.solve)
		close(g.ended)
		var all []error
		for err := range g.ended {
			all = append(all, err)
		}
		require.Equal(t, row.want, fmt.Sprint(all))
	}
}
