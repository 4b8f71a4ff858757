package sat_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// boards has some boards of each family with several solutions.
var boards = map[string]int64{
	"draughtboard/three.txt":        2,
	"draughtboard/d04-0.txt":        36,
	"draughtboard/d05x8-0.txt":      72,
	"draughtboard/dominoes-4x4.txt": 36,
	"draughtboard/d06-1.txt":        692,
	"hidoku/gk05-multi-1.txt":       76,
	"hidoku/king-3x3-empty.txt":     784,
	"magic/n4-m2.txt":               36,
	"magic/order-3.txt":             8,
}

// readBoard returns a puzzle of testdata.
func readBoard(t *testing.T, name string) puzzle.Puzzle {
	t.Helper()
	r, err := os.Open("../testdata/" + name)
	require.NoError(t, err)
	defer r.Close()
	file, err := text.Read(r, name, "")
	require.NoError(t, err)
	return file.Puzzle
}

// covers has cover problems with their numbers of covers.
var covers = map[string]int64{"toy.dlx": 2, "langford-7.dlx": 52, "queens-8.dlx": 92}

// readCover returns a cover problem of testdata as a formula.
func readCover(t *testing.T, name string) *encode.Formula {
	t.Helper()
	r, err := os.Open("../testdata/cover/" + name)
	require.NoError(t, err)
	defer r.Close()
	problem, err := dlx.Read(r, name)
	require.NoError(t, err)
	f, err := encode.CoverCNF(context.Background(), problem)
	require.NoError(t, err)
	return f
}

// searches calls use with the search of each board and each cover problem, and how
// many solutions it has. A search returns how many models it has handed out.
func searches(t *testing.T, use func(t *testing.T, solutions int64, run func(*meter.Meter) int64)) {
	for name, solutions := range boards {
		t.Run(name, func(t *testing.T) {
			f, err := encode.CNF(context.Background(), readBoard(t, name), "")
			require.NoError(t, err)
			use(t, solutions, func(m *meter.Meter) (n int64) {
				require.NoError(t, f.Models(context.Background(), m, func([]bool) bool { n++; return true }))
				return n
			})
		})
	}
	for name, solutions := range covers {
		t.Run(name, func(t *testing.T) {
			f := readCover(t, name)
			use(t, solutions, func(m *meter.Meter) (n int64) {
				require.NoError(t, f.Models(context.Background(), m, func([]bool) bool { n++; return true }))
				return n
			})
		})
	}
}

func TestWithoutModelsOfGiniThereIsNoSolution(t *testing.T) {
	searches(t, func(t *testing.T, _ int64, run func(*meter.Meter) int64) {
		stub := (&sat.Stub{Unsatisfiable: true}).Install(t)
		assert.Zero(t, run(nil))
		assert.Positive(t, stub.Calls.Load())
		assert.Equal(t, "1", stub.ClosedShare())
	})
}

func TestEachSolutionAndEachClosedCubeIsAnAnswerOfGini(t *testing.T) {
	parts := int64(0)
	searches(t, func(t *testing.T, solutions int64, run func(*meter.Meter) int64) {
		for _, workers := range []int{1, 2, 4} {
			stub := new(sat.Stub).Install(t)
			m := &meter.Meter{Workers: workers}
			assert.Equal(t, solutions, run(m))
			stats := m.Stats()
			assert.Equal(t, solutions, stats.Solutions)
			models := stub.Models.Load()
			assert.GreaterOrEqual(t, models, solutions, "one for each solution")
			assert.LessOrEqual(t, models, solutions+17, "few are found again when the search begins anew by symmetries")
			assert.Equal(t, stats.Failures, stub.Closed.Load(), "one for each closed cube")
			assert.Equal(t, "1", stub.ClosedShare(), "no cube is closed without gini")
			assert.Positive(t, stats.Failures)
			assert.Equal(t, stats.Nodes, stub.Calls.Load())
			assert.Equal(t, models+stats.Failures, stats.Nodes)
			parts += stub.Parts.Load()
		}
	})
	assert.Greater(t, parts, int64(20))
}

func TestCrossCheckNoticesWhatGiniLoses(t *testing.T) {
	for name := range boards {
		t.Run(name, func(t *testing.T) {
			p := readBoard(t, name)
			engines := []crosscut.Engine{crosscut.Native, crosscut.SAT, crosscut.DLX}
			_, err := crosscut.CrossCheck(context.Background(), p, engines, crosscut.Limits{}, nil)
			require.NoError(t, err)
			(&sat.Stub{DropSecond: true}).Install(t)
			_, err = crosscut.CrossCheck(context.Background(), p, engines, crosscut.Limits{}, nil)
			disagreement := new(crosscut.DisagreementError)
			require.ErrorAs(t, err, &disagreement)
			assert.Contains(t, disagreement.Engines, "sat")
		})
	}
}
