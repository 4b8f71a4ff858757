package commands

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/serve"
)

// TestEveryFlagOfAGroupExists looks for each flag that a group of the help texts names.
func TestEveryFlagOfAGroupExists(t *testing.T) {
	for _, group := range flagGroups {
		for _, name := range group.flags {
			assert.True(t, slices.ContainsFunc(All(), func(c Command) bool {
				_, ok := c.Option(name)
				return ok
			}), "%s: --%s", group.title, name)
		}
	}
}

// TestTheTableIsWhole looks at each row: its name and its options are there once, it has a help and
// is in a group. Every operation that a person may want is a command, and the rest has a reason.
func TestTheTableIsWhole(t *testing.T) {
	questions := map[string]string{
		"qr":   "the page draws the code of a link",
		"link": "the command export writes links",
	}
	commands := make(map[string]bool)
	for _, c := range All() {
		assert.False(t, commands[c.Name], c.Name)
		commands[c.Name] = true
		assert.NotEmpty(t, c.Help, c.Name)
		assert.Contains(t, Wishes, c.Wish, c.Name)
		options := make(map[string]bool)
		for _, o := range slices.Concat(c.Options, everywhere) {
			assert.False(t, options[o.Name], "%s has --%s twice", c.Name, o.Name)
			options[o.Name] = true
			assert.NotEmpty(t, o.Help, "%s --%s", c.Name, o.Name)
		}
	}
	for _, op := range serve.Operations() {
		assert.NotEqual(t, commands[op.Name], questions[op.Name] != "", op.Name)
	}
}

func TestHelpBecomesParagraphsAndTables(t *testing.T) {
	var page bytes.Buffer
	writeHelp(&page, "TITLE", "One -n\ntwo.\n\n.three\n  table '\\'\n\n  more\n\nFour:\n\n  last")
	assert.Equal(t, ".SH TITLE\nOne \\-n\ntwo.\n.PP\n\\&.three\n.PP\n.EX\ntable \\(aq\\e\\(aq\n\nmore\n.EE\n.PP\nFour:\n.PP\n.EX\nlast\n.EE\n", page.String())
	page.Reset()
	writeHelp(&page, "TITLE", "  first\nthen")
	assert.Equal(t, ".SH TITLE\n.EX\nfirst\n.EE\n.PP\nthen\n", page.String())
}

// TestWordsAreTakenInAnyCase gives each flag each of its words in capitals and in small letters.
func TestWordsAreTakenInAnyCase(t *testing.T) {
	for _, c := range All() {
		for _, o := range slices.Concat(c.Options, everywhere) {
			for _, word := range o.Values {
				if o.Type != serve.String || o.Asked {
					continue
				}
				for _, said := range []string{strings.ToUpper(word), strings.ToLower(word), strings.ToUpper(word[:1]) + word[1:]} {
					cmd := &cobra.Command{Use: c.Name}
					(&cobra.Command{Use: "crosscut"}).AddCommand(cmd)
					alone := o
					alone.Families = nil
					addFlags(cmd.Flags(), []serve.Option{alone}, new(struct{}), "")
					require.NoError(t, cmd.Flags().Set(o.Name, said))
					if err := CheckFlags(cmd); err != nil {
						assert.NotContains(t, err.Error(), said, "%s --%s", c.Name, o.Name)
					}
					assert.Equal(t, word, cmd.Flags().Lookup(o.Name).Value.String(), "%s --%s %s", c.Name, o.Name, said)
				}
			}
		}
	}
}

// TestHelpNamesTheWordsThatAreTaken looks at the help of each flag with a closed list of words, and at what the help
// of a command says of the flag: all of the words, and of no other one what it is.
func TestHelpNamesTheWordsThatAreTaken(t *testing.T) {
	says := regexp.MustCompile(`[.;] ([a-z]+)(?:,[^,.;]*,)? (?:is|are|looks) `)
	for _, c := range All() {
		long, _ := Help(c.Name)
		for _, o := range slices.Concat(c.Options, everywhere) {
			if o.Values == nil || o.Later || o.Asked || o.Type != serve.String {
				continue
			}
			for _, word := range o.Values {
				assert.Contains(t, o.Help, word, "%s --%s", c.Name, o.Name)
			}
			for paragraph := range strings.SplitSeq(long, "\n\n") {
				if !strings.HasPrefix(paragraph, "--"+o.Name+" names ") {
					continue
				}
				for _, word := range o.Values {
					assert.Contains(t, paragraph, word, "%s --%s", c.Name, o.Name)
				}
				for _, match := range says.FindAllStringSubmatch(strings.ReplaceAll(paragraph, "\n", " "), -1) {
					assert.Contains(t, o.Values, match[1], "%s --%s", c.Name, o.Name)
				}
			}
		}
	}
}
