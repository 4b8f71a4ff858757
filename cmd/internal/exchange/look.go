package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"crosscut/cmd/internal/link"
	"crosscut/dlx"
	"crosscut/internal/base"
	"crosscut/internal/chars"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The first line that says something tells a puzzle file, and the table in forms.go the other forms.

// Reader reads the puzzles of a text in any form: a puzzle file as [text.Reader] does, and any other text as a whole.
type Reader struct {
	in           chars.Reader
	name, family string
	own          *text.Reader // nil before the first look, and for other texts
	left         []*Entry
	err          error // after these
}

// NewReader returns a reader of a text. Errors have its name. family is for texts that do not name one, or "".
func NewReader(r io.Reader, name, family string) *Reader {
	return &Reader{in: chars.UTF8(r, lookSize), name: name, family: family}
}

// NextPiece finds the text of the next puzzle and returns the function that reads it, as [text.Reader.NextPiece] does.
func (r *Reader) NextPiece() (read func() (*text.File, error), err error) {
	if r.own == nil && r.err == nil {
		if head := firstLook(r.in); isOwn(head) {
			r.own = text.NewReader(r.in, r.name, puzzle.Family(r.family))
		} else {
			r.left, err = Read("", r.in, r.name, r.family)
			r.err = cmp.Or(err, io.EOF)
		}
	}
	switch {
	case r.own != nil:
		return r.own.NextPiece()
	case len(r.left) == 0:
		err, r.err = r.err, io.EOF
		return nil, err
	}
	file := &r.left[0].File
	r.left = r.left[1:]
	return func() (*text.File, error) { return file, nil }, nil
}

// ReadOne reads the only puzzle of a text in any form.
func ReadOne(in io.Reader, name, family string) (*text.File, error) {
	begun := chars.UTF8(in, lookSize)
	if isOwn(firstLook(begun)) {
		return text.Read(begun, name, puzzle.Family(family))
	}
	entries, err := Read("", begun, name, family)
	switch {
	case err != nil:
		return nil, err
	case len(entries) > 1:
		return nil, &text.ParseError{File: name, Detail: base.Plural(len(entries), "puzzle") + " in it; one puzzle is wanted here"}
	}
	return &entries[0].File, nil
}

// lookSize is how many bytes of a text are searched for the first line that says something.
const lookSize = 1 << 16

// firstLook returns what a text begins with, up to that line. It reads no more than it needs: a pipe may wait.
func firstLook(in chars.Reader) string {
	for n := 1; ; n = in.Buffered() + 1 {
		_, err := in.Peek(min(n, lookSize))
		head, _ := in.Peek(in.Buffered())
		if len(head) >= lookSize || err != nil {
			return string(head)
		}
		if line, whole := firstLine(string(head)); line != "" && whole {
			return string(head)
		}
	}
}

// firstLine returns the first line that is neither blank nor a comment, and whether it is whole.
func firstLine(text string) (line string, whole bool) {
	for more := true; more; {
		line, text, more = strings.Cut(text, "\n")
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), chars.Mark))
		if line != "" && (line[0] != '#' || strings.Contains(line, ",")) {
			return line, more
		}
	}
	return "", false
}

// isOwn reports whether a text that begins so can only be a puzzle file or a sheet: it begins with a header line, with
// colours of stones, or with cells of a board of numbers. A row of one colour may be a stone of a tiling.
func isOwn(head string) bool {
	line, _ := firstLine(head)
	said := strings.Trim(line, "#. \t,;")
	switch {
	case strings.ContainsFunc(line, func(char rune) bool { return char < ' ' && char != '\t' }): // no text
		return false
	case line == "":
		return true
	case strings.Contains(line, "]["):
		return true
	case strings.ContainsAny(line[:1], "<{[(|%") || forumRow.in(head) || strings.Contains(line, "://") || strings.HasPrefix(line, link.Prefix) || strings.HasPrefix(line, "c "):
		return false
	case strings.Contains(line, ":"):
		return true
	case said != "" && strings.Contains("BWXbwx", said[:1]) && strings.Trim(said, said[:1]+"#. \t,;") == "":
		return false
	case strings.Trim(line, "BWX_.# \t,;") == "":
		return strings.ContainsAny(line, "_,;") // otherwise it may be letters
	}
	cells := strings.FieldsFunc(line, func(char rune) bool { return strings.ContainsRune(" \t,;", char) })
	return len(cells) > 1 && !slices.ContainsFunc(cells, isWord) && strings.Trim(line, "01 ") != "" && !oneOrTwo.in(line) && !isSudoku(head)
}

// isWord reports whether a cell is not one of a board of numbers.
func isWord(cell string) bool {
	return cell[0] < 0x80 && strings.Trim(cell, "0123456789_-.?#*=+\"") != "" && !strings.EqualFold(cell, "x")
}

// recognised returns the forms that a text may have. If it may be a puzzle file, too, that is the form csv.
func (s *Source) recognised() (found []*form) {
	content := string(s.Data)
	of, _, _ := text.Family(s.Family)
	for i := range forms {
		if forms[i].is(content) && (of == "" || of == puzzle.FamilyDraughtboard || forms[i].name != "letters") {
			found = append(found, &forms[i])
		}
	}
	if clear := slices.DeleteFunc(slices.Clone(found), func(f *form) bool { return f.loose }); len(clear) > 0 {
		return clear
	}
	own := forms[0]
	entries, err := own.entries(s)
	if len(found) > 0 && (err != nil || entries == nil) {
		return found
	}
	own.read = func(*Source) []*Entry { // it was read already
		stopIf(err)
		return entries
	}
	readable := slices.DeleteFunc(found, func(f *form) bool {
		if f.other != "" {
			return true
		}
		_, err := f.entries(s)
		return err != nil
	})
	if len(readable) > 0 && entries[0].Puzzle.Family() == puzzle.FamilyDraughtboard { // drawn in small letters, which are a tiling
		return readable
	}
	return append([]*form{&own}, readable...)
}

// lookedAt returns the form of a text. It fails where two forms fit, and for a text that is no puzzle.
func (s *Source) lookedAt() (*form, error) {
	found := s.recognised()
	if len(found) == 1 && found[0].other == "" {
		return found[0], nil
	}
	var ways []string
	for _, f := range found {
		switch {
		case f.other == "":
			ways = append(ways, f.about+" (crosscut import --from "+f.name+")")
		case len(found) == 1:
			ways = append(ways, f.other+", no puzzle of this program; "+f.what)
		default:
			ways = append(ways, f.other+" ("+f.what+")")
		}
	}
	return nil, &text.ParseError{File: s.Name, Detail: "this is " + strings.Join(ways, ", or ")}
}

// readOwn reads the puzzles of a puzzle file or a sheet. Boards that are not drawn may not have too many squares together.
func readOwn(s *Source) (entries []*Entry) {
	s.squares = -len(s.Data)
	for r := text.NewReader(bytes.NewReader(s.Data), s.Name, puzzle.Family(s.Family)); ; {
		file, err := r.Next()
		if errors.Is(err, io.EOF) {
			return entries
		}
		stopIf(err) // it has the words of package text
		s.room(0, file.Puzzle.Board().Width(), file.Puzzle.Board().Height())
		entries = append(entries, &Entry{File: *file})
	}
}

// isAddress returns a function that reports whether a text begins with an address that has one of these parts.
func isAddress(parts ...string) func(string) bool {
	return func(head string) bool {
		line, _ := firstLine(head)
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(line, part) }) && strings.ContainsAny(line, "/") && !strings.ContainsAny(line, " <")
	}
}

func isKudamono(head string) bool {
	return isAddress(slices.Concat(kudamonoPages, otherPages)...)(head) && !isAddress("penpa")(head)
}

func isOtherAddress(head string) bool {
	return isAddress("://")(head) && !isAddress("penpa")(head) && !isKudamono(head) && !isLink(head)
}

func isLink(head string) bool {
	line, _ := firstLine(head)
	code := link.Of(line)
	return link.Is(line) && !strings.ContainsAny(code, "=&/ ")
}

func isJSON(head string) bool {
	line, _ := firstLine(head)
	return objects.in(line) || strings.IndexAny(line, "{[") == 0 && json.Valid([]byte(head))
}

func isPage(head string) bool {
	return page.in(head) && !php.in(head) && !burrTools.in(head) && !janko.in(head) && !isItems(head)
}

// isCover reports whether a text is an exact cover: the first line has several names, and all others have some of them.
func isCover(head string) bool {
	line, _ := firstLine(head)
	p, err := dlx.Read(strings.NewReader(head), "")
	return err == nil && p.Options() > 0 && strings.Contains(line, " ")
}

// pattern is a regular expression that is compiled when a text is first looked at.
type pattern func() *regexp.Regexp

func like(form string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })
}

func (p pattern) in(text string) bool { return p().MatchString(text) }

// Texts that are recognised by the form of all of their lines, or of the first.
const (
	aSize  = `[1-9]\d?(?: [1-9]\d?)*`     // of a stone or a board of stones
	aRow   = `(?:[#._]*#[#._]*|[01]{2,})` // of a stone
	aLine  = `\s*(?:` + aSize + `|` + aRow + `)[ \r]*`
	counts = `(?:\s*\d+(?:[ \t]+\d+)?\s*\n)` // of columns and rows
)

var (
	aroundComma = like(`[\s\p{Zs}]*,[\s\p{Zs}]*`)
	loneSign    = like(`(?:^| )[^ ](?: |$)`)
	behindCell  = like(`([^, \t])[ \t]`)
	janko       = like(`(?mi)^\s*\[(?:begin|problem)\]\s*$`)
	dimacs      = like(`\A(?:[ \t]*(?:c[ \t].*|c?\r?)\n)*[ \t]*p[ \t]+w?cnf\s`)
	matrix      = like(`\A` + counts + `?\s*(?:[01](?:[ \t,]*[01])+[ \t\r]*(?:\n|\z)){2,}\s*\z`)
	angles      = like(`\A\s*<[^/;]*>[^<]*;\s*\n`)
	braces      = like(`\A\s*\{[\d{},\s]*\}\s*\z`)
	drawings    = like(`\A\s*` + aSize + `\s*\n(?:` + aLine + `\n)*\s*` + aRow + `[ \r]*(?:\n` + aLine + `)*\s*\z`)
	frames      = like(`(?m)^[-+=|* ]*$|[|│ ,;\t\r]`)
	oneOrTwo    = like(`\A *(?:\d+ *){0,2}\z`) // numbers, as above a matrix
	times       = like(`\A\s*\d+ ?[xX×]\s*\z`) // how often a stone is used
	linkedin    = like(`\A\s*[{\[](?s:.*)"orderedSequence"`)
	burrTools   = like(`\A\s*<(?s:.*<)?puzzle`)
	page        = like(`\A\s*<`)
	php         = like(`(?i)\A\s*<\?php`)
	objects     = like(`^(?:\{\s*"|\[\s*\{)`)     // of JSON
	workbook    = like(`\A(?:PK\x03\x04|ÐÏ\x11)`) // in UTF-8, as all texts come
	picture     = like(`\A(?:‰PNG|ÿØÿ|GIF8|%PDF-)`)
	sudoku      = like(`\A\s*(?:(?:[0-9._*?x-]{9}\s+){9}|[0-9._*?x-]{81}\s+)\z`)
)

// isItems reports whether a text is an exact cover of another program: it has items in angles and options that end in
// semicolons, sets in braces, or how many items and options there are above those of a cover.
func isItems(head string) bool {
	line, rest, _ := strings.Cut(strings.TrimSpace(head), "\n")
	sizes := map[int]bool{}
	for set := range strings.SplitSeq(head, "}") {
		sizes[len(strings.Fields(strings.ReplaceAll(set, ",", " ")))] = true
	}
	return angles.in(head) || braces.in(head) && len(sizes) > 2 || oneOrTwo.in(line) && isCover(rest)
}

// isColumns reports whether a text has the number of columns, and then for each row its columns in ascending order.
func isColumns(head string) bool {
	first, rest, _ := strings.Cut(strings.TrimSpace(head), "\n")
	columns, _ := strconv.Atoi(strings.SplitN(strings.TrimSpace(first), " ", 2)[0])
	lengths := map[int]bool{}
	for line := range strings.Lines(rest) {
		before, words := -1, strings.Fields(line)
		for _, word := range words {
			k, err := strconv.Atoi(word)
			if err != nil || k <= before || k > columns {
				return false
			}
			before = k
		}
		lengths[len(words)] = true
	}
	delete(lengths, 0)
	return len(lengths) > 1 && oneOrTwo.in(first)
}

// isSudoku reports whether a text has 81 signs in nine rows or in one, of which some are open, and no number twice in a row.
func isSudoku(head string) bool {
	if len(head) > 1000 { // a Sudoku is shorter, also in a frame
		return false
	}
	signs := frames().ReplaceAllString(head+"\n", "")
	if !sudoku.in(signs) {
		return false
	}
	signs = strings.Join(strings.Fields(signs), "")
	given := map[rune]int{}
	for i, sign := range signs {
		if given[sign]++; sign > '0' && sign <= '9' && strings.ContainsRune(signs[i/9*9:i], sign) {
			return false
		}
	}
	return slices.ContainsFunc([]rune("123456789"), func(sign rune) bool { return given[sign] > 1 }) && strings.Trim(signs, "123456789") != ""
}

// isLetters reports whether a text has rows of letters or digits, as a tiling that is drawn so. Where something stands
// between them, all rows have as many, and each begins with a letter.
func isLetters(head string) bool {
	head = plain(head)
	if _, several := stonesOf(head); several && strings.Trim(head, "BWXbwx_.# \n") != "" {
		return true
	}
	if first, rest, _ := strings.Cut(head, "\n"); times.in(first) && strings.Trim(rest, "BWXbwx#") != rest {
		return false
	}
	names := map[rune]int{}
	rows, width, stones := 0, -1, true // stones are drawn in B, W and X, and a column of numbers is none
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		if line == "" && rows > 0 {
			break
		}
		if line == "" || rows == 0 && isRemark(line) {
			continue
		}
		words := strings.FieldsFunc(line, func(char rune) bool { return char == ' ' || char == ',' })
		if strings.Trim(line, tilingNames+".# ,") != "" || width >= 0 && len(words) != width || strings.ContainsAny(line, " ,") && slices.ContainsFunc(words, isNoName) {
			return false
		}
		for _, char := range line {
			names[char]++
		}
		rows, width, stones = rows+1, len(words), stones && (strings.Trim(line, "BWX.# ,") == "" || strings.Trim(line, "0123456789") == "" && len(line) == 1)
	}
	board := true // of digits, each of which stands once
	for char, times := range names {
		board = board && (times == 1 && char <= '9' || strings.ContainsRune(".# ,0", char))
	}
	return rows > 1 && !stones && !board
}

// isNoName reports whether a word is neither the name of a stone nor a sign for holes.
func isNoName(word string) bool { return len(word) > 3 || word[0] >= '0' && word[0] <= '9' }
