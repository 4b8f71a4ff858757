package browser_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// exported returns the address of a page in one file, which is small.
func exported(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	in, out := filepath.Join(folder, "puzzle.txt"), filepath.Join(folder, "puzzle.html")
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

// A page with one puzzle is one file. It is played to the end without a server, an engine or a network, whatever the kind.
func TestThePlayerInOneFile(t *testing.T) {
	puzzletest.NeedsProgram(t, shell)
	for name, text := range map[string]string{
		"walls":        testdata(t, "hidoku/walls-5x5.txt"),
		"zip":          "puzzle: hidoku\nmoves: rook\nclues: order\n__,3,__,4\n__,__,__,__\n1,__,2,__\n",
		"equation":     "puzzle: equation\nnumbers: -9..9\n-3 * __ = -6\n+ -\n__ - __ = -4\n= =\n-8 3\n",
		"alike":        "puzzle: draughtboard\nboard: 3x2\nX,X,X\n=\nX,X,X\n",
		"draughtboard": "puzzle: draughtboard\nboard: 3x2\nflips: yes\nX,X,X\nX,_,_\n=\nX,X\n",
	} {
		address := exported(t, text)
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

// In one file, without an engine, a full board that keeps all rules wins, also where a magic form has several solutions.
// One that breaks a rule does not.
func TestFormsWithSeveralSolutionsInOneFile(t *testing.T) {
	puzzletest.NeedsProgram(t, shell)
	for name, text := range map[string]string{
		"equation": "puzzle: equation\nnumbers: 1..9\n__ * __ - __ = 2\n+ + +\n__ + __ - __ = 3\n= = =\n5 5 4\n",
		"jodici":   "puzzle: jodici\n3,7,_,_,_,_\n_,_,1,5,_,_\n6,_,_,_,_,_\n",
		"lines":    "puzzle: magic\nlines: r1c1 r2c2 r3c3; r1c2 r2c2 r3c2; r1c3 r2c2 r3c1\nsum: any\n 1, __, __\n##, __, ##\n__,  2, __\n",
		"products": "puzzle: magic\nlines: r1c1 r1c2 r1c3 = *6; r2c1 r2c3 = 9; r1c1 r2c1; r1c3 r2c3\nsum: 7\nnumbers: 1..5\n__, __, __\n__, ##, __\n",
	} {
		address := exported(t, text)
		q, found := solved(t, text, 2)
		t.Run(name, func(t *testing.T) {
			require.Len(t, found, 2, "it has several solutions")
			everywhere(t, address, func(t *testing.T, p *tab) {
				p.enterNumbers(q, broken(t, q, found[0]))
				p.until("document.querySelector('#message').textContent === 'This breaks a rule: a line has another sum'")
				assert.Equal(t, "false", p.eval("document.querySelector('#play').dataset.done"))
				p.shot(name + "-wrong")
				p.press("#reset")
				p.enterNumbers(q, found[1])
				p.until("document.querySelector('#play').dataset.done === 'true'")
				p.shot(name)
			})
		})
	}
}

// broken returns a solution where the numbers of two open cells have changed places, which breaks a rule.
func broken(t *testing.T, p puzzle.Puzzle, s puzzle.Solution) puzzle.Solution {
	t.Helper()
	open, _ := entries(p, s)
	isOpen := func(c int) bool { return slices.Contains(open, p.Board().Name(c)) }
	for a := range s {
		for b := range a {
			full := slices.Clone(s)
			full[a], full[b] = full[b], full[a]
			if isOpen(a) && isOpen(b) && p.Check(full) != nil {
				return full
			}
		}
	}
	require.Fail(t, "each change keeps the rules")
	return nil
}
