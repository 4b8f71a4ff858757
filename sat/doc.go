// Package sat has propositional formulas in conjunctive normal form, and the cardinality
// constraints that puzzles need. It reads and writes DIMACS files for other programs. It
// lists all models by the solver gini. It knows no puzzle.
//
// # Formulas
//
// A [CNF] grows by [CNF.NewVar] and [CNF.Add]. A literal is a [Lit], +v or −v
// as in DIMACS files. [CNF.AtMostOne] and [CNF.ExactlyOne] add auxiliary
// variables where that saves clauses. These are functions of the constrained
// literals, so they never multiply models. A model counter without projection counts the
// same models as [Models] does over the literals to keep.
//
// Choose a function by what you want to know:
//
//   - whether there is a model, of a formula that grows and under assumptions: [Solver];
//   - every model: [Models], or faster with a promise [ModelsInCubes];
//   - a proof that there is no model: [Refute];
//   - the same by a program of other people: [NewCommand].
//
// # Models
//
// [Models] hands out each assignment of the literals in keep that some model
// has, once. [ModelsInCubes] does the same with shorter blocking clauses. Its
// caller promises that no two solutions include one another. In a puzzle in which
// every cell has exactly one value, they never do. The caller also says when the space
// is cut.
//
// Every model is found by gini, and every "no more" is gini's "unsatisfiable". Our
// own code cuts the space into cubes: sets of literals that gini assumes. A cut by a
// literal l makes the cubes with l and with ¬l, so cubes cover everything whatever l
// is. Our own unit propagation only suggests l. See enumerate_cubes.go.
//
// All models by blocking clauses alone would cost the square of their number. Cubes
// bound that: each cube has few models, and gini is loaded anew when it holds more
// blocking clauses than formula. Where little of the formula is left in a cube, gini gets that
// alone, after it has confirmed it. Cubes also share the work among workers.
//
// A formula may lack clauses that the caller gives when a model makes them false: see [Cutting].
//
// A caller who knows symmetries of the formula saves searches: see [Symmetries]. gini then
// searches for one model of most orbits, and is asked once for each of its images.
//
// In [meter.Stats], a node is a call of gini. A branch is a cube that was cut no
// further, or only after models of it were known. A solution is a model and a failure
// is an "unsatisfiable". gini keeps the numbers of its conflicts and propagations to
// itself, so Propagations stays 0.
//
// # Proofs
//
// [Refute] writes a proof that a formula has no model, in a format that programs of
// other people check. gini writes no proofs, so our own learning solver writes them. It
// shares no code with gini. Its propagation is in propagation.go, its search in the
// files refute*.go. [Inference] lets the caller add rules that are stronger than unit
// propagation. Programs check a proof without knowing who wrote it.
//
// # Other solvers
//
// [Command] runs a solver of other people as a program. It finds models with blocking
// clauses alone, and writes proofs.
//
// # Files
//
// [CNF.WriteDIMACS] writes formulas for other solvers, with names of literals
// as comments. [ReadModels] reads the answer of another solver.
package sat
