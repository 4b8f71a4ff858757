// Package web holds the page, and the engine that answers its questions in the browser.
//
// The engine is Go code in WebAssembly. It is not in git: "go generate ./web" builds it into
// the folder dist. Whatever is there when the program is built is in the program.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

//go:generate go run ../scripts/page

//go:embed all:page all:dist
var files embed.FS

// The files of the engine.
const (
	EngineFile   = "engine.wasm"  // and the same compressed: see small.Forms
	LoaderFile   = "wasm_exec.js" // of the version of Go that built the engine
	DescribeFile = "engine.json"  // a Description
)

// Description says what an engine was built from.
type Description struct {
	Go      string `json:"go"`      // the version of Go
	Sources string `json:"sources"` // SHA-256 of the sources
	Engine  string `json:"wasm"`    // SHA-256 of the engine
}

// Page returns the files of the page.
func Page() fs.FS { return sub("page") }

// Engine returns the files of the engine. It returns an error if the program was built without one.
func Engine() (fs.FS, error) {
	dist := sub("dist")
	if _, err := fs.Stat(dist, DescribeFile); err != nil {
		return nil, errors.New("there is no engine: run \"go generate ./web\", and build again")
	}
	return dist, nil
}

func sub(folder string) fs.FS {
	below, err := fs.Sub(files, folder)
	if err != nil { // the folder is in the program, so this does not happen
		return embed.FS{}
	}
	return below
}
