package chars

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// alike has runs of signs that look like those of ASCII: those of full width, as in texts from East Asia, and those in
// circles, in squares, and in the typefaces of mathematics.
var alike = []struct{ first, plain, count rune }{
	{'！', '!', 94},
	{'①', '1', 9},
	{'❶', '1', 9},
	{'➀', '1', 9},
	{'➊', '1', 9},
	{'⓪', '0', 1},
	{'⓿', '0', 1},
	{'Ⓐ', 'A', 26},
	{'ⓐ', 'a', 26},
	{'🄰', 'A', 26},
	{'🅐', 'A', 26},
	{'🅰', 'A', 26},
	{'𝐀', 'A', 13 * 52},
}

// others are signs that people use for ours. Each but the numbers above 9 is one character, so all stay in their columns.
var others = strings.NewReplacer("■", "#", "█", "#", "⬛", "#", "□", "_", "▢", "_", "☐", "_", "⬜", "_", "·", ".", "•", ".", "…", ".", "−", "-", "–", "-", "—", "-",
	"⑩", "10", "⑪", "11", "⑫", "12", "⑬", "13", "⑭", "14", "⑮", "15", "⑯", "16", "⑰", "17", "⑱", "18", "⑲", "19", "⑳", "20", "🔟", "10")

// Plain returns a row with plain digits, letters, signs and blanks, and without what cannot be seen.
func Plain(text string) string {
	if !strings.ContainsFunc(text, func(char rune) bool { return char >= utf8.RuneSelf }) {
		return text
	}
	return strings.Map(sign, others.Replace(text))
}

// sign returns the sign of ASCII that a sign looks like. Any digit becomes one of ours, and any blank a blank. It returns −1
// for what cannot be seen, or only changes the sign before it.
func sign(char rune) rune {
	switch {
	case char < utf8.RuneSelf:
		return char
	case unicode.Is(unicode.Nd, char): // each script has its ten digits in one run
		value := rune(0)
		for unicode.Is(unicode.Nd, char-value-1) {
			value++
		}
		return '0' + value%10
	case unicode.IsSpace(char):
		return ' '
	case char != '\ufeff' && unicode.Is(unicode.Cf, char), char == '\ufe0f', char == '\u20e3': // a mark says that another text begins
		return -1
	}
	for _, run := range alike {
		if at := char - run.first; at >= 0 && at < run.count {
			if run.count > 94 { // capital letters, and then small ones
				at = at%52 + at%52/26*('a'-'Z'-1)
			}
			return run.plain + at
		}
	}
	return char
}
