package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// Player is the page with one puzzle in one file, without an engine.
type Player struct {
	Text    string      `json:"text"`           // the puzzle
	Answers [][2]string `json:"answers"`        // the questions about it, as "read" and the text, and the answers
	Rows    [][]any     `json:"rows,omitempty"` // the only solution, nil if it is not known
}

// The parts of index.html that name other files or forbid scripts in the text.
var (
	otherFile = regexp.MustCompile(`(?m)^<(link|script) .*\n`)
	policy    = regexp.MustCompile(`(?m)^<meta http-equiv.*\n`)
)

const playerPolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">` + "\n"

// Page returns the file.
func (p Player) Page() ([]byte, error) {
	var parts [3]string
	for i, name := range []string{"index.html", "style.css", "js/main.js"} {
		text, err := fs.ReadFile(Page(), name)
		if err != nil {
			return nil, err
		}
		parts[i] = string(text)
	}
	puzzle, err := json.Marshal(p) // "<" is escaped
	if err != nil {
		return nil, err
	}
	index := policy.ReplaceAllLiteralString(otherFile.ReplaceAllLiteralString(parts[0], ""), playerPolicy)
	head, body, found := strings.Cut(index, "</head>")
	if !found || strings.Contains(parts[2], "</script") || strings.Contains(parts[1], "</style") {
		return nil, fmt.Errorf("the page cannot be one file")
	}
	body = strings.Replace(body, "</body>", fmt.Sprintf("<script type=\"application/json\" id=\"puzzle\">%s</script>\n<script type=\"module\">\n%s</script>\n</body>", puzzle, parts[2]), 1)
	return []byte(head + "<style>\n" + parts[1] + "</style>\n</head>" + body), nil
}
