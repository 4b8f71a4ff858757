package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"crosscut/generate"
	"crosscut/puzzle"
)

// generateLong is the part of the help text that all families share.
const generateLong = `Make puzzles. The native engine and one other engine prove each puzzle before it is
printed. The same seed and flags make the same puzzles, whatever --jobs says. The level of
--difficulty is a part of the seed. Without --seed a seed is drawn. The line "source:" of
each puzzle contains it.

On a draughtboard, solutions count as one if a symmetry of the board takes one to the
other. "crosscut unique" counts in the same way.

"crosscut help grade" explains the levels of --difficulty. With --dir, every puzzle and
every solution gets its own file.

The exit code is 0 when all puzzles were made. It is 3 when a limit came first, or when a
bounded number of attempts made no puzzle that fits the flags. It is 130 after an
interrupt. Finished puzzles are printed in all cases.`

func (a *app) generateCommand() *cobra.Command {
	var names []string
	for _, family := range puzzle.Families() {
		names = append(names, string(family))
	}
	cmd := &cobra.Command{
		Use:     "generate " + strings.Join(names, "|"),
		Short:   "Make puzzles with exactly one solution",
		Long:    generateLong,
		Example: "  crosscut generate hidoku --size 6x6 --seed 42 --minimal",

		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // the unknown family is the fault
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("generate needs a puzzle type: %s; see \"%s --help\"", puzzle.FamilyNames(), cmd.CommandPath())
			}
			return fmt.Errorf("generate %q; it is %s%s", args[0], puzzle.FamilyNames(), didYouMean(args[0], familyNames()))
		},
	}
	cmd.AddCommand(a.generateHidoku(), a.generateDraughtboard(), a.generateMagic())
	return cmd
}

// generateFamily returns the command for one family, with the flags that all families have.
// wish reads the flags and returns what to make.
func (a *app) generateFamily(f *generateFlags, short, size, example string, wish func(context.Context) (generate.Wish, error)) *cobra.Command {
	cmd := &cobra.Command{
		Use:     string(f.family),
		Aliases: puzzle.Aliases(f.family),
		Short:   short,
		Long:    short + ".\n\n" + generateLong,
		Example: example,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 && !(f.family == puzzle.FamilyMagic && len(args) == 1 && args[0] == "square") {
				return fmt.Errorf("generate %s takes only flags, not %q; name the board with --size 10x10 or --shape", f.family, args[0])
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.takeMoves(cmd); err != nil {
				return err
			}
			w, err := wish(cmd.Context())
			if err != nil {
				return err
			}
			if w.Level, err = f.check(cmd); err != nil {
				return err
			}
			return a.generate(cmd.Context(), f, w)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.size, "size", size, "`SIZE` of the board: columns x rows, or one number for a square board")
	flags.IntVar(&f.count, "count", 1, "make `N` puzzles")
	flags.Uint64Var(&f.seed, "seed", 0, "`NUMBER` that selects the puzzles (default random)")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "make `N` puzzles at the same time")
	f.limit.add(cmd, "stop")
	flags.StringVar(&f.level, "difficulty", "", "`LEVEL` of the puzzles: easy, medium, hard or extreme (default any)")
	flags.StringVar(&f.dir, "dir", "", "write each puzzle and each solution to its own file in this `FOLDER`, and print the names")
	f.output.add(cmd)
	f.output.limit = &f.limit
	return cmd
}

func (a *app) generateHidoku() *cobra.Command {
	f := &generateFlags{family: puzzle.FamilyHidoku}
	cmd := a.generateFamily(f, "Make hidokus", "10x10",
		"  crosscut generate hidoku --size 6x6 --seed 42 --minimal\n"+
			"  crosscut generate hidoku --size 7x7 --moves rook --difficulty medium --symmetry rotational --count 3",
		func(ctx context.Context) (generate.Wish, error) {
			board, err := f.board(ctx, a)
			if err != nil {
				return generate.Wish{}, err
			}
			p, err := puzzle.NewHidoku(board, puzzle.Moves(f.moves), slices.Repeat([]int{puzzle.Empty}, board.Len()))
			if err != nil {
				return generate.Wish{}, fmt.Errorf("--%w", err)
			}
			return f.clueWish(p), nil
		})
	f.addShape(cmd)
	f.addClues(cmd)
	cmd.Flags().StringVar(&f.moves, "moves", string(puzzle.King), "`KIND` of moves: king, rook or hex")
	cmd.Flags().StringVar(&f.ends, "ends", string(generate.AnyEnds), "`ENDS` of the row of numbers: any, or 1 and the last number always given or hidden")
	return cmd
}

func (a *app) generateMagic() *cobra.Command {
	f := &generateFlags{family: puzzle.FamilyMagic}
	var low int
	var diagonals string
	cmd := a.generateFamily(f, "Make magic boards", "5x5",
		"  crosscut generate magic --size 4x4 --seed 42 --minimal\n"+
			"  crosscut generate magic --size 5x5 --low 5 --difficulty medium",
		func(context.Context) (generate.Wish, error) {
			width, height, err := f.widthHeight()
			switch {
			case err != nil:
				return generate.Wish{}, err
			case width != height || width == 2:
				return generate.Wish{}, fmt.Errorf("--size %q; a magic board is square, and there is none of 2x2", f.size)
			case diagonals != "yes" && diagonals != "no":
				return generate.Wish{}, fmt.Errorf("--diagonals %q; it is yes or no", diagonals)
			}
			p, err := puzzle.NewMagic(width, low, puzzle.MagicSum(width, low), diagonals == "yes", slices.Repeat([]int{puzzle.Empty}, width*width))
			if err != nil {
				return generate.Wish{}, err
			}
			return f.clueWish(p), nil
		})
	f.addClues(cmd)
	cmd.Flags().IntVar(&low, "low", 1, "smallest `NUMBER` on the board")
	cmd.Flags().StringVar(&diagonals, "diagonals", "yes", "`yes` if the diagonals must have the sum too, or no")
	return cmd
}

func (a *app) generateDraughtboard() *cobra.Command {
	f := &generateFlags{family: puzzle.FamilyDraughtboard}
	var stones, corner, flips string
	var alike bool
	var solutions int
	cmd := a.generateFamily(f, "Make draughtboards", "8x8",
		"  crosscut generate draughtboard --size 6x6 --seed 42\n"+
			"  crosscut generate draughtboard --size 5x5 --stones 3..5 --solutions 2 --count 2",
		func(ctx context.Context) (generate.Wish, error) {
			w := generate.Wish{Alike: alike, Solutions: solutions}
			board, err := f.board(ctx, a)
			switch {
			case err != nil:
				return w, err
			case corner != "B" && corner != "W":
				return w, fmt.Errorf("--corner %q; it is B or W", corner)
			case flips != "yes" && flips != "no":
				return w, fmt.Errorf("--flips %q; it is yes or no", flips)
			case solutions < 1:
				return w, fmt.Errorf("--solutions %d; it must be above 0", solutions)
			}
			if w.Smallest, w.Largest, err = cellRange(stones); err != nil {
				return w, err
			}
			w.Puzzle, err = blankBoard(board, puzzle.Colour(corner[0]), flips == "yes")
			return w, err
		})
	f.addShape(cmd)
	flags := cmd.Flags()
	flags.StringVar(&stones, "stones", "", "smallest and largest number of `CELLS` of a stone, as in 4..6 (default by area and level: 5..8 on 8x8, or 6..20 if easy)")
	flags.BoolVar(&alike, "alike", false, "allow stones that are alike")
	flags.IntVar(&solutions, "solutions", 1, "make puzzles with `N` solutions; symmetric ones count as one")
	flags.StringVar(&corner, "corner", "B", "`COLOUR` of the first square: B or W")
	flags.StringVar(&flips, "flips", "yes", "`yes` if stones may be turned over, or no")
	return cmd
}

// blankBoard returns a draughtboard whose stones are all single cells.
func blankBoard(board *puzzle.Board, corner puzzle.Colour, flips bool) (*puzzle.Draughtboard, error) {
	one, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	if err != nil {
		return nil, err
	}
	return puzzle.NewDraughtboard(board, corner, flips, slices.Repeat([]puzzle.Stone{one}, board.Len()))
}

// clueWish returns the wish for a puzzle with clues on the board of p.
func (f *generateFlags) clueWish(p puzzle.Puzzle) generate.Wish {
	return generate.Wish{
		Puzzle: p, Clues: f.clues, Minimal: f.minimal, SameSolution: f.sameSolution,
		Pattern: generate.Pattern(f.pattern), Ends: generate.Ends(f.ends),
	}
}

// generate makes the puzzles and prints them.
func (a *app) generate(ctx context.Context, f *generateFlags, w generate.Wish) error {
	out, err := a.printer(ctx, &f.output, inputPlaces(f.shapeFile())...)
	if err != nil {
		return err
	}
	into := puzzleFolder{flags: f}
	ctx, cancel := f.limit.within(ctx)
	defer cancel()
	var done atomic.Int64
	hide := a.showEvery(func(elapsed time.Duration) string {
		return fmt.Sprintf("%s of %s, %v", number(done.Load()), plural(f.count, "puzzle"), elapsed.Round(time.Second))
	})
	var outErr error
	err = generate.Puzzles(ctx, w, f.seed, f.count, f.jobs, func(m generate.Made) bool {
		done.Add(1)
		if f.dir != "" {
			outErr = into.save(out, &m)
		} else {
			outErr = out.made(f, &m)
		}
		return outErr == nil
	})
	hide()
	if outErr == nil && err != nil {
		defer a.report(fmt.Errorf("generate: %w", err))
	}
	return cmp.Or(outErr, out.close())
}
