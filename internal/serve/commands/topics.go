package commands

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"crosscut/encode"
	"crosscut/internal/serve"
	"crosscut/puzzle"
)

// Topics returns the help topics. The topic of the schema is the schema alone, so that a validator
// can read the output of "crosscut help schema".
func Topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "files", Short: "The formats of puzzle and solution files", Long: filesTopic},
		{Use: "long-runs", Short: "Count and solve for hours: checkpoints, and shares of the work", Long: longRunsTopic},
		{Use: "encodings", Short: "The ways to write a puzzle as a formula or exact cover", Long: encodingsTopic()},
		{Use: "exit-codes", Short: "What the exit codes mean", Long: exitCodesTopic},
		{Use: "schema", Short: "The JSON Schema of what --format json prints", Long: serve.Schema},
	}
}

// filesTopic is the help text on the formats of files.
const filesTopic = `A puzzle file has header lines "key: value", comments that begin with #, and
then rows.

  puzzle: hidoku | draughtboard | magic
                        may be absent if the rest shows it, or with --puzzle.
                        Other names: hidato (king), numbrix (rook), rikudo (hex),
                        polyomino, pentominoes, checkerboard, magic square
  solutions: 1          number of solutions: N, N+ for at least N, ? for unknown;
                        "crosscut check" compares the engines with it
  source: ...           where the puzzle comes from
  title: ...            what the puzzle is called, for pictures and booklets
  author: ...           who made it
  labels:               texts on squares, for pictures: below it a row for each row of
                        the board, with commas, and then a line of =. _ is no text,
                        # a hole without text. A text has up to 12 characters

hidoku: rows of cells, separated by commas or blanks. A cell is a number, _ (open)
or # (hole); __ and ## mean the same. Open cells may also be . - ? or nothing between
two commas, and 0 if that is not a number of the puzzle. A row that begins with a hole needs commas.

  moves: king | rook | hex   which cells touch; king if absent. On hex boards
                             every second row is shifted right by half a cell.
                             Also knight, or steps such as (1,2) (1,3)
  torus: yes                 steps over an edge come in at the other side
  closed: yes                the last number touches the first
  walls: r1c1-r1c2, ...      pairs of cells that do not touch
  bridges: r1c1-r3c3, ...    pairs of cells that touch
  links: r1c1-r1c2, ...      pairs of cells with consecutive numbers
  unlinked: r1c1-r1c2, ...   pairs of cells without consecutive numbers
  clues: order               the numbers on the board are ranks along the path
  order: r1c1 r2c3 ...       cells that the path visits in this order

magic: n rows of n cells. A cell is a number or _.

  numbers: 5..29        the n*n numbers to use, or a list: 2 3 3 5..9; 1..n*n if absent
  sum: 85               the sum of every line, or any; computed if absent
  diagonals: yes | no   whether the diagonals have the sum too; yes if absent
  lines: pandiagonal    also the broken diagonals; associative: also the pairs of
                        opposite cells; or a list of lines on a board of any shape:
                        r1c1 r1c2 = 15; r2c1 r2c2 = *12; r3c1 r3c2

  "puzzle: jodici" is a wheel: a row for each of its 3 rings of 6 cells. "puzzle:
  equation" has an equation in each row and each column, as in 1 + _ * _ = 7.

draughtboard: stones, drawn in B, W, X (fits either colour) and _, with a line of
= between them.

  board: 8x8            columns x rows. Or "board:" alone, and below it the board
                        drawn in B, W and # (hole) up to a line of =. If absent,
                        the square with the area of the stones
  corner: B | W | any   colour of the first square. If absent, that of the drawn
                        board, or any: both colourings are tried
  flips: yes | no       whether stones may be turned over; yes if absent
  stones: pentominoes   a set of stones: pentominoes, tetrominoes, hexominoes, one-sided
                        tetrominoes or one-sided pentominoes, or several joined by +.
                        Drawn stones are added
  gaps: 1               how many cells stay bare: 1, 0..3 or any; none if absent

A line before a stone says how often it is used: 3 *, 0..2 *, or * * for any number.
Without it: once. "1 *, no flips" may not be turned over, "1 *, no turns" not rotated.

A file may hold several puzzles, with a line of --- between two of them. A
directory stands for the files in it and below it that end in .txt, except those
that end in .solution.txt. A file that is not a puzzle and has no line "puzzle:" is
skipped, with a note.

A link has a whole puzzle and may stand where a file is wanted: see "crosscut help
export". Its names are crosscut:... and addresses with "#".

A solution file has the filled rows. Comments may stand before them. On a
draughtboard each cell names its stone: A is the first in the file, B the second,
AA follows Z. Names are in upper case on black cells and in lower case on white
cells. If no stone has a colour, all are in upper case. A bare cell is _, and an open
one ? where cells may stay bare.`

// exitCodesTopic is the help text on exit codes.
const exitCodesTopic = `  0    yes: found, exactly one, the engines agree, the solution is right
  1    no: no solution, not exactly one, not the number in the file, a broken rule
  2    bad usage, bad input, or results that could not be written
  3    stopped by a limit, or cubes are missing; the results so far are printed
  4    the engines disagree, or one gave a wrong solution: a bug in crosscut
  130  interrupted; the results so far are printed

For several files, crosscut returns the most urgent code: 130, then 4, 2, 3, 1, 0.`

// longRunsTopic is the help text on checkpoints and shares.
const longRunsTopic = `With --checkpoint FILE, "crosscut count" and "crosscut solve --all" cut the puzzle
into cubes: about 500, or as many as --cubes says. The file records the finished
cubes. After an interrupt, a limit, a crash or a power cut, --resume FILE continues.
With --checkpoint and --resume for the same FILE, a run starts or continues. Each run
may use another engine.

A cube is a puzzle: the whole puzzle with more clues, or a draughtboard on which some
stones already lie. Every solution lies in exactly one cube. If the puzzle has
symmetries, this holds for one of each group of symmetric solutions.

The file is replaced as a whole, at most once a second and at the end. A crash may leave
a file FILE.RANDOM.tmp beside it, which you can remove. Every line has a checksum.
Damaged lines are skipped, with a message, and their cubes are searched again. A
checkpoint of another puzzle or kind of run is rejected.

With --output, the file of "crosscut solve --all" gets the solutions of each finished
cube, and in the end holds every solution once. No run ever cuts that file or replaces
what is in it. --resume compares it with the checkpoint: text of other runs stays, and
damaged or missing solutions are found again at the end. Without --output, solutions of
unfinished cubes are printed again.

A run locks the files of --output and --checkpoint. A second run that wants one of them
ends with exit code 2. On a file system without locks, --no-lock does without.

Cubes share no results. So a search that meets the same states again and again, as on
a large empty board, is slower in cubes. For this reason "crosscut count" without
--digest first tries the whole puzzle for two seconds.

"crosscut work --shard i/N" searches every N-th cube and writes the results as lines
of JSON. "crosscut merge" adds up such files, and checkpoints of counts. "crosscut
cubes" lists the cubes as puzzles.`

// encodingsTopic returns the help text on encodings.
func encodingsTopic() string {
	var text strings.Builder
	text.WriteString(`The SAT engine writes the puzzle as a formula, and the engine dlx as an exact cover. There
are several ways to do so. All have the same solutions. They differ in size, and in how soon
the solver sees a contradiction. --encoding selects one for --engine sat or dlx, and for
encode and decode. With --engine all or race, and with check and prove, it is one of
formulas. The first of each family is the default. docs/measurements.md compares them.

Without --encoding, a Hidoku that is too large for the default is written by "binary". The
comments of a file that encode writes name the encoding, unless it is the default. decode
takes the same one without being told.
`)
	for _, list := range []struct {
		what string
		of   func(puzzle.Family) []encode.Encoding
	}{{"formulas", encode.Encodings}, {"exact covers", encode.CoverEncodings}} {
		for _, family := range puzzle.Families() {
			fmt.Fprintf(&text, "\n%s, %s\n", family, list.what)
			for _, e := range list.of(family) {
				fmt.Fprintf(&text, "  %-13s %s\n", e.Name, e.What)
			}
		}
	}
	return strings.TrimRight(text.String(), "\n")
}
