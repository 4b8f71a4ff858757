package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/encode"
	"crosscut/puzzle"
)

// filesTopic is the help text on the formats of files.
func filesTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "files",
		Short: "The formats of puzzle and solution files",
		Long: `A puzzle file has header lines "key: value", comments that begin with #, and
then rows.

  puzzle: hidoku | draughtboard | magic
                        needed unless the rest tells, or --puzzle says it
  solutions: 1          how many there are: N, N+ for at least N, ? for unknown;
                        "crosscut check" holds the engines to it
  source: ...           who says so

hidoku: cells with commas or blanks between them: a number, _ for an open cell,
# for a hole; __ and ## mean the same. A row that begins with a hole needs commas.

  moves: king | rook | hex   which cells touch; king when absent. On hex boards
                             every second row is shifted right by half a cell

magic: n rows of n cells, a number or _.

  numbers: 5..29        the n*n numbers to use; 1..n*n when absent
  sum: 85               the sum of every line; worked out when absent
  diagonals: yes | no   whether the diagonals have the sum too; yes when absent

draughtboard: stones, drawn in B, W, X (fits either colour) and _, with a line of
= between them.

  board: 8x8            columns x rows, or "board:" alone and below it the board
                        drawn in B, W and # (hole) up to a line of =; when absent,
                        the square that has the area of the stones
  corner: B | W | any   colour of the first square; when absent as the board is
                        drawn, else any: both colourings are tried
  flips: yes | no       whether stones may be turned over; yes when absent

A file may hold several puzzles, with a line of --- between two of them. A
directory stands for the files in and below it that end in .txt, but not in
.solution.txt; those that are no puzzle and have no line "puzzle:" are passed over,
with a note.

A solution file has the filled rows; comments may stand before them. On a
draughtboard each cell names its stone: A is the first in the file, B the second,
AA follows Z; in upper case on black cells and in lower case on white ones, all in
upper case where no stone has a colour.`,
	}
}

// exitCodesTopic is the help text on exit codes.
func exitCodesTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "exit-codes",
		Short: "What the exit codes mean",
		Long: `  0    yes: found, exactly one, the engines agree, the solution is right
  1    no: no solution, none or several, not the number the file claims, a rule broken
  2    bad usage, bad input, or results that cannot be written
  3    stopped by a limit, or cubes are missing; what was found is printed
  4    the engines disagree, or one gave a wrong solution: a bug in crosscut
  130  interrupted; what was found is printed

With several files, the most urgent code counts: 130, then 4, 2, 3, 1, 0.`,
	}
}

// schema describes the lines that --format json prints, and those of --log-format json.
//
//go:embed schema.json
var schema string

// schemaTopic is the help text that is the schema, so that "crosscut help schema" can be
// given to a validator.
func schemaTopic() *cobra.Command {
	return &cobra.Command{Use: "schema", Short: "The JSON Schema of what --format json prints", Long: schema}
}

// longRunsTopic is the help text on checkpoints, and on cubes in shares.
func longRunsTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "long-runs",
		Short: "Counting and solving for hours: checkpoints, and shares of the work",
		Long: `With --checkpoint FILE, "crosscut count" and "crosscut solve --all" cut the puzzle
into cubes, some 500 or as many as --cubes says, and keep those that are finished in
the file. --resume FILE goes on after an interrupt, a limit, a crash or a power cut;
--checkpoint and --resume with the same FILE begin or go on, as the case may be. The
engine may be another one each time.

A cube is a puzzle: the whole one with more clues, or a draughtboard on which some
stones lie. Every solution lies in exactly one cube, or, where the puzzle has
symmetries, is the image of one that does.

The file is written at most once a second and at the end, to FILE.tmp, which is made
durable and takes its place. Every line has a check: lines that are damaged or cut
off are left out, with a message, and found again. A checkpoint of another puzzle,
kind of run or version is refused.

With --output, "crosscut solve --all" has every solution in its file once: what the
file has beyond the last cube that is done is taken back. Where solutions are
printed, those found since that cube are printed again.

Cubes know nothing of each other, so a count that meets the same states again and
again, as on a large empty board, is slower in cubes. "crosscut count" without
--digest therefore tries for two seconds to count the whole first.

"crosscut work --shard i/N" searches every N-th cube and writes what it finds as
lines of JSON, "crosscut merge" adds up such files and checkpoints of counts, and
"crosscut cubes" lists the cubes as puzzles.`,
	}
}

// encodingsTopic is the help text on encodings.
func encodingsTopic() *cobra.Command {
	var text strings.Builder
	text.WriteString(`The SAT engine asks a solver about a formula, and there are several ways to write a
puzzle as one. All have the same solutions; they differ in size and in how soon the
solver sees a contradiction. --encoding names the one to use with --engine sat, all or
race, and in check, prove, encode and decode. The first of each family is the default.
README.md has a table of what each takes.
`)
	for _, family := range puzzle.Families() {
		fmt.Fprintf(&text, "\n%s\n", family)
		for _, e := range encode.Encodings(family) {
			fmt.Fprintf(&text, "  %-13s %s\n", e.Name, e.What)
		}
	}
	return &cobra.Command{
		Use:   "encodings",
		Short: "The ways to write a puzzle as a formula",
		Long:  strings.TrimRight(text.String(), "\n"),
	}
}
