package server

import (
	"runtime"
	"time"
)

// Limits are all limits of a server, in one place.
type Limits struct {
	Body      int64         // bytes of a question's text
	Header    int           // bytes of the header lines
	Squares   int           // of a board, holes included
	Puzzles   int           // that one question may make
	Answer    int           // bytes of an answer
	Time      time.Duration // for one answer; also the time of a question that names none
	Reading   int           // questions that are read at the same time
	Slow      time.Duration // after it, a question that is still being read gives its place to the next one
	Slice     time.Duration // of answering that each question gets first
	Slices    int           // at the same time
	Patience  time.Duration // within which each waiting question has its slice
	Questions int           // that take longer than a slice and are answered at the same time
	Wait      time.Duration // after which a waiting question is refused
	Waiting   int           // bytes of the texts of all waiting questions
	Workers   int           // processor cores of one question
	Clients   int           // open connections
	Memory    int64         // bytes of the whole process

	ReadHeader time.Duration // until the header lines are there
	Read       time.Duration // until the whole question is there
	Write      time.Duration // from the header lines until the whole answer is sent
	Idle       time.Duration // between two questions of a connection
	Shutdown   time.Duration // for the last answers
}

// DefaultLimits returns the limits of the program.
func DefaultLimits() Limits {
	const answerTime = 10 * time.Second
	cores := runtime.GOMAXPROCS(0)
	return Limits{
		Body: 1 << 20, Header: 32 << 10, Squares: 1024, Puzzles: 20, Answer: 8 << 20,
		Time: answerTime, Reading: 64, Slow: 200 * time.Millisecond, Workers: 1, Clients: 1000, Memory: 1 << 30,
		Slice: 100 * time.Millisecond, Slices: 4 * cores, Patience: 500 * time.Millisecond, Questions: max(2, cores), Wait: answerTime, Waiting: 32 << 20,
		ReadHeader: 5 * time.Second, Read: 5 * time.Second, Write: 3*answerTime + 10*time.Second, Idle: time.Minute, Shutdown: 5 * time.Second,
	}
}
