//go:build page

package serve

import (
	"strings"

	"crosscut/cmd/internal/link"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// people says that nobody reads the texts of answers: the page has words of its own. So the engine is without them.
const people = false

// readOne reads a puzzle file, a sheet or a link. The engine of the page leaves out the forms of other programs, because
// each visitor would load what reads them.
func readOne(content, family string) (*text.File, error) {
	if link.Is(content) {
		var err error
		if content, err = link.Decode(content); err != nil {
			return nil, err
		}
	}
	return text.Read(strings.NewReader(content), fileName, puzzle.Family(family))
}
