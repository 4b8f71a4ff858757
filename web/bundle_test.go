package web

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A script has the modules that it imports, each once and before those that need it.
func TestModulesBecomeOneScript(t *testing.T) {
	page := fstest.MapFS{
		"js/main.js":    {Data: []byte("// Main.\n\nimport { a, b as c } from './one-two.js';\nimport { d } from './three.js';\n\n/** @type {number} */\nlet x = /** @type {any} */ (a); // its\nx = c + d;\n")},
		"js/one-two.js": {Data: []byte("import { d } from './three.js';\nexport const a = d;\nexport async function b() {\n  return 'http://x';\n}\n")},
		"js/three.js":   {Data: []byte("export class d {}\n")},
	}
	got, err := bundled(page, "main")
	require.NoError(t, err)
	assert.Equal(t, `const $three = (() => {
class d {}
return { d };
})();
const $one_two = (() => {
const { d } = $three;
const a = d;
async function b() {
return 'http://x';
}
return { a, b };
})();
const $main = (() => {
const { a, b: c } = $one_two;
const { d } = $three;
let x = (a);
x = c + d;
return {  };
})();
`, string(got))
	delete(page, "js/three.js")
	_, err = bundled(page, "main")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}

// Nothing but the imports and the exports of the page need be changed.
func TestTheScriptsOfThePage(t *testing.T) {
	names, err := fs.Glob(sub("page"), "js/*.js")
	require.NoError(t, err)
	require.Greater(t, len(names), 30)
	for _, name := range names {
		text, err := fs.ReadFile(sub("page"), name)
		require.NoError(t, err)
		assert.NotRegexp(t, `(?m)^(import|export) `, exported.ReplaceAllString(importLine.ReplaceAllString(string(text), ""), "$1"), name)
		assert.NotRegexp(t, "'[^'\\n]*[ \\t]//[^'\\n]*'", string(text), name)
	}
	script, err := fs.ReadFile(Page(), "js/main.js")
	require.NoError(t, err)
	assert.NotContains(t, string(script), "@type")
}

// The service worker keeps every file of the page, and no other.
func TestTheServiceWorkerKeepsEveryFile(t *testing.T) {
	worker, err := fs.ReadFile(Page(), "sw.js")
	require.NoError(t, err)
	found := regexp.MustCompile(`version = '([0-9a-f]{32})'`).FindSubmatch(worker)
	require.NotNil(t, found)
	version := string(found[1])
	list := regexp.MustCompile(`files = \[(.*)\]`).FindSubmatch(worker)
	require.NotNil(t, list)
	want := []string{"engine/engine.wasm", "engine/wasm_exec.js"}
	require.NoError(t, fs.WalkDir(Page(), ".", func(name string, entry fs.DirEntry, err error) error {
		if name == "index.html" {
			name = "./"
		}
		if err == nil && !entry.IsDir() && name != "sw.js" {
			want = append(want, name)
		}
		return err
	}))
	var got []string
	for _, name := range regexp.MustCompile(`'([^']+)'`).FindAllSubmatch(list[1], -1) {
		got = append(got, strings.TrimSuffix(string(name[1]), "?"+version))
	}
	assert.ElementsMatch(t, want, got)
	assert.Contains(t, want, "js/main.js")
	assert.NotContains(t, want, "js/kinds.js")
	index, err := fs.ReadFile(Page(), "index.html")
	require.NoError(t, err)
	for _, name := range []string{"engine/engine.wasm", "style.css", "js/main.js"} { // asked for once: by the page, and by the worker from the cache of the browser
		assert.Contains(t, string(index), `"`+name+"?"+version+`"`)
		assert.Contains(t, string(worker), "'"+name+"?"+version+"'")
	}
}
