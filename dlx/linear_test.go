package dlx_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
)

// hardProblems are long problems with many small parts, by what is hard in them.
var hardProblems = map[string]puzzletest.Hard{
	"items":             {Part: "i{i} ", End: "\ni0 i1\n"},
	"secondary items":   {Begin: "a | ", Part: "i{i} ", End: "\na i1:A\n"},
	"the same item":     {Part: "a ", End: "\na\n"},
	"bounds":            {Part: "0:2|i{i} ", End: "\ni0\n"},
	"digits of a bound": {Part: "1", End: "|a\na\n"},
	"bars":              {Part: "| ", End: "\n"},
	"colons":            {Part: ":", End: "|a\n"},
	"blanks":            {Begin: "a", Part: " ", End: "b\na b\n"},
	"blank lines":       {Begin: "a\n", Part: "\n", End: "a\n"},
	"comments":          {Part: "| x\n", End: "a\na\n"},
	"a long comment":    {Begin: "|", Part: " x", End: "\na\na\n"},
	"a long name":       {Part: "x", End: "\na\n"},
	"accents":           {Begin: "a\n", Part: "é ", End: "\n"},
	"equal options":     {Begin: "a b\n", Part: "a b\n"},
	"options":           {Begin: "a b | c\n", Part: "b a\na b c:{i}\n"},
	"colours":           {Begin: "a | b\n", Part: "a b:{i}\n"},
	"an unknown item":   {Begin: "a\n", Part: "x"},
	"a long option":     {Begin: "a | b\n", Part: "a "},
}

func TestReadingIsLinear(t *testing.T) {
	for name, hard := range hardProblems {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) { _, _ = dlx.Read(strings.NewReader(text), "f") })
		})
	}
}

// TestCoversAreReadInLinearTime reads long answers to a problem whose options are mostly equal.
func TestCoversAreReadInLinearTime(t *testing.T) {
	p, err := dlx.Read(strings.NewReader("a b | x\n"+strings.Repeat("a x:A\na x:B\nb\n", 2000)), "problem")
	require.NoError(t, err)
	for name, hard := range map[string]puzzletest.Hard{
		"covers":        {Part: "{i}:\n a x:A (1 of 2)\n b (1 of 1)\n"},
		"one cover":     {Begin: "1:\n", Part: " a x:A\n"},
		"headings":      {Part: "1:\n"},
		"comments":      {Begin: "1:\n", Part: "| x\n", End: "a x:A\nb\n"},
		"blank lines":   {Begin: "1:\n", Part: "\n", End: "a x:A\nb\n"},
		"blanks":        {Begin: "1:\na", Part: " ", End: "x:A\nb\n"},
		"a long option": {Begin: "1:\n", Part: "a x:A "},
		"colours":       {Begin: "1:\na x:A", Part: ":A", End: "\n"},
		"brackets":      {Begin: "1:\na x:A", Part: " (1 of 1)", End: "\n"},
		"open brackets": {Begin: "1:\na x:A ", Part: "(", End: "\n"},
		"wrong options": {Part: "b a\n"},
	} {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) { _, _ = p.ReadCovers(strings.NewReader(text), "f") })
		})
	}
}
