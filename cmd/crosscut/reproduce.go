package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"crosscut"
	"crosscut/cmd/internal/serve"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// reproduce writes the puzzle about which engines disagree to a new file in the current directory, and names the file.
// Comments in it give the answers of the engines.
func (a *app) reproduce(file *text.File, outcomes []crosscut.Outcome, problem error) error {
	var content strings.Builder
	fmt.Fprintf(&content, "# %s\n", base.OneLine(problem))
	for _, o := range outcomes {
		fmt.Fprintf(&content, "# %s: %s, digest %v", o.Engine, serve.TallyText(o), o.Tally.Digest)
		if o.Err != nil {
			fmt.Fprintf(&content, ", %s", base.OneLine(o.Err))
		}
		content.WriteByte('\n')
	}
	if witness := witnessOf(problem); witness != nil {
		fmt.Fprintf(&content, "# values of the solution in question, by cells: %v\n", witness)
	}
	content.WriteString(file.Text(file.Puzzle))
	out, err := os.CreateTemp(".", "crosscut-disagreement-*.txt")
	if err != nil {
		return err
	}
	if _, err = out.WriteString(content.String()); errors.Join(err, out.Close()) == nil {
		a.complain(fmt.Sprintf("%s: the puzzle and the answers of the engines are in %s", file.Name, strings.TrimPrefix(out.Name(), "./")))
	}
	return err
}

func witnessOf(problem error) puzzle.Solution {
	var wrong *crosscut.WrongError
	var disagreement *crosscut.DisagreementError
	switch {
	case errors.As(problem, &wrong):
		return wrong.Solution
	case errors.As(problem, &disagreement):
		return disagreement.Witness
	}
	return nil
}
