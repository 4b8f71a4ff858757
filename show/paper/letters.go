package paper

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// typeface returns the file of the font Liberation Sans, which comes with the program.
func typeface(bold bool) []byte {
	if bold {
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}

// The fonts, nil if they cannot be read. They are read at the first use.
var (
	regularFont = sync.OnceValue(func() *opentype.Font { return parsed(false) })
	boldFont    = sync.OnceValue(func() *opentype.Font { return parsed(true) })
)

func parsed(bold bool) *opentype.Font {
	f, err := opentype.Parse(typeface(bold))
	if err != nil {
		return nil
	}
	return f
}

// faceOf returns the font in a size, given in points, for a number of dots in an inch. The fonts
// are a part of the program, so they can be read. If not, the letters are those of a small font.
func faceOf(bold bool, size, dots float64) font.Face {
	f := regularFont()
	if bold {
		f = boldFont()
	}
	if f == nil {
		return basicfont.Face7x13
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: dots, Hinting: font.HintingNone})
	if err != nil {
		return basicfont.Face7x13
	}
	return face
}

// letters are the letters of a file. They know which signs its texts wanted and the typeface lacks.
type letters struct {
	regular, bold font.Face
	lacking       []rune // each once, in the order of the texts
	glyphs        sfnt.Buffer
}

// stand is what stands for a sign that the typeface lacks.
const stand = '□'

// printable returns a text with [stand] for each sign that the typeface lacks. The library for PDF
// could not take such a sign: it panics on those above U+FFFF (go-pdf/fpdf#40).
func (l *letters) printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return stand
		}
		if f := regularFont(); f != nil { // both weights have the same signs
			if glyph, err := f.GlyphIndex(&l.glyphs, r); err == nil && glyph != 0 {
				return r
			}
		}
		if !slices.Contains(l.lacking, r) && r != utf8.RuneError {
			l.lacking = append(l.lacking, r)
		}
		return stand
	}, text) // it makes bytes that are not UTF-8 a utf8.RuneError
}

func (l *letters) width(bold bool, size float64, text string) float64 {
	const large = 1000 // so large that rounding does not matter
	text = l.printable(text)
	face := &l.regular
	if bold {
		face = &l.bold
	}
	if *face == nil {
		*face = faceOf(bold, large, 72)
	}
	return float64(font.MeasureString(*face, text)) / 64 / large * size
}
