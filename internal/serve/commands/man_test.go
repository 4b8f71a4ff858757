package commands

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHelpBecomesParagraphsAndTables(t *testing.T) {
	var page bytes.Buffer
	writeHelp(&page, "TITLE", "One -n\ntwo.\n\n.three\n  table '\\'\n\n  more\n\nFour:\n\n  last")
	assert.Equal(t, ".SH TITLE\nOne \\-n\ntwo.\n.PP\n\\&.three\n.PP\n.EX\ntable \\(aq\\e\\(aq\n\nmore\n.EE\n.PP\nFour:\n.PP\n.EX\nlast\n.EE\n", page.String())
	page.Reset()
	writeHelp(&page, "TITLE", "  first\nthen")
	assert.Equal(t, ".SH TITLE\n.EX\nfirst\n.EE\n.PP\nthen\n", page.String())
}
