package hidoku

import (
	"testing"

	"crosscut/native/internal/nativetest"
)

func TestHidokuTakesTheSameSteps(t *testing.T) {
	nativetest.RequireSteps(t, "hidoku", 5000, Search, Count)
}
