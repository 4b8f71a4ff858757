package generate

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
)

// Finished puzzles behind an unfinished one are handed out, whatever ended the context.
func TestPuzzlesFinishedBeforeTheEndAreHandedOut(t *testing.T) {
	for _, cause := range []error{context.Canceled, errors.New("interrupted"), &crosscut.LimitError{What: "1s"}} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(cause)
		results := make(chan result, 3)
		results <- result{number: 3, made: &Made{Number: 3}}
		results <- result{number: 1, err: cause}
		results <- result{number: 4, made: &Made{Number: 4}}
		close(results)
		var got []int
		require.NoError(t, deliver(ctx, results, func(m Made) bool {
			got = append(got, m.Number)
			return true
		}))
		assert.Equal(t, []int{3, 4}, got, "%v", cause)
	}
}
