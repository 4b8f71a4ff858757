package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/cmd/internal/serve/commands"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func (a *app) generateCommand() *cobra.Command {
	cmd := described("generate", nil, &cobra.Command{
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true}, // the unknown family is the fault
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("generate needs a puzzle type: %s; see \"%s --help\"", serve.FamilyChoice(), cmd.CommandPath())
			}
			return fmt.Errorf("generate %q; it is %s%s", args[0], serve.FamilyChoice(), commands.DidYouMean(args[0], serve.FamilyNames()))
		},
	})
	for _, family := range puzzle.Families() {
		cmd.AddCommand(a.generateFamily(&generateFlags{Making: serve.NewMaking(family)}))
	}
	return cmd
}

func (a *app) generateFamily(f *generateFlags) *cobra.Command {
	long, _ := commands.Help("generate")
	short, example := commands.Help("generate-" + string(f.Family))
	cmd := &cobra.Command{
		Use:     string(f.Family),
		Aliases: text.Others(f.Family),
		Short:   short,
		Long:    short + ".\n\n" + long,
		Example: example,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 && !(f.Family == puzzle.FamilyMagic && len(args) == 1 && args[0] == "square") {
				return fmt.Errorf("generate %s takes only flags, not %q; name the board with --size 10x10, --shape or --from", f.Family, args[0])
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.Named(cmd.CalledAs(), cmd.Flags().Changed); err != nil {
				return err
			}
			if err := f.readFrom(cmd, a); err != nil {
				return err
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
	row, _ := commands.Named("generate")
	addFlags(cmd, row, f, f.Family)
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if name := strings.ToLower(cmd.CalledAs()); name != "" && name != cmd.Name() {
			f.helpNamed(cmd, name, long)
		}
		cmd.Parent().HelpFunc()(cmd, args)
	})
	return cmd
}

// helpNamed lets the help say what another name of the family stands for: the flags that it sets.
func (f *generateFlags) helpNamed(cmd *cobra.Command, name, long string) {
	_ = f.Named(name, func(string) bool { return false }) // without flags nothing contradicts the name
	stands := ""
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		switch value := flag.Value.String(); {
		case flag.Changed || value == flag.DefValue:
		case value == "true":
			stands += " --" + flag.Name
		default:
			stands += " --" + flag.Name + " " + value
		}
	})
	makes := "Make " + name + " puzzles"
	if string(f.Form) != name { // a form that has no flag
		makes += fmt.Sprintf(": those of \"crosscut generate %s%s\"", f.Family, stands)
	}
	cmd.Long = makes + ".\n\n" + long
	cmd.Example = fmt.Sprintf("  crosscut generate %s --seed 42", name)
}

func (a *app) generate(ctx context.Context, f *generateFlags, w generate.Wish) error {
	if f.Dir == "" {
		f.kind = files.Puzzles
	}
	out, err := a.printer(ctx, &f.outputFlags, files.InputPlaces(f.From)...)
	if err != nil {
		return err
	}
	into := puzzleFolder{flags: f}
	ctx, cancel := within(ctx, f.Time)
	defer cancel()
	var done atomic.Int64
	hide := a.showPuzzles(&done, f.Count)
	var outErr error
	err = generate.Puzzles(ctx, w, generate.Series{Seed: f.Seed, Count: f.Count, Workers: cores(f.Jobs)}, func(m generate.Made) bool {
		done.Add(1)
		if f.Dir != "" {
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

// generateFlags are the flags of generate. Some families do not have all of them.
type generateFlags struct {
	serve.Making
	outputFlags
	Dir  string
	From string
	Jobs int
	Time time.Duration
}

// check rejects flags that are invalid or do not go together. It draws a seed if none is
// given, and returns the level of --difficulty, or 0.
func (f *generateFlags) check(cmd *cobra.Command) (human.Level, error) {
	if f.Dir != "" && (f.Output != "" || f.Format != "text") {
		return 0, errors.New("--dir writes its own files; it excludes --output and --format")
	}
	if !cmd.Flags().Changed("seed") {
		f.Seed = serve.NewSeed()
	}
	return f.Difficulty()
}

// readFrom reads the puzzle that --from keeps. Flags for a rule that it has or has not say nothing then.
func (f *generateFlags) readFrom(cmd *cobra.Command, a *app) error {
	if f.From == "" {
		return nil
	}
	for _, name := range []string{"size", "shape", "moves", "torus", "closed", "low", "lines", "diagonals", "set", "gaps", "flips"} {
		if flag := cmd.Flags().Lookup(name); flag != nil && flag.Changed {
			return fmt.Errorf("--from and --%s exclude each other: the file says it", name)
		}
	}
	file, err := a.read(cmd.Context(), f.From, &inputFlags{Puzzle: cmd.CalledAs()})
	if open := (*text.PartError)(nil); errors.As(err, &open) && open.Left > 0 {
		file, f.Left, err = open.Part, open.Left, nil
	}
	if err == nil {
		f.Making.From = file.Puzzle
	}
	return err
}
