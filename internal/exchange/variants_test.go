package exchange

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
)

// Forms that cannot say a rule refuse it by its name.
func TestVariantsAreRefusedByName(t *testing.T) {
	for lines, name := range map[string]string{
		"moves: knight": "moves: knight", "torus: yes": "torus", "closed: yes": "closed", "walls: r1c1-r1c2": "walls",
		"bridges: r1c1-r3c3": "bridges", "links: r1c1-r1c2": "links", "unlinked: r1c1-r1c2": "unlinked",
		"order: r1c1 r2c2": "order", "clues: order": "clues: order",
	} {
		p, err := puzzle.Parse("puzzle: hidoku\n" + lines + "\n1,_,_\n_,_,_\n_,_,2\n")
		require.NoError(t, err, lines)
		for form, write := range map[string]func(*Entry) ([]byte, error){
			"janko": writeJanko, "kudamono": writeKudamono, "penpa": writePenpa, "html": writeHTML, "latex": writeLaTeX,
		} {
			_, err := write(&Entry{Puzzle: p})
			assert.EqualError(t, err, form+" cannot express a puzzle with "+name)
		}
	}
}
