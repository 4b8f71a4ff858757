package meter_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/meter"
)

// Progress: another goroutine looks at the meter while the search runs. It may print, or draw
// a bar. Here it only looks.
func ExampleMeter_Done() {
	const n = 8
	queens := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			queens.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	m := new(meter.Meter)
	ended, last := make(chan struct{}), make(chan float64)
	go func() {
		look := time.NewTicker(time.Millisecond)
		defer look.Stop()
		shown := 0.0
		for {
			select {
			case <-look.C:
				shown = max(shown, m.Done()) // Done never falls
			case <-ended:
				last <- shown
				return
			}
		}
	}()
	err := queens.Solve(context.Background(), m, func([]int) bool { return true })
	close(ended)
	shown := <-last
	fmt.Println(0 <= shown && shown <= 1, err)
	fmt.Println(m.Done(), m.Stats().Solutions)
	// Output:
	// true <nil>
	// 1 92
}

// A limit of memory ends the search with an error that says so.
func ExampleWithMemoryLimit() {
	const n = 30
	queens := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			queens.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	ctx, stop := meter.WithMemoryLimit(context.Background(), 32<<20)
	defer stop()
	_, err := zdd.Of(ctx, queens, nil)
	fmt.Println(errors.Is(err, meter.ErrLimit))
	// Output: true
}
