package model

// Limits.
const (
	MostBytes  = 1 << 30       // tables that a caller may ask for, and what else a search may save
	CountBytes = MostBytes / 4 // states that a count remembers

	MaxElements = 1<<28 - 1 // elements and options of a problem that can be solved

	PollEvery = 1 << 12         // options that are hidden between two looks at the context
	ShareStep = 1.0 / PollEvery // the part of the tree between two publications of progress
)
