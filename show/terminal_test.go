package show

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/puzzle"
)

func TestTheTerminalShowsSignsAndColours(t *testing.T) {
	p := Picture{Puzzle: parse(t, "puzzle: hidoku\nmoves: rook\nlinks: r1c1-r1c2, r1c1-r2c1\nunlinked: r2c1-r2c2\n1,_,#\n_,_,_\n")}
	const rules = "moves: rook\nlinks: r1c1-r1c2, r1c1-r2c1\nunlinked: r2c1-r2c2\n"
	assert.Equal(t, "1◆ ·\n◆\n·× ·  ·\n"+rules, p.Terminal(false))
	assert.Equal(t, "\x1b[0;1;38;2;26;26;26;48;2;252;240;205m1\x1b[0m◆ ·\n\x1b[0m◆\n\x1b[0m·× ·  ·\n"+rules, p.Terminal(true))
}

// Lines are between stones only.
func TestTheTerminalShowsStones(t *testing.T) {
	p := parse(t, "puzzle: draughtboard\nboard: 3x2\ncorner: B\nB,W\nW,_\n=\n_,B\nB,W\n=\n")
	assert.Equal(t, `┌───────────┬─────┐
│  A     a  │  B  │
│     ┌─────┘     │
│  a  │  B     b  │
└─────┴───────────┘
`, Picture{Puzzle: p, Filled: puzzle.Solution{1, 1, 2, 1, 2, 2}}.Terminal(false))
}

func TestATitleHasRoom(t *testing.T) {
	p := parse(t, "puzzle: hidoku\n1,_\n")
	assert.Contains(t, written(t, Picture{Puzzle: p}), `viewBox="0 0 104 64"`)
	assert.Contains(t, written(t, Picture{Puzzle: p, Title: "T"}), `viewBox="0 0 160 100"`)
}
