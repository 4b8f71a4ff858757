package exchange

import (
	"html"
	"regexp"
	"strings"
)

var (
	places    = regexp.MustCompile(`^\s*\[*\(\d+, ?\d+\)`) // begins a list of pairs of numbers in brackets
	tableRow  = regexp.MustCompile(`(?i)<tr\b[^>]*>\s*<t[dh]\b[^>]*>`)
	tableEnd  = regexp.MustCompile(`(?i)</(?:tr|table)\b`)
	tableCell = regexp.MustCompile(`(?i)<t[dh]\b[^>]*>`)
	emptyCell = regexp.MustCompile(`(?i)<t[dh]\b[^>]*>(?:\s|&nbsp;|<[^t/>][^>]*>|</[^t>][^>]*>)*</t[dh]>`)
	tagLook   = regexp.MustCompile(`(?i)\b(?:class|style|bgcolor|src)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)`)
	cellSpan  = regexp.MustCompile(`(?i)<t[dh]\b[^>]*(?:row|col)span`)
	pageTag   = regexp.MustCompile(`<[^>]*>`)
)

func isTable(head string) bool { return isPage(head) && tableRow.MatchString(head) }

// readTable reads the cells of the only table of a web page as a sheet. Where empty cells have two looks, some may be holes.
func readTable(s *Source) []*Entry {
	page, looks := string(s.Data), map[string]bool{}
	s.failIf(strings.Count(strings.ToLower(page), "<table") > 1 || cellSpan.MatchString(page), 0, 0, "several tables, or a cell over several rows or columns; copy the board as rows such as 1,_,_,4")
	for _, cell := range emptyCell.FindAllString(page, -1) {
		looks[strings.Join(tagLook.FindAllString(cell, -1), " ")] = true
	}
	s.failIf(len(looks) > 1, 0, 0, "empty cells of two looks, of which one may be holes; copy the board as rows, with _ for an open cell and # for a hole")
	rows := tableRow.Split(strings.Join(strings.Fields(page), " "), -1)[1:] // what stands above is no row
	for i, row := range rows {
		row = tableEnd.Split(row, 2)[0]
		rows[i] = html.UnescapeString(pageTag.ReplaceAllString(tableCell.ReplaceAllString(row, "\t"), ""))
	}
	return s.rows(rows)
}
