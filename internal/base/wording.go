// Package base has what every other package may stand on: numbers, lists and errors in words, the memory of
// the process, polling where there is one thread, and readers and writers that are not given.
package base

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// OneLine returns the text of an error without line breaks.
func OneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " ")
}

// Number returns n with commas between groups of three digits.
func Number[T int | int64 | uint64](n T) string {
	digits := []byte(strconv.FormatInt(int64(n), 10))
	if n > 0 {
		digits = strconv.AppendUint(nil, uint64(n), 10)
	}
	return commas(string(digits))
}

// commas puts a comma between groups of three digits.
func commas(digits string) string {
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Plural returns "1 solution" or "2 solutions".
func Plural[T int | int64 | uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Number(n) + " " + noun + "s"
}

// Nodes returns a limit on the nodes of a search, without commas: "1000 nodes".
func Nodes(n int64) string {
	if n == 1 {
		return "1 node"
	}
	return fmt.Sprintf("%d nodes", n)
}

// NumberBig is Number for numbers of any size.
func NumberBig(n *big.Int) string {
	return commas(n.String())
}

// PluralBig is Plural for numbers of any size.
func PluralBig(n *big.Int, noun string) string {
	if n.IsInt64() {
		return Plural(n.Int64(), noun)
	}
	return NumberBig(n) + " " + noun + "s"
}

// Claim says what a certificate claims: "exactly 8 solutions" or "no solution".
func Claim(n *big.Int, noun string) string {
	if n.Sign() == 0 {
		return "no " + noun
	}
	return "exactly " + PluralBig(n, noun)
}

// AndNoOther says that n are all: "3 solutions, and no other", or "no solution".
func AndNoOther(n *big.Int, noun string) string {
	if n.Sign() == 0 {
		return "no " + noun
	}
	return PluralBig(n, noun) + ", and no other"
}

// Words returns names as texts.
func Words[T ~string](names []T) []string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = string(name)
	}
	return words
}

// List joins words: "a, b and c".
func List(words []string) string { return join(words, "and") }

// Choice joins words: "a, b or c".
func Choice(words []string) string { return join(words, "or") }

// Times returns "once" or "3 times".
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return Number(n) + " times"
}

// Shortened returns the first hundred characters of a text, with "…" if there are more.
func Shortened(text string) string {
	const longest = 100
	count := 0
	for i := range text {
		if count++; count > longest {
			return text[:i] + "…"
		}
	}
	return text
}

// ShortenedAll returns arguments for a message, with texts as by [Shortened].
func ShortenedAll(args []any) []any {
	all := make([]any, len(args))
	for i, arg := range args {
		all[i] = arg
		if text, ok := arg.(string); ok {
			all[i] = Shortened(text)
		}
	}
	return all
}

// Nearest returns the first word that has the smallest distance to another one, if it is below a bound and below the length of
// the word. Otherwise it returns "".
func Nearest(word string, known []string, below int) (nearest string) {
	for _, k := range known {
		if len(k)-len(word) >= below { // it has more letters than may differ
			continue
		}
		if d := Distance(word, k); d < below && d < len(k) {
			nearest, below = k, d
		}
	}
	return nearest
}

// join joins words with commas. The given word stands before the last one.
func join(words []string, before string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + before + " " + words[last]
}

// Distance returns how many letters to add, remove, replace or exchange with the next one
// make one word of the other. It is the optimal string alignment distance, a form of that of
// F. J. Damerau (Communications of the ACM 7, 1964).
func Distance(from, to string) int {
	a, b := []rune(from), []rune(to)
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(replace, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// Strings returns names as texts.
func Strings[T ~string](names []T) (texts []string) {
	for _, name := range names {
		texts = append(texts, string(name))
	}
	return texts
}
