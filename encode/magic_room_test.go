package encode

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// A look ahead counts the elements of options that are not there yet. So it must know how
// many an option of a line has.
func TestWidthIsTheNumberOfElements(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\nlines: pandiagonal\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: magic\nlines: r1c1 r2c2 r3c3; r1c2 r2c2 r3c2; r1c3 r2c2 r3c1\nsum: any\n1,_,_\n#,_,#\n_,2,_\n",
		"puzzle: magic\nlines: r1c1 r1c2; r1c3 r1c4; r1c1 r1c3; r1c2 r1c4\n_,_,_,_\n",
	} {
		p := read(t, content)
		run := search.Start(context.Background(), nil)
		m, err := cutMagicDomains(run, p.(*puzzle.Magic))
		require.NoError(t, err)
		x := m.newCover(run)
		for i := range m.lines {
			before := x.Options()
			require.NoError(t, x.addLine(i))
			for o := before; o < x.Options(); o++ {
				assert.Len(t, x.Option(o), x.width(i), content)
			}
		}
		assert.Positive(t, x.Options(), content)
		run.Close()
	}
}
