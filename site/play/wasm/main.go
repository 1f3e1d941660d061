//go:build js && wasm

// Wasm is the worker of the playground: it gives JavaScript the function lexsmith,
// from a request in JSON and a function that shows progress to the answer in JSON.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/lexsmith/lexsmith/site/play"
)

func main() {
	js.Global().Set("lexsmith", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var request play.Request
		if err := json.Unmarshal([]byte(args[0].String()), &request); err != nil {
			return `{"error": "the request is not valid JSON"}`
		}
		progress := func(step string) { args[1].Invoke(step) }
		answer, err := json.Marshal(play.Run(context.Background(), request, progress))
		if err != nil {
			return `{"error": "the answer cannot be written"}`
		}
		return string(answer)
	}))
	select {} // the function is called from now on
}
