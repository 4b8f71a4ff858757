// Package web holds the page, and the engine that answers its questions in the browser.
//
// The engine is Go code in WebAssembly. It is not in git: "go generate ./web" builds it into
// the folder dist. Whatever is there when the program is built is in the program.
package web

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:generate go run ../scripts/page

//go:embed all:page all:dist
var files embed.FS

// The files of the engine.
const (
	EngineFile   = "engine.wasm"  // the program has it only compressed: see [Unpacked]
	LoaderFile   = "wasm_exec.js" // of the version of Go that built the engine
	DescribeFile = "engine.json"  // a Description
)

// Description says what an engine was built from.
type Description struct {
	Go      string `json:"go"`      // the version of Go
	Sources string `json:"sources"` // SHA-256 of the sources
	Engine  string `json:"wasm"`    // SHA-256 of the engine
}

// Page returns the files of the page, for [fs.ReadFile]. Its scripts are one file. Its service worker has the names of
// all files, and a digest of them and of the engine. So a browser notices a new version, and takes it as a whole.
func Page() fs.FS { return page() }

var page = sync.OnceValue(func() fs.FS {
	b, err := build(sub("page"), version())
	if err != nil { // the files are in the program, so this does not happen
		return embed.FS{}
	}
	return b
})

var version = sync.OnceValue(func() []byte {
	sum := sha256.New()
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && (strings.HasPrefix(name, "page/") || path.Base(name) == DescribeFile) {
			text, _ := files.ReadFile(name) // the files are in the program
			fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
		}
		return nil
	})
	return sum.Sum(nil)
})

// Engine returns the files of the engine, for [fs.ReadFile]. It returns an error if the program was built without one.
func Engine() (fs.FS, error) {
	dist := sub("dist")
	if _, err := fs.Stat(dist, DescribeFile); err != nil {
		return nil, errors.New("there is no engine: run \"go generate ./web\", and build again")
	}
	return Unpacked{dist}, nil
}

func sub(folder string) fs.FS {
	below, err := fs.Sub(files, folder)
	if err != nil { // the folder is in the program, so this does not happen
		return embed.FS{}
	}
	return below
}
