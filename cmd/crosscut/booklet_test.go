package main

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/human"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// orders parses the orders of a kind.
func orders(t *testing.T, flag, text string) []bookletOrder {
	i := slices.IndexFunc(commands.BookletKinds, func(k commands.BookletKind) bool { return k.Flag == flag })
	all, err := (*bookletKind)(&commands.BookletKinds[i]).parse(text)
	require.NoError(t, err)
	return all
}

// The puzzles come in the order of the flags, each other than the rest, and with the level and
// the size that was ordered. More puzzles of one kind do not change the others.
func TestBookletsHaveWhatWasOrdered(t *testing.T) {
	a := &app{engines: crosscut.Engines()}
	f := &bookletFlags{Seed: 4, Jobs: 2}
	wanted := append(orders(t, "hidoku", "easy:3:5x5,hard:1:6x6"), orders(t, "magic", "easy:2")...)
	made, err := a.makeBooklet(context.Background(), f, wanted)
	require.NoError(t, err)
	require.Len(t, made, 6)
	seen := make(map[string]bool)
	for i, p := range made {
		require.NoError(t, p.puzzle.Check(p.solution))
		seen[p.puzzle.String()] = true
		level, cells, family := human.Easy, 25, puzzle.FamilyHidoku
		switch {
		case i == 3:
			level, cells = human.Hard, 36
		case i > 3:
			cells, family = 16, puzzle.FamilyMagic
		}
		assert.Equal(t, level, p.grade.Level, i)
		assert.Equal(t, cells, p.puzzle.Board().Len(), i)
		assert.Equal(t, family, p.puzzle.Family(), i)
	}
	assert.Len(t, seen, 6, "no puzzle twice")

	fewer, err := a.makeBooklet(context.Background(), f, orders(t, "magic", "easy:1"))
	require.NoError(t, err)
	assert.Equal(t, made[4].puzzle.String(), fewer[0].puzzle.String())
}

// Puzzles are numbered throughout, and their solutions have the same numbers. A puzzle of a
// file stands in the section of its type.
func TestBookletsAreNumberedThroughout(t *testing.T) {
	var puzzles []bookletPuzzle
	for _, content := range []string{"puzzle: hidato\n1,_\n_,4\n", "puzzle: magic\n1\n", "puzzle: hidato\n1,2\n", "puzzle: numbrix\n1,2\n"} {
		p, err := text.Parse(content)
		require.NoError(t, err)
		puzzles = append(puzzles, bookletPuzzle{puzzle: p, grade: &human.Grade{Level: human.Easy}})
	}
	puzzles[2].grade, puzzles[2].several, puzzles[2].title = nil, true, "Two"
	puzzles[3].grade = nil // no steps of a person are known
	f := bookletFlags{Paper: "a5", Landscape: true, puzzleLayout: layout{1, 2}, answerLayout: layout{3, 4}}
	b, sections, solutions := f.pages(puzzles)
	require.Len(t, sections, 3)
	assert.Greater(t, b.Width, b.Height)
	assert.Equal(t, "4 puzzles with solutions, seed 0", b.Subject)
	var headings, contents []string
	number := 0
	for _, s := range sections {
		headings, contents = append(headings, s.Heading), append(contents, s.Contents)
		assert.NotEmpty(t, s.Rules)
		for _, e := range s.Entries {
			number++
			assert.Equal(t, number, e.Number)
			answer := solutions.Entries[number-1]
			assert.Equal(t, number, answer.Number)
			assert.Equal(t, e.Puzzle, answer.Puzzle)
			assert.Nil(t, e.Filled, "no solution among the puzzles")
		}
	}
	assert.Equal(t, 4, number)
	assert.Equal(t, []string{"Hidato", "Magic squares", "Numbrix"}, headings)
	assert.Equal(t, []string{"1 to 2: 1 easy", "3: 1 easy", "4"}, contents)
	second := sections[0].Entries[1]
	assert.Equal(t, "Two", second.Title)
	assert.Zero(t, second.Stars)
	assert.Equal(t, "one of several solutions", solutions.Entries[1].Title)
	assert.Empty(t, solutions.Entries[3].Title)
}
