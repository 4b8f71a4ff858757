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
	"crosscut/cmd/internal/serve/commands"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

var bookletLevels = human.Levels()

// bookletKind is a type of puzzle that booklet makes.
type bookletKind commands.BookletKind

// wish returns the wish for puzzles of the type on boards of a size or a shape.
func (k *bookletKind) wish(size string) (generate.Wish, error) {
	m := serve.NewMaking(k.Family)
	m.Size = size
	if _, _, err := m.WidthHeight(); err != nil {
		const side = "9x9" // of a ring, a cross and a diamond
		shape, err := generate.Shape(size, 1, 1)
		switch {
		case errors.Is(err, generate.ErrNoShape):
			return generate.Wish{}, fmt.Errorf("the size is columns x rows, as in 6x6, or a shape: %s", strings.Join(generate.Shapes(), ", "))
		case shape.Hex && k.Flag != "rikudo":
			return generate.Wish{}, errors.New("only rikudos have hexagons")
		case k.Family == puzzle.FamilyMagic:
			return generate.Wish{}, errors.New("a magic board is square")
		}
		m.Shape, m.Size = size, side
	}
	if err := m.Named(k.Flag, func(option string) bool { return option == "size" && m.Shape == "" }); err != nil {
		return generate.Wish{}, err
	}
	w, err := m.Wish()
	if err != nil {
		_, what, _ := strings.Cut(err.Error(), "; ") // the flag before it is one of generate
		err = errors.New(what)
	}
	return w, err
}

// bookletOrder is a number of puzzles of one type, level and size.
type bookletOrder struct {
	kind  *bookletKind
	size  string
	count int
	wish  generate.Wish
}

const maxOrder = 1000

// parse parses orders with commas between them: N, LEVEL:N or LEVEL:N:SIZE. N alone may also have a size.
func (k *bookletKind) parse(text string) (orders []bookletOrder, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		order, err := k.parseOne(part)
		if err != nil {
			return nil, fmt.Errorf("--%s %q; %w", k.Flag, part, err)
		}
		if slices.ContainsFunc(orders, func(o bookletOrder) bool { return o.wish.Level == order.wish.Level && o.size == order.size }) {
			return nil, fmt.Errorf("--%s %q; this level and size is there twice", k.Flag, part)
		}
		orders = append(orders, order)
	}
	return orders, nil
}

func (k *bookletKind) parseOne(text string) (o bookletOrder, err error) {
	fields := strings.SplitN(text, ":", 3)
	if _, err := strconv.Atoi(fields[0]); err == nil { // of any level
		fields = strings.SplitN("any:"+text, ":", 3)
	}
	if len(fields) < 2 {
		return o, errors.New("it is N, LEVEL:N or LEVEL:N:SIZE, as in 20, easy:4 or medium:2:6x6")
	}
	level, size := human.Level(0), k.Sizes[1]
	if fields[0] != "any" {
		if err = level.UnmarshalText([]byte(strings.ToLower(fields[0]))); err != nil {
			return o, errors.New("the level is easy, medium, hard or extreme")
		}
		size = k.Sizes[slices.Index(bookletLevels, level)]
	}
	o = bookletOrder{kind: k, size: size}
	if o.count, err = strconv.Atoi(fields[1]); err != nil || o.count < 1 || o.count > maxOrder {
		return o, fmt.Errorf("the number of puzzles is 1 to %d", maxOrder)
	}
	if len(fields) == 3 {
		o.size = fields[2]
	}
	o.wish, err = k.wish(o.size)
	o.wish.Level = level
	return o, err
}

// String returns the order as a flag has it.
func (o *bookletOrder) String() string {
	text := fmt.Sprintf("%d:%s", o.count, o.size)
	if o.wish.Level != 0 {
		text = fmt.Sprintf("%v:%s", o.wish.Level, text)
	}
	return text
}

// seedOf returns the seed of a puzzle of the order, counted from 1. Every puzzle has a seed of
// its own, so that more puzzles of another kind change none.
func (o *bookletOrder) seedOf(seed uint64, number int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s %v %s %d", seed, o.kind.Flag, o.wish.Level, o.size, number) // never fails
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
		Workers: cores(f.Jobs),
		Tasks:   slices.Values(tasks),
		Join: func(ctx context.Context) func(bookletTask, func([]generate.Made) bool) error {
			return func(t bookletTask, emit func([]generate.Made) bool) error {
				err := generate.Puzzles(ctx, t.order.wish, generate.Series{Seed: t.order.seedOf(f.Seed, t.number), Count: 1, Workers: 1}, func(m generate.Made) bool {
					done.Add(1)
					return emit([]generate.Made{m})
				})
				if err != nil {
					return fmt.Errorf("--%s %s: %w", t.order.kind.Flag, t.order, err)
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
