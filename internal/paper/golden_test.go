package paper

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/drawing"
)

// TestGolden compares the structure of a picture of each family in each format with one
// that a person has looked at. It compares shapes, their kinds and places to the unit,
// texts, and the average colours of parts of cells. With PICTURE_UPDATE=1 it writes
// testdata/golden. Then draw the pictures and look at them.
func TestGolden(t *testing.T) {
	for name, p := range boards(t) {
		p.Marked, p.Title = []int{1}, "Title"
		structure := "puzzle, svg\n" + svgStructure(t, render(t, SVG, empty(p))) +
			"\nsvg\n" + svgStructure(t, render(t, SVG, p)) +
			"\npng\n" + pngStructure(t, p) +
			"\npdf\n" + pdfStructure(t, render(t, PDF, p)) +
			"\nterminal\n" + terminalStructure(p)
		file := filepath.Join("testdata", "golden", name+".txt")
		if os.Getenv("PICTURE_UPDATE") != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(t, os.WriteFile(file, []byte(structure), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), structure, name)
	}
}

var decimal = regexp.MustCompile(`-?\d+(\.\d+)?`)

// svgStructure returns a line for each shape: its class, and the rectangle around it or the
// text in it.
func svgStructure(t *testing.T, file []byte) string {
	var lines strings.Builder
	decoder := xml.NewDecoder(bytes.NewReader(file))
	text := ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return lines.String()
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			switch e.Name.Local {
			case "svg":
				fmt.Fprintf(&lines, "%s x %s\n", attr["width"], attr["height"])
			case "g":
				fmt.Fprintf(&lines, "group %s %s\n", attr["class"], attr["transform"])
			case "path":
				fmt.Fprintf(&lines, "%s %s%s %s\n", attr["class"], attr["data-cell"], attr["data-hole"], around(attr["d"]))
			case "circle":
				fmt.Fprintf(&lines, "%s %s,%s\n", attr["class"], rounded(attr["cx"]), rounded(attr["cy"]))
			case "text":
				text = fmt.Sprintf("%s %s,%s", attr["class"], rounded(attr["x"]), rounded(attr["y"]))
			}
		case xml.CharData:
			if text != "" {
				fmt.Fprintf(&lines, "%s %s\n", text, e)
			}
		case xml.EndElement:
			text = ""
		}
	}
}

// around returns the rectangle around a path, in whole units.
func around(path string) string {
	var low, high [2]float64
	for i, text := range decimal.FindAllString(path, -1) {
		x, _ := strconv.ParseFloat(text, 64)
		if i < 2 {
			low[i], high[i] = x, x
		}
		low[i%2], high[i%2] = min(low[i%2], x), max(high[i%2], x)
	}
	return fmt.Sprintf("%.0f,%.0f to %.0f,%.0f", math.Round(low[0]), math.Round(low[1]), math.Round(high[0]), math.Round(high[1]))
}

func rounded(number string) string {
	x, _ := strconv.ParseFloat(number, 64)
	return fmt.Sprintf("%.0f", math.Round(x))
}

// pngStructure returns the average colours of squares, of which a cell has four by four.
// Each colour is three digits of base 8.
func pngStructure(t *testing.T, p drawing.Picture) string {
	img, err := png.Decode(bytes.NewReader(render(t, PNG, p)))
	require.NoError(t, err)
	const side = 2 * cellSize / 4
	var lines strings.Builder
	for y := 0; y+side <= img.Bounds().Dy(); y += side {
		for x := 0; x+side <= img.Bounds().Dx(); x += side {
			var sum [3]uint32
			for i := range side * side {
				r, g, b, _ := img.At(x+i%side, y+i/side).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
			}
			for _, s := range sum {
				fmt.Fprint(&lines, s/(side*side)/32)
			}
			lines.WriteByte(' ')
		}
		lines.WriteByte('\n')
	}
	return strings.ReplaceAll(lines.String(), " \n", "\n")
}

var (
	pdfStream   = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	pdfOperator = regexp.MustCompile(`(?m)(?:^|\s)(re|[mlcfSh]|f\*|BT|rg|RG|w)\s*$`)
	pdfWidth    = regexp.MustCompile(`(?m)[0-9.]+ w$`)
	pdfPage     = regexp.MustCompile(`/MediaBox \[[^\]]*\]`)
)

// pdfStructure returns the size of each page and how often its content has each width of lines and
// the operators that fill, stroke, write and choose colours.
func pdfStructure(t *testing.T, file []byte) string {
	count := map[string]int{}
	for _, stream := range pdfStream.FindAllSubmatch(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // it is not compressed, so it is not a page
		}
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		if bytes.Contains(content, []byte(" BT")) || bytes.Contains(content, []byte("BT ")) {
			for _, operator := range pdfOperator.FindAllSubmatch(content, -1) {
				count[string(operator[1])]++
			}
			for _, width := range pdfWidth.FindAll(content, -1) {
				count[string(width)]++
			}
			count["text"] += bytes.Count(content, []byte("Tj"))
		}
	}
	lines := string(pdfPage.Find(file)) + "\n"
	for _, operator := range slices.Sorted(maps.Keys(count)) {
		lines += fmt.Sprintf("%s %d\n", operator, count[operator])
	}
	return lines
}

// terminalStructure returns the lines of a terminal with their escape sequences readable.
func terminalStructure(p drawing.Picture) string {
	var lines strings.Builder
	for line := range strings.Lines(p.Terminal(true)) {
		fmt.Fprintf(&lines, "%+q\n", strings.TrimSuffix(line, "\n"))
	}
	return lines.String()
}
