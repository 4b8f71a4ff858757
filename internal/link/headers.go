package link

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"crosscut/puzzle"
)

// Header is a header line of a puzzle file that says something about the puzzle and is not a
// part of it, such as "solutions: 1" and "source: …". The value of "labels:" is the rows below
// that line, each with a line break and without blanks around its commas.
type Header struct{ Key, Value string }

// ownKeys are the keys that the text of a puzzle itself has.
var ownKeys = puzzle.OwnHeaderKeys()

// labelsKey is the key of a header line with rows below it, up to a line of "=".
const labelsKey = "labels"

// HeadersOf returns the header lines of the text of one puzzle, in their order, without
// those that belong to the puzzle itself. The text must be one that package puzzle reads.
func HeadersOf(text string) []Header {
	var headers []Header
	drawing := false // the lines are rows of the last header
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		line = strings.TrimSpace(line)
		key, value, found := strings.Cut(line, ":")
		key = strings.TrimSpace(key)
		switch {
		case drawing && strings.Trim(line, "=") != "":
			headers[len(headers)-1].Value += labelRow(line)
		case line == "":
		case drawing:
			drawing = false
		case found && !strings.HasPrefix(key, "#") && !slices.Contains(ownKeys, key):
			headers = append(headers, Header{key, strings.TrimSpace(value)})
			drawing = key == labelsKey
		}
	}
	return headers
}

// labelRow returns a row of labels in the form of a [Header].
func labelRow(line string) string {
	fields := strings.Split(line, ",")
	if len(fields) == 1 {
		fields = strings.Fields(line)
	}
	for i, f := range fields {
		f = strings.TrimSpace(f)
		switch {
		case strings.Trim(f, "_") == "":
			f = "_"
		case strings.Trim(f, "#") == "":
			f = "#"
		}
		fields[i] = f
	}
	return strings.Join(fields, ",") + "\n"
}

// Text returns the text of a puzzle with header lines, in the format of [puzzle.Read].
func Text(p puzzle.Puzzle, headers []Header) string {
	first, rest, _ := strings.Cut(p.String(), "\n")
	var text strings.Builder
	text.WriteString(first + "\n")
	for _, h := range headers {
		if h.Key == labelsKey {
			text.WriteString(labelsKey + ":\n" + h.Value + "=\n")
			continue
		}
		text.WriteString(strings.TrimRight(h.Key+": "+h.Value, " ") + "\n")
		if isSolutions(h) { // the puzzle writes this line itself when it has no solution by its colours
			rest = strings.Replace("\n"+rest, "\nsolutions: 0\n", "\n", 1)[1:]
		}
	}
	return text.String() + rest
}

// errHeaders is the error for header lines that a file would not have as they are.
var errHeaders = errors.New("a header line cannot be written: its key or value has a line break, a colon, or blanks around it")

// checkHeaders returns an error when a file with these header lines could not be read, or
// would be read as others.
func checkHeaders(p puzzle.Puzzle, headers []Header) error {
	text := Text(p, headers)
	if _, err := puzzle.Read(strings.NewReader(text), "link", ""); err != nil {
		return err
	}
	read := HeadersOf(text)
	if !slices.ContainsFunc(headers, isSolutions) {
		read = slices.DeleteFunc(read, isSolutions) // the puzzle has written it itself
	}
	if !slices.Equal(read, headers) {
		return errHeaders
	}
	return nil
}

// isSolutions reports whether a header line says how many solutions there are.
func isSolutions(h Header) bool { return h.Key == "solutions" }

// Header lines. First comes their number. Each line has its key in keyBits, for an unknown
// key also the key as text, and then the value as text. A text consists of 5-bit symbols:
//
//	0        the end
//	1 … 26   a … z
//	27       a blank
//	28       the next symbol is a letter in upper case
//	29       the next 6 bits are one of the signs
//	30       the next 21 bits are a character of Unicode
//	31       digits of 4 bits each, up to one of 15

// knownKeys are the keys by their numbers from 1. New ones are added at the end.
var knownKeys = []string{"solutions", "source", "title", "author", "labels"}

const (
	keyBits    = 4
	symbolBits = 5
	signBits   = 6
	runeBits   = 21
	digitBits  = 4
)

// The symbols that are not letters.
const (
	endSymbol   = iota
	blankSymbol = iota + 26
	upperSymbol
	signSymbol
	runeSymbol
	digitsSymbol
)

// endOfDigits ends a row of digits.
const endOfDigits = 15

// signs are the signs by their numbers.
const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n"

func (w *bitWriter) headers(headers []Header) {
	w.count(len(headers))
	for _, h := range headers {
		i := slices.Index(knownKeys, h.Key)
		w.bits(uint64(i+1), keyBits)
		if i < 0 {
			w.string(h.Key)
		}
		w.string(h.Value)
	}
}

func (r *bitReader) headers() []Header {
	count := r.count()
	if count > r.size-r.at {
		r.failed = true
	}
	var headers []Header
	for range count {
		if r.failed {
			return nil
		}
		var h Header
		switch i := int(r.bitsOf(keyBits)); {
		case i > len(knownKeys):
			r.failed = true
		case i > 0:
			h.Key = knownKeys[i-1]
		default:
			h.Key = r.string()
		}
		h.Value = r.string()
		headers = append(headers, h)
	}
	return headers
}

// string appends a text.
func (w *bitWriter) string(text string) {
	digits := false
	for _, char := range text {
		isDigit := char >= '0' && char <= '9'
		if digits && !isDigit {
			w.bits(endOfDigits, digitBits)
		}
		if !digits && isDigit {
			w.bits(digitsSymbol, symbolBits)
		}
		if digits = isDigit; digits {
			w.bits(uint64(char-'0'), digitBits)
			continue
		}
		w.char(char)
	}
	if digits {
		w.bits(endOfDigits, digitBits)
	}
	w.bits(endSymbol, symbolBits)
}

// char appends a character that is not a digit.
func (w *bitWriter) char(char rune) {
	sign := strings.IndexRune(signs, char)
	switch {
	case char >= 'a' && char <= 'z':
		w.bits(uint64(char-'a'+1), symbolBits)
	case char >= 'A' && char <= 'Z':
		w.bits(upperSymbol, symbolBits)
		w.bits(uint64(char-'A'+1), symbolBits)
	case char == ' ':
		w.bits(blankSymbol, symbolBits)
	case sign >= 0:
		w.bits(signSymbol, symbolBits)
		w.bits(uint64(sign), signBits)
	default:
		w.bits(runeSymbol, symbolBits)
		w.bits(uint64(char), runeBits)
	}
}

// string reads a text. A text in another form than string writes makes another link, which
// Decode refuses.
func (r *bitReader) string() string {
	var text strings.Builder
	for !r.failed {
		switch symbol := r.bitsOf(symbolBits); symbol {
		case endSymbol:
			return text.String()
		case blankSymbol:
			text.WriteByte(' ')
		case upperSymbol:
			text.WriteRune(rune('A' - 1 + r.bitsOf(symbolBits)))
		case signSymbol:
			if sign := int(r.bitsOf(signBits)); sign < len(signs) {
				text.WriteByte(signs[sign])
			} else {
				r.failed = true
			}
		case runeSymbol:
			char := rune(r.bitsOf(runeBits))
			r.failed = r.failed || !utf8.ValidRune(char)
			text.WriteRune(char)
		case digitsSymbol:
			for digit := r.bitsOf(digitBits); digit != endOfDigits && !r.failed; digit = r.bitsOf(digitBits) {
				text.WriteByte('0' + byte(digit))
			}
		default:
			text.WriteRune(rune('a' - 1 + symbol))
		}
	}
	return ""
}
