//go:build unix

package main

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
)

// benchSummary is the end of the output of the bench: for each group the geometric mean of the
// quotients "time of the best other program / our time", and all rows in which this is below 1.
type benchSummary struct {
	groups  []string
	ratios  map[string][]float64
	below   []string
	missing []string
}

// add records a row. A time of 0 is one that was stopped at the limit. A row counts if we or
// another program finished. add returns the quotient as text, and false if there is none. It is
// a bound if one side was stopped.
func (s *benchSummary) add(group, row string, ours time.Duration, others []time.Duration, limit time.Duration) (string, bool) {
	best := time.Duration(0)
	for _, d := range others {
		if d > 0 && (best == 0 || d < best) {
			best = d
		}
	}
	if len(others) == 0 || ours == 0 && best == 0 {
		return "-", false
	}
	sign := ""
	switch {
	case best == 0:
		best, sign = limit, "> "
	case ours == 0:
		ours, sign = limit, "< "
	}
	if !slices.Contains(s.groups, group) {
		s.groups = append(s.groups, group)
	}
	if s.ratios == nil {
		s.ratios = map[string][]float64{}
	}
	ratio := best.Seconds() / ours.Seconds()
	s.ratios[group] = append(s.ratios[group], ratio)
	text := fmt.Sprintf("%s%.2f", sign, ratio)
	if ratio < 1 {
		s.below = append(s.below, fmt.Sprintf("%s: %s, %s (%s ms)", group, row, text, milliseconds(ours)))
	}
	return text, true
}

// miss records a program that is not installed.
func (s *benchSummary) miss(program string) {
	if !slices.Contains(s.missing, program) {
		s.missing = append(s.missing, program)
	}
}

// String returns the summary in Markdown.
func (s *benchSummary) String() string {
	var text strings.Builder
	text.WriteString("| group | rows | geometric mean | least | below 1.0 |\n|---|--:|--:|--:|--:|\n")
	for _, group := range s.groups {
		ratios := s.ratios[group]
		sum, below := 0.0, 0
		for _, r := range ratios {
			if sum += math.Log(r); r < 1 {
				below++
			}
		}
		fmt.Fprintf(&text, "| %s | %d | %.2f | %.2f | %d |\n", group, len(ratios), math.Exp(sum/float64(len(ratios))), slices.Min(ratios), below)
	}
	for _, row := range s.below {
		fmt.Fprintf(&text, "below 1.0: %s\n", row)
	}
	for _, program := range s.missing {
		fmt.Fprintf(&text, "not installed: %s\n", program)
	}
	return text.String()
}

// The groups of whole processes of the bench: which programs compete, how they are called, and
// where their answers are.

// Where programs print a number of solutions.
var (
	printedNumber = group(`(?m)^(\d+)$`)
	printedAll    = group(`: (\d[\d,]*) solutions, and no other`)
	firstCover    = group(`(?m)^(1):$`)
	knuthsNumber  = group(`Altogether (\d+) solution`)
	ddpathsNumber = group(`(?m)^    #solution = (\d+)$`)
	modelsNumber  = group(`(?m)^c s exact arb int (\d+)$`)
	claspsNumber  = group(`(?m)^c Models +: (\d+)$`)
	gecodesNumber = group(`(?m)^%%%mzn-stat: solutions=(\d+)$`)
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
		name: "model counters", instances: formulaInstances,
		programs: []process{
			{"crosscut", []string{"count", "--jobs", "1", "FILE"}, printedNumber},
			{"ganak", []string{"CNF"}, modelsNumber},
			{"sharpSAT", []string{"-decot", "1", "-decow", "100", "-cs", "3500", "-tmpdir", "DIR", "CNF"}, modelsNumber},
		},
	},
	{
		name: "lists of lines", instances: lineInstances,
		programs: []process{
			{"crosscut", []string{"count", "--jobs", "1", "FILE"}, printedNumber},
			{"clasp", []string{"-q", "0", "CNF"}, claspsNumber},
			{"fzn-gecode", []string{"-a", "-s", "GECODE"}, gecodesNumber},
		},
	},
	{
		name: "sat, many solutions", instances: manyInstances, limit: time.Minute,
		programs: []process{
			{"crosscut", []string{"count", "--engine", "sat", "--jobs", "1", "FILE"}, printedNumber},
			{"clasp", []string{"-q", "0", "CNF"}, claspsNumber},
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
