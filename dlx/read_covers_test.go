package dlx

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
