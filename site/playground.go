package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/site/play"
)

// playground makes the page of the playground.
func (s *site) playground() error {
	return s.render("playground", page{
		Path: "playground/", Section: "playground", Title: "Playground",
		Description: "Lint, validate, diff and export Lexicons in the browser. Nothing is sent anywhere.",
	})
}

// An example is a state of the playground that is one click away.
type example struct {
	Name string
	URL  string
}

// exampleFiles are the requests of the examples: what is in a field is the name of a
// file in the repository.
var exampleFiles = []struct {
	name    string
	request play.Request
}{
	{"Lint", play.Request{Mode: "lint", Schemas: "examples/com/example/shop/listing.json"}},
	{"Validate", play.Request{
		Mode: "validate", Schemas: "internal/testkit/images/testdata/diff/new/com/example/shop/listing.json", Data: "site/examples/listings.ndjson",
	}},
	{"Diff", play.Request{
		Mode: "diff", Old: "internal/testkit/images/testdata/diff/old/com/example/shop/listing.json",
		Schemas: "internal/testkit/images/testdata/diff/new/com/example/shop/listing.json",
	}},
	{"Export", play.Request{Mode: "export", Target: "openapi", Schemas: "site/examples/search.txt"}},
}

// examples returns the examples of the playground.
func (s *site) examples() ([]example, error) {
	var all []example
	for _, e := range exampleFiles {
		for _, text := range []*string{&e.request.Schemas, &e.request.Old, &e.request.Data} {
			if *text == "" {
				continue
			}
			content, err := s.read(*text)
			if err != nil {
				return nil, err
			}
			*text = content
		}
		all = append(all, example{e.name, s.base + "playground/" + encode(e.request)})
	}
	return all, nil
}

// encode returns a request as the anchor of an address: its JSON, compressed, in the
// letters of base64 for addresses.
func encode(request play.Request) string {
	text, err := json.Marshal(request)
	if err != nil {
		panic(err) // it is made of strings
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(text) // into memory
	_ = w.Close()
	return "#s=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// notPlayable are rules whose examples the playground does not report: they need a file
// of examples beside the Lexicon, records, a set of files that is known to be complete,
// or an option.
var notPlayable = []string{"invalid-example", "breaks-data", "field-in-use", "unused-def", "object-as-record", "extra-field", "datetime-practice"}

// playable returns the request that shows the bad example of a rule; false if the
// playground cannot run it. The forms of examples are described at diag.Rule.
func playable(r *diag.Rule) (play.Request, bool) {
	request := play.Request{Mode: "lint", Infos: "show"}
	if r.Severity[diag.ProfileV1] == diag.Off {
		request.Profile = diag.ProfileATProto.String()
	}
	if slices.Contains(notPlayable, r.Code) {
		return request, false
	}
	switch r.Group {
	case "xrpc":
		return request, false
	case "diff":
		request.Mode = "diff"
		request.Old, request.Schemas = side(r.Bad(), "old"), side(r.Bad(), "new")
		return request, true
	case "validate":
		return playableData(r, request)
	}
	request.Schemas = wholeFile(strings.ReplaceAll(r.Bad(), "[…1001…]", strings.Repeat("[", 1001)+strings.Repeat("]", 1001)))
	return request, true
}

// playableData returns the request for an example of data.
func playableData(r *diag.Rule, request play.Request) (play.Request, bool) {
	schema, rest, _ := strings.Cut(strings.TrimPrefix(r.Bad(), "-- schema --\n"), "\n-- ")
	kind, data, ok := strings.Cut(rest, " --\n")
	if !ok {
		return request, false
	}
	parts := map[string]string{"data": "", "query string": "params", "message": "message", "error response": "error"}
	part, ok := parts[kind]
	if !ok {
		return request, false
	}
	if strings.HasPrefix(schema, "{") {
		schema = `"main": ` + schema
	}
	request.Mode, request.Schemas, request.Data, request.Part = "validate", wholeFile(schema), data, part
	if !strings.Contains(schema, `"type": "record"`) {
		request.Ref = "com.example.thing"
	}
	return request, true
}

// side returns one side of an example of changes as Lexicons.
func side(text, name string) string {
	var b strings.Builder
	for _, f := range txtar.Parse([]byte(text)).Files {
		path, inside := strings.CutPrefix(f.Name, name)
		if inside && path != "" {
			b.WriteString("-- " + strings.TrimPrefix(path, "/") + " --\n")
		}
		if inside {
			b.Write(f.Data)
		}
	}
	content := b.String()
	if strings.HasPrefix(content, "{") {
		content = `"main": {"type": "object", "properties": {"field": ` + strings.TrimSpace(content) + "}}"
	}
	return wholeFile(content)
}

// wholeFile returns a Lexicon for the members of its defs; other texts are Lexicons
// already.
func wholeFile(text string) string {
	if !strings.HasPrefix(text, `"`) {
		return text
	}
	name := "defs"
	if strings.Contains(text, `"main":`) {
		name = "thing"
	}
	text = "    " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n    ")
	return "{\n  \"lexicon\": 1,\n  \"id\": \"com.example." + name + "\",\n  \"defs\": {\n" + text + "\n  }\n}\n"
}
