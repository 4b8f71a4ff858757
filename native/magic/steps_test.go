package magic

import (
	"testing"

	"crosscut/native/internal/nativetest"
)

func TestMagicTakesTheSameSteps(t *testing.T) {
	nativetest.RequireSteps(t, "magic", 5000, Search, Count)
}
