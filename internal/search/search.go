// Package search has what engines of this module share besides package meter: the order of the results
// of parallel tasks, goroutines that end together, and trees of cubes.
package search
