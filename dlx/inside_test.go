package dlx

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/dlx/internal/cores"
	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
)

// smallProblem has 6 rows of 6 options: a permutation is a cover.
func smallProblem() *Problem {
	const n = 6
	p := NewProblem(2*n, 0)
	for r := range n {
		for c := range n {
			p.Add(Element{Item: r}, Element{Item: n + c})
		}
	}
	return p
}

// countedSearch counts its clones.
type countedSearch struct {
	cores.WorkerSearch
	clones *int
}

func (s countedSearch) Clone() cores.WorkerSearch {
	*s.clones++
	return s.WorkerSearch.Clone()
}

func TestTheCrewHasAsManySearchesAsWorkers(t *testing.T) {
	for workers := 1; workers <= 4; workers++ {
		run := meter.Start(t.Context(), &meter.Meter{Workers: workers})
		s := cores.NewBitset(&smallProblem().data, run)
		s.PairAt, s.Split = 0, 1
		covers, clones := 0, 0
		yield := func([]int) bool { covers++; return true }
		require.ErrorIs(t, s.Search(yield), cores.ErrSplit)
		require.NoError(t, cores.Together(countedSearch{s, &clones}, run, nil, 1, yield))
		run.Close()
		assert.Equal(t, 720, covers)
		assert.Equal(t, workers-1, clones)
	}
}

func TestGrowMakesRoom(t *testing.T) {
	p := NewProblem(2, 0)
	p.grow(1000, 2000)
	assert.Zero(t, testing.AllocsPerRun(1, func() { // runs twice
		for range 500 {
			p.Add(Element{Item: 0}, Element{Item: 1})
		}
	}))
}

func TestDensityTellsWhichCoreSuits(t *testing.T) {
	problem := func(items, options int) *model.Problem {
		p := NewProblem(items, 0)
		for k := range options {
			p.Add(Element{Item: k % items})
		}
		return &p.data
	}
	requireSuited(t, Bitset, false, problem(1024, 1024), "few options")
	requireSuited(t, Sparse, false, problem(1025, 1025), "more options, none contradicts another")
	requireSuited(t, Bitset, true, problem(2, 4096), "each contradicts half of the others")
	requireSuited(t, Bitset, false, problem(16, 4096), "each contradicts 256 in 64 words")
	requireSuited(t, Sparse, false, problem(17, 4096), "each contradicts 241 in 64 words")
	requireSuited(t, Sparse, false, problem(5, 20_000), "large tables, each contradicts 13 for a word")
	requireSuited(t, Bitset, true, problem(1, 20_000), "large tables, each contradicts all")
}

func requireSuited(t *testing.T, core Core, crowded bool, p *model.Problem, why string) {
	t.Helper()
	got, many := suited(p)
	assert.Equal(t, core, got, why)
	assert.Equal(t, crowded, many, why)
}

func TestBitsetTablesAreBoundedBeforeTheyAreMade(t *testing.T) {
	p := NewProblem(1, 0)
	for range 20_000 {
		p.Add(Element{Item: 0})
	}
	assert.Greater(t, p.data.BitsetBytes(), smallBytes)
	assert.Less(t, p.data.BitsetBytes(), model.MostBytes)
	assert.Equal(t, 8*(100*2+64*2+100*3), func() int {
		p := NewProblem(64, 0)
		for range 100 {
			p.Add(Element{Item: 0})
		}
		return p.data.BitsetBytes()
	}())
}

func TestAProblemStopsGrowingAtTheLimitOfMemory(t *testing.T) {
	most := int64(0)
	defer base.LimitMemory(func(bytes int64) error {
		if bytes > 8<<20 {
			return &meter.LimitError{What: "8M of memory"}
		}
		most = max(most, bytes)
		return nil
	})()
	p := NewProblem(1, 0)
	for range 4 << 20 {
		p.Add(Element{Item: 0})
	}
	assert.ErrorIs(t, p.Validate(), meter.ErrLimit)
	assert.LessOrEqual(t, cap(p.data.Elements)*int(unsafe.Sizeof(p.data.Elements[0])), 8<<20)
	assert.Greater(t, most, int64(4<<20))

	q := NewProblem(1, 0)
	q.grow(1, 4<<20)
	assert.Zero(t, cap(q.data.Elements))
	assert.ErrorIs(t, q.Validate(), meter.ErrLimit)
}

func TestTheListOfOptionsKeepsToTheLimitOfMemory(t *testing.T) {
	const options = 1 << 18
	p := NewProblem(1, 0)
	p.grow(0, options)
	defer base.LimitMemory(func(int64) error { return &meter.LimitError{What: "no memory"} })()
	for range options {
		p.Add(Element{Item: 0})
	}
	assert.ErrorIs(t, p.Validate(), meter.ErrLimit)
	assert.Less(t, p.Options(), options)
}

// A list that grew by the same number each time would be copied too often.
func TestLongListsGrowByAQuarter(t *testing.T) {
	const length = 1 << 21
	list, err := grown(make([]int32, length), 1)
	assert.NoError(t, err)
	assert.GreaterOrEqual(t, cap(list), length+length/4)
}

// coloured is a problem with two covers: options 0, 3 and options 1, 2.
func coloured(t *testing.T) *Problem {
	p, err := Read(strings.NewReader("a b | x\na x:A\na x:B\nb x:B\nb x:A\na x:A\n"), "coloured")
	require.NoError(t, err)
	return p
}

func TestReadCoversReadsWhatKnuthsProgramsPrint(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want [][]int
	}{
		"two covers, items from any on": {"1:\n x:A a (1 of 2)\n b x:A (1 of 1)\n2:\n x:B b (2 of 2)\n a x:B (1 of 1)\n", [][]int{{0, 3}, {1, 2}}},
		"no heading":                    {"b x:A\na x:A\n", [][]int{{0, 3}}},
		"comments":                      {"| a test\n1:\na x:A\nb x:A\n| 1 cover\n", [][]int{{0, 3}}},
		"no cover, by dlx1":             {"\nAltogether 0 solutions, 8+35 mems\n", nil},
		"no cover, by crosscut":         {"| no cover\n", nil},
		"a cover of nothing":            {"1:\n", [][]int{nil}},
		"equal options, the first":      {"x:A a\n", [][]int{{0}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := coloured(t).ReadCovers(strings.NewReader(c.text), "answer")
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestReadCoversSaysWhereItsTextIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"1:\n  a x:C (1 of 2)\n":               `answer:2:3: "a x:C" is no option of the problem`,
		"\n\n":                                 `answer:3:1: the text ends without a cover, and without a line "Altogether 0 solutions" that says that there is none`,
		"a\n":                                  `answer:1:1: "a" is no option of the problem`,
		"é é\n":                                `answer:1:1: "é é" is no option of the problem`,
		"\n" + strings.Repeat("z ", 99) + "\n": `answer:2:1: "` + strings.Repeat("z ", 32) + `…" is no option of the problem`,
	} {
		_, err := coloured(t).ReadCovers(strings.NewReader(text), "answer")
		assert.EqualError(t, err, want)
	}
	_, err := coloured(t).ReadCovers(iotest.ErrReader(errors.New("a test")), "answer")
	assert.EqualError(t, err, "answer:1:1: reading failed: a test")
	_, err = coloured(t).ReadCovers(strings.NewReader(strings.Repeat("a", maxLine+1)), "answer")
	assert.EqualError(t, err, "answer:1:1: the line is too long: at most 16777216 bytes")
}

func FuzzReadCovers(f *testing.F) {
	f.Add("1:\n x:A a (1 of 2)\n b x:A (1 of 1)\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(strings.NewReader("a b | x\na x:A\na x:B\nb x:B\nb x:A\n"), "coloured")
		require.NoError(t, err)
		covers, err := p.ReadCovers(strings.NewReader(text), "answer")
		if err != nil {
			return
		}
		for _, cover := range covers {
			for _, o := range cover {
				require.Less(t, o, p.Options())
			}
		}
	})
}
