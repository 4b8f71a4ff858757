package exchange

import (
	"slices"
	"strings"
)

func isTable(head string) bool {
	head = strings.ToLower(head)
	return isPage(head) && strings.Contains(head, "<tr") && (strings.Contains(head, "<td") || strings.Contains(head, "<th"))
}

// isPlaces reports whether a text begins with a list of pairs of numbers in brackets.
func isPlaces(head string) bool {
	isNumber := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	pair, begins := strings.CutPrefix(strings.TrimLeft(strings.TrimSpace(head), "["), "(")
	pair, _, ends := strings.Cut(pair, ")")
	row, column, _ := strings.Cut(pair, ",")
	return begins && ends && isNumber(row) && isNumber(strings.TrimPrefix(column, " "))
}

// pageTable is what is read of a web page.
type pageTable struct {
	tables int
	rows   [][]string
	spans  bool            // a cell lies over several rows or columns
	looks  map[string]bool // of the empty cells

	open       bool // a cell is open, with
	text, look strings.Builder
}

// readTable reads the cells of the only table of a web page as a sheet. Where empty cells have two looks, some may be holes.
func readTable(s *Source) []*Entry {
	t := pageTable{looks: make(map[string]bool)}
	for rest := string(s.Data); rest != ""; {
		text, tag, _ := strings.Cut(rest, "<")
		t.text.WriteString(text)
		tag, rest, _ = strings.Cut(tag, ">")
		t.tag(strings.Join(strings.Fields(strings.ToLower(tag)), " "))
	}
	t.end()
	s.failIf(t.tables > 1 || t.spans, 0, 0, "several tables, or a cell over several rows or columns; copy the board as rows such as 1,_,_,4")
	s.failIf(len(t.looks) > 1, 0, 0, "empty cells of two looks, of which one may be holes; copy the board as rows, with _ for an open cell and # for a hole")
	var rows []string
	for _, row := range t.rows {
		if row != nil {
			rows = append(rows, strings.Join(row, "\t"))
		}
	}
	return s.rows(rows)
}

// tag reads what stands between < and >, in small letters.
func (t *pageTable) tag(tag string) {
	name, _, _ := strings.Cut(tag, " ")
	if slices.Contains([]string{"tr", "td", "th", "/tr", "/td", "/th", "/table"}, name) {
		t.end()
	}
	switch name {
	case "table":
		t.tables++
	case "tr":
		t.rows = append(t.rows, nil)
	case "td", "th":
		t.open, t.spans = len(t.rows) > 0, t.spans || strings.Contains(tag, "colspan") || strings.Contains(tag, "rowspan")
		t.text.Reset()
	}
	for _, looks := range [...]string{"class", "style", "bgcolor", "src"} {
		if _, value, has := strings.Cut(tag, " "+looks+"="); has && t.open {
			end := " "
			if value != "" && strings.Contains("\"'", value[:1]) {
				end, value = value[:1], value[1:]
			}
			value, _, _ = strings.Cut(value, end)
			t.look.WriteString(looks + "=" + value + " ")
		}
	}
}

// end ends the open cell.
func (t *pageTable) end() {
	text := strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(t.text.String(), "&nbsp;", " "), "&#160;", " "))
	if t.open && text == "" {
		t.looks[t.look.String()] = true
	}
	if last := len(t.rows) - 1; t.open {
		t.rows[last] = append(t.rows[last], strings.Join(strings.Fields(text), " "))
	}
	t.open = false
	t.text.Reset()
	t.look.Reset()
}
