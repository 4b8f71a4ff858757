package sat

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/search"
)

func TestAFormulaStopsGrowingAtTheLimitOfMemory(t *testing.T) {
	const literalSize = int(unsafe.Sizeof(Lit(0)))
	defer search.LimitMemory(func(bytes int64) error {
		if bytes > 8<<20 {
			return &search.LimitError{What: "8M of memory"}
		}
		return nil
	})()
	var f CNF
	for range 2 << 20 {
		f.Add(1, 2)
	}
	assert.ErrorIs(t, f.Err(), search.ErrLimit)
	assert.LessOrEqual(t, cap(f.clauses.lits), (8<<20)/literalSize)
	assert.Greater(t, cap(f.clauses.lits), (4<<20)/literalSize)
}

func TestTheEndsOfClausesKeepTheLimitOfMemory(t *testing.T) {
	defer search.LimitMemory(func(bytes int64) error {
		if bytes > 8<<20 {
			return &search.LimitError{What: "8M of memory"}
		}
		return nil
	})()
	var f CNF
	for range 2 << 20 {
		f.Add(1)
	}
	assert.ErrorIs(t, f.Err(), search.ErrLimit)
	assert.LessOrEqual(t, cap(f.clauses.ends)*int(unsafe.Sizeof(f.clauses.ends[0])), 8<<20)
}
