package server

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/cmd/internal/serve"
)

// waiters reports how many questions wait for a long place.
func (d *desk) waiters() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.later)
}

// TestLongPlacesGoRoundTheAddresses: an address with many questions waits for its turn like one
// with a single question.
func TestLongPlacesGoRoundTheAddresses(t *testing.T) {
	d := newDesk(Limits{Questions: 1, Wait: patience, Waiting: 1000})
	leave, ok := d.place(t.Context(), "a", 1)
	require.True(t, ok)
	order := make(chan string, 6)
	leaves := make(chan func(), 6)
	for i, from := range []string{"a", "a", "a", "b", "c", "b"} {
		go func() {
			next, ok := d.place(context.Background(), from, 1)
			assert.True(t, ok)
			order <- from
			leaves <- next
		}()
		require.Eventually(t, func() bool { return d.waiters() == i+1 }, patience, time.Millisecond)
	}
	got := ""
	for range 6 {
		leave()
		got += <-order
		leave = <-leaves
	}
	leave()
	assert.Equal(t, "bcabaa", got)
	assert.True(t, d.idle())
}

// TestManyAddressesShareLongPlaces: a free place goes to the address that holds the fewest.
func TestManyAddressesShareLongPlaces(t *testing.T) {
	d := newDesk(Limits{Questions: 3, Wait: patience, Waiting: 1000})
	var first func()
	for range 3 {
		leave, ok := d.place(t.Context(), "a", 1)
		require.True(t, ok)
		first = leave
	}
	order := make(chan string, 2)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	for i, from := range []string{"a", "b"} {
		running.Go(func() {
			if _, ok := d.place(ctx, from, 1); ok {
				order <- from
			}
		})
		require.Eventually(t, func() bool { return d.waiters() == i+1 }, patience, time.Millisecond)
	}
	first()
	assert.Equal(t, "b", <-order)
}

// TestSlicesAreShorterWhenManyWait: the last of them shall not wait longer than the patience.
func TestSlicesAreShorterWhenManyWait(t *testing.T) {
	d := newDesk(Limits{Slice: 100 * time.Millisecond, Slices: 2, Patience: time.Second})
	for waiting, lasts := range map[int]time.Duration{0: 100 * time.Millisecond, 19: 100 * time.Millisecond, 39: 50 * time.Millisecond, 199: 10 * time.Millisecond} {
		assert.Equal(t, lasts, d.lasts(waiting), waiting)
	}
}

// TestTheLongestTextLosesItsPlace when the waiting texts are too long together.
func TestTheLongestTextLosesItsPlace(t *testing.T) {
	d := newDesk(Limits{Questions: 1, Wait: patience, Waiting: 100})
	leave, ok := d.place(t.Context(), "a", 60)
	require.True(t, ok, "it does not wait")
	long, short := make(chan bool, 1), make(chan bool, 1)
	go func() {
		_, ok := d.place(context.Background(), "a", 60)
		long <- ok
	}()
	require.Eventually(t, func() bool { return d.waiters() == 1 }, patience, time.Millisecond)
	go func() {
		leave, ok := d.place(context.Background(), "b", 50)
		short <- ok
		leave()
	}()
	assert.False(t, <-long)
	leave()
	assert.True(t, <-short)
	require.Eventually(t, d.idle, patience, time.Millisecond)
	_, ok = d.place(t.Context(), "a", 101)
	assert.True(t, ok, "it does not wait either")
}

// TestTheDeskKeepsItsBounds lets questions come, wait, be refused and go away in any order.
func TestTheDeskKeepsItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Limits{
			Slices: rapid.IntRange(1, 3).Draw(t, "slices"), Questions: rapid.IntRange(1, 3).Draw(t, "questions"),
			Slice: time.Second, Patience: time.Second, Wait: time.Duration(rapid.IntRange(0, 3).Draw(t, "wait")) * time.Millisecond, Waiting: 20,
		}
		d := newDesk(l)
		check := func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			assert.LessOrEqual(t, d.slices, l.Slices)
			assert.LessOrEqual(t, d.held, l.Questions)
			assert.LessOrEqual(t, d.bytes, l.Waiting)
		}
		var running sync.WaitGroup
		for i := range rapid.IntRange(1, 20).Draw(t, "count") {
			bytes, gone, from := rapid.IntRange(0, 12).Draw(t, "bytes"), rapid.IntRange(0, 3).Draw(t, "gone") == 0, fmt.Sprint(i%3)
			running.Go(func() {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				if gone {
					cancel()
				}
				if _, leave, ok := d.slice(ctx, bytes); ok {
					check()
					leave()
				}
				if leave, ok := d.place(ctx, from, bytes); ok {
					check()
					leave()
				}
			})
		}
		running.Wait()
		assert.True(t, d.idle())
	})
}

// puzzleText returns a puzzle of testdata.
func puzzleText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", name))
	require.NoError(t, err)
	return string(text)
}

// TestAnswersHoldToTheSchema compares each object in the answers of each operation with the schema of results.
func TestAnswersHoldToTheSchema(t *testing.T) {
	s := &Server{Page: fstest.MapFS{}, Limits: DefaultLimits(), Hosts: []string{"example.com"}}
	h := s.Handler()
	text, err := jsonschema.UnmarshalJSON(strings.NewReader(serve.Schema))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("urn:results", text))
	schemas := make(map[bool]*jsonschema.Schema) // of a line of the program, or of a link
	for isLink, name := range map[bool]string{false: "urn:results", true: "urn:results#/$defs/link"} {
		schemas[isLink], err = compiler.Compile(name)
		require.NoError(t, err)
	}

	texts := []string{
		puzzleText(t, "hidoku/gk05-med-1.txt"), puzzleText(t, "magic/n3-m1.txt"), puzzleText(t, "draughtboard/three.txt"),
		puzzleText(t, "hidoku/gk05-unsat-2.txt"), puzzleText(t, "hidoku/gk05-multi-1.txt"),
	}
	wrong := "&filled=" + url.QueryEscape(strings.Repeat("9,9,9,9,9\n", 5))
	all := map[string][]string{ // queries for each text
		"read":     {""},
		"solve":    {"", "n=2", "nodes=1&engine=dlx", "all="},
		"count":    {"", "digest="},
		"unique":   {"", "nodes=2"},
		"check":    {"engine=all", "engine=sat"},
		"hint":     {"", "degree=1", "degree=2", "steps=", "skip=2"},
		"grade":    {""},
		"why":      {"", "steps="},
		"certain":  {""},
		"repair":   {""},
		"minimal":  {""},
		"prove":    {""},
		"link":     {""},
		"verify":   {"partial=" + wrong, wrong},
		"generate": {"family=hidoku&size=4x4&seed=1&count=2&difficulty=easy", "family=draughtboard&size=4x4&seed=1"},
	}
	checked := 0
	for _, op := range serve.Operations() {
		assert.Equal(t, op.Type == typeJSON, all[op.Name] != nil, op.Name)
		for _, query := range all[op.Name] {
			for _, text := range texts {
				if !op.Text {
					text = ""
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequest("POST", apiPrefix+op.Name+"?"+query, strings.NewReader(text)))
				value, err := jsonschema.UnmarshalJSON(w.Body)
				require.NoError(t, err)
				if w.Code != 200 {
					require.Contains(t, []int{400, 504}, w.Code, "%s?%s: %s", op.Name, query, w.Body)
					value = value.(map[string]any)["answer"]
				}
				objects, several := value.([]any)
				assert.True(t, several == op.Several || value == nil, op.Name)
				if !several && value != nil {
					objects = []any{value}
				}
				for _, object := range objects {
					assert.NoError(t, schemas[op.Name == "link"].Validate(object), "%s?%s of\n%s", op.Name, query, text)
					checked++
				}
			}
		}
	}
	assert.Greater(t, checked, 100)
}
