package draughtboard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// On this board many states have no placement left while stones may still be laid. Such a
// state must not be copied to smaller and smaller levels.
func TestDraughtboardStatesWithoutPlacementsEnd(t *testing.T) {
	p, err := text.Parse(`puzzle: draughtboard
corner: B
board: 7x8
0..1 *
X,X
_,X
=
X,_
X,X
=
X,X
_,X
_,X
_,X
=
X,X
X,X
_,X
=
X,_
X,X
X,_
=
2 *
_,X
X,X
=
0..1 *
_,X,_
_,X,_
X,X,X
=
X,_
X,X
=
0..3 *, no flips
X,X,_
X,X,X
=
_,X
X,X
_,X
_,X
=
0..3 *, no flips
X
X
X
X
=
X,_
X,X
_,X
=
2 *
X,X
X,X
=
0..1 *
X,_
X,X
`)
	require.NoError(t, err)
	_, err = Count(t.Context(), p.(*puzzle.Draughtboard), &search.Meter{MaxNodes: 30_000})
	assert.ErrorIs(t, err, search.ErrLimit)
}
