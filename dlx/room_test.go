package dlx

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/search"
)

func TestAProblemStopsGrowingAtTheLimitOfMemory(t *testing.T) {
	most := int64(0)
	defer search.LimitMemory(func(bytes int64) error {
		if bytes > 8<<20 {
			return &search.LimitError{What: "8M of memory"}
		}
		most = max(most, bytes)
		return nil
	})()
	p := NewProblem(1, 0)
	for range 4 << 20 {
		p.Add(Element{Item: 0})
	}
	assert.ErrorIs(t, p.Validate(), search.ErrLimit)
	assert.LessOrEqual(t, cap(p.data.Elements)*int(unsafe.Sizeof(Element{})), 8<<20)
	assert.Greater(t, most, int64(4<<20))

	q := NewProblem(1, 0)
	q.Grow(1, 4<<20)
	assert.Zero(t, cap(q.data.Elements))
	assert.ErrorIs(t, q.Validate(), search.ErrLimit)
}

func TestTheListOfOptionsKeepsToTheLimitOfMemory(t *testing.T) {
	const options = 1 << 18
	p := NewProblem(1, 0)
	p.Grow(0, options)
	defer search.LimitMemory(func(int64) error { return &search.LimitError{What: "no memory"} })()
	for range options {
		p.Add(Element{Item: 0})
	}
	assert.ErrorIs(t, p.Validate(), search.ErrLimit)
	assert.Less(t, p.Options(), options)
}

// A list that grew by the same number each time would be copied too often.
func TestLongListsGrowByAQuarter(t *testing.T) {
	const length = 1 << 21
	list, err := grown(make([]int32, length), 1)
	assert.NoError(t, err)
	assert.GreaterOrEqual(t, cap(list), length+length/4)
}
