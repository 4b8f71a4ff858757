package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
)

// TestJournalsAreReadInLinearTime reads long journals of a run with three cubes. Each
// object in a line of its own gets its check, so it counts as whole.
func TestJournalsAreReadInLinearTime(t *testing.T) {
	h := Header{Format: format, Version: version, Kind: Count, Cubes: 3}
	first, err := lineOf(nil, h)
	require.NoError(t, err)
	checked := func(line string) string {
		line = strings.TrimSuffix(line, "}")
		return line + checkKey + sumOfLine(first, []byte(line)) + "\"}\n"
	}
	for name, hard := range map[string]puzzletest.Hard{
		"the same entry":       {Part: `{"path":"0","count":1}` + "\n"},
		"cubes that wait":      {Part: `{"path":"0.{i}","count":1}` + "\n"},
		"cuts that wait":       {Part: `{"path":"0.0.{i}","split":2}` + "\n", End: `{"path":"0.0","split":9}` + "\n" + `{"path":"0","split":9}` + "\n"},
		"cubes of a cut":       {Begin: `{"path":"0","split":1000}` + "\n", Part: `{"path":"0.{i}","count":1}` + "\n"},
		"a deep cube":          {Begin: `{"path":"0`, Part: ".0", End: `","count":1}` + "\n"},
		"a long number":        {Begin: `{"path":"0","count":`, Part: "1", End: "}\n"},
		"a long name":          {Begin: `{"path":"0","count":1,"worker":"`, Part: "x", End: `"}` + "\n"},
		"deep objects":         {Begin: `{"path":"0","count":1,"a":`, Part: `{"a":`, End: "}\n"},
		"deep lists":           {Begin: `{"path":"0","count":1,"a":`, Part: "[", End: "}\n"},
		"fields":               {Begin: `{"path":"0"`, Part: `,"count":1`, End: "}\n"},
		"unknown fields":       {Begin: `{"path":"0","count":1`, Part: `,"a{i}":1`, End: "}\n"},
		"blanks":               {Begin: `{"path":"0",`, Part: " ", End: `"count":1}` + "\n"},
		"headers":              {Part: string(first)},
		"blank lines":          {Part: "\n"},
		"damaged lines":        {Part: "{}\n"},
		"checks in a line":     {Part: checkKey, End: "\n"},
		"a line without end":   {Part: "x"},
		"zeros":                {Part: "\x00"},
		"escaped signs":        {Begin: `{"path":"0","count":1,"worker":"`, Part: `\u0041`, End: `"}` + "\n"},
		"a name like a header": {Begin: `{"format":"`, Part: "crosscut run", End: `"}` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, journals), 0o700))
			write := func(size int) string {
				var text strings.Builder
				text.Write(first)
				for line := range strings.Lines(hard.Text(size)) {
					if strings.HasPrefix(line, "{") && strings.HasSuffix(line, "}\n") && !strings.Contains(line, checkKey) && name != "damaged lines" {
						line = checked(strings.TrimSuffix(line, "\n"))
					}
					text.WriteString(line)
				}
				require.NoError(t, os.WriteFile(filepath.Join(dir, journals, "a"+lines), []byte(text.String()), 0o600))
				return text.String()
			}
			puzzletest.RequireLinear(t, write, func(string) {
				f, err := Look(dir)
				require.NoError(t, err)
				_, _ = f.Status()
				_, _, _, _ = f.Check()
			})
		})
	}
}
