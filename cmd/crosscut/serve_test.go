package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/serve"
)

// TestServe starts the program, asks for the page, and asks a question. An interrupt ends it
// without an error.
func TestServe(t *testing.T) {
	ctx, interrupt := context.WithCancelCause(t.Context())
	read, write := io.Pipe()
	exit := make(chan int, 1)
	go func() {
		exit <- runProgram(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--host", "Puzzles.example,other.example"}, strings.NewReader(""), write, io.Discard, crosscut.Engines())
		write.Close()
	}()
	address, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err)
	address = strings.TrimSpace(address)
	page, err := http.Get(address)
	require.NoError(t, err)
	text, err := io.ReadAll(page.Body)
	page.Body.Close()
	require.NoError(t, err)
	assert.Contains(t, string(text), "<!doctype html>")

	file, err := os.Open(filepath.Join("..", "..", "testdata", "magic", "order-3.txt"))
	require.NoError(t, err)
	defer file.Close()
	got, err := http.Post(address+"v1/count", "", file)
	require.NoError(t, err)
	text, err = io.ReadAll(got.Body)
	got.Body.Close()
	require.NoError(t, err)
	assert.JSONEq(t, `{"file":"puzzle","count":8,"complete":true}`, string(text))

	for host, status := range map[string]int{"puzzles.example:8080": 200, "other.example": 200, "127.0.0.1": 200, "localhost": 200, "example": 403} {
		r, err := http.NewRequest(http.MethodGet, address, http.NoBody)
		require.NoError(t, err)
		r.Host = host
		got, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		got.Body.Close()
		assert.Equal(t, status, got.StatusCode, host)
	}

	interrupt(serve.ErrInterrupted)
	assert.Equal(t, exitYes, <-exit)
}

// The help and the documentation of serve name every operation.
func TestOperationsAreDocumented(t *testing.T) {
	docs, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	require.NoError(t, err)
	_, section, found := strings.Cut(string(docs), "\n## serve\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	_, help, found := strings.Cut(command("serve", new(app).serve)().Long, "The operations are ")
	require.True(t, found)
	help, _, _ = strings.Cut(help, ".")
	for _, op := range serve.Operations() {
		assert.Regexp(t, `\b`+op.Name+`\b`, help)
		assert.Regexp(t, "(?m)^\\|.*`"+op.Name+"`.*\\|", section)
	}
}

// TestAnswersAreWhatCommandsPrint compares the JSON of commands with the answers to the same
// questions. Only the name of the puzzle differs.
func TestAnswersAreWhatCommandsPrint(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, args := range []string{
		"solve -n 2 testdata/magic/order-3.txt", "solve testdata/hidoku/seed-10x10.txt", "solve --all testdata/draughtboard/d05-3.txt", "solve testdata/magic/order-2.txt",
		"solve --nodes 1 testdata/magic/order-4.txt", "count --digest testdata/magic/order-3.txt", "count --nodes 1 testdata/magic/order-4.txt",
		"count --up-to-symmetry testdata/magic/order-3.txt", "unique testdata/hidoku/gh08-multi-1.txt", "unique testdata/draughtboard/seed-8x8.txt",
		"hint testdata/hidoku/seed-10x10.txt", "hint --steps testdata/hidoku/gk05-med-1.txt", "hint --degree 2 testdata/magic/seed-5x5.txt", "hint testdata/magic/order-2.txt",
		"grade testdata/hidoku/gk08-med-1.txt", "grade testdata/magic/order-3.txt", "why --steps testdata/hidoku/gk05-unsat-2.txt", "why testdata/draughtboard/d04-0.txt",
		"certain testdata/hidoku/gh08-multi-1.txt", "repair testdata/hidoku/gk05-unsat-2.txt", "repair testdata/magic/order-2.txt",
		"generate hidoku --size 4x4 --count 2 --seed 1 --difficulty easy", "generate draughtboard --size 4x4 --stones 2..4 --seed 2", "generate numbrix --size 4 --seed 3 --minimal",
	} {
		t.Run(args, func(t *testing.T) {
			words := strings.Fields(args)
			q := serve.Question{Operation: words[0], Options: map[string]string{}}
			name := ""
			if q.Operation == "generate" {
				q.Options["family"], words = words[1], words[1:]
			} else {
				name = words[len(words)-1]
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				q.Text, words = string(text), words[:len(words)-1]
			}
			for i := 1; i < len(words); i++ {
				option := strings.TrimLeft(words[i], "-")
				if i+1 < len(words) && !strings.HasPrefix(words[i+1], "-") {
					i++
					q.Options[option] = words[i]
				} else {
					q.Options[option] = ""
				}
			}
			want := printed("", append(strings.Fields(args), "--format", "json")...)
			want = strings.ReplaceAll(want, `{"file":"`+name+`"`, `{"file":"puzzle"`)
			want = strings.ReplaceAll(strings.TrimSuffix(want, "\n"), "\n", ",")
			got := string(serve.Ask(t.Context(), q, serve.Bounds{}, nil).Body)
			if i := strings.Index(got, `"answer":`); i >= 0 { // it was stopped by a limit
				got = strings.TrimSuffix(got[i+len(`"answer":`):], "}\n")
			}
			got = strings.TrimSuffix(got, "\n")
			if strings.HasPrefix(got, "[") {
				got = strings.TrimSuffix(strings.TrimPrefix(got, "["), "]")
			}
			assert.Equal(t, want, got)
		})
	}
}
