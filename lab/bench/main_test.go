package bench_test

import (
	"fmt"
	"os"
	"testing"
)

// TestMain runs the tests in the folder of the main module, where their files are.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
