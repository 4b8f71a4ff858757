package browser_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/human"
	"crosscut/puzzle/text"
)

// What a setter has drawn stays: walls, a hole and clues. New clues replace the own ones only if that is wanted.
func TestGenerateKeepsWhatIsDrawn(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		const drawn = "puzzle: hidoku\nmoves: rook\nwalls: r2c2-r3c2, r2c3-r3c3\n1,__,__,__,__\n__,__,__,__,__\n__,__,__,__,__\n__,11,__,##,__\n__,__,__,__,__\n"
		p.open(drawn)
		p.view("set")
		text := func() string { return p.eval("document.querySelector('#set-text').value") }
		p.press("#fill-up")
		p.until("document.querySelector('#light').dataset.light === 'one'")
		p.idle()
		assert.Contains(t, p.text("#message"), "Your clues stay.")
		for range 2 { // a second time the same way, from what was drawn
			assert.Contains(t, text(), "walls: r2c2-r3c2, r2c3-r3c3\n 1,")
			assert.Regexp(t, `,11,.*,##,`, text())
			p.press("#fill-up")
		}
		p.press("#generate")
		assert.Contains(t, p.text("#ask-text"), "Replace your 2 clues?")
		p.press("#ask-dialog [data-close]")
		assert.Regexp(t, `,11,.*,##,`, text())
		p.press("#generate")
		p.press("#ask-yes")
		p.until("document.querySelector('#light').dataset.light === 'one'")
		assert.Contains(t, text(), "walls: r2c2-r3c2, r2c3-r3c3\n")
		assert.Contains(t, text(), ",##,")
		p.press("#set-undo")
		assert.Regexp(t, `,11,.*,##,`, text(), "undo brings them back")
		p.open("puzzle: hidoku\nmoves: rook\n1,3,__\n__,__,__\n")
		p.offline.Store(true) // the console names the status of the refusal
		p.view("set")
		p.press("#fill-up")
		p.until("document.querySelector('#message').textContent.includes('has no solution')")
	})
}

// A board of stones is filled up too: its holes and the stones that are drawn stay.
func TestStonesStay(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.offline.Store(true) // the browser logs each refused question: the board is no puzzle at first
		p.blank("draughtboard", "5", "5")
		p.until("document.querySelectorAll('#set-board [data-cell]').length === 25")
		p.idle()
		text := func() string { return p.eval("document.querySelector('#set-text').value") }
		p.press(cell("set", "r1c4"))
		for i := range 3 {
			p.eval(fmt.Sprintf("document.querySelector('#stone-field').children[%d].click() ?? 0", i))
		}
		p.press("#add-stone")
		assert.Contains(t, text(), "B,W,B,##,B\n")
		assert.Contains(t, text(), "=\nB,B,B\n")
		p.press("#stone-list button")
		for range 2 {
			p.eval("document.querySelector('#stone-field').children[1].click() ?? 0")
		}
		for _, i := range []int{0, 2, 7} {
			p.eval(fmt.Sprintf("document.querySelector('#stone-field').children[%d].click() ?? 0", i))
		}
		p.press("#add-stone")
		p.press("#fill-up")
		p.until("document.querySelector('#light').dataset.light === 'one'")
		assert.Regexp(t, "^Your stones stay. [1-9] were added.$", p.text("#message"))
		assert.Equal(t, "Apart from turning and flipping the board.", p.text("#light-detail"))
		assert.Contains(t, text(), "B,W,B,#,B\n")
		assert.Contains(t, text(), "=\nB,W,B\n_,B,_\n=\n")
	})
}

// Sets of stones are one choice. All cells of an open board can have several stones, and all are shaded.
func TestSetsOfStones(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.offline.Store(true) // the browser logs each refused question: the board is no puzzle at first
		p.blank("draughtboard", "6", "10")
		p.until("document.querySelectorAll('#set-board [data-cell]').length === 60")
		p.choose("#set-of-stones", "pentominoes")
		p.until("document.querySelector('#light').dataset.light === 'several'")
		p.until("document.querySelectorAll('#set-board .cell.marked').length === 60")
		assert.Contains(t, p.eval("document.querySelector('#set-text').value"), "stones: pentominoes\n")
		assert.Equal(t, "false", p.eval("document.querySelector('p[data-t=removeHow]').checkVisibility()"), "there is no stone to remove")
		p.until("document.querySelectorAll('#stone-list span svg').length === 12")
		assert.Equal(t, "false", p.eval("document.querySelector('#generate').checkVisibility()"), "no puzzle like this one is made")
		p.choose("#set-of-stones", "")
		assert.NotContains(t, p.eval("document.querySelector('#set-text').value"), "pentominoes")
	})
}

// The board, the verdict and the tools of Create are seen together, also on a telephone. Rare rules are folded.
func TestCreateIsSeenTogether(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		for _, language := range []string{"de", "en"} {
			p.press("#language")
			p.open(rook)
			p.view("set")
			p.until("document.querySelector('#light').dataset.light !== 'asking'")
			for _, selector := range []string{"#set-board svg", "#light", "#tool-clue", "#tool-hole", "#tool-pair", "#set-number"} {
				assert.Equal(t, "true", p.eval(fmt.Sprintf("(({ width, top, bottom, right }) => width > 0 && top >= 0 && bottom <= innerHeight && right <= innerWidth)(document.querySelector(%q).getBoundingClientRect())", selector)), "%s: %s", language, selector)
			}
			p.shot(language)
			assert.Equal(t, "false", p.eval("document.querySelector('#rule-torus').checkVisibility()"))
			assert.Equal(t, "walls", p.eval("[...document.querySelectorAll('#pair-kind option')].filter((e) => !e.hidden).map((e) => e.value).join()"), "a Numbrix has walls at first")
			p.press("#more-rules summary")
			assert.Equal(t, "4", p.eval("document.querySelectorAll('#pair-kind option:not([hidden])').length"))
			p.press("#more-rules summary")
			for _, tool := range []string{"#tool-hole", "#tool-pair", "#tool-clue"} {
				p.press(tool)
				assert.Equal(t, "true", p.eval("document.querySelector('"+tool+"').checked"), "%s: %s", language, tool)
			}
		}
	})
}

// A sheet begins with the level of the puzzle that is open. It can have one puzzle of each kind, and twelve small ones a
// page. Boards that repeat are said.
func TestSheets(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.press("#levels [value=easy]")
		p.press("#tiles [data-kind=magic]")
		p.until("document.body.dataset.view === 'play'")
		p.idle()
		p.view("print")
		assert.Equal(t, "easy", p.eval("document.querySelector('#print-level').value"))
		p.press("#print-solutions")
		p.press("#print-new")
		assert.Equal(t, "6", p.eval("document.querySelector('#per-page').value"), "all of them are one page")
		p.choose("#print-count", "12")
		p.choose("#per-page", "12")
		p.until("document.querySelectorAll('#paper figure').length === 12")
		assert.Equal(t, "1", p.eval("document.querySelectorAll('#paper .page').length"))
		assert.Equal(t, "easy", p.eval("[...new Set([...document.querySelectorAll('#paper figcaption')].map((e) => e.textContent.split(' · ').at(-1)))].join()"))
		p.open("puzzle: hidoku\nmoves: rook\n1,__\n__,__\n")
		p.view("print")
		p.press("#print-new")
		p.choose("#print-count", "20")
		p.until("document.querySelector('#message').textContent.startsWith('There are few such boards: ')")
		p.choose("#print-count", "7")
		p.choose("#print-level", "easy")
		p.press("#print-mixed")
		p.until("document.querySelectorAll('#paper figure').length === 7")
		names := p.eval("[...document.querySelectorAll('#paper figcaption')].map((e) => e.textContent).join('|')")
		for _, kind := range []string{"Hidato", "Numbrix", "Rikudo", "Zip", "Magic square", "Tetrominoes", "Draughtboard"} {
			assert.Contains(t, names, kind)
		}
		assert.Equal(t, "7", p.eval("[...document.querySelectorAll('#paper small')].filter((e) => e.textContent).length"), "each has its rules")
		p.shot("mixed")
	})
}

// Each hint fits its place, and its button is whole. A board without numbers at its rim has no rows and columns. Each size has
// the other language.
func TestHintsFit(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		only := false // whether a hint said what is possible, instead of all that is not
		if p.touched {
			p.press("#language")
		}
		for _, file := range []string{"hidoku/gk08-med-1.txt", "hidoku/seed-10x10.txt", "hidoku/links-5x5.txt", "hidoku/zip-6x6.txt", "draughtboard/seed-8x8.txt", "magic/seed-5x5.txt"} {
			p.press("#language")
			p.open(testdata(t, file))
			for i := range 9 {
				p.press("#hint")
				said := p.text("#message")
				only = only || regexp.MustCompile(`can only be|kann nur`).MatchString(said)
				if !strings.HasPrefix(file, "magic") { // where a row is a sum
					assert.NotRegexp(t, `\b(row|rows|column|columns|Zeile|Zeilen|Spalten?) \d`, said, file)
				}
				assert.Less(t, len(strings.Split(said, ",")), 6, "%s: %s", file, said)
				assert.Equal(t, "true", p.eval("(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('#play-say'))"), "%s, hint %d: %s", file, i, said)
				assert.Equal(t, "true", p.eval("Boolean(document.querySelector('#play-board .cell:not(.because):not(.target)'))"), "%s, hint %d: a part is shaded, or nothing", file, i)
				assert.LessOrEqual(t, p.eval("((range) => { range.selectNodeContents(document.querySelector('#message')); return new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size; })(document.createRange())"), "2", "%s, three lines: %s", file, said)
				if p.eval("document.querySelector('#hint').dataset.enters") == "true" {
					assert.Equal(t, "true", p.eval("((e) => e.getBoundingClientRect().width <= e.parentElement.clientWidth)(document.querySelector('#hint span'))"), "%s: its word is whole", file)
					p.press("#hint[data-enters=true]")
				}
			}
		}
		assert.True(t, only)
	})
}

// A puzzle has the level that it says. That is the one that was wished, or the page says that none was found. The level that is
// offered first is found for every kind.
func TestLevelsKeepTheirPromise(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		got := func(wish string) bool {
			t.Helper()
			p.until("document.body.dataset.view === 'play'")
			p.idle()
			q, err := text.Parse(p.eval(newest))
			require.NoError(t, err)
			grade, err := human.GradeOf(t.Context(), q, human.Extreme)
			require.NoError(t, err)
			assert.Equal(t, grade.Level.String(), p.text("#play-level"), q)
			if p.text("#play-level") == wish {
				return true
			}
			assert.Equal(t, "No puzzle of the level “"+wish+"” was found in time. The level of this one is: "+p.text("#play-level")+".", p.text("#message"))
			return false
		}
		found := func(level, kind string) bool {
			t.Helper()
			p.follow("'#/'")
			p.press("#levels [value=" + level + "]")
			p.press("#tiles [data-kind=" + kind + "]")
			return got(level)
		}
		for _, kind := range []string{"hidato", "numbrix", "rikudo", "zip", "magic", "pentominoes", "draughtboard"} {
			assert.True(t, found("easy", kind) || found("easy", kind) || found("easy", kind), "%s: each time the machine was too busy", kind)
		}
		for _, kind := range []string{"pentominoes", "zip", "hidato"} {
			found("hard", kind)
		}
		p.follow("'#/'")
		p.press("#new")
		p.choose("#new-kind", "zip")
		p.choose("#new-size", "3")
		p.choose("#new-level", "hard")
		p.press("#new-form [type=submit]")
		p.until("document.querySelectorAll('#play-board [data-cell]').length === 9")
		assert.False(t, got("hard"), "so small a Zip is easy")
	})
}

// Create and Print wait two seconds for a level. Then comes what can be had, and the page says so.
func TestALevelThatCannotBeHad(t *testing.T) {
	everywhere(t, served(t, false).URL+page, func(t *testing.T, p *tab) {
		p.offline.Store(true) // the browser logs that a level was not found
		p.open("puzzle: hidoku\nmoves: rook\n__,__\n__,__\n")
		p.view("set")
		p.choose("#level", "hard")
		for _, button := range []string{"#generate", "#fill-up"} {
			p.open("puzzle: hidoku\nmoves: rook\n__,__\n__,__\n")
			p.view("set")
			p.press(button)
			p.until("document.querySelector('#light').dataset.light === 'one'")
			p.idle()
			assert.Contains(t, p.text("#message"), "No puzzle of the level “hard” was found in time. The level of this one is: easy.", button)
		}
		p.shot("create")
		p.view("print")
		p.press("#print-new")
		p.choose("#print-level", "hard")
		p.until("document.querySelector('#message').textContent.includes('6 of 6 puzzles have another level than “hard”')")
		assert.Equal(t, "12", p.eval("document.querySelectorAll('#paper figure').length"))
		p.choose("#print-count", "3")
		p.until("document.querySelectorAll('#paper figure').length === 6")
		p.idle()
		assert.Contains(t, p.text("#message"), "3 of 3 puzzles have another level than “hard”: no more were found in time.")
		p.shot("print")
		asked := p.eval("performance.getEntriesByType('resource').map((e) => e.name).filter((name) => name.includes('/v1/generate?')).join(' ')")
		assert.NotEmpty(t, asked)
		for _, question := range strings.Fields(asked) {
			assert.Contains(t, question, "time=", "nothing waits without end")
			if strings.Contains(question, "difficulty=") && strings.Contains(question, "count=1&") {
				assert.Contains(t, question, "time=2s")
			}
		}
	})
}

// Where there are fewer different boards than wanted, the page says so before it makes the sheet.
func TestFewBoardsAreSaidBefore(t *testing.T) {
	everywhere(t, site(t).URL+page, func(t *testing.T, p *tab) {
		p.open("puzzle: magic\n__,__,6\n__,5,__\n4,__,2\n")
		p.view("print")
		p.press("#print-solutions")
		p.until("document.querySelectorAll('#paper figure').length === 1")
		p.eval(`new MutationObserver(() => {
			const words = document.querySelector('#message').textContent;
			if (words.startsWith('There are few')) window.said ??= words + ' On paper: ' + document.querySelectorAll('#paper figure').length;
		}).observe(document.querySelector('#message'), { childList: true }); 0`)
		p.press("#print-new")
		p.until("document.querySelectorAll('#paper figure').length === 6")
		p.idle()
		assert.Equal(t, "undefined", p.eval("String(window.said)"), "eight boards are enough for six")
		p.choose("#print-count", "12")
		p.until("document.querySelectorAll('#paper figure').length === 12")
		p.idle()
		assert.Equal(t, "There are few such boards: 8 different ones for 12 puzzles, so some repeat. On paper: 6", p.eval("String(window.said)"))
		assert.Contains(t, p.text("#message"), "There are few such boards", "it stays")
		p.shot("sheet")
	})
}
