package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/needs"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// counted writes a certificate of a number of solutions, and returns its folder and the number.
func counted(t *testing.T, p puzzle.Puzzle) (folder, count string) {
	folder = filepath.Join(t.TempDir(), "count")
	n, err := Claim{Puzzle: p}.WriteCount(ctx, folder, nil)
	require.NoError(t, err)
	return folder, n.String()
}

// TestCountsAreChecked compares numbers of solutions with those of brute force, and lets Python check them.
func TestCountsAreChecked(t *testing.T) {
	needs.Program(t, "python3")
	for seed := range 6 {
		p := rapid.Custom(drawAny).Example(seed)
		want := len(puzzletest.Brute(p))
		if want == 0 {
			_, err := Claim{Puzzle: p}.WriteCount(ctx, filepath.Join(t.TempDir(), "count"), nil)
			require.ErrorIs(t, err, ErrNone)
			continue
		}
		folder, count := counted(t, p)
		assert.Equal(t, fmt.Sprint(want), count, "%v", p)
		checked, err := Check(ctx, folder, nil)
		require.NoError(t, err, "%v", p)
		assert.Equal(t, count, checked.Count.String())
		assert.NotEmpty(t, checked.Statement)
	}
}

// TestWrongCountsAreRefused spoils each step of a proof, and each file.
func TestWrongCountsAreRefused(t *testing.T) {
	needs.Program(t, "python3")
	folder, count := counted(t, parse(t, "puzzle: hidoku\nmoves: rook\n_,_\n_,_\n"))
	require.Equal(t, "8", count)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		return string(text)
	}
	proof := read(diagramFile)
	wrong := map[string]string{"no steps": "", "no root": proof[:strings.LastIndex(proof, "r ")]}
	lines := strings.SplitAfter(proof, "\n")
	for i, line := range lines[:len(lines)-1] {
		words := strings.Fields(line)
		before, after := strings.Join(lines[:i], ""), strings.Join(lines[i+1:], "")
		wrong[fmt.Sprint("without line ", i)] = before + after
		for j := 2; j < len(words); j += max(1, len(words)/4) {
			changed := append([]string(nil), words...)
			changed[j] = strings.TrimPrefix("-"+words[j], "--")
			if changed[j] != "-0" {
				wrong[fmt.Sprint("line ", i, " with the opposite of word ", j)] = before + strings.Join(changed, " ") + "\n" + after
			}
		}
	}
	refuse := func(what string) {
		_, err := Check(ctx, folder, nil)
		require.ErrorAs(t, err, new(*RejectedError), what)
	}
	var spoilt []string // folders
	for what, text := range wrong {
		if len(spoilt) < 8 {
			require.NoError(t, os.WriteFile(filepath.Join(folder, diagramFile), []byte(text), 0o600))
			refuse(what)
		} else if testing.Short() {
			break
		}
		other := t.TempDir()
		for name, text := range map[string]string{formulaFile: read(formulaFile), countFile: read(countFile), diagramFile: text, "what": what} {
			require.NoError(t, os.WriteFile(filepath.Join(other, name), []byte(text), 0o600))
		}
		spoilt = append(spoilt, other)
	}
	for i, verdict := range verdictsOf(t, "check_count", spoilt) {
		what, err := os.ReadFile(filepath.Join(spoilt[i], "what"))
		require.NoError(t, err)
		assert.Regexp(t, "^refused: ", verdict, "%s", what)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, diagramFile), []byte(proof), 0o600))
	_, err := Check(ctx, folder, nil)
	require.NoError(t, err)
	for name, change := range map[string][2]string{
		countFile: {"8", "9"}, puzzleFile: {"rook", "king"}, formulaFile: {"\n-1 17 0", "\n-1 -17 0"}, encodingFile: {"states", "direct"},
	} {
		text := read(name)
		changed := strings.Replace(text, change[0], change[1], 1)
		require.NotEqual(t, text, changed, name)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(changed), 0o600))
		refuse(name)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
}

// A certificate names the encoding that was taken because the default is too large. Otherwise
// the second reading would refuse it.
func TestACertificateNamesTheEncodingOfALargeBoard(t *testing.T) {
	board, err := puzzle.NewBoard(50, 50, nil)
	require.NoError(t, err)
	for _, clue := range []int{puzzle.Empty, 1} {
		clues := slices.Repeat([]int{puzzle.Empty}, 2500)
		clues[0] = clue
		p, err := puzzle.NewHidoku(board, puzzle.King, clues)
		require.NoError(t, err)
		d, err := Claim{Puzzle: p}.draft(t.Context())
		require.NoError(t, err)
		assert.Equal(t, "binary", d.encoding)
	}
	small := puzzletest.Read(t, "puzzle: hidoku\n1,_\n")
	d, err := Claim{Puzzle: small}.draft(t.Context())
	require.NoError(t, err)
	assert.Empty(t, d.encoding)
}
