package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"crosscut"
	"crosscut/internal/serve/commands"
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
		for i, line := range strings.Split(strings.TrimSuffix(string(commands.ManPage(cmd, release)), "\n"), "\n") {
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
				assert.NotEmpty(t, line, "line %d of %s", i+1, commands.PageName(cmd))
			}
			assert.NotRegexp(t, "[-'`^~\\\\]", escape.ReplaceAllString(line, ""), commands.PageName(cmd))
		}
		assert.False(t, inTable, commands.PageName(cmd))
		for _, below := range cmd.Commands() {
			if commands.HasPage(below) {
				look(below)
			}
		}
	}
	look((&app{engines: crosscut.Engines()}).rootCommand())
	assert.Greater(t, pages, 25)
}
