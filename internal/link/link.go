// Package link writes a whole puzzle as a short text that can stand in an address after
// "#", and reads it back. It imports nothing but the standard library and package puzzle,
// so a program in a browser can use it too.
//
// A link is the letter of its version, [checkLength] characters of a check sum, and the
// puzzle. All characters are letters, digits, "-" and "_". Every puzzle with the same header
// lines has exactly one link. A text that differs from it is refused: a wrong character
// makes the check sum wrong, and whatever was read must give the same link again.
//
// Version a, bit by bit, most significant bits first:
//
//	family     2 bits: 0 hidoku, 1 draughtboard, 2 magic, 3 a magic board that is no plain square
//	width-1    a count; magic boards have no height
//	height-1   a count
//	holes      a set of squares; not for magic boards
//	…          what the family has: see numbers.go and stones.go
//	headers    see headers.go
//
// A count n is Elias's gamma code of n+1 (P. Elias, Universal codeword sets, IEEE
// Transactions on Information Theory 21, 1975): as many zeros as n+1 has further bits, and
// then n+1. A set is its size and the gaps between its members in Golomb's code with a power
// of two (R. F. Rice, 1979). Zeros fill the last character.
package link

import (
	"encoding/base64"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"crosscut/puzzle"
)

// Prefix marks a link that stands alone, outside an address.
const Prefix = "crosscut:"

// MaxLength is the largest number of characters of a link. Those of the largest boards have
// some 40,000.
const MaxLength = 1 << 17

const (
	version     = 'a'
	checkLength = 5
)

// alphabet has the 64 characters of links.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// The numbers of the families. They never change.
const (
	hidokuFamily = iota
	draughtboardFamily
	magicFamily
	linesFamily // a magic board that is not a plain square
	familyBits  = 2
)

// ErrDamaged is the error for a text that is not a whole link: characters are missing, wrong
// or too many.
var ErrDamaged = errors.New("the link is damaged: its check sum does not fit; copy all of it")

// Encode returns the link of a puzzle and of header lines, without [Prefix]. It fails for
// puzzles of other packages, for header lines that a file could not have, and when the link
// would be longer than [MaxLength].
func Encode(p puzzle.Puzzle, headers []Header) (string, error) {
	if err := puzzle.Validate(p); err != nil {
		return "", err
	}
	var w bitWriter
	switch p := p.(type) {
	case *puzzle.Hidoku:
		w.hidoku(p)
	case *puzzle.Draughtboard:
		w.draughtboard(p)
	case *puzzle.Magic:
		if p.Plain() {
			w.magic(p)
		} else {
			w.lines(p)
		}
	default:
		return "", fmt.Errorf("no link for a puzzle of type %T", p)
	}
	if err := checkHeaders(p, headers); err != nil {
		return "", err
	}
	w.headers(headers)
	body := w.text()
	if 1+checkLength+len(body) > MaxLength {
		return "", fmt.Errorf("the link would have %d characters; the most is %d", 1+checkLength+len(body), MaxLength)
	}
	return string(rune(version)) + checkSum(body) + body, nil
}

// checkSum returns the check sum of a body: the upper bits of its CRC-32.
func checkSum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(string(rune(version))+body)) >> 2
	text := make([]byte, checkLength)
	for i := range text {
		text[i] = alphabet[sum>>(6*(checkLength-1-i))&63]
	}
	return string(text)
}

// Decode reads a link. It takes a link alone, one after [Prefix], and an address that has
// one after its first "#". The error is [ErrDamaged], or says which version or part is
// unknown.
func Decode(text string) (puzzle.Puzzle, []Header, error) {
	text = Of(text)
	if len(text) > MaxLength {
		return nil, nil, fmt.Errorf("a link of more than %d characters; no puzzle needs so many", MaxLength)
	}
	if len(text) <= 1+checkLength || strings.Trim(text, alphabet) != "" {
		return nil, nil, ErrDamaged
	}
	if text[0] != version {
		return nil, nil, fmt.Errorf("a link of version %q; this program reads version %q", text[:1], string(rune(version)))
	}
	body := text[1+checkLength:]
	if text[1:1+checkLength] != checkSum(body) {
		return nil, nil, ErrDamaged
	}
	p, headers, err := readBody(body)
	if err != nil {
		return nil, nil, fmt.Errorf("the link is invalid: %w", err)
	}
	if again, err := Encode(p, headers); err != nil || again != text {
		return nil, nil, errors.New("the link is invalid: its puzzle has another link")
	}
	return p, headers, nil
}

// readBody reads the puzzle and the header lines after the check sum.
func readBody(body string) (puzzle.Puzzle, []Header, error) {
	padded := body + strings.Repeat("A", (4-len(body)%4)%4) // the padding is read as zeros
	bits, err := base64.URLEncoding.DecodeString(padded)
	if err != nil {
		return nil, nil, err
	}
	r := &bitReader{bits: bits, size: 6 * len(body)}
	var p puzzle.Puzzle
	switch family := r.bitsOf(familyBits); family {
	case hidokuFamily:
		p, err = r.hidoku()
	case draughtboardFamily:
		p, err = r.draughtboard()
	case magicFamily:
		p, err = r.magic()
	case linesFamily:
		p, err = r.lines()
	default:
		err = fmt.Errorf("unknown family %d", family)
	}
	if err != nil {
		return nil, nil, err
	}
	headers := r.headers()
	if r.failed || r.size-r.at >= 6 {
		return nil, nil, errors.New("it is too short or too long")
	}
	return p, headers, nil
}

// Is reports whether an argument of a command is meant as a link and not as the name of a
// file: it begins with [Prefix], or it is an address with "#".
func Is(argument string) bool {
	return strings.HasPrefix(argument, Prefix) || strings.Contains(argument, "://") && strings.Contains(argument, "#")
}

// Of removes what stands before a link. It returns what follows the first "#" or [Prefix],
// or the whole text.
func Of(text string) string {
	text = strings.TrimSpace(text)
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	}
	return strings.TrimPrefix(text, Prefix)
}
