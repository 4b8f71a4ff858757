package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/filling"
	"crosscut/puzzle"
)

// Puzzles of numbers are made from a filled board by taking clues away, while the
// filled board stays the only solution, or while steps of the wished level still lead
// to it.

// source is where the filled boards of a family come from.
type source struct {
	puzzle puzzle.Numbered // without clues that count
	fill   func(ctx context.Context, rng *rand.Rand) ([]int, error)
	// rivals are sets of cells in which some other filling differs from a filled board;
	// nil when none are known beforehand
	rivals func(board []int) [][]int
	second crosscut.Engine // that proves, beside Native, that a puzzle is unique
	nodes  int64           // of the native search for another solution
	beyond bool            // these nodes, second has its turn; else the question stays open
	proof  int64           // nodes that Native may need for the proof, 0 for any number
}

func pathSource(p *puzzle.Hidoku) source {
	return source{
		puzzle: p,
		fill:   func(ctx context.Context, rng *rand.Rand) ([]int, error) { return filling.Path(ctx, p, rng) },
		rivals: func(board []int) [][]int { return filling.Rivals(p, board) },
		second: crosscut.SAT,
		nodes:  30_000,
		beyond: true, // the SAT engine rarely loses its way
	}
}

func squareSource(p *puzzle.Magic, minimal bool) source {
	proof := proofNodes(p.Board().Len())
	nodes := proof
	if minimal { // which takes other solutions, however hard they are to find
		nodes = 50_000
	}
	return source{
		puzzle: p,
		fill:   func(ctx context.Context, rng *rand.Rand) ([]int, error) { return filling.Square(ctx, p, rng) },
		second: crosscut.SAT,
		nodes:  nodes,
		proof:  proof,
	}
}

// proofNodes is how many nodes a magic board of so many cells may take the native search.
// On a board of order 6 that takes it 500 nodes the SAT engine proves the same in a
// second, and in a minute where it takes 50 times as many; with the order that grows.
func proofNodes(cells int) int64 {
	const most, size = 500, 36
	if cells <= size {
		return most
	}
	return int64(max(most*size*size/(cells*cells), 1))
}

// cluesMaker returns the function that makes puzzles of numbers.
func cluesMaker(w *Wish, from source) (makeFunc, error) {
	groups, err := groupsOf(from.puzzle.Board(), w.Pattern)
	if err != nil {
		return nil, err
	}
	cells := from.puzzle.Board().Len()
	switch hidoku := from.puzzle.Family() == puzzle.FamilyHidoku; {
	case w.Clues < 0 || w.Clues > cells:
		return nil, fmt.Errorf("%w: %d clues on %d cells", ErrWish, w.Clues, cells)
	case !slices.Contains([]Ends{"", AnyEnds, GivenEnds, HiddenEnds}, w.Ends):
		return nil, fmt.Errorf("%w: ends %q; they are any, given or hidden", ErrWish, w.Ends)
	case w.Ends != "" && w.Ends != AnyEnds && !hidoku:
		return nil, fmt.Errorf("%w: only a Hidoku has ends", ErrWish)
	case w.Ends == GivenEnds && w.Clues > 0 && w.Clues < 2 && cells > 1:
		return nil, fmt.Errorf("%w: both ends given are more than %d clue", ErrWish, w.Clues)
	}
	return func(ctx context.Context, rng *rand.Rand) (*Made, error) {
		fewest, graded := 0, human.Level(0)
		attempts := attemptsFor(cells)
		for range attempts {
			board, err := from.fill(ctx, rng)
			if err != nil {
				return nil, err
			}
			t := &thinning{ctx: ctx, wish: w, from: from, rng: rng, board: board, clues: slices.Clone(board)}
			if from.rivals != nil {
				t.others = from.rivals(board)
			}
			m, err := t.make(groups)
			if m != nil || err != nil {
				return m, err
			}
			if fewest == 0 || t.left < fewest {
				fewest = t.left
			}
			graded = max(graded, t.level)
		}
		return nil, gaveUp("%s", howFar(w, attempts, fewest, graded))
	}, nil
}

// howFar says how far attempts came.
func howFar(w *Wish, attempts, fewest int, graded human.Level) string {
	text := fmt.Sprintf("%d attempts; none came to the puzzle wished for", attempts)
	if w.Clues > 0 && fewest > 0 {
		text += fmt.Sprintf(", the fewest clues were %d", fewest)
	}
	if w.Minimal && w.Clues == 0 && graded == 0 {
		text += ", none was minimal"
	}
	if w.Level > 0 && graded > 0 {
		text += fmt.Sprintf(", the hardest was %v", graded)
	}
	return text
}

// attemptsFor bounds the effort: the larger the board, the longer an attempt.
func attemptsFor(cells int) int { return min(max(6_000/cells, 5), 200) }

// groupsOf returns the sets of cells whose clues come and go together.
func groupsOf(b *puzzle.Board, pattern Pattern) ([][]int, error) {
	image := func(row, col int) (int, int) { return row, col }
	switch pattern {
	case "", NoPattern:
	case Rotational:
		image = func(row, col int) (int, int) { return b.Height() - 1 - row, b.Width() - 1 - col }
	case Mirrored:
		image = func(row, col int) (int, int) { return row, b.Width() - 1 - col }
	default:
		return nil, fmt.Errorf("%w: a pattern %q; it is none, rotational or mirror", ErrWish, pattern)
	}
	var groups [][]int
	for c := range b.Len() {
		d := b.Cell(image(b.Pos(c)))
		switch {
		case d < 0:
			return nil, fmt.Errorf("%w: the board itself has not the pattern %s", ErrWish, pattern)
		case d == c:
			groups = append(groups, []int{c})
		case d > c:
			groups = append(groups, []int{c, d})
		}
	}
	return groups, nil
}

// thinning is a filled board that loses clues.
type thinning struct {
	ctx   context.Context
	wish  *Wish
	from  source
	rng   *rand.Rand
	board []int // the solution
	clues []int
	left  int // clues

	// Of every other solution found so far, the cells in which it differs: without a
	// clue in one of them it is a solution.
	others [][]int

	level human.Level // that was found at the end
}

// make takes clues away and returns the puzzle, nil when it is not as wished.
func (t *thinning) make(groups [][]int) (*Made, error) {
	t.left = len(t.clues)
	if least := t.least(); t.wish.Clues > 0 && t.wish.Clues < least {
		t.left = least
		return nil, nil
	}
	groups = slices.Clone(groups)
	t.rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	groups, ok, err := t.ends(groups)
	if err != nil || !ok {
		return nil, err
	}
	kept, err := t.thin(groups)
	if err != nil || t.wish.Clues > 0 && t.left != t.wish.Clues {
		return nil, err
	}
	if t.wish.Minimal {
		if ok, err = t.minimal(kept); err != nil || !ok {
			return nil, err
		}
	}
	return t.finish()
}

// least returns a lower bound of the number of clues: of the sets of cells in which other
// solutions differ, those that have no cell in common need a clue each.
func (t *thinning) least() int {
	met := make([]bool, len(t.board))
	least := 0
	for _, other := range t.others {
		if slices.ContainsFunc(other, func(c int) bool { return met[c] }) {
			continue
		}
		least++
		for _, c := range other {
			met[c] = true
		}
	}
	return least
}

// ends takes away, or keeps, the first and the last number, where that is wished for,
// and returns the groups that are left to thin. It reports false when the ends cannot
// be hidden.
func (t *thinning) ends(groups [][]int) (rest [][]int, ok bool, err error) {
	if t.wish.Ends == "" || t.wish.Ends == AnyEnds {
		return groups, true, nil
	}
	last := len(t.board)
	var ends []int
	for _, group := range groups {
		if slices.ContainsFunc(group, func(c int) bool { return t.board[c] == 1 || t.board[c] == last }) {
			ends = append(ends, group...)
		} else {
			rest = append(rest, group)
		}
	}
	if t.wish.Ends == GivenEnds {
		return rest, true, nil
	}
	ok, err = t.without(ends)
	return rest, ok, err
}

// thin goes through the groups and takes away each that can go, several at a time
// while that works. It returns those that it kept, without those it did not get to
// because there were as few clues as wished for.
func (t *thinning) thin(groups [][]int) (kept [][]int, err error) {
	for at, size := 0, 1; at < len(groups); {
		if t.wish.Clues > 0 && t.left <= t.wish.Clues {
			return append(kept, groups[at:]...), nil
		}
		size = min(size, len(groups)-at)
		block := slices.Concat(groups[at : at+size]...)
		if t.wish.Clues > 0 && t.left-len(block) < t.wish.Clues {
			if size == 1 { // a pair, where one clue more is wanted
				kept = append(kept, groups[at])
				at++
			}
			size = max(1, size/2)
			continue
		}
		gone, err := t.without(block)
		switch {
		case err != nil:
			return nil, err
		case gone:
			at += size
			size *= 2
		case size == 1:
			kept = append(kept, groups[at])
			at++
		default:
			size /= 2
		}
	}
	return kept, nil
}

// without takes away the clues of cells if the puzzle stays as it has to be, and
// reports whether it did.
func (t *thinning) without(cells []int) (bool, error) {
	var taken []int
	for _, c := range cells {
		if t.clues[c] != puzzle.Empty {
			taken = append(taken, c)
			t.clues[c] = puzzle.Empty
		}
	}
	ok, err := t.good()
	if err == nil && ok {
		t.left -= len(taken)
		return true, nil
	}
	for _, c := range taken {
		t.clues[c] = t.board[c]
	}
	if errors.Is(err, errOpen) {
		return false, nil
	}
	return false, err
}

// good reports whether the filled board is the only solution, and where a level below
// the hardest is wished for, steps of that level lead to it, which proves as much.
func (t *thinning) good() (bool, error) {
	if t.known() {
		return false, nil
	}
	if t.wish.Level == 0 || t.wish.Level == human.Extreme {
		return t.alone()
	}
	p, err := t.from.puzzle.WithClues(t.clues)
	if err != nil {
		return false, err
	}
	g, err := human.GradeOf(t.ctx, p, t.wish.Level)
	return err == nil && g.Solved, err
}

// known reports whether a solution found before fits the clues.
func (t *thinning) known() bool {
	return slices.ContainsFunc(t.others, func(other []int) bool {
		return !slices.ContainsFunc(other, func(c int) bool { return t.clues[c] != puzzle.Empty })
	})
}

// alone reports whether the filled board is the only solution.
func (t *thinning) alone() (bool, error) {
	p, err := t.from.puzzle.WithClues(t.clues)
	if err != nil {
		return false, err
	}
	other, err := t.another(p)
	if other != nil {
		t.others = append(t.others, other)
	}
	return other == nil, err
}

// errOpen says that a search was too short to tell whether there is another solution.
var errOpen = errors.New("another solution was neither found nor ruled out")

// another returns the cells in which some other solution of p differs, nil when the
// filled board is the only one. It may fail with errOpen.
func (t *thinning) another(p puzzle.Puzzle) ([]int, error) {
	found, err := crosscut.First(t.ctx, crosscut.Native, p, 2, &crosscut.Meter{MaxNodes: t.from.nodes})
	if errors.Is(err, crosscut.ErrLimit) && len(found) < 2 && t.ctx.Err() == nil {
		if !t.from.beyond {
			return nil, errOpen
		}
		found, err = crosscut.First(t.ctx, t.from.second, p, 2, nil)
	}
	if err != nil && len(found) < 2 {
		return nil, err
	}
	for _, s := range found {
		var differ []int
		for c, k := range s {
			if k != t.board[c] {
				differ = append(differ, c)
			}
		}
		if differ != nil {
			return differ, nil
		}
	}
	return nil, nil
}

// minimal reports whether no group of clues can go.
func (t *thinning) minimal(kept [][]int) (ok bool, err error) {
	for _, group := range kept {
		if t.clues[group[0]] == puzzle.Empty {
			continue
		}
		for _, c := range group {
			t.clues[c] = puzzle.Empty
		}
		ok := !t.known()
		if ok {
			ok, err = t.alone()
		}
		for _, c := range group {
			t.clues[c] = t.board[c]
		}
		switch {
		case errors.Is(err, errOpen):
			return false, nil
		case err != nil || ok:
			return false, err
		}
	}
	return true, nil
}

// finish grades the puzzle and has it proved unique. It returns nil for a puzzle that is
// not of the level wished for, or that would take the proof too long.
func (t *thinning) finish() (*Made, error) {
	p, err := t.from.puzzle.WithClues(t.clues)
	if err != nil {
		return nil, err
	}
	g, err := gradeWithoutGuesses(t.ctx, p)
	if err != nil {
		return nil, err
	}
	if t.level = g.Level; t.wish.Level > 0 && t.level != t.wish.Level {
		return nil, nil
	}
	for _, e := range []crosscut.Engine{crosscut.Native, t.from.second} {
		m := new(crosscut.Meter)
		if e.Name == crosscut.Native.Name {
			m.MaxNodes = t.from.proof
		}
		found, err := crosscut.First(t.ctx, e, p, 2, m)
		if m.MaxNodes > 0 && errors.Is(err, crosscut.ErrLimit) && t.ctx.Err() == nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if len(found) != 1 || !slices.Equal(found[0], t.board) {
			return nil, &crosscut.DisagreementError{Engines: [2]string{e.Name, "another"}, Detail: fmt.Sprintf(
				"%s finds %d solutions of a puzzle that was found to be unique: %v", e.Name, len(found), p)}
		}
	}
	return &Made{Puzzle: p, Solution: t.board, Count: 1, Clues: t.left, Grade: g}, nil
}

// gradeWithoutGuesses grades a puzzle that has one solution as far as the steps go:
// where they end it is extreme, and how many guesses it takes remains open.
func gradeWithoutGuesses(ctx context.Context, p puzzle.Puzzle) (*human.Grade, error) {
	g, err := human.GradeOf(ctx, p, human.Hard)
	if err == nil && !g.Solved {
		g.Level = human.Extreme
	}
	return g, err
}
