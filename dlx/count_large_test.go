//go:build !race

package dlx_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

// As for the other large tests, the race detector would find nothing here.

// P. W. Kasteleyn, and M. E. Fisher and H. N. V. Temperley, 1961; OEIS A004003.
func TestDominoesOnSixteenBySixteenAreCounted(t *testing.T) {
	n, err := read(t, dominoes(16, 16)).Count(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, "2444888770250892795802079170816", n.String())
}

// Where counting saves nothing, it must have the nodes of the search, and few more for
// the frontier.
func TestCountingHasFewMoreNodesThanSearching(t *testing.T) {
	for name, text := range map[string]string{"pentominoes": packing(8, 8, false, holed), "queens": queens(10)} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			var m dlx.Meter
			_, err := p.Count(context.Background(), &m)
			require.NoError(t, err)
			searched := count(t, p, dlx.Bitset)
			assert.Equal(t, searched.Solutions, m.Stats().Solutions)
			assert.Less(t, m.Stats().Nodes, searched.Nodes*11/10)
		})
	}
}

func TestPackingsAreCounted(t *testing.T) {
	allEqual(t, "8", counts(t, read(t, packing(3, 20, false, full))))
}
