package server

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"crosscut/internal/puzzletest"
)

// TestQuestionsAreReadInLinearTime sends long bodies and queries. Package text reads other hard texts.
func TestQuestionsAreReadInLinearTime(t *testing.T) {
	h := (&Server{Page: fstest.MapFS{}, Limits: DefaultLimits()}).Handler()
	ask := func(query, body string) {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "http://127.0.0.1/v1/"+query, strings.NewReader(body)))
	}
	bodies := map[string]puzzletest.Hard{
		"rows":            {Begin: "puzzle: hidoku\n", Part: "_\n"},
		"blanks":          {Begin: "puzzle: hidoku\n_", Part: " ", End: "_\n"},
		"brackets":        {Part: "["},
		"objects":         {Part: `{"a":`},
		"headers":         {Begin: "puzzle: hidoku\n", Part: "a{i}: x\n", End: "_,_\n"},
		"a line":          {Begin: "puzzle:", Part: " hidoku"},
		"puzzles":         {Part: "puzzle: hidoku\n1,_\n_,4\n---\n"},
		"words of a line": {Begin: "puzzle: magic\nlines: ", Part: "r1c1 r1c2; ", End: "\n_,_\n"},
	}
	for name, hard := range bodies {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) { ask("read", text); ask("hint?steps", text) })
		})
	}
	for name, hard := range map[string]puzzletest.Hard{
		"options":       {Begin: "read?", Part: "a{i}=1&"},
		"the same one":  {Begin: "read?", Part: "time=1s&"},
		"a value":       {Begin: "read?time=", Part: "1s"},
		"digits":        {Begin: "generate?seed=", Part: "1"},
		"semicolons":    {Begin: "read?", Part: ";"},
		"percent signs": {Begin: "read?puzzle=", Part: "%41"},
		"an operation":  {Part: "read/"},
	} {
		t.Run(name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) { ask(text, "puzzle: hidoku\n1,_\n_,4\n") })
		})
	}
	for name, hard := range map[string]puzzletest.Hard{
		"boards": {Part: "1,2\n3,4\n"}, "a row": {Part: "1,"}, "blank lines": {Part: "\n"}, "comments": {Part: "# 1\n"}, "digits of a cell": {Part: "1"},
	} {
		t.Run("filled with "+name, func(t *testing.T) {
			puzzletest.RequireLinear(t, hard.Text, func(text string) {
				ask("verify?filled="+url.QueryEscape(text), "puzzle: hidoku\n1,_\n_,4\n")
				ask("hint?steps&filled="+url.QueryEscape(text), "puzzle: hidoku\n1,_\n_,4\n")
			})
		})
	}
}
