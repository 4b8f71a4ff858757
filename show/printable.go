package show

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable replaces what XML does not allow by U+FFFD, so that a picture with this text
// stays valid. A title may be the name of a file, which can have any bytes.
func printable(text string) string {
	return strings.Map(func(r rune) rune { // Map makes bytes that are not UTF-8 a utf8.RuneError
		if unicode.IsControl(r) || r == '\ufffe' || r == '\uffff' {
			return utf8.RuneError
		}
		return r
	}, text)
}
