package magic

import (
	"crosscut/internal/techniques"
)

// table has the techniques of this engine, and this file all of its constants.
var table = techniques.New("native/magic")

var restarting = table.Add(techniques.Row{
	Name: "restarts", File: "unsearched.go",
	Does:    "begins the search again with the numbers in another order, and leaves out what is searched",
	Applies: "until two fillings are found",
})

var exchanging = table.Add(techniques.Row{
	Name: "exchanges", File: "anneal.go",
	Does:    "fills the board by exchanges of numbers, in turns with the search",
	Applies: "where one or two fillings are wanted",
})

var hinting = table.Add(techniques.Row{
	Name: "hints", File: "guesses.go",
	Does:    "tries the numbers of the best result of the exchanges first",
	Applies: "in every second restart",
})

var allLines = table.Add(techniques.Row{
	Name: "all lines", File: "residues.go",
	Does:    "solves the equations of all lines together, modulo primes",
	Applies: "before the exchanges",
})

var ruleOfFour = table.Add(techniques.Row{
	Name: "rule of four", File: "four_cells.go",
	Does:    "removes numbers that no filling of a line with four open cells has",
	Applies: "where the cells have few numbers, on boards of up to 128 cells",
})

var threeInOneWord = table.Add(techniques.Row{
	Name: "three in one word", File: "few_cells.go",
	Does:    "applies the rule of three open cells to sets of one word",
	Applies: "on boards of up to 64 cells",
})

var threeInTwoWords = table.Add(techniques.Row{
	Name: "three in two words", File: "two_words.go",
	Does:    "applies the rule of three open cells to sets of two words",
	Applies: "on boards of 65 to 128 cells",
})

var weighing = table.Add(techniques.Row{
	Name: "weights of lines", File: "guesses.go",
	Does:    "guesses on a cell whose lines have few open cells",
	Applies: "always",
})

var fewestCells = table.Add(techniques.Row{
	Name: "fewest open cells", File: "line_sets.go",
	Does:    "propagates lines with fewest open cells first",
	Applies: "always",
})

var planning = table.Add(techniques.Row{
	Name: "plan", File: "plan_search.go",
	Does:    "fills the cells in an order from which the others follow",
	Applies: "on boards of up to 64 cells, where an estimate says that it takes less time",
})

var trying = table.Add(techniques.Row{
	Name: "tries of a plan", File: "dispatch.go",
	Does:    "looks whether a short part of the plan has what is wanted",
	Applies: "where one or two fillings are wanted",
})

var branching = table.Add(techniques.Row{
	Name: "subtrees", File: "subtrees.go",
	Does:    "searches subtrees on several cores",
	Applies: "where more than two fillings are wanted and no plan takes less time",
})

var classes = table.Add(techniques.Row{
	Name: "classes", File: "count.go",
	Does:    "counts one filling of each class under exchanges of rows and columns",
	Applies: "where an estimate says that it takes less time than the search",
})

var trialFillings = table.Add(techniques.Row{
	Name: "fillings of lines", File: "lined_ways.go",
	Does:    "removes numbers that no filling of a line has",
	Applies: "in lines with few fillings",
})

var wordFillings = table.Add(techniques.Row{
	Name: "fillings in one word", File: "lined_ways.go",
	Does:    "finds the fillings of a line with up to three open cells by shifts of sets",
	Applies: "on boards of up to 64 consecutive numbers",
})

var differing = table.Add(techniques.Row{
	Name: "different numbers", File: "lined_bounds.go",
	Does:    "bounds a sum by the numbers that are left",
	Applies: "in lines that add up, where numbers are limited",
})

var numberChoices = table.Add(techniques.Row{
	Name: "cells of a number", File: "lined_choose.go",
	Does:    "guesses the cell of a number",
	Applies: "where a number has fewer cells than any cell has numbers",
})
