package main

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"crosscut/internal/wording"
)

// Results and messages word numbers, lists, times and errors in the same way everywhere.

// oneLine, listWords, number and plural are the functions of package wording.
func oneLine(err error) string { return wording.OneLine(err) }

func listWords(words []string) string { return wording.List(words) }

func number[T int | int64 | uint64](n T) string { return wording.Number(n) }

func plural[T int | int64 | uint64](n T, noun string) string { return wording.Plural(n, noun) }

// andNoOther says that so many are all that there are.
func andNoOther(found int, noun string) string {
	return wording.AndNoOther(big.NewInt(int64(found)), noun)
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
