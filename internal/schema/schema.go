// Package schema has the JSON Schema of the results of the program and of the server.
package schema

import _ "embed" // for the schema

// Results is the schema of a line of --format json, and of a message of --log-format json.
//
//go:embed results.json
var Results string
