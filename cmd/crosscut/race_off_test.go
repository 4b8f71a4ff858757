//go:build !race

package main

// raceDetector says that the race detector is on. It multiplies the resident memory.
const raceDetector = false
