package show

import (
	"image/color"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Look says how a shape looks on a [Canvas]. Lengths are in cells.
type Look struct {
	Fill, Stroke color.NRGBA // nothing is drawn with a colour whose A is 0
	Width        float64     // of lines
	Dash         []float64   // lengths of dashes and gaps; nil for none
	Round        bool        // lines have round ends
	Bold         bool        // letters are bold
}

// plainLook is the look of a shape that no rule is about. Its lengths and those of the style sheet are in user units,
// of which a cell has cellSize.
var plainLook = Look{Fill: color.NRGBA{A: 0xff}, Width: 1}

type rule struct {
	selectors [][]string // the classes that each selector names, the last one first
	set       map[string]string
}

// rules returns the rules of [sheet] for shapes. Each stands in one line:
//
//	.crosscut .stone .name, .crosscut .given { font-weight: bold }
//
// Where a property has several values, the first one is plain and the others are for viewers with variables.
var rules = sync.OnceValue(func() (all []rule) {
	for line := range strings.Lines(sheet) {
		names, body, found := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), "}"), "{")
		if !found || !strings.HasPrefix(names, ".crosscut .") && !strings.HasPrefix(names, ".crosscut text") {
			continue // colours of screens, and comments
		}
		r := rule{set: map[string]string{}}
		for selector := range strings.SplitSeq(names, ",") {
			classes := strings.FieldsFunc(strings.TrimPrefix(strings.TrimSpace(selector), ".crosscut"), func(c rune) bool { return c == ' ' || c == '.' })
			slices.Reverse(classes)
			r.selectors = append(r.selectors, classes)
		}
		for declaration := range strings.SplitSeq(body, ";") {
			key, value, _ := strings.Cut(declaration, ":")
			if key = strings.TrimSpace(key); r.set[key] == "" {
				r.set[key] = strings.TrimSpace(value)
			}
		}
		all = append(all, r)
	}
	return all
})

// of reports whether the rule is for a shape of these classes within groups of those.
func (r rule) of(classes, around []string) bool {
	return slices.ContainsFunc(r.selectors, func(selector []string) bool {
		for _, name := range selector[1:] {
			if !slices.Contains(classes, name) && !slices.Contains(around, name) {
				return false
			}
		}
		return slices.Contains(classes, selector[0])
	})
}

// styled returns the look of a shape of these classes within groups of the classes around it.
// What no rule says is as it was. A text has the class "text" too.
func (l Look) styled(class string, around []string) Look {
	classes := strings.Fields(class)
	for _, r := range rules() {
		if !r.of(classes, around) {
			continue
		}
		for key, value := range r.set {
			l.set(key, value)
		}
	}
	return l
}

// inCells returns the look with its lengths in cells.
func (l Look) inCells() Look {
	l.Width, l.Dash = l.Width/cellSize, slices.Clone(l.Dash)
	for i := range l.Dash {
		l.Dash[i] /= cellSize
	}
	return l
}

// set sets a property. Others than these do not matter on paper.
func (l *Look) set(key, value string) {
	switch key {
	case "fill":
		l.Fill = colourOf(value)
	case "stroke":
		l.Stroke = colourOf(value)
	case "stroke-width":
		l.Width = numberOf(value)
	case "fill-opacity":
		l.Fill.A = uint8(0xff * numberOf(value))
	case "stroke-dasharray":
		l.Dash = nil
		for _, length := range strings.Fields(value) {
			l.Dash = append(l.Dash, numberOf(length))
		}
	case "stroke-linecap":
		l.Round = value == "round"
	case "font-weight":
		l.Bold = value == "bold"
	}
}

func numberOf(text string) float64 {
	number, _ := strconv.ParseFloat(text, 64) // a test reads the whole style sheet
	return number
}

// colourOf reads a colour of the style sheet: "none", "#fff" or "#1a1a1a".
func colourOf(text string) color.NRGBA {
	digits, isColour := strings.CutPrefix(text, "#")
	if len(digits) == 3 {
		digits = digits[:1] + digits[:1] + digits[1:2] + digits[1:2] + digits[2:] + digits[2:]
	}
	value, err := strconv.ParseUint(digits, 16, 32)
	if !isColour || err != nil {
		return color.NRGBA{}
	}
	return color.NRGBA{uint8(value >> 16), uint8(value >> 8), uint8(value), 0xff}
}
