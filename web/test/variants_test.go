package test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The page shows the variants of testdata on the views Play and Set, without a complaint.
func TestVariantsAreShown(t *testing.T) {
	p := visit(t, site(t).URL+page)
	for _, family := range []string{"hidoku", "magic", "draughtboard"} {
		names, err := filepath.Glob(filepath.Join("..", "..", "testdata", family, "*.txt"))
		require.NoError(t, err)
		for _, name := range names {
			text := testdata(t, filepath.Join(family, filepath.Base(name)))
			variant := p.eval(fmt.Sprintf(`import('./js/engine.js').then(({ quick }) => quick.json('read', %q)).then((info) => info.variant ?? '', () => '')`, text))
			if variant == "" {
				continue
			}
			p.click("#to-play")
			p.open(text)
			assert.Empty(t, p.text("#message"), name)
			p.shot(family + "-" + filepath.Base(name))
			p.click("#to-set")
			p.idle()
			p.until("document.querySelector('#light').dataset.light !== 'asking'")
			assert.NotEqual(t, "bad", p.eval("document.querySelector('#light').dataset.light"), name)
			p.shot("set-" + family + "-" + filepath.Base(name))
		}
	}
}
