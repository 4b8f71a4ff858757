// Package dlx finds all exact covers, with colours and multiplicities.
//
// # Model
//
// A [Problem] has items and options. Some items are primary, the others are
// secondary. An option is a set of items, each at most once. It may give colours to its
// secondary items. A cover, or solution, is a set of options with two properties:
//
//   - Every primary item is in exactly one of them. With a multiplicity, it is in as
//     many as its bounds allow.
//   - A secondary item is in at most one of them, or all options that have it give it
//     the same colour.
//
// Many problems have this form: each of these exactly once, each of those at most once,
// and agreement about the rest. Examples are tilings, Latin squares, queens and
// crosswords. Without secondary items it is the exact cover problem of textbooks (XC).
// With colours Knuth calls it XCC, with multiplicities MCC: "two of each digit", "at
// least one guard for each room", "five queens". Options without a primary item are
// never chosen. Otherwise they could be added to any cover.
//
// In terms of other fields: a primary item is a constraint "exactly one of", a secondary
// item "at most one of", a multiplicity "from lo to hi of". A colour is the value of a
// variable on which options agree.
//
// # Use
//
// Items and options are numbers. Items count from 0, with the primary items first.
// Options have numbers in the order in which they were added. So the caller's own
// arithmetic makes a problem. A cover is a slice of ascending option numbers:
//
//	p := dlx.NewProblem(2*n, 0) // rows, then columns
//	p.AddItems(row, n+column)
//
// Options with colours are made of elements: [Problem.Add].
//
// Names are for people, and optional: [Problem.NameItem], [Problem.NameColour].
// Building never fails. The problem keeps invalid options, and [Problem.Validate] reports
// them. All searches refuse such a problem with the same error.
//
// Choose a method by what you want to know:
//
//   - every cover: [Problem.Solve], or [Problem.Solutions] in a range loop;
//   - some covers, or whether there is exactly one: [Problem.First];
//   - one cover that differs from seed to seed: [Problem.Random];
//   - the number of covers, also where it is huge: [Problem.Count];
//   - all covers as one value, to draw covers with equal chances: package zdd.
//
// All take a context and a [meter.Meter], which limits the search and reports its progress.
// They return no error only when the answer is complete. So "there are no others" is
// never a time-out in disguise. Covers are handed out in the caller's goroutine. Other
// goroutines run only if Meter.Workers allows it. None is left when the call returns.
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
// The first line that is neither blank nor a comment names the items, separated by
// blanks. A bar separates the primary items from the secondary ones. A multiplicity and
// a bar may precede the name of a primary item. "2:3|r" is in two or three options of a
// cover, "2|r" in exactly two, "0:1|r" in one or none. Each further line is an option:
// names of items, in any order, with ":colour" after a secondary item.
//
// This example has one cover. Two of the three options of r are needed. The y without
// colour in "p r x:A y" excludes all other options with y. So "r x:A" must be chosen, and
// x has the colour A. Now only "q x:A" can cover q: "p q x y:A" would need x for itself.
// Then "p r x:A y" covers p, and r has its two options.
//
// Names are 1 to 64 bytes of printable UTF-8. The name of an item has no ':' and no '|'.
// The name of a colour has no ':', unless it is ":" alone. Knuth's programs read at most
// 8 bytes for an item and one for a colour. So the default names of colours have a
// single character as long as there are such names.
//
// # Algorithms
//
// All searches are forms of Algorithm C of Donald E. Knuth, The Art of Computer
// Programming, volume 4B, section 7.2.2.1. They take the primary item with the fewest
// options, the lowest of several, try each of these options, and hide all conflicting
// ones. [Problem.SolveWith] runs the search of a [Core]:
//
//   - "sparse": Algorithm C on sparse sets;
//   - "bitset": the same on bitsets, with pairs of options that exclude each other;
//   - "ahead": domain consistency in each state, weights and restarts;
//   - [Auto]: the best of these three, as far as a quick look can tell.
//
// Problems with multiplicities are searched by Algorithm M of the same section, on
// sparse sets. [Problem.Count] and package zdd need not make the covers one by one. Each file opens with its
// technique, bounds and source. The folder docs of the module has measurements: the cores beside each other and
// beside Knuth's programs, counting, workers, and other rules for the choice of the item.
//
// # Limits and progress
//
// A search that is to find few covers, by the field Wanted of its meter, restarts with random ties where [Auto] chooses
// the core. The number of workers changes only the time. The covers, their order and the place where a limit
// ends the search stay the same. "sparse" and "bitset" use several workers
// for long searches, and so does [Auto] while it is one of them. Every other search has
// one worker: "ahead", package zdd, searches with multiplicities, and
// [Problem.Count] unless it makes all covers. Each worker of Sparse has a copy of the
// tables. Covers that wait for their turn take up to some hundred MiB. Trace is for other
// engines: nothing here calls it.
//
// A node is a state in which the search had to choose, and a branch one of its alternatives: an option of an
// item. A failure is a state in which a primary item could no longer be covered, and a propagation a live
// option that was then chosen or hidden. Forced moves are not nodes. With multiplicities a node has two
// branches: one with an option and one without.
//
// Done divides the share of a node equally among its branches, as Knuth's progress
// reports do (The Art of Computer Programming, 7.2.2). It never falls. It need not rise
// evenly.
package dlx
