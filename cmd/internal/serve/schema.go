package serve

import _ "embed" // for the schema

// Schema is the JSON Schema of a line of --format json.
//
//go:embed results.json
var Schema string
