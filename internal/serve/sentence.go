package serve

import (
	"crosscut/human"
	"crosscut/puzzle"
)

// Sentence is the object of a sentence: the name of a template and the values for its places.
// A value is a number, the name of a cell or a stone, another sentence, or a list of these.
type Sentence struct {
	Template string         `json:"template"`
	Values   map[string]any `json:"values"`
}

// NewSentence returns the object of a sentence about a puzzle.
func NewSentence(p puzzle.Puzzle, s human.Sentence) Sentence {
	r := Sentence{Template: s.Template, Values: make(map[string]any, len(s.Values))}
	for name, value := range s.Values {
		r.Values[name] = valueOf(p, value)
	}
	return r
}

func valueOf(p puzzle.Puzzle, value human.Value) any {
	switch v := value.(type) {
	case human.Cell:
		return p.Board().Name(int(v))
	case human.Cells:
		return CellNames(p, v)
	case human.Stone:
		return string(v)
	case human.Sentence:
		return NewSentence(p, v)
	case human.Sentences:
		parts := make([]Sentence, len(v))
		for i, part := range v {
			parts[i] = NewSentence(p, part)
		}
		return parts
	}
	return value
}
