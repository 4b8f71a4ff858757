package server

import (
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/serve"
)

// puzzleText returns a puzzle of testdata.
func puzzleText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", name))
	require.NoError(t, err)
	return string(text)
}

// TestAnswersHoldToTheDescription compares answers of every operation with the schemas of the
// OpenAPI description.
func TestAnswersHoldToTheDescription(t *testing.T) {
	s := &Server{Page: fstest.MapFS{}, Limits: DefaultLimits(), Hosts: []string{"example.com"}}
	h := s.Handler()
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
		return w
	}
	description, err := jsonschema.UnmarshalJSON(ask("GET", describePath, "").Body)
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("urn:description", description))
	schemaOf := func(operation, status string) *jsonschema.Schema {
		t.Helper()
		schema, err := compiler.Compile("urn:description#/paths/~1v1~1" + operation + "/post/responses/" + status + "/content/application~1json/schema")
		require.NoError(t, err, operation)
		return schema
	}

	hidoku, magic, stones := puzzleText(t, "hidoku/gk05-med-1.txt"), puzzleText(t, "magic/n3-m1.txt"), puzzleText(t, "draughtboard/three.txt")
	unsolvable, several := puzzleText(t, "hidoku/gk05-unsat-2.txt"), puzzleText(t, "hidoku/gk05-multi-1.txt")
	wrong := "&filled=" + url.QueryEscape(strings.Repeat("9,9,9,9,9\n", 5))
	all := map[string][]string{ // queries for each text
		"read":    {""},
		"solve":   {"", "n=2", "nodes=1&engine=dlx", "all="},
		"count":   {"", "digest="},
		"unique":  {"", "nodes=2"},
		"check":   {"engine=all", "engine=sat"},
		"hint":    {"", "degree=1", "degree=2", "steps=", "skip=2"},
		"grade":   {""},
		"why":     {"", "steps="},
		"certain": {""},
		"repair":  {""},
		"minimal": {""},
		"prove":   {""},
		"link":    {""},
		"verify":  {"partial=" + wrong, wrong},
	}
	checked := 0
	check := func(operation, query, body string) {
		t.Helper()
		w := ask("POST", apiPrefix+operation+"?"+query, body)
		schema := schemaOf(operation, "200")
		if w.Code != 200 {
			require.Contains(t, []int{400, 504}, w.Code, "%s?%s: %s", operation, query, w.Body)
			schema = schemaOf(operation, "400")
		}
		value, err := jsonschema.UnmarshalJSON(w.Body)
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(value), "%s?%s of\n%s", operation, query, body)
		checked++
	}
	for operation, queries := range all {
		for _, query := range queries {
			for _, text := range []string{hidoku, magic, stones, unsolvable, several} {
				check(operation, query, text)
			}
		}
	}
	check("generate", "family=hidoku&size=4x4&seed=1&count=2&difficulty=easy", "")
	check("generate", "family=draughtboard&size=4x4&seed=1", "")
	assert.Greater(t, checked, 100)

	for _, op := range serve.Operations() {
		if _, ok := all[op.Name]; op.Type == typeJSON && op.Name != "generate" {
			assert.True(t, ok, op.Name)
			assert.Error(t, schemaOf(op.Name, "200").Validate(map[string]any{"file": "a"}), "%s accepts everything", op.Name)
		}
	}
}
