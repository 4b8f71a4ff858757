package main

import (
	"fmt"
	"os"
	"path/filepath"
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

// licences returns a file with the licences of everything that the programs of the modules contain on a platform:
// those of Go and of the modules of others. Most of them want their text in each copy of the program.
func licences(platform string, programs map[string]string) (file, error) {
	plain := environment(platform)
	root, err := run(plain, "go", "env", "GOROOT")
	if err != nil {
		return file{}, err
	}
	folders := map[string]string{"Go, https://go.dev": strings.TrimSpace(root)}
	for module, program := range programs {
		list, err := run(plain, "go", "-C", module, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", program)
		if err != nil {
			return file{}, err
		}
		for line := range strings.Lines(list) {
			name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if ok && !strings.HasPrefix(name, "crosscut ") {
				folders[name] = folder
			}
		}
	}
	names := make([]string, 0, len(folders))
	for name := range folders {
		names = append(names, name)
	}
	slices.Sort(names)
	content := "The programs contain the work of others, under these licences.\n"
	for _, name := range names {
		texts, err := licencesIn(folders[name])
		if err != nil {
			return file{}, fmt.Errorf("%s: %w", name, err)
		}
		content += "\n== " + name + "\n\n" + texts
	}
	return file{name: "LICENSES", content: []byte(content)}, nil
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
