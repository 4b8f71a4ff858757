// Package dlx finds all exact covers, with colours and multiplicities.
//
// # Model
//
// A [Problem] has items and options. Some items are primary, the others are
// secondary. An option is a set of items, each at most once; to a secondary item
// it may give a colour. A solution, or cover, is a set of options such that
//
//   - every primary item is in exactly one of them or, with a multiplicity, in
//     as many as its bounds allow;
//   - a secondary item is in at most one of them, or all those that have it give
//     it the same colour.
//
// Anything that asks for "each of these exactly once, each of those at most
// once, and agreement about the rest" is such a problem: tilings, Latin squares,
// queens, crosswords. With no secondary items it is the exact cover problem of
// textbooks (XC); with colours Knuth calls it XCC, with multiplicities MCC: "two
// of each digit", "at least one guard for each room", "five queens". Options
// without a primary item are never chosen, otherwise they could be added to any
// cover at will.
//
// In terms of other fields: an item that must be covered is a constraint "exactly
// one of", a secondary item one "at most one of", a multiplicity "from lo to hi
// of"; a colour is the value of a variable that options agree about.
//
// # Use
//
// Items and options are numbers: items from 0 on with the primary ones first,
// options in the order in which they were added. So a problem is made of the
// caller's own arithmetic, and a cover is a slice of option numbers, ascending:
//
//	p := dlx.NewProblem(2*n, 0) // rows, then columns
//	p.Add(dlx.Element{Item: row}, dlx.Element{Item: n + column})
//
// Names are for people, and optional: [Problem.NameItem], [Problem.NameColour].
// Building never fails; what makes no sense is kept, and [Problem.Validate] says
// what it is. All searches refuse such a problem with the same error.
//
// To ask for
//
//   - every cover: [Problem.Solve], or [Problem.Solutions] in a range loop;
//   - some, or whether there is exactly one: [Problem.First];
//   - one that differs from seed to seed: [Problem.Random];
//   - how many there are, also where nobody could make them all: [Problem.Count];
//   - all of them as one value, to draw from with equal chances, to find the one of
//     least weight or to ask how many have an option: [Problem.ZDD].
//
// All take a context and a [Meter], which limits the search and says how far it
// is. They return no error only when the answer is complete, so "there are no
// others" is never a time-out in disguise. Covers are handed out in the caller's
// goroutine; others run only if Meter.Workers allows it, and none is left when the
// call returns.
//
// # Text
//
// [Read] and [Problem.Write] use the format of Knuth's programs:
//
//	| a line that begins with a bar is a comment
//	p q 2:3|r | x y
//	p q x y:A
//	p r x:A y
//	p x:B
//	q x:A
//	r x:A
//	r y:B
//
// The first line that is neither blank nor a comment names the items, separated
// by blanks; a bar parts the primary items from the secondary ones. Before the name
// of a primary item there may be its multiplicity and a bar: "2:3|r" is in two or
// three options of a cover, "2|r" in exactly two, "0:1|r" in one or none. Each further
// line is an option: names of items, in any order, with ":colour" after a secondary
// item.
//
// This example has one cover. Of the three options of r two are needed, and the
// y without colour in "p r x:A y" is in no other option of a cover. So "r x:A" must
// be chosen; x then has the colour A, and only "q x:A" is left for q, which needs one
// option: "p q x y:A" would have x for itself. For p there is then "p r x:A y", and r
// has its two.
//
// Names are 1 to 64 bytes of printable UTF-8, without ':' and '|' in the name of
// an item and without ':' in one of a colour, unless it is ":" alone. Knuth's
// programs want at most 8 bytes for an item and one for a colour. So the colours
// without a name get one of a single character as long as those last.
//
// # Algorithms
//
// All searches are forms of Algorithm C of Donald E. Knuth, The Art of Computer
// Programming, volume 4B, section 7.2.2.1: take the primary item with the fewest
// options, try each of them, hide whatever contradicts it. What must be chosen is
// chosen before anything is tried.
//
// The [Sparse] core keeps the options of each item in a sparse set (Briggs and
// Torczon, ACM Letters on Programming Languages and Systems 2, 1993), which Knuth,
// after an idea of Christine Solnon, calls "dancing cells", as opposed to the
// linked lists of dancing links. Its memory is linear in the input.
//
// The [Bitset] core keeps all live options as one bitset and the conflicts of each
// option as another, so that a move is one pass of and-not and needs no undoing. It
// counts the options of all items at once, in counters that lie across machine
// words. A search that turns out long looks for pairs of options that leave some
// item without options, and records them as conflicts; that leaves a third of the
// nodes for some packings.
//
// The core [Ahead] keeps every state domain consistent (Knuth's programs XCCDC; C.
// Bessière, "Constraint propagation", Handbook of Constraint Programming 2006,
// chapter 3): an option dies when all options of some open item contradict it. They
// are the intersection of rows of conflicts, so nothing but the rows is needed to find
// them. It branches by failures and begins anew now and then. Of 86 numbered paths of
// 25 to 900 cells with at most 50 solutions, Bitset settled 66 in two seconds each,
// Ahead all; for 321,303 nodes on one of 100 cells it needs 16. On packings, queens, Latin squares, sudokus
// and dominoes it saves at most 18 of 19 nodes and takes 2 to 20 times as long.
// Therefore a search with [Auto] tries for a moment whether looking ahead pays.
//
// [Auto] says when which core is used, and [Problem.SolveWith] lets the caller choose.
//
// With Meter.Workers above 1 a search with Sparse or Bitset is split once it has
// branched at 8,192 nodes. Whoever has nothing to do gets what somebody else has not
// tried yet nearest to the root (work stealing; R. D. Blumofe and C. E. Leiserson,
// Journal of the ACM 46, 1999). Covers wait until it is their turn, so that order,
// stops, limits and counters are those of one worker; only how many options Sparse
// has hidden before it failed may differ. Measured in processor time, two workers
// take 1.0 to 1.2 times as long as one on packings, Soma, queens and paths, 1.1 to
// 1.4 times on Langford pairs, Latin squares and sudokus, and up to 1.8 times on
// dominoes, where there is little to do but to hand out covers. Looking ahead is done
// by one worker.
//
// SSXCC, Knuth's program with dancing cells, without its counters took so many times as
// long as Bitset in the same run on one machine:
//
//	pentominoes-3x20       5.8
//	pentominoes-6x10       6.9   one of four symmetric packings each
//	pentominoes-8x8        6.4   without the four cells in the middle
//	draughtboard-8x8      10     12 stones
//	soma                   5.1
//	path-5x5               5.8
//	queens-12              3.0
//	langford-12            1.95
//	latin-5                1.26
//	dominoes-8x8           1.08
//	sudoku                 0.91  598,512 solutions
//
// It is least where nearly every node is above a cover, since Bitset hands the covers
// out and SSXCC counts them.
//
// A problem with multiplicities is searched by Algorithm M of the same section, on
// sparse sets, with two branches a node: the covers with an option of the item that
// has the fewest ways to go on, then those without. Once the second branch is
// entered the option is out, so no set of options comes up twice. All live options
// of an item that needs them all are chosen at once. Memory is linear in the input.
// Problems without multiplicities never come here. In one run on one machine the
// 4,860 ways to dominate a chessboard with five queens took 1.1 s; Knuth's programs DLX3
// and SSMCC took 5.1 s and 4.1 s. Where nearly every node leads to a cover, as with
// matrices of zeros and ones with given sums, they are faster, by factors from 1.3
// to 2.6, of which a part is that this search also hands the covers out.
//
// # Counting
//
// [Problem.Count] goes two ways that take turns until one of them is done.
//
// One is the tree of the Bitset core, with the counts of states kept in a table, as in
// Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017. The
// live options alone are the key: an item is open just when it has a live option, and
// colours have had their say in what is live. Keys are compared in full, since a hash
// in place of a key makes for counts that are nearly right. Where the live options
// fall into parts that do not contradict each other, the parts are counted one by one
// and their counts multiplied (as in Bayardo and Pehoushek, "Counting models using
// connected components", AAAI 2000). Looking states up and looking for parts cost
// something, so for each number of open items there is an account of what they save,
// and where they save too little they are given up for a while.
//
// The other covers the items in a fixed order, all partial covers at once: those that
// leave the same options live are one state, with the number of ways to reach it. That
// is frontier-based search (Sekine, Imai and Tani, ISAAC 1995; Knuth's "Simpath", The
// Art of Computer Programming, volume 4A, section 7.1.4) with forced moves. The order is
// the best found of some that keep the frontier small: the items not covered yet of
// options with an item covered already. States whose turn is over need not be kept. This is what
// counts dominoes, Latin squares and numbered paths with clues; processor time on one
// machine, in one run:
//
//	                      made one by one   counted
//	dominoes-8x8                2.3 s        0.001 s
//	dominoes-16x16                -          0.2 s     2.4·10^30 covers
//	latin-5                     0.074 s      0.014 s
//	latin-6                       -          8 s       812,851,200
//	hidoku-7x7-every-6          0.092 s      0.005 s   numbered path, every 6th number given
//	hidoku-6x6-every-7          0.93 s       0.11 s
//	hidoku-8x8-every-8            -          1.7 s     1,078,285,033
//
// Which way is faster cannot be known before. The tree tells what share of it is done, so
// the turns are such that the loser costs little: on packings, queens and Langford pairs,
// where no state comes up twice, counting took 1.0 to 1.2 times as long as making all
// covers, on paths without clues and a sudoku 1.0 to 1.2 times.
//
// [Problem.ZDD] goes along the frontier and writes down the moves. See [ZDD] for what it
// is and can tell.
//
// # Choice of item
//
// The item branched on is the lowest numbered among those with the fewest options.
// In the Sparse core this was compared with four other rules:
//
//   - last: of several such items the highest numbered;
//   - sharp: items of one kind before all others, unless something is forced
//     (Knuth's "sharp preference", for names that begin with #): pieces, rows, pairs,
//     cells of a square, steps of a path;
//   - other: the items of all other kinds before these;
//   - weight: the number of options is divided by one plus the number of failures
//     that the item has caused (weighted degree: Boussemart, Hemery, Lecoutre and
//     Sais, ECAI 2004).
//
// The nodes and seconds (of processor time) of the rule in use, and of the others
// the ratios to them; > where it was given up:
//
//	                      in use          last      sharp     other     weight
//	pentominoes-3x20      6,581 0.08    1.0/0.7    >5/>10    1.9/1.9   2.1/1.8
//	pentominoes-6x10    196,325 1.64    1.0/1.0   4.7/15     2.1/3.4   1.4/1.5
//	pentominoes-8x8      59,933 0.48    1.0/1.2    >5/>15    4.4/5.0   1.2/1.4
//	draughtboard-8x8    149,699 1.32    1.0/1.0   1.6/3.2    1.0/1.0   1.0/1.0
//	soma                 53,451 0.18    1.0/1.0   0.7/1.3    1.0/1.0   1.0/1.0
//	queens-12            70,306 0.07    1.0/1.1   1.0/1.0    1.0/1.0   0.8/0.8
//	langford-12         634,722 0.60    1.0/1.2   1.0/1.5    1.0/1.3   1.1/1.3
//	latin-5             157,646 0.18    1.0/1.6   1.0/1.3    1.0/1.0   1.0/1.0
//	path-5x5            279,962 1.15    1.0/1.0       >7     0.6/0.5   1.0/1.1
//	sudoku              617,220 1.48    1.0/1.1   1.0/1.1    1.0/1.0   1.0/0.9
//	dominoes-8x8     12,988,815 7.19    1.0/0.9         -         -   1.0/0.8
//
// The machine was busy, so only ratios of seconds beyond 1.3 mean something. What
// another rule gains on one problem, half the time at best, it loses several times
// over on the next, so there is nothing to choose. A caller who knows better can say
// so by numbering: ties go to the lowest item.
package dlx
