package human

import "fmt"

// counted returns a number with its noun: "1 step", "2 steps".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// plural returns one if count is 1, and several otherwise.
func plural(count int, one, several string) string {
	if count == 1 {
		return one
	}
	return several
}

// joined joins words: "a, b and c".
func joined(words []string, conjunction string) string {
	text := ""
	for i, word := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " " + conjunction + " "
		default:
			text += ", "
		}
		text += word
	}
	return text
}

// numberList lists numbers that count from 0 as they are written: "3, 4 and 5".
func numberList(numbers []int, conjunction string) string {
	words := make([]string, len(numbers))
	for i, k := range numbers {
		words[i] = fmt.Sprint(k + 1)
	}
	return joined(words, conjunction)
}
