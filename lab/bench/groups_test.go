//go:build unix

package bench_test

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"
)

// The groups of whole processes of TestBench: which programs compete, how they are called, and
// where their answers are.

// Where programs print a number of solutions.
var (
	printedNumber = group(`(?m)^(\d+)$`)
	printedAll    = group(`: (\d[\d,]*) solutions, and no other`)
	firstCover    = group(`(?m)^(1):$`)
	knuthsNumber  = group(`Altogether (\d+) solution`)
	ddpathsNumber = group(`(?m)^    #solution = (\d+)$`)
)

var wholeProcesses = []processGroup{
	{
		name: "exact covers", instances: coverInstances,
		programs: []process{
			{"crosscut", []string{"cover", "--count", "--jobs", "1", "FILE"}, printedNumber},
			{"crosscut, --core bitset", []string{"cover", "--count", "--core", "bitset", "--jobs", "1", "FILE"}, printedNumber},
			{"ssxcc", []string{"v1", "<"}, knuthsNumber},
			{"ssxcc-frb0", []string{"v1", "<"}, knuthsNumber},
		},
	},
	{
		name: "first covers", instances: firstCoverInstances,
		programs: []process{
			{"crosscut", []string{"cover", "--jobs", "1", "FILE"}, firstCover},
			{"ssxcc", []string{"v1", "t1", "<"}, knuthsNumber},
			{"ssxcc-frb0", []string{"v1", "t1", "<"}, knuthsNumber},
		},
	},
	{
		name: "counting paths", instances: pathInstances,
		programs: []process{
			{"crosscut", []string{"count", "--jobs", "1", "FILE"}, printedNumber},
			{"ddpaths", []string{"-hamilton", "-count", "GRAPH"}, ddpathsNumber},
		},
	},
	{
		name: "paths on any graph", instances: graphInstances,
		programs: []process{
			{"crosscut", []string{"count", "--jobs", "1", "FILE"}, printedNumber},
			{"ddpaths", []string{"-hamilton", "-count", "GRAPH"}, ddpathsNumber},
		},
	},
	{
		name: "pentominoes counted", instances: pentominoInstances,
		programs: []process{
			{"crosscut", []string{"count", "--jobs", "1", "FILE"}, printedNumber},
			{"pentominoes", []string{"SIZE"}, printedNumber},
		},
	},
	{
		name: "pentominoes printed", instances: pentominoInstances,
		programs: []process{
			{"crosscut", []string{"solve", "--all", "--jobs", "1", "FILE"}, printedAll},
			{"pentominoes", []string{"SIZE", "print"}, printedNumber},
		},
	},
	{
		name: "structured squares", instances: squareInstances, limit: 2 * time.Second,
		programs: []process{
			{"crosscut", []string{"solve", "-n", "2", "--jobs", "1", "FILE"}, upToTwo(": solution ", ": no solution", "and no other")},
			{"fzn-gecode", []string{"-n", "2", "GECODE"}, upToTwo("----------", "=====UNSATISFIABLE=====", "==========")},
			{"fzn-chuffed", []string{"-n", "2", "CHUFFED"}, upToTwo("----------", "=====UNSATISFIABLE=====", "==========")},
			{"fzn-chuffed, free search", []string{"-f", "-n", "2", "CHUFFED"}, upToTwo("----------", "=====UNSATISFIABLE=====", "==========")},
		},
	},
}

// group returns a function that finds the group of a pattern, without commas.
func group(pattern string) func(output string) string {
	compiled := regexp.MustCompile(pattern)
	return func(output string) string {
		found := compiled.FindStringSubmatch(output)
		if found == nil {
			return ""
		}
		return strings.ReplaceAll(found[1], ",", "")
	}
}

// upToTwo returns a function that counts solutions by a text. There must be two of them, or
// one of the other texts, which say that there are no more.
func upToTwo(solution string, whole ...string) func(output string) string {
	return func(output string) string {
		n := strings.Count(output, solution)
		for _, text := range whole {
			if strings.Contains(output, text) {
				return fmt.Sprint(n)
			}
		}
		if n < 2 {
			return ""
		}
		return fmt.Sprint(n)
	}
}

// multiplied returns a number of any length times each, or the number where each is 0.
func multiplied(number string, each int64) string {
	n, is := new(big.Int).SetString(number, 10)
	if !is || each == 0 {
		return number
	}
	return n.Mul(n, big.NewInt(each)).String()
}
