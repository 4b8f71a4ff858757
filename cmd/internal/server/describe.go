package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"crosscut/cmd/internal/serve"
)

type object = map[string]any

// describe answers the description of all operations, in OpenAPI 3.1.
func (s *Server) describe(w http.ResponseWriter, _ *http.Request) {
	text, err := json.MarshalIndent(s.description(), "", " ")
	if err != nil { // it is made of texts and numbers, so this does not happen
		send(w, http.StatusInternalServerError, serve.Fail(serve.Broken, err))
		return
	}
	send(w, http.StatusOK, serve.Answer{Kind: serve.OK, Type: typeJSON, Body: append(text, '\n')})
}

func (s *Server) description() object {
	paths := object{describePath: object{"get": object{
		"summary": "this description", "responses": object{"200": object{"description": "OpenAPI 3.1", "content": object{typeJSON: object{}}}},
	}}}
	for _, op := range serve.Operations() {
		paths[apiPrefix+op.Name] = object{"post": s.operation(op)}
	}
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "crosscut", "version": "1",
			"description": `Answers are JSON of version 3, as "crosscut help schema" describes it. Operations with several objects answer an array of them.`,
		},
		"paths":      paths,
		"components": object{"schemas": schemas()},
	}
}

// schemas returns the schemas of failures and of all objects in answers. The latter are those
// of the results of the program.
func schemas() object {
	all := object{"failure": object{
		"type": "object", "required": []string{"error", "kind"},
		"properties": object{
			"error":  object{"type": "string", "description": "one line in words"},
			"kind":   object{"type": "string", "enum": kinds},
			"answer": object{"description": "what was found before a limit came"},
		},
	}}
	var results struct {
		Defs map[string]any `json:"$defs"`
	}
	text := strings.ReplaceAll(serve.Schema, "#/$defs/", schemaPrefix)
	if json.Unmarshal([]byte(text), &results) != nil { // a test reads it
		return all
	}
	maps.Copy(all, results.Defs)
	return all
}

// schemaPrefix stands before the name of a schema in a reference.
const schemaPrefix = "#/components/schemas/"

// answerOf returns the schema of the answers of an operation, or an empty one if they are not
// JSON.
func answerOf(op serve.Operation) object {
	var objects []object
	for _, name := range op.Objects {
		objects = append(objects, object{"$ref": schemaPrefix + name})
	}
	switch {
	case len(objects) == 0:
		return object{}
	case op.Several:
		return object{"schema": object{"type": "array", "items": object{"oneOf": objects}}}
	}
	return object{"schema": objects[0]}
}

var kinds = []serve.Kind{
	serve.Input, serve.Size, serve.Absent, serve.Time, serve.Limit, serve.Memory, serve.Full, serve.Gone, serve.Disagreeing, serve.Broken,
}

func (s *Server) operation(op serve.Operation) object {
	var parameters []object
	for _, o := range op.Options {
		for _, name := range []string{o.Name, o.Letter} {
			if name != "" {
				parameters = append(parameters, object{
					"name": name, "in": "query", "required": o.Needed, "description": o.Description(), "schema": valuesOf(o), "allowEmptyValue": o.Type == serve.Boolean,
				})
			}
		}
	}
	failure := func(text string) object {
		return object{"description": text, "content": object{typeJSON: object{"schema": object{"$ref": schemaPrefix + "failure"}}}}
	}
	mediaType, _, _ := strings.Cut(op.Type, ";")
	return object{
		"operationId": op.Name,
		"summary":     op.Help,
		"parameters":  parameters,
		"requestBody": object{
			"required": op.Text, "description": fmt.Sprintf("a puzzle as in a file, at most %d bytes; any Content-Type", s.Limits.Body),
			"content": object{"text/plain": object{"schema": object{"type": "string"}}},
		},
		"responses": object{
			"200": object{"description": "the answer", "content": object{mediaType: answerOf(op)}},
			"400": failure("the text or an option is wrong"),
			"403": failure("the request is from the page of another site, or for another host"),
			"404": failure("the operation is not there"),
			"405": failure("the method is not POST"),
			"413": failure(fmt.Sprintf("the text is too long, or the board has more than %d squares", s.Limits.Squares)),
			"500": failure("a fault of the program, such as engines that disagree"),
			"503": failure("there is no place or no memory; Retry-After says when to ask again"),
			"504": failure(fmt.Sprintf("a limit came first, at the latest after %v", s.Limits.Time)),
		},
	}
}

func valuesOf(o serve.Option) object {
	switch o.Type {
	case serve.Boolean:
		return object{"type": "boolean"}
	case serve.Integer:
		return object{"type": "integer", "minimum": 1}
	case serve.Seed, serve.Natural:
		return object{"type": "integer", "minimum": 0}
	case serve.Number:
		return object{"type": "integer"}
	case serve.Duration:
		return object{"type": "string", "examples": []string{"500ms", "10s"}}
	}
	switch values := o.Served(); {
	case values != nil && o.Later:
		return object{"type": "string", "examples": values}
	case values != nil:
		return object{"type": "string", "enum": values}
	}
	return object{"type": "string"}
}
