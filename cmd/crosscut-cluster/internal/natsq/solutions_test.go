package natsq

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/dlx"
	"crosscut/puzzle/text"
)

// solutions changes a bench to a run with solutions.
func (b *bench) solutions() {
	b.o.Kind = run.Solutions
	b.restart()
}

// damage changes a byte of each file of solutions, and ends it with other text.
func (b *bench) damage(end string) {
	names, err := filepath.Glob(filepath.Join(b.o.Dir, "journals", "*.txt"))
	require.NoError(b.t, err)
	require.NotEmpty(b.t, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(b.t, err)
		require.NotEmpty(b.t, text)
		text[len(text)/2] ^= 1
		require.NoError(b.t, os.WriteFile(name, append(text[:len(text)-len(end)/8], end...), 0o600))
	}
}

// hasAll checks that a file has every solution of order4 or dominating once.
func hasAll(t *testing.T, c *Coordinator, name string) {
	t.Helper()
	require.NoError(t, c.WriteSolutions(name, "x"))
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	var tally crosscut.Tally
	switch content := string(content); c.o.Problem.Form() {
	case run.Puzzle:
		p, err := text.Parse(order4)
		require.NoError(t, err)
		all, err := text.ReadSolutions(strings.NewReader(content), name, p)
		require.NoError(t, err)
		for _, s := range all {
			tally.Add(s)
		}
		require.True(t, strings.HasSuffix(content, "\n\n# x: 7,040 solutions, and no other\n"))
	case run.Cover:
		p, err := dlx.Read(strings.NewReader(dominating(t)), "x")
		require.NoError(t, err)
		all, err := p.ReadCovers(strings.NewReader(content), name)
		require.NoError(t, err)
		for _, options := range all {
			tally.Add(options)
		}
		require.True(t, strings.HasPrefix(content, "1:\n queens "))
		require.True(t, strings.HasSuffix(content, "\n| 86 covers, and no other\n"))
	}
	require.Equal(t, whole[c.o.Problem.Form()], fmt.Sprint(tally.Count(), " ", tally.Digest))
}

// TestEverySolutionIsThereOnce interrupts a run, and damages its text between and afterwards. Cubes whose text
// is damaged are searched again. The order of all solutions stays the same.
func TestEverySolutionIsThereOnce(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		b := newBench(t, text, 20)
		b.solutions()
		defer b.worker("w", nil)()
		b.interrupted(3)
		b.interrupted(8)
		b.damage("left over from a crash\n\n")
		var all [2]string
		for n := range all {
			c, err := b.serveOpen(within(t, 5*time.Minute))
			isRight(t, c, err)
			name := filepath.Join(b.dir, fmt.Sprint("all", n))
			hasAll(t, c, name)
			require.ErrorIs(t, c.WriteSolutions(name, "x"), fs.ErrExist)
			content, err := os.ReadFile(name)
			require.NoError(t, err)
			all[n] = string(content)
			assert.Positive(t, c.finished)
			require.NoError(t, c.Close())
			b.damage("")
			defer b.worker(fmt.Sprint("again", n), nil)()
		}
		assert.Equal(t, all[0], all[1])
	})
}

// TestAnswersHaveAllTheirSolutions reads answers with as many solutions as they say, and with others.
func TestAnswersHaveAllTheirSolutions(t *testing.T) {
	t.Parallel()
	for kind, want := range map[run.Kind]string{run.Solutions: "2", run.Digest: "0"} {
		for solutions, n := range map[string]string{"": "0", "MQo=": "1", "MQoyCg==": "2"} {
			text := `{"worker":"x","build":"b","outcome":{"path":"1","count":2,"digest":"` + strings.Repeat("0", 32) + `","solutions":"` + solutions + `"}}`
			_, err := readAnswer([]byte(text), kind)
			assert.Equal(t, n == want, err == nil, "%s %s", kind, n)
		}
	}
}
