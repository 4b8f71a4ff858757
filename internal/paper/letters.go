package paper

import (
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// typeface returns the file of the font Liberation Sans, which comes with the program.
func typeface(bold bool) []byte {
	if bold {
		return liberationsansbold.TTF
	}
	return liberationsansregular.TTF
}

// fontOf returns the font. It is read at the first use.
func fontOf(bold bool) *opentype.Font {
	if bold {
		return boldFont()
	}
	return regularFont()
}

var (
	regularFont = sync.OnceValue(func() *opentype.Font { return mustParse(false) })
	boldFont    = sync.OnceValue(func() *opentype.Font { return mustParse(true) })
)

// mustParse reads a font. It is a part of the program, so reading it does not fail.
func mustParse(bold bool) *opentype.Font {
	parsed, err := opentype.Parse(typeface(bold))
	if err != nil {
		panic(err)
	}
	return parsed
}

// faceOf returns the font in a size, given in points, for a number of dots in an inch.
func faceOf(bold bool, size, dots float64) font.Face {
	face, err := opentype.NewFace(fontOf(bold), &opentype.FaceOptions{Size: size, DPI: dots, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // the options are those of every text
	}
	return face
}

// letters measures texts. Several goroutines may not use one.
type letters struct{ regular, bold font.Face }

// width returns the width of a text in letters of a size.
func (l *letters) width(bold bool, size float64, text string) float64 {
	const large = 1000 // so large that rounding does not matter
	face := &l.regular
	if bold {
		face = &l.bold
	}
	if *face == nil {
		*face = faceOf(bold, large, 72)
	}
	return float64(font.MeasureString(*face, text)) / 64 / large * size
}
