package meter

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUsedNamesAreSortedAndPassedOnByParts(t *testing.T) {
	var m Meter
	assert.Nil(t, m.Used())
	var parts sync.WaitGroup
	for _, name := range []string{"sparse", "ahead", "sparse", "bitset"} {
		parts.Go(func() {
			run := Start(context.Background(), m.Part(0.25))
			defer run.Close()
			run.Use(name)
		})
	}
	parts.Wait()
	assert.Equal(t, []string{"ahead", "bitset", "sparse"}, m.Used())
}
