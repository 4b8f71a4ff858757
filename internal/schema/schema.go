// Package schema has the JSON Schema of the results of the program and of the server.
package schema

import (
	_ "embed" // for the schemas
	"fmt"
	"strings"
)

// The schemas of the lines of --format json, which is version 2, and of --format json1. Both
// describe the messages of --log-format json too.
var (
	//go:embed version2.json
	version2 string

	//go:embed version1.json
	version1 string
)

// Version2 returns the schema of version 2.
func Version2() string { return version2 }

// Whole returns one schema with both versions in it, each under its own name.
func Whole() string {
	return fmt.Sprintf(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:crosscut:results",
  "title": "crosscut results",
  "description": "version 2 is what --format json prints, version 1 is what --format json1 prints",
  "anyOf": [{"$ref": "urn:crosscut:results:2"}, {"$ref": "urn:crosscut:results:1"}],
  "$defs": {
"version2": %s,
"version1": %s
  }
}
`, strings.TrimSpace(version2), strings.TrimSpace(version1))
}
