package puzzletest

import (
	"flag"
	"os"
	"strconv"
	"testing"

	_ "pgregory.net/rapid" // its flags are there before they are set here
)

// Property tests draw 20 cases each, and with CROSSCUT_LONG=1 or $RAPID_CHECKS as many as rapid draws.
// A flag of the command line comes later, and so it wins.
func init() {
	if !Long() && os.Getenv("RAPID_CHECKS") == "" {
		if err := flag.Set("rapid.checks", "20"); err != nil {
			panic(err)
		}
	}
}

// Long says whether CROSSCUT_LONG=1 asks the tests for what takes long, too.
func Long() bool { return os.Getenv("CROSSCUT_LONG") != "" }

// NeedsLong skips a test that takes long, unless CROSSCUT_LONG=1 asks for it.
func NeedsLong(t testing.TB, why string) {
	t.Helper()
	if !Long() {
		t.Skipf("needs CROSSCUT_LONG=1: %s", why)
	}
}

// Often returns the first number, and with CROSSCUT_LONG=1 the second one.
func Often(usual, long int) int {
	if Long() {
		return long
	}
	return usual
}

// Number returns the number that a variable of the environment has, or else another one.
func Number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}
