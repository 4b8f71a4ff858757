package exchange

import (
	"slices"
	"strings"
	"sync"

	"crosscut/internal/chars"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Text of pentomino programs: a tiling with one letter for each stone.
//
//	IPPPYYYYVVVUU
//	IPPXLLLLYNVUS
//
// Every cell is a letter or digit. Equal letters that are connected make a stone; ".", "#" and blanks are holes. A blank line
// stands between two tilings. Blanks between the letters of a row are allowed when every second character is a blank. With
// commas, or where all cells have more than one letter or digit, as in "A1 A1 B1", these are the names of the stones. Lines
// above a tiling that begin with "# " are comments, if their letters do not stand so.
//
// A tiling is read as the puzzle of which it is a solution: its board, and its stones as they lie, without colours; they may be
// turned over. Different pentominoes are written by their usual names (S. W. Golomb, Polyominoes, 1954), others as A, B, C.

// tilingNames are the letters for stones, in the order of their use.
const tilingNames = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// leastTiling is how many rows more a tiling counts for. So many tiny ones are too many, too.
const leastTiling = 16

// mostTilings is how many tilings a file may have: reading one takes a while, however small it is.
const mostTilings = 1 << 14

func readLetters(s *Source) (entries []*Entry) {
	content := plain(string(s.Data))
	if stones, drawn := stonesOf(content); drawn {
		return readOwn(&Source{Name: s.Name, Family: s.Family, Data: []byte(stones)})
	}
	lines := strings.Split(content+"\n", "\n") // so the last one is blank
	first := 0
	size := strings.TrimSpace(lines[0])
	s.failIf(len(lines) > 2 && strings.Trim(size, "0123456789x ") == "" && len(size) < len(strings.TrimSpace(lines[1])), 1, 1, "a size above a tiling; take the line away")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
		if lines[i] != "" && (i > first || !isRemark(lines[i])) {
			continue
		}
		if first < i {
			s.failIf(len(entries) == mostTilings, first+1, 1, "more than %d tilings; divide the file", mostTilings)
			entries = append(entries, s.tiling(lines[first:i], first+1))
		}
		first = i + 1
	}
	s.failIf(len(entries) == 0, 0, 0, "no tiling in it")
	return entries
}

// asSigns takes what stands between the fields of a sheet for commas, and coloured squares for letters and holes.
var asSigns = strings.NewReplacer(";", ",", "\t", ",", "🟥", "R", "🟧", "O", "🟨", "Y", "🟩", "G", "🟦", "U", "🟪", "P", "🟫", "N", "⬜", ".", "⬛", ".", "\ufe0f", "")

// plain returns a text with plain letters and signs.
func plain(text string) string { return chars.Plain(asSigns.Replace(text)) }

// stonesOf returns a text with X for each letter, if it has several drawings of one letter each. These are stones, and
// no tilings. In drawings of 1 a 0 is no cell.
func stonesOf(text string) (stones string, drawn bool) {
	text = strings.NewReplacer(".", "_", "#", "_").Replace(strings.Trim(text, "\n"))
	if strings.Trim(text, "01 \n") == "" {
		text = strings.ReplaceAll(text, "0", "_")
	}
	drawings := strings.Split(text, "\n\n")
	named := !slices.ContainsFunc(drawings, func(drawing string) bool { // by a letter above each
		name, _, more := strings.Cut(drawing, "\n")
		return !more || len(strings.TrimSpace(name)) != 1
	})
	for i, drawing := range drawings {
		if _, rows, _ := strings.Cut(drawing, "\n"); named {
			drawing = rows
		}
		said := strings.Trim(drawing, " _\n")
		if said == "" || strings.Trim(drawing, said[:1]+" _\n") != "" || !strings.Contains(tilingNames+"@%*", said[:1]) {
			return "", false
		}
		drawings[i] = strings.ReplaceAll(drawing, said[:1], "X")
	}
	return strings.Join(drawings, "\n\n"), len(drawings) > 1
}

// isRemark reports whether a line is a comment. A row of letters with a blank between any two of them is none.
func isRemark(line string) bool {
	words, found := strings.CutPrefix(line, "# ")
	return found && slices.ContainsFunc(strings.Fields(words), func(word string) bool { return len(word) > 1 })
}

// isHole reports whether a sign of a tiling is no stone.
func isHole(name string) bool { return strings.Trim(name, " .#") == "" }

// tiling reads the rows of a tiling. The first has the given line.
func (s *Source) tiling(lines []string, first int) *Entry {
	rows, width := rowsOf(lines)
	s.squares += width * leastTiling
	s.room(first, width, len(lines))
	col := func(row int, name string) int { return len([]rune(lines[row][:strings.Index(lines[row], name)])) + 1 }
	stones := map[string][]puzzle.StoneCell{}
	var order []string
	for r := range lines {
		rows[r] = append(rows[r], make([]string, width-len(rows[r]))...)
		for c, name := range rows[r] {
			switch {
			case isHole(name):
				continue
			case strings.Trim(name, tilingNames) != "":
				s.fail(first+r, col(r, name), "%q is not a letter or digit; a hole is a dot, a blank or #", name)
			case stones[name] == nil:
				order = append(order, name)
			}
			stones[name] = append(stones[name], puzzle.StoneCell{Row: r, Col: c, Colour: puzzle.AnyColour})
		}
	}
	board, err := puzzle.NewBoard(width, len(rows), func(r, c int) bool { return isHole(rows[r][c]) })
	s.check(first, 1, err)
	var all []puzzle.Stone
	for _, name := range order {
		stone, err := puzzle.NewStone(stones[name])
		row := stones[name][0].Row
		s.failIf(err != nil, first+row, col(row, name), "stone %q: %v", name, err)
		all = append(all, stone)
	}
	p, err := puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: true, Stones: all}.New()
	s.check(first, 1, err)
	solution := make(puzzle.Solution, board.Len())
	for c := range solution {
		row, col := board.Pos(c)
		solution[c] = slices.Index(order, rows[row][col]) + 1
	}
	e := s.entry(p, "", "")
	e.Solution = p.Canonical(solution)
	return e
}

// rowsOf returns the cells of a tiling, and how many the longest row has. A row has at least two names of several signs.
func rowsOf(lines []string) (rows [][]string, width int) {
	spaced, named, commas, split := true, true, false, func(line string) []string { return strings.Split(line, "") }
	for _, line := range lines {
		signs := []rune(line)
		for i, sign := range signs {
			spaced = spaced && (i%2 == 0 || sign == ' ')
		}
		named = named && strings.Contains(line, " ") && !loneSign.in(line)
		width, commas = max(width, len(signs)), commas || strings.Contains(line, ",")
	}
	switch {
	case commas:
		split = func(line string) []string { return aroundComma().Split(strings.TrimSpace(line), -1) }
	case named:
		split = strings.Fields
	case spaced && width > 1:
		split = func(line string) (names []string) {
			for pair := range slices.Chunk([]rune(line), 2) {
				names = append(names, string(pair[:1]))
			}
			return names
		}
	}
	width = 0
	for _, line := range lines {
		rows = append(rows, split(line))
		width = max(width, len(rows[len(rows)-1]))
	}
	return rows, width
}

func writeLetters(e *Entry, p *puzzle.Draughtboard) string {
	if i := slices.IndexFunc(p.Stones(), space.Coloured); i >= 0 {
		refuse(true, "the colours of stone %s", p.Name(i+1))
	}
	refuse(len(p.Stones()) > len(tilingNames), "%d stones; there are %d letters and digits", len(p.Stones()), len(tilingNames))
	refuse(!p.Setup().Flips, "flips: no")
	refuse(e.Solution == nil, "%w; it shows a tiling", ErrNoSolution)
	names := pentominoNames(p.Stones())
	drawn := p.Board().Draw(func(c int) string {
		stone := max(e.Solution[c], -e.Solution[c])
		return names[stone-1 : stone]
	})
	return strings.NewReplacer(",", "", " ", "", "##", ".", "#", ".").Replace(drawn)
}

// pentominoes is a puzzle that knows the names of the twelve, on a board that has room for them.
var pentominoes = sync.OnceValue(func() *puzzle.Draughtboard {
	board, _ := puzzle.NewBoard(10, 6, nil)
	set, _ := puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: true, Sets: []string{"pentominoes"}}.New()
	return set
})

// pentominoNames returns the usual names of different pentominoes, and the alphabet for other stones.
func pentominoNames(stones []puzzle.Stone) (names string) {
	set := pentominoes()
	for _, s := range stones {
		versions := s.Versions(true)
		i := slices.IndexFunc(set.Stones(), func(t puzzle.Stone) bool {
			return slices.ContainsFunc(versions, func(v puzzle.Stone) bool { return v.String() == t.String() })
		})
		if i < 0 || strings.Contains(names, set.Name(i+1)) {
			return tilingNames
		}
		names += set.Name(i + 1)
	}
	return names
}
