package exchange

import (
	"encoding/csv"
	"html"
	"reflect"
	"strings"

	"crosscut/cmd/internal/link"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// CSV: rows of fields with commas between them, as spreadsheets read and write them (RFC 4180). Package text reads
// such sheets as it reads puzzle files, whatever stands between the fields.

// writeCSV writes the lines of the puzzle file, with empty fields for open cells.
func writeCSV(e *Entry) string {
	p, ok := e.Puzzle.(*puzzle.Magic)
	refuse(ok && p.Rules().Form == puzzle.Equation, "a grid of equations")
	numbers := e.Puzzle.Family() != puzzle.FamilyDraughtboard
	narrow := e.Puzzle.Board().Width() == 1 // an empty line would not be a row
	labels := false
	var text strings.Builder
	for line := range strings.Lines(e.Text()) {
		line = strings.TrimSuffix(line, "\n")
		header, fields := !labels && strings.ContainsRune(line, ':'), []string{line}
		if in := csv.NewReader(strings.NewReader(line)); !header {
			in.LazyQuotes, in.TrimLeadingSpace = true, true
			fields, _ = in.Read() // a line of the text is one of a sheet
		}
		labels = line == "labels:" || labels && strings.Trim(line, "=") != ""
		for i, f := range fields {
			f = strings.TrimSpace(f)
			if (numbers || labels) && !narrow && !header && strings.Trim(f, "_") == "" {
				f = ""
			}
			fields[i] = quoted(f)
		}
		text.WriteString(strings.Join(fields, ",") + "\n")
	}
	return text.String()
}

func quoted(field string) string {
	if !strings.ContainsAny(field, `",;`+"\t") {
		return field
	}
	return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
}

var (
	places    = like(`^\s*(?:[\w ]+=\s*)?(?:\{\s*["']?\w+["']?\s*:)?[\[{\s]*\(\d+, ?\d+\)`) // begins a list of pairs of numbers in brackets
	tableRow  = like(`(?i)<tr\b[^>]*>\s*<t[dh]\b[^>]*>`)
	tableEnd  = like(`(?i)</(?:tr|table)\b`)
	tableCell = like(`(?i)<t[dh]\b[^>]*>`)
	emptyCell = like(`(?i)<t[dh]\b[^>]*>(?:\s|&nbsp;|<[^t/>][^>]*>|</[^t>][^>]*>)*</t[dh]>`)
	tagLook   = like(`(?i)\b(?:class|style|bgcolor|src)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)`)
	cellSpan  = like(`(?i)<t[dh]\b[^>]*(?:row|col)span`)
	pageTag   = like(`<[^>]*>`)
	forumRow  = like(`(?i)\[tr[^\]]*\]\s*\[t[dh][^\]]*\]`)
	forumTag  = like(`\[(/?\w+(?:=[^\]]*)?)\]`)
	wikiTable = like(`\A\s*\{\|`)
	wikiRow   = like(`(?m)^\s*(?:\{\||\|[-+]).*$`)
	wikiEnd   = like(`(?m)^\s*\|\}`)
	wikiCell  = like(`(?m)(?:^\s*[|!]|\|\||!!)(?:[^|\n]*"\s*\|)?`) // before a bar may stand how a cell looks
)

func isTable(head string) bool {
	return isPage(head) && tableRow.in(head) || wikiTable.in(head) || forumRow.in(head)
}

// readTable reads the cells of the only table of a web page as a sheet. Where empty cells have two looks, some may be holes.
func readTable(s *Source) []*Entry {
	page, looks := string(s.Data), map[string]bool{}
	if wikiTable.in(page) {
		page = wikiCell().ReplaceAllString(wikiEnd().ReplaceAllString(wikiRow().ReplaceAllString(page, "<tr>"), "</table>"), "<td>")
	}
	if forumRow.in(page) {
		page = forumTag().ReplaceAllString(page, "<$1>")
	}
	s.failIf(strings.Count(strings.ToLower(page), "<table") > 1 || cellSpan.in(page), 0, 0, "several tables, or a cell over several rows or columns; copy the board as rows such as 1,_,_,4")
	for _, cell := range emptyCell().FindAllString(page, -1) {
		looks[strings.Join(tagLook().FindAllString(cell, -1), " ")] = true
	}
	s.failIf(len(looks) > 1, 0, 0, "empty cells of two looks, of which one may be holes; copy the board as rows, with _ for an open cell and # for a hole")
	rows := tableRow().Split(strings.Join(strings.Fields(page), " "), -1)[1:] // what stands above is no row
	for i, row := range rows {
		row = tableEnd().Split(row, 2)[0]
		rows[i] = html.UnescapeString(pageTag().ReplaceAllString(tableCell().ReplaceAllString(row, "\t"), ""))
	}
	return s.rows(rows)
}

func readLink(s *Source) []*Entry {
	return s.eachLine("no link in it", func(line string, number int) []*Entry {
		content, err := link.Decode(line)
		s.failIf(err != nil && !link.Is(line), number, 1, "no whole link in this line; a link begins with %s, or stands in an address after #", link.Prefix)
		s.check(number, 1, err)
		s.unpacks(number, "link", len(content))
		entries, err := Read("csv", strings.NewReader(content), "link", s.Family)
		s.check(number, 1, err)
		for _, e := range entries {
			e.Name = s.Name
			s.room(number, e.Puzzle.Board().Width(), e.Puzzle.Board().Height())
		}
		return entries
	})
}

// writeLink writes the link of an entry. A type of another package may have rules that its text does not have.
func writeLink(e *Entry) string {
	file, err := text.Read(strings.NewReader(e.Text()), e.Name, "")
	refuse(err != nil || reflect.TypeOf(file.Puzzle) != reflect.TypeOf(e.Puzzle), "a puzzle of the type %T", e.Puzzle)
	code, err := link.Encode(e.Text())
	refuse(err != nil, "%w", err)
	return link.Prefix + code + "\n"
}
