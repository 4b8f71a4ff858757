package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// clusterModule is the folder of the module of crosscut-cluster.
const clusterModule = "cmd/crosscut-cluster"

// programs are the programs in an archive, by the folder of their module.
var programs = map[string]string{".": "./cmd/crosscut", clusterModule: "."}

// contained returns the programs in the archive of a platform. A platform without threads has no crosscut-cluster.
func contained(platform string) map[string]string {
	if strings.HasSuffix(platform, "/wasm") {
		return map[string]string{".": programs["."]}
	}
	return programs
}

// contents returns the folders of what the programs of the modules contain on a platform, by their names: Go, and the
// modules of others with their versions.
func contents(platform string, programs map[string]string) (map[string]string, error) {
	plain := environment(platform)
	root, err := run(plain, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	folders := map[string]string{"Go, https://go.dev": strings.TrimSpace(root)}
	for module, program := range programs {
		list, err := run(plain, "go", "-C", module, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", program)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(list) {
			name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if ok && !strings.HasPrefix(name, "crosscut ") {
				folders[name] = folder
			}
		}
	}
	return folders, nil
}

// licences returns a file with the licences of everything that the programs contain on a platform. Most of them want
// their text in each copy of the program.
func licences(platform string, programs map[string]string) (file, error) {
	folders, err := contents(platform, programs)
	content := "The programs contain the work of others, under these licences.\n"
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		texts, err := licencesIn(folders[name])
		if err != nil {
			return file{}, fmt.Errorf("%s: %w", name, err)
		}
		content += "\n== " + name + "\n\n" + texts
	}
	return file{name: "LICENSES", content: []byte(content)}, err
}

// bill returns the list of what the programs contain on a platform, in the form of CycloneDX.
func bill(platform string, programs map[string]string) (file, error) {
	type part struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version"`
		Purl    string `json:"purl"`
	}
	folders, err := contents(platform, programs)
	parts := []part{{"library", "std", strings.TrimPrefix(runtime.Version(), "go"), "pkg:golang/std@" + strings.TrimPrefix(runtime.Version(), "go")}}
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		if path, version, ok := strings.Cut(name, " v"); ok {
			parts = append(parts, part{"library", path, "v" + version, "pkg:golang/" + path + "@v" + version})
		}
	}
	content, failed := json.MarshalIndent(map[string]any{"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": parts}, "", "  ")
	return file{name: "sbom.cdx.json", content: append(content, '\n')}, errors.Join(err, failed)
}

// licencesIn returns the licences and notices in the folder of a module.
func licencesIn(folder string) (texts string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		upper := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(upper, "LICEN") && !strings.HasPrefix(upper, "COPYING") && !strings.HasPrefix(upper, "NOTICE") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return "", err
		}
		texts += strings.TrimSpace(string(text)) + "\n"
	}
	if texts == "" {
		return "", fmt.Errorf("no licence in %s", folder)
	}
	return texts, nil
}
