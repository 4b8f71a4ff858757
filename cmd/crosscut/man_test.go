package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"crosscut"
)

// TestManualPagesHaveTheLanguageOfTroff looks at the pages of all commands. Text has no character
// that troff would show as another one, and no empty line outside tables.
func TestManualPagesHaveTheLanguageOfTroff(t *testing.T) {
	known := regexp.MustCompile(`^\.(SH [A-Z ]+|TP|PP|EX|EE)$`)
	escape := regexp.MustCompile(`\\(fB|fI|fP|e|-|&|\(aq|\(ga|\(ha|\(ti)`)
	pages := 0
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		pages++
		inTable := false
		for i, line := range strings.Split(strings.TrimSuffix(string(manPage(cmd)), "\n"), "\n") {
			switch i {
			case 0:
				assert.Equal(t, ".nr HY 0", line) // no hyphens at the ends of lines
				continue
			case 1:
				assert.Regexp(t, `^\.TH "CROSSCUT[A-Z-]*" "1" "" "crosscut [^"]+" "crosscut manual"$`, line)
				continue
			}
			switch {
			case strings.HasPrefix(line, "."):
				assert.Regexp(t, known, line)
				inTable = line == ".EX" || inTable && line != ".EE"
			case !inTable:
				assert.NotEmpty(t, line, "line %d of %s", i+1, pageName(cmd))
			}
			assert.NotRegexp(t, "[-'`^~\\\\]", escape.ReplaceAllString(line, ""), pageName(cmd))
		}
		assert.False(t, inTable, pageName(cmd))
		for _, below := range cmd.Commands() {
			if hasPage(below) {
				look(below)
			}
		}
	}
	look((&app{engines: crosscut.Engines()}).rootCommand())
	assert.Greater(t, pages, 25)
}

func TestHelpBecomesParagraphsAndTables(t *testing.T) {
	var page bytes.Buffer
	writeHelp(&page, "TITLE", "One -n\ntwo.\n\n.three\n  table '\\'\n\n  more\n\nFour:\n\n  last")
	assert.Equal(t, ".SH TITLE\nOne \\-n\ntwo.\n.PP\n\\&.three\n.PP\n.EX\ntable \\(aq\\e\\(aq\n\nmore\n.EE\n.PP\nFour:\n.PP\n.EX\nlast\n.EE\n", page.String())
	page.Reset()
	writeHelp(&page, "TITLE", "  first\nthen")
	assert.Equal(t, ".SH TITLE\n.EX\nfirst\n.EE\n.PP\nthen\n", page.String())
}
