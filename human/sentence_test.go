package human

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/human/internal/say"
	"crosscut/internal/puzzletest"
)

// requireFilled fails unless a sentence has a template, and a value for each of its places and
// no other.
func requireFilled(t *testing.T, s Sentence) {
	t.Helper()
	template, ok := say.Templates[s.Template]
	require.True(t, ok, "no template %q", s.Template)
	places := make(map[string]bool)
	for _, m := range regexp.MustCompile(`\{(\w+)`).FindAllStringSubmatch(template, -1) {
		places[m[1]] = true
	}
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		require.NotNil(t, s.Values[name], "%s of %s", name, s.Template)
		superfluous := strings.HasPrefix(s.Template, "draughtboard.mirror") && name == "count" // all steps that remove placements count them
		require.True(t, places[name] || superfluous, "%s has no place for %s", s.Template, name)
		delete(places, name)
		switch value := s.Values[name].(type) {
		case Sentence:
			requireFilled(t, value)
		case []Sentence:
			require.NotEmpty(t, value)
			for _, part := range value {
				requireFilled(t, part)
			}
		}
	}
	require.Empty(t, places, s.Template)
}

// The sentences of steps and contradictions have all values that their templates need.
func TestSentencesAreComplete(t *testing.T) {
	said := make(map[string]bool)
	for _, name := range []string{
		"hidoku/seed-10x10.txt", "hidoku/gk05-unsat-2.txt", "hidoku/gr08-min-1.txt", "hidoku/gx09-min-1.txt", "hidoku/gr08-unsat-1.txt",
		"magic/seed-5x5.txt", "magic/n4-u3.txt", "magic/n3-m1.txt", "magic/n3-x.txt", "magic/order-2.txt",
		"draughtboard/d04-0.txt", "draughtboard/d05-3.txt", "draughtboard/dominoes-4x4.txt",
	} {
		content, err := os.ReadFile(filepath.Join("..", "testdata", name))
		require.NoError(t, err)
		p := puzzletest.Read(t, string(content))
		s, err := New(context.Background(), p, nil)
		require.NoError(t, err)
		for range 30 {
			step, err := s.Next(t.Context())
			if found := (*ContradictionError)(nil); errors.As(err, &found) {
				requireFilled(t, found.Sentence)
				said[found.Sentence.Template] = true
			}
			if err != nil {
				break
			}
			requireFilled(t, step.Sentence)
			said[step.Sentence.Template] = true
		}
	}
	assert.Greater(t, len(said), 15)
}

// Every template is used, and every text for people comes from the table.
func TestTheTableOfTemplates(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	code := ""
	for _, name := range append(files, "internal/say/say.go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		code += string(text)
	}
	for name := range say.Templates {
		assert.Contains(t, code, `"`+name+`"`, "nothing says it")
	}
	for _, m := range regexp.MustCompile(`"((?:numbers|hidoku|magic|draughtboard|look)\.\w+)"`).FindAllStringSubmatch(code, -1) {
		assert.Contains(t, say.Templates, m[1])
	}
}

// pictures has a small puzzle for each technique. After some steps, the technique is the
// easiest that applies, and its step has this text. If sole is set, no other applies.
var pictures = []struct {
	technique Technique
	after     int
	sole      bool
	puzzle    string
	text      string
}{
	{byTouch, 0, false, "hidoku/moves: hex/ 6, 4, 3/__,__,__", "5 must be at r2c1: it is the only free cell that touches both 4 and 6"},
	{byHemmed, 0, false, "hidoku/moves: hex/ 1,__, 4/__, 6,__", "r2c3 must be 5: all around it is full, and only 4 and 6 lack a neighbour there"},
	{byLinked, 0, false, "hidoku/moves: rook/links: r1c1-r1c2/__,__,__/ 2,__,__/__,__,__", "r1c1 and r1c2 are linked, so their numbers follow each other: 1 cannot be at r1c1 or r1c2"},
	{byReach, 0, true, "hidoku/moves: hex/ 9,__, 5, 4,__/__,__, 6,__, 1", "7 must be at r2c2, between 6 and 9: the only free cell left that it can get to"},
	{byReachCell, 0, true, "hidoku/moves: hex/__,__, 5/ 2, 3,__", "r1c1 must be 1: no other missing number can get there"},
	{byParity, 0, true, "hidoku/moves: rook/__,__,__/ 5,__, 1", "3 must be at r1c2, between 1 and 5: of the cells within reach no other has the right colour"},
	{byBridge, 0, true, "hidoku/moves: hex/ 6,__, 2/__,__,__", "between 2 and 6 the 3 numbers have 5 ways, and all use r2c2: r2c2 cannot be 1"},
	{byDeadEnd, 0, true, "hidoku/moves: rook/__,__,__,10/__,__,12,__/ 5,__,__,__", "r3c4 has no other way in and out than r2c4 and r3c3: r2c4 cannot be 11"},
	{byLongBridge, 0, true, "hidoku/moves: hex/ 1,__,__/ 2,__,__", "after 2 the 4 numbers have 6 ways, and all use r1c2, r1c3, r2c2 and r2c3: r1c2 cannot be 5"},
	{byAreas, 0, true, "hidoku/moves: king/__, 2,__, 7/__, 4, 5,__", "the 2 free cells around r1c1 cannot be filled without the number before 2: r1c3 cannot be 1"},
	{byCutPoint, 0, true, "hidoku/moves: hex/ 9,__, 6/__,__, 5/__, 3, 4", "no gaps fill the free cell r3c1 exactly, so the path comes there by r2c1: r2c1 cannot be 8"},
	{byWays, 0, false, "hidoku/moves: rook/clues: order/ 2,__,__/__,__,__/__,__, 1", "r1c3 has no other ways left: the line joins r1c2 to r1c3 and r1c3 to r2c3"},
	{byRing, 0, false, "hidoku/moves: rook/clues: order/ 5,__, 6/ 4, 2, 1/__,__,__/__, 3,__", "any other way at r1c3 would close the line, or end it too early: the line joins r1c2 to r1c3"},
	{byTurn, 0, false, "hidoku/moves: rook/clues: order/__,__, 1/__, 2, 3/ 4,__,__", "any other way at r1c3 leads to a number out of turn: the line joins r1c2 to r1c3"},
	{byCutOff, 2, false, "hidoku/moves: rook/clues: order/ 1,__, 2/__, 3,__/ 4,__,__/ 5,__,__", "if the line did not join r1c1 and r1c2, 2 is out of reach in its turn: the line joins r1c1 to r1c2"},
	{byAhead, 2, false, "hidoku/moves: rook/clues: order/__,__,__/__,__,__/ 1,__, 2", "if the line did not join r2c2 and r3c2, 2 steps later the line closes at r2c2, or ends too early: the line joins r2c2 to r3c2"},
	{byFarAhead, 2, true, "hidoku/moves: rook/clues: order/ 1,__,__,__, 6/__,__,__,__,__/__,__, 2,__,__/__, 3,__, 4,__/__,__,__, 5,__", "if the line joined r4c2 and r5c2, 12 steps later the 9 free cells around r2c1 would be cut off: the line joins r5c2 to r5c3"},
	{byLastCell, 0, false, "magic/ 8,__, 6/ 3, 5, 7/__, 9,__", "r1c2 must be 1: the other cells of row 1 have the sum 14, and 15 is wanted"},
	{byOnlyNumber, 4, false, "magic/__, 7,__/ 1, 5, 9/__,__,__", "r1c1 must be 6: every other number is used or was ruled out there"},
	{byOnlyCell, 4, false, "magic/__,__,__/__,__, 7/ 4,__,__", "1 must be at r1c2: it was ruled out on every other open cell"},
	{byTwoCells, 0, true, "magic/15,__,__,__/__,__,__,__/__,__,__,__/__, 8, 9,__", "the 2 open cells of row 4 have 12 fillings: r4c1 cannot be 2 and r4c4 cannot be 2"},
	{byLineSum, 2, false, "magic/__,__,__/ 9,__,__/__,__,__", "row 1 lacks 15 on 3 cells, out of reach otherwise: r1c2 cannot be 1 and r1c3 cannot be 1"},
	{byThreeCells, 0, true, "magic/14,__,__,__/__, 3,__,__/__,__, 5,__/__,__,__,12", "the 3 open cells of row 1 have 48 fillings: r1c2 cannot be 16, r1c3 cannot be 16 and r1c4 cannot be 16"},
	{byCombination, 2, true, "magic/__,__,13,__/__,__,__,__/__,__,16,__/15,__,__,__", "the 4 open cells of row 2 have 120 fillings: r2c1 cannot be 2, 3 or 4, r2c2 cannot be 2, 3 or 4 and r2c4 cannot be 2, 3 or 4"},
	{byMirror, 0, true, "draughtboard/corner: B/board:/B,#,B/W,B,W/=/B/=/B/=/W,B/=/W/=", "1 way of turning or mirroring the board leaves the puzzle as it is, so stone D may be kept to 1 of its 2 places"},
	{byOneWay, 0, true, "draughtboard/corner: B/board:/#,W,B/W,B,W/=/W,B/B,_/=/W/=/W/=", "stone B must lie on r2c1: nothing else can cover r2c1"},
	{byOnePlace, 0, false, "draughtboard/corner: B/board:/B,W,B/W,B,#/=/B,W,B/=/W,B/=", "stone A must lie on r1c1 r1c2 r1c3: it fits nowhere else"},
	{byCellStone, 1, false, "draughtboard/corner: B/board: 3x2/B,_/W,B/=/W,B/_,W/=", "only stone B can cover r2c3: 2 places of it go, which are not over r2c3"},
	{byStoneCells, 0, false, "draughtboard/corner: B/board:/B,W,B/W,B,#/=/B,_/W,B/=/W,B/=", "stone A covers r2c2 wherever it lies: 2 places go of other stones there"},
	{byEnclosed, 1, false, "draughtboard/corner: B/board:/B,W,B/W,B,#/=/B,_/W,B/=/W,B/=", "stone A cannot lie on r1c1 r1c2 r2c2: it would cut off r1c3, which no stones left fill"},
	{byColours, 0, true, "draughtboard/corner: B/board:/B,W,B/#,B,W/B,W,B/W,B,W/=/B,W/=/B/W/B/=/B/=/B/W/=/W,_/B,W/=", "stone E cannot lie on r1c2 r2c2 r2c3: it would cut off the 6 cells around r3c1, whose colours no stones left have"},
	{byLeaves, 0, true, "draughtboard/corner: B/board:/B,W,B,W/W,B,W,#/=/B/=/W,_/B,W/=/B,W/=/W/=", "1 placement would leave no place for stone B, such as stone C on r1c2 r1c3"},
}

func TestPictures(t *testing.T) {
	for technique, i := byTouch, 0; technique < Guess; technique, i = technique+1, i+1 {
		picture := pictures[i]
		require.Equal(t, technique, picture.technique, "each technique has its picture")
		t.Run(technique.String(), func(t *testing.T) {
			p := puzzletest.Read(t, "puzzle: "+strings.ReplaceAll(picture.puzzle, "/", "\n")+"\n")
			s, err := New(context.Background(), p, nil)
			require.NoError(t, err)
			for range picture.after {
				_, err := s.Next(context.Background())
				require.NoError(t, err)
			}
			easiest, all := Guess, applying(s.state)
			for other := range all {
				easiest = min(easiest, other)
			}
			assert.Equal(t, technique, easiest)
			if picture.sole {
				assert.Len(t, all, 1)
			}
			step, err := s.Next(context.Background())
			require.NoError(t, err)
			assert.Equal(t, technique, step.Technique)
			assert.Equal(t, picture.text, step.Text)
		})
	}
}

// applying returns the first step of each technique that applies to a state.
func applying(state logic) map[Technique]Step {
	found := make(map[Technique]Step)
	for i := range state.techniques() {
		clone := state.clone()
		switch s := clone.(type) { // it looks at everything again
		case *hidokuState:
			s.reach()
			clear(s.bridgedAt)
		case *magicState:
			s.supposed = false // so that steps have words
			clear(s.lookedAt)
		case *draughtboardState:
			clear(s.lookedAt[0])
			clear(s.lookedAt[1])
		}
		if step, ok := clone.techniques()[i].find(); ok {
			found[step.Technique] = step
		}
	}
	return found
}
