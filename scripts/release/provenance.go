package main

import (
	"encoding/json"
	"os"
	"runtime"
)

// subject is a file of the release, in the form of in-toto.
type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

// dependency is what the files were made from.
type dependency struct {
	Name   string            `json:"name"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest,omitempty"`
}

// builder names this program where SLSA wants an address.
const builder = "urn:crosscut:scripts:release:1"

// provenance writes a statement of in-toto about all files so far, with the provenance of SLSA 1.0: which commit, which
// Go and which platforms give them. It has no time and no machine, so that whoever builds the commit again can
// compare the statement too. It is not signed: the host that runs the release signs the digests.
func (p *publication) provenance() error {
	parameters := map[string]any{"platforms": platforms}
	for _, name := range []string{"RELEASE_ADDRESS", "RELEASE_MAINTAINER"} {
		if value := os.Getenv(name); value != "" {
			parameters[name] = value
		}
	}
	content, err := json.MarshalIndent(map[string]any{
		"_type":         "https://in-toto.io/Statement/v1",
		"subject":       p.written,
		"predicateType": "https://slsa.dev/provenance/v1",
		"predicate": map[string]any{
			"buildDefinition": map[string]any{
				"buildType":          builder,
				"externalParameters": parameters,
				"resolvedDependencies": []dependency{
					{Name: "source", Digest: map[string]string{"gitCommit": p.commit}},
					{Name: "go", URI: "pkg:generic/go@" + runtime.Version()[2:]},
				},
			},
			"runDetails": map[string]any{"builder": map[string]string{"id": builder}},
		},
	}, "", "  ")
	if err == nil {
		_, err = p.write("provenance.json", append(content, '\n'))
	}
	return err
}
