package xrpc_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// exampleCatalog has the Lexicons of the examples. A program reads a folder of them with
// lexicon.Load.
func exampleCatalog() *lexicon.Catalog {
	return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "getNote.json", Text: []byte(`{
	  "lexicon": 1, "id": "com.example.getNote", "defs": {"main": {
	    "type": "query",
	    "parameters": {"type": "params", "required": ["id"], "properties": {
	      "id": {"type": "string"}, "limit": {"type": "integer", "maximum": 100, "default": 10}
	    }},
	    "output": {"encoding": "application/json", "schema": {
	      "type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 300}}
	    }},
	    "errors": [{"name": "NotFound"}]
	  }}
	}`)}, diag.ProfileV1), lexicon.Parse(&diag.Source{Path: "count.json", Text: []byte(`{
	  "lexicon": 1, "id": "com.example.count", "defs": {
	    "main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#number"]}}},
	    "number": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}}}
	  }
	}`)}, diag.ProfileV1))
}

// A service, and a call of it.
func Example() {
	server := xrpc.NewServer(exampleCatalog(), xrpc.Options{})
	server.Handle("com.example.getNote", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
		// The parameters match the Lexicon: id is there, and limit has its default.
		if r.Params.String("id") != "1" {
			return nil, &xrpc.Error{Name: "NotFound", Message: "no such note"}
		}
		return xrpc.JSON(map[string]any{"text": fmt.Sprint("one of ", r.Params.Int("limit"))})
	})
	service := httptest.NewServer(server) // xrpc.NewHTTPServer(server) in a program
	defer service.Close()

	ctx := context.Background()
	client, err := xrpc.NewClient(exampleCatalog(), service.URL, xrpc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := client.Call(ctx, "com.example.getNote", xrpc.Params{"id": "1"}, nil)
	fmt.Println(string(answer.JSON), err)

	_, err = client.Call(ctx, "com.example.getNote", xrpc.Params{"id": "2"}, nil)
	fmt.Println(err, errors.Is(err, &xrpc.Error{Name: "NotFound"}))

	_, err = client.Call(ctx, "com.example.getNote", xrpc.Params{"id": "1", "limit": 200}, nil)
	fmt.Println(err)
	// Output:
	// {"text":"one of 10"} <nil>
	// NotFound: no such note true
	// the request does not match its Lexicon: /limit: "limit" is 200, but must be at most 100 (com.example.getNote#main /defs/main/parameters/properties/limit/maximum)
}

func ExampleServer_Stream() {
	server := xrpc.NewServer(exampleCatalog(), xrpc.Options{})
	server.Stream("com.example.count", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
		for i := range 3 {
			if err := send(map[string]any{"$type": "com.example.count#number", "seq": i}); err != nil {
				return err
			}
		}
		return nil
	})
	service := httptest.NewServer(server)
	defer service.Close()

	client, err := xrpc.NewClient(exampleCatalog(), service.URL, xrpc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for message, err := range client.Stream(context.Background(), "com.example.count", nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(string(message.JSON))
	}
	// Output:
	// {"$type":"com.example.count#number","seq":0}
	// {"$type":"com.example.count#number","seq":1}
	// {"$type":"com.example.count#number","seq":2}
}

func ExampleProxy() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"txt": "hello"}`)
	}))
	defer service.Close()

	proxy, err := xrpc.NewProxy(exampleCatalog(), service.URL, xrpc.Options{Report: func(v xrpc.Violation) {
		fmt.Println(v.Method, v.Direction, v.Severity, v.Message)
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	front := httptest.NewServer(proxy)
	defer front.Close()
	answer, err := http.Get(front.URL + "/xrpc/com.example.getNote?id=1&lmit=5")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	fmt.Println(answer.StatusCode)
	// Output:
	// com.example.getNote request warning "lmit" is not a parameter of the method
	// com.example.getNote response error the value is missing the required "text" field
	// 200
}
