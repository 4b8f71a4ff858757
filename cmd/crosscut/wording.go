package main

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Results and messages word numbers, lists, times and errors in the same way everywhere.

// oneLine returns the text of an error without line breaks.
func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " ")
}

// number returns n with commas between groups of three digits.
func number[T int | int64 | uint64](n T) string {
	digits := []byte(strconv.FormatInt(int64(n), 10))
	if n > 0 {
		digits = strconv.AppendUint(nil, uint64(n), 10)
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = slices.Insert(digits, i, ',')
	}
	return string(digits)
}

// plural returns "1 solution" or "2 solutions".
func plural[T int | int64 | uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// pluralBig is plural for numbers of any size.
func pluralBig(n *big.Int, noun string) string {
	if n.IsInt64() {
		return plural(n.Int64(), noun)
	}
	return fmt.Sprintf("%v %ss", n, noun)
}

// howOften returns "once", "twice" or "3 times".
func howOften(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return plural(n, "time")
}

// listWords joins words: "a, b and c".
func listWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// ranges lists ascending numbers as "0-3, 7". After ten ranges it writes "…".
func ranges(numbers []int) string {
	var text []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		switch {
		case len(text) == 10:
			return strings.Join(append(text, "…"), ", ")
		case i == j:
			text = append(text, fmt.Sprint(numbers[i]))
		default:
			text = append(text, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(text, ", ")
}

// roundTime rounds a time to its first three digits.
func roundTime(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
