package link_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/link"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle/text"
)

// TestAShortLinkToALongTextIsQuick reads links of some hundred characters that unpack to texts of up to 1 MB.
func TestAShortLinkToALongTextIsQuick(t *testing.T) {
	for _, hard := range []puzzletest.Hard{
		{Begin: "puzzle: magic\nlines: r1c1", Part: " ", End: "r1c2 r1c3 = 6\n_,_,_"},
		{Begin: "puzzle: magic\nlines: ", Part: "r1c1 r1c2 r1c3; ", End: "r1c1\n_,_,_\n"},
		{Begin: "puzzle: numbrix\nwalls: ", Part: "r1c1-r1c2,", End: "r1c1-r1c2\n_,_\n"},
		{Part: "1\n---\n", End: "1\n"},
	} {
		packed := make(map[string]string)
		puzzletest.RequireLinear(t, func(size int) string {
			content := hard.Text(size - 1)
			code, err := link.Encode(content)
			require.NoError(t, err)
			packed[content] = code
			return content
		}, func(content string) {
			unpacked, err := link.Decode(packed[content])
			require.NoError(t, err)
			_, _ = text.Read(strings.NewReader(unpacked), "link", "")
		})
	}
}
