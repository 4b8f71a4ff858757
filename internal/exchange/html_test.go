package exchange_test

import (
	"context"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/exchange"
	"crosscut/internal/needs"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// pageOf writes the page of a puzzle of testdata. It also returns the solution.
func pageOf(t *testing.T, name string) (page string, s puzzle.Solution) {
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", name+".txt"))
	require.NoError(t, err)
	p, err := text.Parse(string(content))
	require.NoError(t, err)
	e := entryOf(name, p)
	e.Title = "A <b>title</b>"
	e.Solution, e.Only = solved(t, p)
	written, _, err := exchange.Write("html", []*exchange.Entry{e})
	require.NoError(t, err)
	return string(written), e.Solution
}

// domOf opens a page in a browser without a window. It returns the elements after the
// scripts have run.
func domOf(t *testing.T, browser, page string) string {
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, []byte(page), 0o600))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file)
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out)
}

// TestPagesRunInABrowser opens a page as it is: its policy lets its own script run, and the
// title is text.
func TestPagesRunInABrowser(t *testing.T) {
	t.Parallel()
	browser := needs.Program(t, "chromium")
	page, _ := pageOf(t, "magic/seed-5x5")
	dom := domOf(t, browser, page)
	assert.Contains(t, dom, `data-ready="yes"`)
	assert.Equal(t, 25, strings.Count(dom, `role="gridcell"`))
	assert.Contains(t, dom, "<h1>A &lt;b&gt;title&lt;/b&gt;</h1>")
}

// play is a script that plays a puzzle and then puts what the page has said into a <pre>. VALUES
// stands for those of the solution.
const play = `<script>
const values = VALUES, said = [], log = what => said.push(what + ": " + document.getElementById("said").textContent);
const cells = () => [...document.querySelectorAll("[role=gridcell]")];
const press = (cell, key) => cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const data = JSON.parse(document.getElementById("puzzle").textContent);
const name = value => data.names.length ? data.names[value - 1] : String(value);
const number = text => [...document.querySelectorAll("#palette button")].find(b => b.childNodes[0].textContent === text);
const check = () => document.getElementById("check").click();
check(); log("empty");
cells().forEach((cell, i) => { // by keyboard, every second cell
  if (i % 2 || data.cells[i].clue !== null) return;
  cell.click();
  for (const char of name(values[i])) press(document.activeElement, char);
});
check(); log("half");
cells().forEach((cell, i) => { // by mouse, the others
  if (i % 2 === 0 || data.cells[i].clue !== null) return;
  const button = number(name(values[i]));
  if (button.getAttribute("aria-pressed") === "false") button.click();
  cell.click();
});
check(); log("all");
const free = data.cells.map((c, i) => i).filter(i => data.cells[i].clue === null);
const wrong = free.find(i => values[i] !== values[free[0]]);
cells()[free[0]].focus(); cells()[free[0]].click();
press(cells()[free[0]], "Delete"); press(cells()[wrong], "Delete");
for (const char of name(values[wrong])) { cells()[free[0]].click(); press(cells()[free[0]], char); }
check(); log("exchanged");
said.push("marked: " + document.querySelectorAll(".wrong").length);
document.getElementById("reset").click();
said.push("reset: " + cells().filter((c, i) => c.textContent !== "").length);
press(cells()[0], "End"); said.push("end: " + cells().indexOf(document.activeElement));
press(document.activeElement, "ArrowLeft"); said.push("left: " + cells().indexOf(document.activeElement));
document.getElementById("solution").click(); check(); log("shown");
const pre = document.createElement("pre"); pre.id = "report"; pre.textContent = said.join("\n"); document.body.append(pre);
</script></body>`

// TestPagesArePlayed plays puzzles to the end by keyboard and mouse.
func TestPagesArePlayed(t *testing.T) {
	t.Parallel()
	browser := needs.Program(t, "chromium")
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	for name, want := range map[string][]string{
		"hidoku/gk05-med-1":  {"half: No mistake", "all: Solved!", "end: 24", "left: 23", "exchanged: Wrong: ", "marked: 2", "reset: 9", "shown: Solved!"},
		"draughtboard/three": {"empty: No mistake against the rules so far; 8 open", "all: Solved!", "end: 7", "left: 6", "reset: 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, s := pageOf(t, name)
			values, err := json.Marshal(s)
			require.NoError(t, err)
			require.Equal(t, 1, len(policy.FindAllString(page, -1)))
			page = strings.Replace(policy.ReplaceAllString(page, ""), "</body>", strings.Replace(play, "VALUES", string(values), 1), 1)
			dom := domOf(t, browser, page)
			_, report, found := strings.Cut(dom, `<pre id="report">`)
			require.True(t, found, dom)
			report, _, _ = strings.Cut(html.UnescapeString(report), "</pre>")
			for _, line := range want {
				assert.Contains(t, "\n"+report, "\n"+line)
			}
		})
	}
}
