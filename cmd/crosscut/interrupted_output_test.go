//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInterruptLeavesNoPart interrupts commands that are in the middle of their work, once with an
// output that exists and once without. They leave it as it was.
func TestInterruptLeavesNoPart(t *testing.T) {
	prepare := func(dir string) {
		write := func(name, text string) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		write("large.txt", "puzzle: magic\n"+strings.Repeat(strings.Repeat("_ ", 12)+"\n", 12))
		large := "puzzle: hidoku\n" + strings.Repeat(strings.Repeat("_ ", 100)+"\n", 100)
		write("boards.txt", strings.Repeat(large+"---\n", 180)+large)
		write("many.txt", strings.Repeat("puzzle: magic\n"+strings.Repeat(strings.Repeat("_ ", 7)+"\n", 7)+"---\n", 20_000))
		write("old", "old\n")
	}
	for _, test := range []struct{ args, stderr string }{
		{"generate hidoku --size 40x40 --minimal --seed 1 --output", "generate: interrupted"},
		{"count --run run --cubes 1000000 large.txt --output", "large.txt: interrupted"},
		{"export --to janko --time 1m boards.txt --output", "boards.txt: interrupted"},
		// Between two puzzles, none is named.
		{"draw --to text --with-solutions many.txt --output", "(many.txt#[0-9]+: )?interrupted"},
	} {
		for _, output := range []string{"old", "new"} {
			c := startIn(t, prepare, append(strings.Fields(test.args), output)...)
			time.Sleep(500 * time.Millisecond)
			stdout, code := c.interrupt(t, os.Interrupt)
			assert.Equal(t, exitInterrupted, code, test.args)
			assert.Empty(t, stdout, test.args)
			assert.Regexp(t, "^crosscut: "+test.stderr+"\n$", c.stderr.String())
			left, err := filepath.Glob(filepath.Join(c.dir, output+"*"))
			require.NoError(t, err)
			if output == "new" {
				assert.Empty(t, left, test.args)
				continue
			}
			assert.Equal(t, []string{filepath.Join(c.dir, "old")}, left, test.args)
			text, err := os.ReadFile(filepath.Join(c.dir, "old"))
			require.NoError(t, err)
			assert.Equal(t, "old\n", string(text), test.args)
		}
	}
}
