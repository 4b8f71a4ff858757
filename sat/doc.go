// Package sat holds propositional formulas in conjunctive normal form, the
// cardinality constraints that puzzles need, the DIMACS files that other
// programs read, and the enumeration of all models by the solver gini. It knows
// no puzzle.
//
// # Formulas
//
// A [CNF] grows by [CNF.NewVar] and [CNF.Add]. A literal is a [Lit], +v or −v
// as in DIMACS files. [CNF.AtMostOne] and [CNF.ExactlyOne] add auxiliary
// variables where that saves clauses. These are functions of the constrained
// literals, so they never multiply models: a model counter that knows nothing
// of projection counts the same models as [Models] does over the literals one
// cares for.
//
// # Models
//
// [Models] hands out each assignment of the literals in keep that some model
// has, once. [ModelsAntichain] does the same with shorter blocking clauses
// where the caller can promise that no two solutions include one another; in a
// puzzle in which every cell has exactly one value, they never do. Both return
// nil only when the solver has refuted whatever was left.
//
// A blocking clause has literals of keep only, and of these only the ones from which
// the others follow by unit propagation.
//
// A solver that gets a blocking clause for every model slows down with each of
// them: all models cost the square of their number. So, when the blocking
// clauses outnumber the clauses of the formula, the space is cut in two by a
// literal that about half of the models so far have true, and each half goes to
// a fresh solver that is told only of the models inside it. That bounds the
// memory, whatever the number of models, and gives [search.Meter.Done] a
// meaning.
//
// [ModelsByGroups] needs no blocking clauses where the formula comes with groups of
// literals that decide, as exact covers do: it cuts the space along the groups into
// cubes, by unit propagation of its own, and gini is asked only about what is open
// when each group has a true literal. The cubes can be searched by several
// goroutines. [ModelsByTurns] is for formulas of which it is not known whether they
// have few models, which learning finds, or very many, which cutting lists.
//
// In [search.Stats], a node is a call of the solver and a failure a call that
// found nothing more; along groups, a node is a cut and a failure a cube without
// models. gini keeps the numbers of its conflicts and propagations
// to itself, so Propagations stays 0, and Branches as well.
//
// # Proofs
//
// [Refute] writes a proof that a formula has no model, in a format that programs of
// other people check. gini writes none, so a second solver does it, which shares
// nothing with gini: propagation.go is its ground, learning.go and analysis.go are
// its search. [RefuteByGophersat] is a second way, by a solver of other people.
//
// # Other solvers
//
// [Command] runs a solver of other people as a program: for models, whose enumeration is
// by blocking clauses alone, and for proofs.
//
// # Files
//
// [CNF.WriteDIMACS] and [ReadDIMACS] exchange formulas, with names of literals
// as comments; [ReadModel] reads the answer of another solver.
package sat
