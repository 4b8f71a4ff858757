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
// of projection counts the same models as [Models] does over the literals to keep.
//
// # Models
//
// [Models] hands out each assignment of the literals in keep that some model
// has, once. [ModelsAntichain] does the same with shorter blocking clauses. Its
// caller promises that no two solutions include one another. In a puzzle in which
// every cell has exactly one value, they never do. [ModelsInCubes] lets the caller
// say when the space is cut.
//
// Every model is found by gini, and every "no more" is gini's "unsatisfiable". Our
// own code cuts the space into cubes: sets of literals that gini assumes. A cut by a
// literal l makes the cubes with l and with ¬l, so cubes cover everything whatever l
// is. Our own unit propagation only suggests l. See enumerate_cubes.go.
//
// All models by blocking clauses alone would cost the square of their number. Cubes
// bound that: each cube has few models, and gini is loaded anew when it holds more
// blocking clauses than formula. Cubes also share the work among workers.
//
// In [search.Stats], a node is a call of gini and a branch is a cube that gini was
// asked about. A solution is a model and a failure is an "unsatisfiable". gini keeps the
// numbers of its conflicts and propagations to itself, so Propagations stays 0.
//
// # Proofs
//
// [Refute] writes a proof that a formula has no model, in a format that programs of
// other people check. gini writes no proofs. So a second solver does it, which shares
// nothing with gini: propagation.go is its ground, the files refute*.go are its search.
// [RefuteByGophersat] is a second way, by a solver of other people. A proof is checked
// by itself, so it does not matter who wrote it.
//
// # Other solvers
//
// [Command] runs a solver of other people as a program. It finds models with blocking
// clauses alone, and writes proofs.
//
// # Files
//
// [CNF.WriteDIMACS] and [ReadDIMACS] exchange formulas, with names of literals
// as comments. [ReadModel] reads the answer of another solver.
package sat
