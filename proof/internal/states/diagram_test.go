package states

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle/text"
)

func TestTry(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("PUZ"))
	require.NoError(t, err)
	file, err := text.Parse(string(b))
	require.NoError(t, err)
	run := search.Start(context.Background(), nil)
	p, err := Of(file)
	require.NoError(t, err)
	f, err := New(run, p)
	require.NoError(t, err)
	w, _ := os.Create("/tmp/pf/f.cnf")
	f.CNF.WriteDIMACS(w)
	w.Close()
	w, _ = os.Create("/tmp/pf/f.cpog")
	n, err := f.Count(run, w)
	t.Log(run.Nodes)
	w.Close()
	t.Log(len(p.Names), f.CNF.Vars(), f.CNF.Clauses(), n, err)
}
