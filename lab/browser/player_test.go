package browser_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// A page with one puzzle is one file. It is played to the end without a server, an engine or a network, whatever the kind.
func TestThePlayerInOneFile(t *testing.T) {
	puzzletest.NeedsProgram(t, shell)
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		in, out := filepath.Join(folder, name+".txt"), filepath.Join(folder, name+".html")
		require.NoError(t, os.WriteFile(in, []byte(text), 0o600))
		export := exec.Command("go", "run", "./cmd/crosscut", "export", "--to", "html", in, "--output", out)
		export.Dir = "../.."
		said, err := export.CombinedOutput()
		require.NoError(t, err, string(said))
		info, err := os.Stat(out)
		require.NoError(t, err)
		assert.Less(t, info.Size(), int64(400_000))
		return "file://" + out
	}
	for name, text := range map[string]string{
		"walls":        testdata(t, "hidoku/walls-5x5.txt"),
		"zip":          "puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n",
		"equation":     "puzzle: equation\nnumbers: -9..9\n-3 * __ = -6\n+ -\n__ - __ = -4\n= =\n-8 3\n",
		"alike":        "puzzle: draughtboard\nboard: 3x2\nX,X,X\n=\nX,X,X\n",
		"draughtboard": "puzzle: draughtboard\nboard: 3x2\nflips: yes\nX,X,X\nX,_,_\n=\nX,X\n",
	} {
		address := write(name, text)
		t.Run(name, func(t *testing.T) {
			everywhere(t, address, func(t *testing.T, p *tab) {
				assert.Equal(t, "play", p.eval("document.body.dataset.view"))
				assert.Equal(t, "false", p.eval("document.querySelector('#hint').checkVisibility()"))
				p.shot(name)
				q, found := solved(t, text, 1)
				switch name {
				case "zip":
					for _, at := range pathOf(q, found[0])[1:] {
						p.press(cell("play", at))
					}
				case "alike": // laid in the other order
					for c, stone := range found[0] {
						found[0][c] = 3 - stone
					}
					p.layStones(q.(*puzzle.Draughtboard), found[0])
				case "draughtboard":
					p.press(`#stones [data-stone="1"]`)
					p.press(cell("play", "r2c2"))
					p.press(`#stones [data-stone="0"]`)
					for range 4 {
						p.press(cell("play", "r1c2"))
						if p.eval("document.querySelector('#turn').disabled") == "true" { // it lies there
							break
						}
						p.press("#turn")
					}
				default:
					names, values := entries(q, found[0])
					for i, at := range names {
						p.press(cell("play", at))
						if name == "walls" {
							p.press(cell("play", at)) // takes away the number that a tap enters in a path
						}
						p.keys(fmt.Sprint(values[i]) + kb.Enter)
					}
				}
				p.until("document.querySelector('#play').dataset.done === 'true'")
			})
		})
	}
}
