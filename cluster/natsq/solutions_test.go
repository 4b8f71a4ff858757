package natsq

import (
	"context"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/internal/run"
	"crosscut/internal/run/problem"
	"crosscut/puzzle/text"
)

// solutions changes a bench to a run with solutions.
func (b *bench) solutions() {
	b.o.Kind = run.Solutions
	listen := b.server.URL()[len("nats://"):]
	b.server.Stop()
	var err error
	b.server, err = StartServer(ServerOptions{
		Listen: listen, Store: filepath.Join(b.dir, "nats"), Token: b.token, Run: RunName(b.o.Problem.Text(), b.o.Plan, b.o.Kind), Solutions: true,
	})
	require.NoError(b.t, err)
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
	case problem.Puzzle:
		p, err := text.Parse(order4)
		require.NoError(t, err)
		all, err := text.ReadSolutions(strings.NewReader(content), name, p)
		require.NoError(t, err)
		for _, s := range all {
			tally.Add(s)
		}
		require.True(t, strings.HasSuffix(content, "\n\n# x: 7,040 solutions, and no other\n"))
	case problem.Cover:
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

// TestEveryCoverIsThereOnce damages the text of a finished run. The next run finds the
// damaged covers again.
func TestEveryCoverIsThereOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, dominating(t), 20)
	b.solutions()
	for n := range 2 {
		worker := b.worker("w", nil)
		c, err := b.serveOpen(within(t, 5*time.Minute))
		isRight(t, c, err)
		if n == 1 {
			assert.Positive(t, c.finished)
		}
		hasAll(t, c, filepath.Join(b.dir, fmt.Sprint("all", n)))
		require.NoError(t, c.Close())
		worker()
		b.damage("")
	}
}

// TestEverySolutionIsThereOnce interrupts a run, and damages its text between. Cubes whose
// text is damaged are searched again. Some cubes are cut because their text is too long.
func TestEverySolutionIsThereOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, order4, 40)
	b.solutions()
	for i := range 2 {
		defer b.worker(fmt.Sprint("w", i), nil)()
	}
	b.interrupted(3)
	b.interrupted(8)
	b.damage("left over from a crash\n\n")
	written := filepath.Join(b.dir, "all.txt")
	c, err := b.serveOpen(within(t, 5*time.Minute))
	isRight(t, c, err)
	defer c.Close()
	hasAll(t, c, written)
	require.ErrorIs(t, c.WriteSolutions(written, "x"), fs.ErrExist)

	first, err := os.ReadFile(written)
	require.NoError(t, err)
	require.NoError(t, c.Close())
	again, err := NewCoordinator(context.Background(), b.o)
	require.NoError(t, err)
	defer again.Close()
	hasAll(t, again, filepath.Join(b.dir, "again.txt"))
	second, err := os.ReadFile(filepath.Join(b.dir, "again.txt"))
	require.NoError(t, err)
	assert.Equal(t, string(first), string(second))
}

// TestCubesWithMuchTextAreCut lets answers have little text.
func TestCubesWithMuchTextAreCut(t *testing.T) {
	inBothForms(t, func(t *testing.T, text string) {
		cubesWithMuchTextAreCut(t, text)
	})
}

func cubesWithMuchTextAreCut(t *testing.T, text string) {
	p, err := problem.Read(strings.NewReader(text), "test")
	require.NoError(t, err)
	first, most := 40, 5000
	if p.Form() == problem.Cover {
		first, most = 10, 100
	}
	tree, err := p.Cut(context.Background(), p.Plan(first, 4))
	require.NoError(t, err)
	w := &Worker{tree: tree, job: Job{Kind: run.Solutions}}
	w.Engine, err = p.Choose(problem.Engine{})
	require.NoError(t, err)
	cut, whole := 0, 0
	for i := range tree.Len() {
		path := cubes.Path("").Child(i)
		e, solutions, err := run.Search(context.Background(), w.tree, string(path), run.Solutions, problem.Ask{Engine: w.Engine, Meter: new(crosscut.Meter)}, func() time.Duration { return time.Hour }, most)
		o := outcome{Solutions: solutions}
		switch {
		case err != nil:
			require.ErrorIs(t, err, crosscut.ErrStopped)
			children, err := tree.Children(context.Background(), path)
			require.NoError(t, err)
			require.Less(t, children, 2)
		case e.Split > 0:
			require.Empty(t, solutions)
			cut++
		default:
			require.LessOrEqual(t, len(solutions), most)
			o.Count = e.Count
			require.True(t, o.fits(true))
			require.Equal(t, len(solutions) == 0, o.fits(false))
			o.Count = new(big.Int).Add(e.Count, big.NewInt(1))
			require.False(t, o.fits(true))
			whole++
		}
	}
	assert.Positive(t, cut)
	assert.Positive(t, whole)
}
