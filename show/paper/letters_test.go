package paper

import (
	"bytes"
	"image/png"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"
)

// anyText draws texts as files and their names have them: of all planes, with characters that do
// not exist, and with bytes that are not UTF-8.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"数独", "🎂", "𠮷野家", "𝟙", "한국어 ไทย", "\U0010ffff\ufffe", "e\u0301", "שלום", "\xff\xf0\x9f", "a\u200d🙂", "\ufeffx",
	}))
}

// Any text can be a title, an author or a label, in every form. What the typeface lacks is named once.
func TestAnyTextCanBePrinted(t *testing.T) {
	board := boards(t)["king"]
	rapid.Check(t, func(t *rapid.T) {
		title, author, label := anyText().Draw(t, "title"), anyText().Draw(t, "author"), anyText().Draw(t, "label")
		p := board
		p.Title, p.Labels = title, []string{label}
		for _, format := range []Format{SVG, PNG, PDF} {
			var out bytes.Buffer
			lacking, err := Write(&out, format, p)
			if err != nil {
				t.Fatal(err)
			}
			switch format {
			case PNG:
				_, err = png.Decode(&out)
				require.NoError(t, err)
				fallthrough
			case PDF:
				require.Equal(t, lackingOf(title+label), set(lacking))
			case SVG:
				require.Empty(t, lacking)
				require.True(t, utf8.Valid(out.Bytes()))
			}
		}
		b := Booklet{Title: title, Author: author, Subject: label, Width: a4Width, Height: a4Height, Cover: true}
		lacking, err := b.Write(io.Discard, Section{Heading: author, Columns: 1, Rows: 1, Entries: []Entry{{Picture: p}}})
		require.NoError(t, err)
		for r := range set(lacking) {
			require.Contains(t, lackingOf(title+author+label), r)
		}
		for r := range lackingOf(author) {
			require.Contains(t, lacking, string(r))
		}
	})
}

// lackingOf returns the signs of a text that the typeface lacks. A control character is no sign.
func lackingOf(text string) map[rune]bool {
	lacking := map[rune]bool{}
	var glyphs sfnt.Buffer
	for _, r := range strings.ToValidUTF8(text, "") {
		if glyph, _ := regularFont().GlyphIndex(&glyphs, r); glyph == 0 && !unicode.IsControl(r) && r != utf8.RuneError {
			lacking[r] = true
		}
	}
	return lacking
}

func set(text string) map[rune]bool {
	all := map[rune]bool{}
	for _, r := range text {
		all[r] = true
	}
	return all
}

// The properties of a file are UTF-16 by the rules of PDF, and so a character above U+FFFF is a pair.
func TestPropertiesAreUTF16(t *testing.T) {
	b, sections := sample(t)
	b.Title = "a🙂"
	file, _ := written(t, b, sections)
	assert.Contains(t, string(file), "/Title (\xfe\xff\x00a\xd8\x3d\xde\x42)")
}
