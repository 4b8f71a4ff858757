package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
)

// TestNamesThatAreNoTextAreQuoted solves a puzzle in a file with such a name. The solution must be
// readable, and so must the name of a picture.
func TestNamesThatAreNoTextAreQuoted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a\xffb.txt")
	if err := os.WriteFile(name, []byte("puzzle: magic\n2,7,6\n9,5,1\n4,3,_\n"), 0o600); err != nil {
		t.Skip("a file cannot have such a name here:", err)
	}
	var out, errs bytes.Buffer
	assert.Equal(t, exitYes, runProgram(context.Background(), []string{"solve", "--all", name}, strings.NewReader(""), &out, &errs, crosscut.Engines()), &errs)
	solutions := filepath.Join(t.TempDir(), "solutions.txt")
	require.NoError(t, os.WriteFile(solutions, out.Bytes(), 0o600))
	assert.Equal(t, exitYes, runProgram(context.Background(), []string{"verify", name, solutions}, strings.NewReader(""), &out, &errs, crosscut.Engines()), &errs)

	assert.Equal(t, `a\xffb-2`, pictureName(`"dir/a\xffb.txt"#2`))
	assert.Equal(t, `a\xffb`, pictureName(`"dir/a\xffb.txt"`))
	assert.Equal(t, "a-2", pictureName("dir/a.txt#2"))
}
