package search

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestHandOverAsksOnce hands over, or not, whatever the number of parts.
func TestHandOverAsksOnce(t *testing.T) {
	wrong := errors.New("wrong")
	for _, test := range []struct {
		parts   int
		cutting error
		rest    int
	}{{2, nil, 2}, {16, nil, 16}, {1, nil, 0}, {0, nil, 0}, {7, wrong, 0}} {
		asked, cut := 0, make(chan struct{})
		rest, err := HandOver(context.Background(), func() bool {
			asked++
			return asked == 3
		}, func(context.Context) (int, error) {
			defer close(cut)
			return test.parts, test.cutting
		}, func(ctx context.Context) error {
			<-cut
			if test.rest > 0 {
				<-ctx.Done()
			}
			return context.Cause(ctx)
		})
		assert.NoError(t, err)
		assert.Equal(t, test.rest, rest)
		assert.Equal(t, 3, asked)
	}
	never := func(context.Context) (int, error) { panic("not asked for") }
	_, err := HandOver(context.Background(), nil, never, func(context.Context) error { return wrong })
	assert.Equal(t, wrong, err)
	ctx, cancel := context.WithCancelCause(context.Background())
	_, err = HandOver(ctx, func() bool { cancel(wrong); return false }, never, func(ctx context.Context) error {
		<-ctx.Done()
		return context.Cause(ctx)
	})
	assert.Equal(t, wrong, err)
}
