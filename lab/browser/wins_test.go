package browser_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Five games of each kind are won by touch on a telephone, and by keys on a large screen.
func TestGamesAreWon(t *testing.T) {
	blank := func(w, h int, moves puzzle.Moves, holes ...[2]int) puzzle.Puzzle {
		return puzzletest.BlankHidoku(t, w, h, moves, func(row, col int) bool { return slices.Contains(holes, [2]int{row, col}) })
	}
	equation, err := text.Parse("puzzle: equation\nnumbers: 1..9\n__ + __ + __ = 15\n+ + +\n__ + __ + __ = 15\n+ + +\n__ + __ + __ = 15\n= = =\n15 15 15\n")
	require.NoError(t, err)
	for _, kind := range []struct {
		name string
		wish generate.Wish
	}{
		{"hidato", generate.Wish{Puzzle: blank(5, 5, puzzle.King)}},
		{"numbrix", generate.Wish{Puzzle: blank(5, 5, puzzle.Rook), Walls: 2, Ends: "hidden"}},
		{"rikudo", generate.Wish{Puzzle: blank(5, 5, puzzle.Hex, [2]int{0, 0}, [2]int{4, 4}), Links: 2}},
		{"zip", generate.Wish{Puzzle: blank(5, 5, puzzle.Rook), Order: true}},
		{"magic", generate.Wish{Puzzle: puzzletest.BlankMagic(t, 4, 1, true)}},
		{"equation", generate.Wish{Puzzle: equation}},
		{"pentominoes", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 6, 6, true), Sets: []string{"tetrominoes"}}},
		{"draughtboard", generate.Wish{Puzzle: puzzletest.BlankDraughtboard(t, 5, 5, true)}},
	} {
		t.Run(kind.name, func(t *testing.T) {
			for seed, size := range sizes {
				play := visit(t, site(t).URL+page)
				play.sized(size)
				for _, made := range series(t, kind.wish, uint64(seed)) {
					play.open(made.Puzzle.String())
					require.NotEqual(t, "true", play.eval("document.querySelector('#play').dataset.done"), made.Puzzle)
					opened := play.eval("document.documentElement.dataset.opened")
					play.win(made.Puzzle, made.Solution)
					play.until("document.querySelector('#play').dataset.done === 'true'")
					assert.Contains(t, play.text("#win-title"), "Solved", made.Puzzle)
					assert.Equal(t, opened, play.eval("document.documentElement.dataset.opened"), "the last key asks for no other puzzle")
				}
			}
		})
	}
}

// series returns five puzzles. Each seed makes others, since a game that was won is not played again.
func series(t *testing.T, w generate.Wish, seed uint64) (all []generate.Made) {
	t.Helper()
	err := generate.Puzzles(t.Context(), w, generate.Series{Seed: seed, Count: 5}, func(m generate.Made) bool {
		all = append(all, m)
		return true
	})
	require.NoError(t, err)
	return all
}

// win plays a game to its end.
func (h *tab) win(p puzzle.Puzzle, s puzzle.Solution) {
	h.t.Helper()
	switch q := p.(type) {
	case *puzzle.Draughtboard:
		h.layStones(q, s)
	case *puzzle.Hidoku:
		h.drawPath(q, s)
	case *puzzle.Magic:
		h.enterNumbers(q, s)
	}
}

// arrow returns the key that leads from a cell towards another one: first to its row, then to its column.
func arrow(t *testing.T, from, to string) string {
	t.Helper()
	var row, col, toRow, toCol int
	_, err := fmt.Sscanf(from+" "+to, "r%dc%d r%dc%d", &row, &col, &toRow, &toCol)
	require.NoError(t, err, "%s to %s", from, to)
	switch {
	case row < toRow:
		return kb.ArrowDown
	case row > toRow:
		return kb.ArrowUp
	case col < toCol:
		return kb.ArrowRight
	}
	return kb.ArrowLeft
}

// to moves the frame to a cell by arrows.
func (h *tab) to(name string) {
	h.t.Helper()
	for range 100 {
		here := h.eval("document.activeElement.dataset.cell ?? ''")
		if here == name {
			return
		}
		h.keys(arrow(h.t, here, name))
	}
	require.Fail(h.t, "no way by arrows", name)
}

// start puts the frame on the board, as the Tab key does.
func (h *tab) start() {
	h.eval("document.querySelector('#play-board [role=gridcell][tabindex=\"0\"]').focus() ?? 0")
	h.run(chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
}

// drawPath draws the path of a Hidoku with a finger. By keys it enters the numbers, or draws the line of a Zip.
func (h *tab) drawPath(p *puzzle.Hidoku, s puzzle.Solution) {
	path := pathOf(p, s)
	if !h.touched && !p.Ranked() {
		h.enterNumbers(p, s)
		return
	}
	if !h.touched {
		h.eval("document.activeElement.blur() ?? 0")
		for i, name := range path[1:] {
			h.keys(arrow(h.t, path[i], name))
		}
		return
	}
	first := 0
	for p.Clue(slices.Index(s, first+p.Low())) == puzzle.Empty {
		first++
	}
	on := make([]string, len(path))
	for i, name := range path {
		on[i] = cell("play", name)
	}
	back := slices.Clone(on[:first+1])
	slices.Reverse(back)
	if first > 0 {
		h.tapButton("#direction-label")
		h.finger(back...)
		h.tapButton("#direction-label")
	}
	h.finger(on[first:]...)
}

// pathOf returns the cells of a path in their order.
func pathOf(p puzzle.Puzzle, s puzzle.Solution) []string {
	path := make([]string, len(s))
	for c, k := range s {
		path[k-slices.Min(s)] = p.Board().Name(c)
	}
	return path
}

// enterNumbers enters the numbers of the open cells: each by a tap on the cell and one on the number, or by keys. On a path a
// tap enters the number that was chosen before.
func (h *tab) enterNumbers(p puzzle.Puzzle, s puzzle.Solution) {
	if !h.touched {
		h.start()
	}
	open, values := entries(p, s)
	for i, name := range open {
		k := strconv.Itoa(values[i])
		if !h.touched {
			h.to(name)
			h.keys(k + kb.Enter)
			continue
		}
		h.eval(`document.querySelectorAll('#numbers button').forEach((e) => { e.dataset.number = e.textContent; }) ?? 0`)
		taps := []string{cell("play", name), fmt.Sprintf("#numbers [data-number=%q]", k)}
		if _, isPath := p.(*puzzle.Hidoku); isPath {
			slices.Reverse(taps)
		}
		h.press(taps[0])
		h.press(taps[1])
	}
}

// layStones takes each stone from the tray, turns it until it lies as in the solution, and lays it.
func (h *tab) layStones(p *puzzle.Draughtboard, s puzzle.Solution) {
	cells := map[int][]int{} // by stone
	for c, value := range s {
		if value != puzzle.Bare {
			stone := max(value, -value) - 1
			cells[stone] = append(cells[stone], c)
		}
	}
	for _, stone := range slices.Sorted(maps.Keys(cells)) {
		button := fmt.Sprintf("#stones [data-stone=\"%d\"]", stone)
		if h.touched {
			h.finger(button)
		} else {
			h.eval(fmt.Sprintf("document.querySelector(%q).focus() ?? 0", button))
			h.keys(kb.Enter)
		}
		grip := h.turnTo(p, cells[stone])
		if h.touched {
			h.finger(cell("play", grip))
			continue
		}
		h.to(grip)
		h.keys(kb.Enter)
	}
}

// square is a cell of a stone: its row, its column and the class of its colour.
type square struct {
	Row, Col int
	Colour   string
}

// looks returns the cells of the stone in hand as it lies in the tray, and the one with its name.
func (h *tab) looks() (cells []square, grip square) {
	h.t.Helper()
	text := h.eval(`JSON.stringify((() => {
		const stone = document.querySelector('#stones [aria-pressed=true] svg');
		const at = (y, x, colour) => ({ Row: Math.floor(y / 40), Col: Math.floor(x / 40), Colour: colour });
		const cells = [...stone.querySelectorAll('.cell')].map((e) => {
			const [, x, y] = /M(\d+) (\d+)/.exec(e.getAttribute('d'));
			return at(y, x, e.classList[1]);
		});
		const name = stone.querySelector('.name');
		return [...cells, at(name.getAttribute('y'), name.getAttribute('x'), '')];
	})())`)
	require.NoError(h.t, json.Unmarshal([]byte(text), &cells), text)
	return cells[:len(cells)-1], cells[len(cells)-1]
}

// turnTo turns the stone in hand until it covers cells of the board, and returns the cell for its name.
func (h *tab) turnTo(p *puzzle.Draughtboard, cells []int) (grip string) {
	h.t.Helper()
	wide := p.Board().Width()
	top, left := p.Board().Height(), wide
	colours := map[puzzle.Colour]string{puzzle.Black: "black", puzzle.White: "white", puzzle.AnyColour: "grey"}
	want := map[[2]int]string{}
	for _, c := range cells {
		row, col := p.Board().Pos(c)
		top, left = min(top, row), min(left, col)
		want[[2]int{row, col}] = colours[p.ColourAt(c, p.Setup().Corner)]
	}
	for turns := range 8 {
		looks, named := h.looks()
		if !slices.ContainsFunc(looks, func(s square) bool {
			colour, covered := want[[2]int{s.Row + top, s.Col + left}]
			return !covered || s.Colour != colour && s.Colour != "grey"
		}) {
			return fmt.Sprintf("r%dc%d", named.Row+top+1, named.Col+left+1)
		}
		change, key := "#turn", "r"
		if turns == 3 {
			change, key = "#flip", "f"
		}
		if h.touched {
			h.press(change)
		} else {
			h.keys(key)
		}
	}
	require.Fail(h.t, "the stone never lies so", "%v", cells)
	return ""
}
