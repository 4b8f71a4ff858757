package draughtboard

import (
	"testing"

	"crosscut/native/internal/nativetest"
)

func TestDraughtboardTakesTheSameSteps(t *testing.T) {
	nativetest.RequireSteps(t, "draughtboard", 5000, Search, Count)
}
