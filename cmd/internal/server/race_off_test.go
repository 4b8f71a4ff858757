//go:build !race

package server

// raceDetector reports whether the race detector is on.
const raceDetector = false
