package main

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"text/template"
	"time"
)

// hosts are the descriptions of the release for Homebrew, Scoop, the user repository of Arch, Nix and nfpm. They
// name the archives by their address, which only the publisher knows.
//
//go:embed hosts/*
var hosts embed.FS

// hostFiles returns the descriptions, filled in with the version, the address of the folder that the
// archives will be in, the name and mail address of who packs them, the time of the commit, and the digests of the archives by platform: "linux-arm64".
func hostFiles(version, address, maintainer string, at time.Time, sums map[string]string) (files []file, err error) {
	digest := func(platform string) (string, error) {
		if sum := sums[platform]; sum != "" {
			return sum, nil
		}
		return "", fmt.Errorf("there is no archive for %s, which the descriptions for hosts name", platform)
	}
	templates, err := template.New("").Delims("<<", ">>").Funcs(template.FuncMap{"sum": digest}).ParseFS(hosts, "hosts/*")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(hosts, "hosts/*")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		var content bytes.Buffer
		err := templates.ExecuteTemplate(&content, path.Base(name), struct{ Version, Number, Address, Maintainer, Time string }{
			version, strings.TrimPrefix(version, "v"), strings.TrimSuffix(address, "/"), maintainer, at.UTC().Format(time.RFC3339),
		})
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: path.Base(name), content: content.Bytes()})
	}
	return files, nil
}
