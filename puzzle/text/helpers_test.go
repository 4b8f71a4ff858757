package text_test

import "crosscut/internal/puzzletest"

// What the tests read.
var (
	read     = puzzletest.Read
	solution = puzzletest.ReadSolution
	testdata = puzzletest.Testdata
)
