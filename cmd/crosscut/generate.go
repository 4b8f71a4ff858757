package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"crosscut/generate"
	"crosscut/internal/serve"
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
every solution gets its own file. The numbers go on from those in the folder. The same seed
and flags make the same puzzles again, and no new files: give another seed for others.

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
func (a *app) generateFamily(f *generateFlags, short, example string) *cobra.Command {
	cmd := &cobra.Command{
		Use:     string(f.Family),
		Aliases: puzzle.Aliases(f.Family),
		Short:   short,
		Long:    short + ".\n\n" + generateLong,
		Example: example,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 && !(f.Family == puzzle.FamilyMagic && len(args) == 1 && args[0] == "square") {
				return fmt.Errorf("generate %s takes only flags, not %q; name the board with --size 10x10 or --shape", f.Family, args[0])
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.takeMoves(cmd); err != nil {
				return err
			}
			if err := f.readShape(cmd.Context(), a); err != nil {
				return err
			}
			if called := cmd.CalledAs(); f.Set == "" && f.Stones == "" && puzzle.IsStoneSet(called) {
				f.Set = called
			}
			w, err := f.Wish()
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
	flags.StringVar(&f.Size, "size", f.Size, "`SIZE` of the board: columns x rows, or one number for a square board")
	flags.IntVar(&f.Count, "count", f.Count, "make `N` puzzles")
	flags.Uint64Var(&f.Seed, "seed", 0, "`NUMBER` that selects the puzzles (default random)")
	flags.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "make `N` puzzles at the same time")
	f.limit.add(cmd, "stop")
	flags.StringVar(&f.Level, "difficulty", "", "`LEVEL` of the puzzles: easy, medium, hard or extreme (default any)")
	flags.StringVar(&f.dir, "dir", "", "write each puzzle and each solution to its own file in this `FOLDER`, and print the names")
	f.output.add(cmd)
	f.output.limit = &f.limit
	return cmd
}

func (a *app) generateHidoku() *cobra.Command {
	f := &generateFlags{Making: serve.NewMaking(puzzle.FamilyHidoku)}
	cmd := a.generateFamily(f, "Make hidokus",
		"  crosscut generate hidoku --size 6x6 --seed 42 --minimal\n"+
			"  crosscut generate hidoku --size 7x7 --moves rook --difficulty medium --symmetry rotational --count 3")
	f.addShape(cmd)
	f.addClues(cmd)
	cmd.Flags().StringVar(&f.Moves, "moves", f.Moves, "`KIND` of moves: king, rook, hex, knight, or steps such as \"(1,2) (1,3)\"")
	cmd.Flags().BoolVar(&f.Torus, "torus", false, "let steps over an edge of the board come in at the other side")
	cmd.Flags().BoolVar(&f.Closed, "closed", false, "let the last number touch the first")
	cmd.Flags().IntVar(&f.Walls, "walls", 0, "draw `N` walls between cells that then do not touch")
	cmd.Flags().IntVar(&f.Links, "links", 0, "draw `N` links between cells with consecutive numbers")
	cmd.Flags().BoolVar(&f.Order, "order", false, "show ranks along the path instead of numbers, as in Zip")
	cmd.Flags().StringVar(&f.Ends, "ends", f.Ends, "`ENDS` of the row of numbers: any, or 1 and the last number always given or hidden")
	return cmd
}

func (a *app) generateMagic() *cobra.Command {
	f := &generateFlags{Making: serve.NewMaking(puzzle.FamilyMagic)}
	cmd := a.generateFamily(f, "Make magic boards",
		"  crosscut generate magic --size 4x4 --seed 42 --minimal\n"+
			"  crosscut generate magic --size 5x5 --low 5 --difficulty medium\n"+
			"  crosscut generate jodici --difficulty medium")
	f.addClues(cmd)
	cmd.Flags().IntVar(&f.Low, "low", f.Low, "smallest `NUMBER` on the board")
	cmd.Flags().StringVar((*string)(&f.Form), "lines", "", "`FORM` of the lines: pandiagonal or associative (default rows, columns and diagonals)")
	cmd.Flags().StringVar(&f.Diagonals, "diagonals", f.Diagonals, "`yes` if the diagonals must have the sum too, or no")
	return cmd
}

func (a *app) generateDraughtboard() *cobra.Command {
	f := &generateFlags{Making: serve.NewMaking(puzzle.FamilyDraughtboard)}
	cmd := a.generateFamily(f, "Make draughtboards",
		"  crosscut generate draughtboard --size 6x6 --seed 42\n"+
			"  crosscut generate draughtboard --size 5x5 --stones 3..5 --solutions 2 --count 2")
	f.addShape(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Stones, "stones", "", "smallest and largest number of `CELLS` of a stone, as in 4..6 (default by area and level: 5..8 on 8x8, or 6..20 if easy)")
	flags.BoolVar(&f.Alike, "alike", false, "allow stones that are alike")
	flags.IntVar(&f.Gaps, "gaps", 0, "leave `N` cells bare")
	flags.StringVar(&f.Set, "set", "", "use the stones of this `SET`, such as pentominoes or \"tetrominoes + tetrominoes\"; they make the board, within --size (default 10x10)")
	flags.IntVar(&f.Solutions, "solutions", f.Solutions, "make puzzles with `N` solutions; symmetric ones count as one")
	flags.StringVar(&f.Corner, "corner", f.Corner, "`COLOUR` of the first square: B or W")
	flags.StringVar(&f.Flips, "flips", f.Flips, "`yes` if stones may be turned over, or no")
	return cmd
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
		return fmt.Sprintf("%s of %s, %v", number(done.Load()), plural(f.Count, "puzzle"), elapsed.Round(time.Second))
	})
	var outErr error
	err = generate.Puzzles(ctx, w, generate.Series{Seed: f.Seed, Count: f.Count, Workers: f.jobs}, func(m generate.Made) bool {
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
