package crosscut_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/internal/puzzletest"
)

func TestEveryCoreOfDLXFindsTheSameSolutions(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: magic\n\n_ _ _\n_ _ _\n_ _ _\n")
	var engines []crosscut.Engine
	for _, name := range dlx.CoreNames() {
		core, err := dlx.CoreNamed(name)
		require.NoError(t, err)
		engines = append(engines, crosscut.DLXBy(core, ""))
	}
	outcomes, err := crosscut.CrossCheck(context.Background(), p, engines, crosscut.Limits{}, nil)
	require.NoError(t, err)
	for k, name := range dlx.CoreNames() {
		assert.Equal(t, big.NewInt(8), outcomes[k].Tally.Count(), name)
		assert.Equal(t, "dlx", outcomes[k].Engine)
		if name != "auto" {
			assert.Equal(t, []string{name}, outcomes[k].Used)
		}
	}
	_, err = crosscut.First(context.Background(), crosscut.DLXBy(7, ""), p, 1, nil)
	assert.EqualError(t, err, "dlx: there is no core 7: they are Auto, Links, Sparse, Bitset and Ahead")
}
