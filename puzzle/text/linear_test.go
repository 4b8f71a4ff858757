package text_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// hardTexts are long texts with many small parts, by what is hard in them.
var hardTexts = map[string]puzzletest.Hard{
	"blanks in a line":       {Begin: "puzzle: magic\nlines: r1c1", Part: " ", End: "r1c2 r1c3 = 6\n_,_,_"},
	"short lines":            {Begin: "puzzle: magic\nlines: ", Part: "r1c1 r1c2 r1c3;", End: "r1c1\n_,_,_\n"},
	"many lines":             {Begin: "puzzle: magic\nsum: any\nlines: ", Part: "r1c1 r1c2; ", End: "r1c1\n_,_\n"},
	"lines of one cell":      {Begin: "puzzle: magic\nlines: ", Part: "r1c1;", End: "r1c1\n_\n"},
	"semicolons":             {Begin: "puzzle: magic\nlines: r1c1", Part: ";", End: "r1c2\n_,_\n"},
	"equals signs":           {Begin: "puzzle: magic\nlines: r1c1", Part: "=", End: "r1c2\n_,_\n"},
	"long lines":             {Begin: "puzzle: magic\nlines: ", Part: longLine, End: "r1c1\n" + longRow + "\n"},
	"cells of one line":      {Begin: "puzzle: magic\nlines: ", Part: "r1c{i} ", End: "\n" + strings.Repeat("_,", 1<<14-1) + "_\n"},
	"digits of a sum":        {Begin: "puzzle: magic\nlines: r1c1 = ", Part: "1", End: "\n_\n"},
	"numbers":                {Begin: "puzzle: magic\nnumbers: ", Part: "1 ", End: "\n_\n"},
	"runs of numbers":        {Begin: "puzzle: magic\nnumbers: 1", Part: " .. ", End: "\n_\n"},
	"sum":                    {Begin: "puzzle: magic\nsum: 1", Part: " ", End: "1\n_\n"},
	"blanks in an order":     {Begin: "puzzle: hidoku\norder: r1c1", Part: " ", End: "r1c2\n_,_\n_,_\n"},
	"cells in an order":      {Begin: "puzzle: hidoku\norder: ", Part: "r1c1 ", End: "r1c2\n_,_\n_,_\n"},
	"commas between walls":   {Begin: "puzzle: numbrix\nwalls: r1c1-r1c2", Part: ",", End: "r1c1-r1c2\n_,_\n"},
	"walls":                  {Begin: "puzzle: numbrix\nwalls: r1c1-r1c2", Part: ",r1c1-r1c2", End: "\n_,_\n"},
	"dashes":                 {Begin: "puzzle: numbrix\nwalls: r1c1", Part: "-", End: "r1c2\n_,_\n"},
	"bridges of one cell":    {Begin: "puzzle: numbrix\nbridges: r1c1-r1c3", Part: ",r1c2-r1c1{i}", End: "\n" + longRow + "\n"},
	"bridges":                {Begin: "puzzle: numbrix\nbridges: ", Part: "r1c1-r1c3,", End: "r1c1-r1c3\n" + longRow + "\n"},
	"digits of a claim":      {Begin: "puzzle: numbrix\nsolutions: ", Part: "1", End: "\n_,_\n"},
	"a title":                {Begin: "puzzle: numbrix\ntitle: ", Part: "é ", End: "\n_,_\n"},
	"labels":                 {Begin: "puzzle: numbrix\nlabels:\n", Part: "a,b\n", End: "=\n_,_\n"},
	"one long label":         {Begin: "puzzle: numbrix\nlabels:\n", Part: "a", End: "\n=\n_\n"},
	"the name of a family":   {Begin: "puzzle: ", Part: "hidoku ", End: "\n_,_\n"},
	"notes":                  {Part: "name: a\n", End: "1,_\n"},
	"sizes":                  {Part: "int n = 2;\n", End: "1,_\n"},
	"texts in code":          {Part: "b = <<EOS\n", End: "1,_\n"},
	"numbers in lines":       {Part: "3\n", End: "1,_\n"},
	"unknown headers":        {Part: "colour{i}: x\n", End: "_,_\n"},
	"the same header":        {Part: "title: x\n", End: "_,_\n"},
	"an unknown header":      {Begin: "x", Part: "a", End: ": 1\n_,_\n"},
	"comments like rows":     {Part: "# _ _\n", End: "_ _ _\n"},
	"a comment like a row":   {Begin: "#", Part: " 1", End: "\n1,2\n"},
	"blank lines":            {Part: "\n", End: "1,2\n"},
	"blanks of a row":        {Begin: "1", Part: "\t", End: "2\n"},
	"a long row":             {Begin: "puzzle: hidoku\n", Part: "_ ", End: "\n"},
	"commas":                 {Begin: "puzzle: hidoku\n", Part: ",", End: "\n"},
	"rows":                   {Begin: "puzzle: hidoku\n", Part: "_\n"},
	"rows of many widths":    {Begin: "puzzle: hidoku\n", Part: "_,_\n_\n"},
	"marks":                  {Part: "\ufeff\n", End: "1\n"},
	"a long cell":            {Begin: "puzzle: hidoku\n", Part: "_", End: ",1\n"},
	"digits of a cell":       {Begin: "puzzle: hidoku\n", Part: "1", End: ",1\n"},
	"signs of a cell":        {Begin: "puzzle: hidoku\n", Part: "#_", End: ",1\n"},
	"sums beside rows":       {Begin: "puzzle: magic\n", Part: "_,_,9\n", End: "9,9\n"},
	"an open family":         {Part: "_,_,_,_\n"},
	"stones":                 {Begin: "puzzle: draughtboard\nboard: 128x128\n", Part: "X\n=\n"},
	"stones used at will":    {Begin: "puzzle: draughtboard\nboard: 8x8\n", Part: "* *\nX,X\n=\n"},
	"kinds of stones":        {Begin: "puzzle: draughtboard\nboard: 8x8\n", Part: "0..1 *\nX,B,W,B\nX,_,_,X\n=\n"},
	"lines of =":             {Begin: "puzzle: draughtboard\nboard: 2x1\n", Part: "=\n", End: "X,X\n"},
	"a long line of =":       {Begin: "puzzle: draughtboard\nboard: 2x1\n", Part: "=", End: "\nX,X\n"},
	"words before a star":    {Begin: "puzzle: draughtboard\nboard: 2x1\n", Part: " " + strings.Repeat("x", 60), End: " *\nX,X\n"},
	"flags behind a star":    {Begin: "puzzle: draughtboard\nboard: 2x1\n1 *", Part: ", no flips", End: "\nX,X\n"},
	"a long stone":           {Begin: "puzzle: draughtboard\nboard: 2x1\n", Part: "X,", End: "X\n"},
	"a high stone":           {Begin: "puzzle: draughtboard\nboard: 2x1\n", Part: "X\n"},
	"sets of stones":         {Begin: "puzzle: draughtboard\nboard: 2x1\nstones: ", Part: "pentominoes+", End: "pentominoes\n"},
	"unknown sets of stones": {Begin: "puzzle: draughtboard\nboard: 2x1\nstones: ", Part: "x+", End: "y\n"},
	"gaps":                   {Begin: "puzzle: draughtboard\nboard: 2x1\ngaps: 0", Part: " ", End: "..3\nX\n"},
	"digits of gaps":         {Begin: "puzzle: draughtboard\nboard: 2x1\ngaps: ", Part: "9 ", End: "\nX\n"},
	"the size of a board":    {Begin: "puzzle: draughtboard\nboard: 1", Part: "x", End: "1\nX\n"},
	"a drawn board":          {Begin: "puzzle: draughtboard\nboard:\n", Part: "B\nW\n", End: "=\nX\n"},
	"an equation":            {Begin: "puzzle: equation\nnumbers: 1..9\n", Part: "_ + ", End: "_ = 3\n"},
	"operators":              {Begin: "puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n", Part: "+", End: "\n_ + _ = 3\n= =\n3 3\n"},
	"rows of an equation":    {Begin: "puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n", Part: "+ +\n_ + _ = 3\n", End: "= =\n3 3\n"},
	"a jodici":               {Begin: "puzzle: jodici\n", Part: "_,_,_,_,_,_\n"},
	"moves":                  {Begin: "moves: 1,2", Part: " 1,2", End: "\n1,2\n"},
	"steps":                  {Begin: "moves: (", Part: "{i},", End: ")\n1,2\n"},
	"puzzles":                {Part: "1\n---\n", End: "1\n"},
	"lines of ---":           {Part: "---\n", End: "1\n"},
	"wrong puzzles":          {Part: "x: y\n---\n", End: "1\n"},
	"puzzles of no kind":     {Part: "1,_\n_,_\n---\n", End: "1\n"},
	"puzzles of one row":     {Part: "_\n---\n", End: "1\n"},
	"puzzles with a title":   {Part: "title: x\n1 _\n_ _\n---\n", End: "1\n"},
	"unknown kinds":          {Part: "puzzle: magc\n_\n---\n", End: "1\n"},
	"boards with mistakes":   {Part: "puzzle: hidoku\n9,_\n---\n", End: "1\n"},
}

var longLine, longRow = cellsInARow(2000, " ") + "; ", strings.Repeat("_,", 1999) + "_"

// cellsInARow returns the names of the first cells of a row.
func cellsInARow(n int, between string) string {
	return strings.TrimSuffix(puzzletest.Hard{Part: "r1c{i}" + between}.Text(10*n), between)[len("r1c0"+between):]
}

// TestReadingIsLinear reads long texts as one puzzle, and as several.
func TestReadingIsLinear(t *testing.T) {
	puzzletest.NeedsLong(t, "FuzzWork begins with shorter texts")
	for name, hard := range hardTexts {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, readInBothWays)
		})
	}
}

func readInBothWays(content string) {
	_, _ = text.Read(strings.NewReader(content), "f", "")
	r := text.NewReader(strings.NewReader(content), "f", "")
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			return
		}
	}
}

// TestPairsAreReadInLinearTime has half the pairs of a board in one list, and the others in another.
func TestPairsAreReadInLinearTime(t *testing.T) {
	for _, headers := range pairHeaders {
		puzzletest.RequireLinear(t, func(size int) string {
			rows := min(128, size/(256*13))
			lists := [2][]string{}
			for row := 1; row < rows; row++ {
				for col := 1; col <= 128; col++ {
					pair := fmt.Sprintf("r%dc%d-r%dc%d", row, col, row+1, col)
					if lists[row%2] = append(lists[row%2], pair); col < 128 {
						lists[row%2] = append(lists[row%2], fmt.Sprintf("r%dc%d-r%dc%d", row, col, row, col+1))
					}
				}
			}
			return "puzzle: numbrix\n" + headers[0] + ": " + strings.Join(lists[0], ", ") + "\n" + headers[1] + ": " + strings.Join(lists[1], ", ") + "\n" +
				strings.Repeat(strings.Repeat("_,", 127)+"_\n", rows)
		}, readInBothWays)
	}
}

// TestSolutionsAreReadInLinearTime reads long files of solutions of small boards, and of one with names of stones.
func TestSolutionsAreReadInLinearTime(t *testing.T) {
	for _, p := range []puzzle.Puzzle{
		puzzletest.Read(t, "puzzle: hidoku\n_,_\n_,#\n"),
		puzzletest.Read(t, "puzzle: draughtboard\nboard: 5x12\nstones: pentominoes\n"),
		puzzletest.Read(t, "puzzle: hidoku\n"+longRow+"\n"),
	} {
		for name, hard := range map[string]puzzletest.Hard{
			"boards":         {Part: "1,2\n3,#\n"},
			"a row":          {Part: "1,"},
			"long rows":      {Part: strings.Repeat("1,", 1999) + "1\n"},
			"rows of blanks": {Begin: "1", Part: " ", End: "2\n3 #\n"},
			"blank lines":    {Part: "\n", End: "1,2\n3,#\n"},
			"comments":       {Part: "# 1\n", End: "1,2\n3,#\n"},
			"a comment":      {Begin: "#", Part: " 1", End: "\n1,2\n3,#\n"},
			"headers":        {Part: "a{i}: 1\n", End: "1,2\n3,#\n"},
			"lines of =":     {Part: "="},
			"digits":         {Part: "1", End: ",2\n3,#\n"},
			"holes":          {Part: "#", End: "\n"},
			"stones":         {Part: "P P P P P\n"},
			"a long name":    {Part: "P", End: " P\n"},
			"marks":          {Part: "\ufeff\n"},
		} {
			t.Run(string(p.Family())+"/"+name, func(t *testing.T) {
				puzzletest.RequireLinear(t, hard.Text, func(content string) { _, _ = text.ReadSolutions(strings.NewReader(content), "f", p) })
			})
		}
	}
}
