package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"crosscut/cmd/internal/serve"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

var bookletLevels = human.Levels()

// bookletKind is a type of puzzle that booklet makes.
type bookletKind struct {
	flag  string
	moves puzzle.Moves // of Hidokus
	sizes [4]string    // the sizes of boards that no order names, by level
}

// bookletKinds has the types of puzzle in the order of the booklet.
var bookletKinds = []bookletKind{
	{"hidoku", puzzle.King, [4]string{"6x6", "7x7", "8x8", "9x9"}},
	{"numbrix", puzzle.Rook, [4]string{"6x6", "7x7", "8x8", "9x9"}},
	{"rikudo", puzzle.Hex, [4]string{"hexagon:4", "hexagon:4", "hexagon:5", "hexagon:5"}},
	{"magic", "", [4]string{"4x4", "4x4", "5x5", "5x5"}},
	{"draughtboard", "", [4]string{"6x6", "6x6", "6x6", "7x7"}},
}

// blank returns the puzzle of a wish on a board: one without clues, or with stones of single cells.
func (k *bookletKind) blank(board *puzzle.Board) (puzzle.Puzzle, error) {
	switch n := board.Width(); {
	case k.moves != "":
		return puzzle.HidokuRules{Moves: k.moves}.New(board, nil)
	case k.flag == string(puzzle.FamilyDraughtboard):
		return serve.BlankDraughtboard(board, puzzle.Black, true)
	case n != board.Height() || n == 2 || n*n != board.Len():
		return nil, errors.New("a magic board is square, and there is none of 2x2")
	default:
		return puzzle.MagicRules{Order: n, Low: 1}.New(nil)
	}
}

// bookletOrder is a number of puzzles of one type, level and size.
type bookletOrder struct {
	kind  *bookletKind
	size  string
	count int
	wish  generate.Wish
}

const maxOrder = 1000

// parse parses orders: LEVEL:N or LEVEL:N:SIZE, with commas between them.
func (k *bookletKind) parse(text string) (orders []bookletOrder, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		order, err := k.parseOne(part)
		if err != nil {
			return nil, fmt.Errorf("--%s %q; %w", k.flag, part, err)
		}
		if slices.ContainsFunc(orders, func(o bookletOrder) bool { return o.wish.Level == order.wish.Level && o.size == order.size }) {
			return nil, fmt.Errorf("--%s %q; this level and size is there twice", k.flag, part)
		}
		orders = append(orders, order)
	}
	return orders, nil
}

func (k *bookletKind) parseOne(text string) (o bookletOrder, err error) {
	fields := strings.SplitN(text, ":", 3)
	if len(fields) < 2 {
		return o, errors.New("it is LEVEL:N or LEVEL:N:SIZE, as in easy:4 or medium:2:6x6")
	}
	var level human.Level
	err = level.UnmarshalText([]byte(strings.ToLower(fields[0])))
	if err != nil {
		return o, errors.New("the level is easy, medium, hard or extreme")
	}
	o = bookletOrder{kind: k, size: k.sizes[slices.Index(bookletLevels, level)]}
	if o.count, err = strconv.Atoi(fields[1]); err != nil || o.count < 1 || o.count > maxOrder {
		return o, fmt.Errorf("the number of puzzles is 1 to %d", maxOrder)
	}
	if len(fields) == 3 {
		o.size = fields[2]
	}
	board, err := k.board(o.size)
	if err != nil {
		return o, err
	}
	p, err := k.blank(board)
	o.wish = generate.Wish{Puzzle: p, Level: level}
	return o, err
}

// board returns the board of a size or a shape.
func (k *bookletKind) board(size string) (*puzzle.Board, error) {
	m := serve.Making{Size: size}
	if width, height, err := m.WidthHeight(); err == nil {
		return puzzle.NewBoard(width, height, nil)
	}
	const side = 9 // of a ring, a cross and a diamond
	board, _, hex, err := generate.Shape(size, side, side)
	switch {
	case errors.Is(err, generate.ErrNoShape):
		return nil, fmt.Errorf("the size is columns x rows, as in 6x6, or a shape: %s", shapeNames())
	case hex && k.moves != puzzle.Hex:
		return nil, errors.New("only rikudos have hexagons")
	}
	return board, err
}

// seedOf returns the seed of a puzzle of the order, counted from 1. Every puzzle has a seed of
// its own, so that more puzzles of another kind change none.
func (o *bookletOrder) seedOf(seed uint64, number int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %v %s %d", seed, o.kind.flag, o.wish.Level, o.size, number) // never fails
	return h.Sum64()
}

type bookletTask struct {
	order  *bookletOrder
	number int // in the order, counted from 1
}

// makeBooklet makes the puzzles of the orders, several at a time.
func (a *app) makeBooklet(ctx context.Context, f *bookletFlags, orders []bookletOrder) (puzzles []bookletPuzzle, err error) {
	var tasks []bookletTask
	for i := range orders {
		for n := range orders[i].count {
			tasks = append(tasks, bookletTask{&orders[i], n + 1})
		}
	}
	var done atomic.Int64
	defer a.showPuzzles(&done, len(tasks))()
	all := search.InOrder[bookletTask, generate.Made]{
		Workers: cores(f.jobs),
		Tasks:   slices.Values(tasks),
		Join: func(ctx context.Context) func(bookletTask, func([]generate.Made) bool) error {
			return func(t bookletTask, emit func([]generate.Made) bool) error {
				err := generate.Puzzles(ctx, t.order.wish, generate.Series{Seed: t.order.seedOf(f.seed, t.number), Count: 1, Workers: 1}, func(m generate.Made) bool {
					done.Add(1)
					return emit([]generate.Made{m})
				})
				if err != nil {
					return fmt.Errorf("--%s %v:%d:%s: %w", t.order.kind.flag, t.order.wish.Level, t.order.count, t.order.size, err)
				}
				return nil
			}
		},
		Receive: func(_ bookletTask, made []generate.Made) error {
			for _, m := range made {
				puzzles = append(puzzles, bookletPuzzle{puzzle: m.Puzzle, solution: m.Solution, grade: m.Grade})
			}
			return nil
		},
	}
	return puzzles, all.Run(ctx)
}
