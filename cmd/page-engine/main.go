//go:build js

// Command engine answers the questions of the page. It runs in a Web Worker, as
// WebAssembly.
//
// It sets the global object crosscut, with the function
//
//	ask(operation, text, options, progress) → Promise of {status, type, body}
//
// options is the text of a JSON object of strings, or "". progress is a function or
// undefined. It is called several times a second with the finished share of the work, or -1
// where that is not known, and with the number of nodes. package serve documents the rest.
//
// Go on js has one thread, and no goroutine is interrupted. A function that JavaScript calls
// must not block, so each question gets a goroutine. Searches yield by themselves:
// see package search.
package main

import (
	"context"
	"fmt"
	"syscall/js"
	"time"

	"crosscut/cmd/internal/serve"
	"crosscut/meter"
)

func main() {
	var operations []any
	for _, op := range serve.Operations() {
		operations = append(operations, op.Name)
	}
	js.Global().Set("crosscut", map[string]any{
		"ask":        js.FuncOf(ask),
		"operations": operations,
	})
	if ready := js.Global().Get("crosscutReady"); ready.Type() == js.TypeFunction {
		ready.Invoke()
	}
	select {} // the answers come from other goroutines
}

// ask starts to answer a question and returns a Promise of the answer.
func ask(_ js.Value, args []js.Value) any {
	executor := js.FuncOf(func(_ js.Value, settle []js.Value) any {
		resolve := settle[0]
		go func() { resolve.Invoke(reply(args)) }()
		return nil
	})
	defer executor.Release() // the Promise calls it at once
	return js.Global().Get("Promise").New(executor)
}

// reply answers the question in the arguments of ask.
func reply(args []js.Value) map[string]any {
	a := answered(args)
	return map[string]any{"status": a.Kind.Status(), "type": a.Type, "body": string(a.Body)}
}

func answered(args []js.Value) (a serve.Answer) {
	defer func() {
		if fault := recover(); fault != nil {
			a = serve.AfterPanic(fault)
		}
	}()
	q := serve.Question{Operation: textOf(args, 0), Text: textOf(args, 1)}
	if text := textOf(args, 2); text != "" {
		var err error
		if q.Options, err = optionsOf(text); err != nil {
			return serve.Fail(serve.Input, err)
		}
	}
	m := new(meter.Meter)
	if len(args) > 3 && args[3].Type() == js.TypeFunction {
		defer watch(m, args[3])()
	}
	return serve.Ask(context.Background(), q, serve.Bounds{}, m)
}

// optionsOf reads an object of strings. JavaScript does the work, because the reader of package json
// is large. A call that throws an error panics in Go.
func optionsOf(text string) (options map[string]string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("the options are no JSON object: %v", fault)
		}
	}()
	options = make(map[string]string)
	pairs := js.Global().Get("Object").Call("entries", js.Global().Get("JSON").Call("parse", text))
	for i := range pairs.Length() {
		options[pairs.Index(i).Index(0).String()] = pairs.Index(i).Index(1).String()
	}
	return options, nil
}

func textOf(args []js.Value, i int) string {
	if i >= len(args) || args[i].Type() != js.TypeString {
		return ""
	}
	return args[i].String()
}

const watchEvery = 200 * time.Millisecond

// watch reports progress to a function until the caller calls stop.
func watch(m *meter.Meter, progress js.Value) (stop func()) {
	done := make(chan struct{})
	go func() {
		look := time.NewTicker(watchEvery)
		defer look.Stop()
		for {
			select {
			case <-done:
				return
			case <-look.C:
			}
			share := -1.0
			if !m.Unsure.Load() && m.Done() > 0 {
				share = m.Done()
			}
			progress.Invoke(share, float64(m.Stats().Nodes))
		}
	}()
	return func() { close(done) }
}
