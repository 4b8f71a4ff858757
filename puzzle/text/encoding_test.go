package text_test

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/chars"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Spreadsheets and programs of Windows write one text in many ways. Each is read as the same puzzles.
func TestEveryEncodingIsTheSameText(t *testing.T) {
	const plain = "puzzle: hidoku\ntitle: Rätsel für Zoë\n1,_,#\n_,_,5\n---\ntitle: é\n1,_\n_,_\n"
	wide := func(order binary.AppendByteOrder, mark bool, ends string) string {
		var coded []byte
		if mark {
			coded = order.AppendUint16(nil, 0xfeff)
		}
		for _, unit := range utf16.Encode([]rune(strings.ReplaceAll(plain, "\n", ends))) {
			coded = order.AppendUint16(coded, unit)
		}
		return string(coded)
	}
	latin := strings.NewReplacer("ä", "\xe4", "ü", "\xfc", "ë", "\xeb", "é", "\xe9").Replace(plain)
	for name, content := range map[string]string{
		"UTF-8": plain, "with a mark": "\ufeff" + plain, "Windows-1252": latin, "CR": strings.ReplaceAll(plain, "\n", "\r"),
		"CR LF": strings.ReplaceAll(plain, "\n", "\r\n"), "CR in Windows-1252": strings.ReplaceAll(latin, "\n", "\r"),
		"UTF-16, low byte first": wide(binary.LittleEndian, true, "\n"), "UTF-16, high byte first": wide(binary.BigEndian, true, "\r"),
		"UTF-16 without a mark, low": wide(binary.LittleEndian, false, "\r\n"), "UTF-16 without a mark, high": wide(binary.BigEndian, false, "\n"),
	} {
		for _, in := range []io.Reader{strings.NewReader(content), iotest.OneByteReader(strings.NewReader(content))} {
			r := text.NewReader(in, "f", "hidoku")
			for _, want := range []struct{ title, board string }{
				{"Rätsel für Zoë", "puzzle: hidoku\nmoves: king\n 1,__,##\n__,__, 5\n"}, {"é", "puzzle: hidoku\nmoves: king\n 1,__\n__,__\n"},
			} {
				file, err := r.Next()
				require.NoError(t, err, name)
				assert.Equal(t, want.title, file.Title, name)
				assert.Equal(t, want.board, file.Puzzle.String(), name)
			}
			_, err := r.Next()
			assert.ErrorIs(t, err, io.EOF, name)
		}
	}
}

// What a reader has when it fails is passed on with its error.
func TestAnErrorOfTheReaderIsPassedOn(t *testing.T) {
	broken := errors.New("the disk is gone")
	for _, content := range []string{"", "1", "1,_\n", "\xff\xfe1\x00", "\xe4"} {
		_, err := io.ReadAll(chars.UTF8(io.MultiReader(strings.NewReader(content), iotest.ErrReader(broken)), 512))
		assert.ErrorIs(t, err, broken, "%q", content)
	}
	_, err := io.ReadAll(chars.UTF8(nil, 512))
	assert.Error(t, err)
}

// Of two signs for open cells on one board, one is often meant for holes. A board of Rosetta Code, read with both
// as open cells, had 149,552,524 solutions in place of 3,940.
func TestABoardHasOneSignForOpenCells(t *testing.T) {
	signs := []string{"_", ".", "-", "?", "0", ""}
	for _, first := range signs {
		for _, second := range signs {
			content := "puzzle: hidoku\n1," + first + ",3\n" + second + ",5,6\n"
			_, err := text.Parse(content)
			if first == second {
				require.NoError(t, err, content)
				continue
			}
			parse := (*text.ParseError)(nil)
			require.ErrorAs(t, err, &parse, content)
			assert.Contains(t, parse.Detail, "both stand for open cells on this board; write # for a hole")
			assert.Contains(t, parse.Detail, cmp.Or(first, "nothing"))
			assert.Contains(t, parse.Detail, cmp.Or(second, "nothing"))
		}
	}
	for _, content := range []string{"puzzle: hidoku\n__,_\n_,1\n", "puzzle: magic\nnumbers: 0..3\nsum: any\n0,_\n_,3\n", "puzzle: hidoku\n1,.\n.,#\n"} {
		_, err := text.Parse(content)
		assert.NoError(t, err, content)
	}
}

// Solutions come in the same encodings as puzzles. Files that were joined have several byte order marks.
func TestSolutionsComeInAnyEncoding(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,4\n")
	require.NoError(t, err)
	for _, content := range []string{"1,2\n3,4\n", "# Z\xfcge\r1,2\r3,4\r", "\xff\xfe1\x00,\x002\x00\n\x003\x00,\x004\x00", "\ufeff1,2\n3,4\n\n\ufeff1,2\n3,4\n"} {
		s, err := firstOf(strings.NewReader(content), "f", p)
		require.NoError(t, err, "%q", content)
		assert.Equal(t, puzzle.Solution{1, 2, 3, 4}, s, "%q", content)
		all, err := text.ReadSolutions(strings.NewReader(content), "f", p)
		require.NoError(t, err, "%q", content)
		assert.Len(t, all, max(1, strings.Count(content, "\ufeff")))
	}
}

// Two units of UTF-16 are one character, and a half of such a pair is none.
func TestPairsOfUTF16(t *testing.T) {
	for in, want := range map[string]string{
		"\xff\xfea\x00\x3d\xd8\x19\xdcb\x00": "a\U0001f419b", "\xfe\xff\x00a\xd8\x3d\xdc\x19\x00b": "a\U0001f419b",
		"\xff\xfea\x00\x3d\xd8b\x00": "a\ufffdb", "\xff\xfea\x00\x3d\xd8": "a\ufffd", "\xff\xfea\x00b": "a\ufffd",
	} {
		got, err := io.ReadAll(chars.UTF8(strings.NewReader(in), 512))
		require.NoError(t, err, "%q", in)
		assert.Equal(t, "\ufeff"+want, string(got), "%q", in)
	}
}
