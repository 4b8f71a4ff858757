package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStatesOfTheSameHashAreToldApart(t *testing.T) {
	l := Layer{Hi: 2}
	first, fresh := l.Find([]uint64{1, 2}, 7, 1)
	assert.True(t, fresh)
	second, fresh := l.Find([]uint64{1, 3}, 7, 1)
	assert.True(t, fresh)
	again, fresh := l.Find([]uint64{1, 2}, 7, 1)
	assert.False(t, fresh)
	assert.Equal(t, first, again)
	assert.NotEqual(t, first, second)
}
