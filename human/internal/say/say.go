// Package say has the sentences of steps and contradictions, in any language: templates and values.
package say

import (
	"fmt"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Sentence is the name of a template and the values for its places. [Templates] has those in English.
type Sentence struct {
	Template string // such as "hidoku.parity"; "" for a sentence that says nothing
	Values   Values
}

// Values are the values of a sentence by the names of their places.
type Values map[string]Value

// Value is a value of a sentence. It is of one of the types below.
type Value interface{ isValue() }

// The types of values.
type (
	Number    int        // a number as it is written, or a count
	Numbers   []int      // numbers as they are written
	Cell      int        // a cell of the board
	Cells     []int      // cells of the board
	Stone     string     // the name of a stone
	Sentences []Sentence // parts of a sentence, which are joined
)

func (Number) isValue()    {}
func (Numbers) isValue()   {}
func (Cell) isValue()      {}
func (Cells) isValue()     {}
func (Stone) isValue()     {}
func (Sentence) isValue()  {}
func (Sentences) isValue() {}

// New returns the sentence of a template and its values.
func New(template string, values Values) *Sentence { return &Sentence{template, values} }

// StoneOf returns the words for what has a value on a draughtboard: a stone with its name, or a gap.
func StoneOf(p *puzzle.Draughtboard, value int) Sentence {
	if value == puzzle.Bare {
		return Sentence{Template: "draughtboard.gap"}
	}
	return *New("draughtboard.stone", Values{"stone": Stone(p.Name(max(value, -value)))})
}

// Resolve returns a sentence about a board by make, which takes the name of a template and its values. A
// value is then a number, the name of a cell or a stone, another sentence, or a list of these.
func Resolve[S any](s Sentence, b *puzzle.Board, make func(template string, values map[string]any) S) S {
	values := map[string]any{}
	for name, value := range s.Values {
		values[name] = resolved(value, b, make)
	}
	return make(s.Template, values)
}

func resolved[S any](value Value, b *puzzle.Board, make func(string, map[string]any) S) any {
	switch v := value.(type) {
	case Number:
		return int(v)
	case Numbers:
		return []int(v)
	case Cell:
		return b.Name(int(v))
	case Cells:
		return wordsOf(v, false, b)
	case Stone:
		return string(v)
	case Sentence:
		return Resolve(v, b, make)
	case Sentences:
		var parts []S
		for _, part := range v {
			parts = append(parts, Resolve(part, b, make))
		}
		return parts
	}
	return value
}

// English returns the sentence in English. The cells are those of a board. A place without
// a value stays empty. The time is linear in the length of the text.
func (s Sentence) English(b *puzzle.Board) string {
	return s.fill(Templates[s.Template], b)
}

func (s Sentence) fill(template string, b *puzzle.Board) string {
	var text strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		text.WriteString(before)
		if !found {
			return text.String()
		}
		end := atTop(rest, '}')
		text.WriteString(s.place(rest[:end], b))
		template = strings.TrimPrefix(rest[end:], "}")
	}
}

// atTop returns where a sign first stands in a text outside of braces that open there, or the
// length of the text.
func atTop(text string, sign rune) int {
	depth := 0
	for i, r := range text {
		switch {
		case r == sign && depth == 0:
			return i
		case r == '{':
			depth++
		case r == '}':
			depth--
		}
	}
	return len(text)
}

// place returns the text for what is in the braces of a place.
func (s Sentence) place(inside string, b *puzzle.Board) string {
	name, forms, hasForms := strings.Cut(inside, "|")
	if hasForms {
		bar := atTop(forms, '|')
		if isOne(s.Values[name]) {
			return s.fill(forms[:bar], b)
		}
		return s.fill(strings.TrimPrefix(forms[bar:], "|"), b)
	}
	name, how, _ := strings.Cut(inside, ":")
	words := wordsOf(s.Values[name], how == "ranges", b)
	switch how {
	case "":
		return base.List(words)
	case "spaced":
		return strings.Join(words, " ")
	}
	return base.Choice(words)
}

// isOne reports whether a value is 1 or a list of one.
func isOne(v Value) bool {
	switch v := v.(type) {
	case Number:
		return v == 1
	case Numbers:
		return len(v) == 1
	case Cells:
		return len(v) == 1
	case Sentences:
		return len(v) == 1
	}
	return false
}

// wordsOf returns the words of a value: one for each member of a list.
func wordsOf(v Value, ranges bool, b *puzzle.Board) (words []string) {
	switch v := v.(type) {
	case Number:
		words = append(words, fmt.Sprint(int(v)))
	case Numbers:
		if ranges {
			return rangesOf(v)
		}
		for _, k := range v {
			words = append(words, fmt.Sprint(k))
		}
	case Cell:
		words = append(words, b.Name(int(v)))
	case Cells:
		for _, c := range v {
			words = append(words, b.Name(c))
		}
	case Stone:
		words = append(words, string(v))
	case Sentence:
		words = append(words, v.English(b))
	case Sentences:
		for _, part := range v {
			words = append(words, part.English(b))
		}
	}
	return words
}

// rangesOf lists numbers, in short for three and more in a row: "3 to 7", "9".
func rangesOf(numbers []int) (words []string) {
	for len(numbers) > 0 {
		row := 1
		for row < len(numbers) && numbers[row] == numbers[0]+row {
			row++
		}
		if row < 3 {
			row = 1
			words = append(words, fmt.Sprint(numbers[0]))
		} else {
			words = append(words, fmt.Sprintf("%d to %d", numbers[0], numbers[row-1]))
		}
		numbers = numbers[row:]
	}
	return words
}
