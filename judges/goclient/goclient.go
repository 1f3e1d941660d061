// Package goclient uses a client that oapi-codegen generated with the values and calls that
// judges/samples writes.
package goclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
)

// Client is generated code.
type Client struct {
	Models   map[string]any // a pointer to each type, by its name
	Service  any            // a ClientWithResponses
	Document string         // the file that it was generated from
}

// line is what judges/samples writes: a value, or a call.
type line struct {
	Schema string
	Value  json.RawMessage
	Valid  bool
	Method string
	Params json.RawMessage
	Input  json.RawMessage
}

// Run uses the client with a file of values. Each valid value is decoded and encoded again,
// and must be the same JSON, except for null, which is left out. Each method is called, and a
// response in JSON must be the same after that, too. The methods that are named must fail.
func (c *Client) Run(file string, failing []string) error {
	encodings, err := c.encodings()
	if err != nil {
		return err
	}
	models := map[string]any{}
	for name, model := range c.Models {
		models[plain(name)] = model
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	counts := map[string]int{}
	var problems []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return err
		}
		var what string
		if l.Method == "" {
			what, err = value(models[plain(l.Schema)], l)
		} else {
			what, err = c.call(l, encodings[l.Method])
			switch fails := slices.Contains(failing, l.Method); {
			case fails && err == nil:
				err = fmt.Errorf("%s does not fail", l.Method)
			case fails:
				what, err = "methods failed as expected", nil
			}
		}
		if err != nil {
			problems = append(problems, fmt.Sprintf("%s%s: %v\n  %.400s", l.Schema, l.Method, err, lines.Bytes()))
			continue
		}
		counts[what]++
	}
	if err := lines.Err(); err != nil {
		return err
	}
	for _, problem := range problems[:min(len(problems), 20)] {
		fmt.Fprintln(os.Stderr, problem)
	}
	var said []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		said = append(said, fmt.Sprintf("%d %s", counts[what], what))
	}
	fmt.Println(strings.Join(said, ", "))
	if len(problems) > 0 || counts["invalid values refused"] == 0 {
		return fmt.Errorf("%d problems", len(problems))
	}
	return nil
}

// encodings returns a media type of each method's request.
func (c *Client) encodings() (map[string]string, error) {
	text, err := os.ReadFile(c.Document)
	if err != nil {
		return nil, err
	}
	var document struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
			RequestBody struct{ Content map[string]any }
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	encodings := map[string]string{}
	for _, path := range document.Paths {
		for _, method := range path {
			for _, encoding := range slices.Sorted(maps.Keys(method.RequestBody.Content)) {
				encodings[method.OperationID] = encoding // after */*, which is not a type to send
			}
		}
	}
	return encodings, nil
}

// value decodes and encodes a value.
func value(model any, l line) (string, error) {
	if model == nil {
		return "", errors.New("no type")
	}
	same, err := again(reflect.New(reflect.TypeOf(model).Elem()).Interface(), l.Value)
	switch {
	case err != nil && !l.Valid:
		return "invalid values refused", nil
	case err != nil:
		return "", err
	case !l.Valid:
		return "invalid values accepted", nil
	case same:
		return "valid values, unchanged", nil
	}
	return "valid values, null left out", nil
}

// again decodes JSON into a new value, and encodes that. It reports whether the result is
// the same; if something else than null is missing, it returns an error.
func again(decoded any, text []byte) (same bool, err error) {
	if err := json.Unmarshal(text, decoded); err != nil {
		return false, err
	}
	encoded, err := json.Marshal(decoded)
	if err != nil {
		return false, err
	}
	was, is := parsed(text), parsed(encoded)
	if reflect.DeepEqual(was, is) {
		return true, nil
	}
	if !reflect.DeepEqual(withoutNull(was), withoutNull(is)) {
		return false, fmt.Errorf("the value changes to %.400s", encoded)
	}
	return false, nil
}

// parsed returns the value of valid JSON, with its numbers as they are written.
func parsed(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return err
	}
	return v
}

// withoutNull returns a value without the fields of objects that are null.
func withoutNull(v any) any {
	switch v := v.(type) {
	case map[string]any:
		fields := map[string]any{}
		for name, field := range v {
			if field != nil {
				fields[name] = withoutNull(field)
			}
		}
		return fields
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = withoutNull(v[i])
		}
		return items
	}
	return v
}

// call calls a method.
func (c *Client) call(l line, encoding string) (string, error) {
	method, ok := c.method(l)
	if !ok {
		return "", errors.New("no method")
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background())}
	for i := 1; i < method.Type().NumIn()-1; i++ { // the last are editors
		switch t := method.Type().In(i); {
		case t.Kind() == reflect.String:
			arguments = append(arguments, reflect.ValueOf(encoding))
		case t == reflect.TypeFor[io.Reader]():
			arguments = append(arguments, reflect.ValueOf(strings.NewReader("\x89PNG")))
		case t.Kind() == reflect.Pointer:
			params := reflect.New(t.Elem())
			if err := json.Unmarshal(l.Params, params.Interface()); err != nil {
				return "", err
			}
			arguments = append(arguments, params)
		default:
			body := reflect.New(t)
			if err := json.Unmarshal(l.Input, body.Interface()); err != nil {
				return "", err
			}
			arguments = append(arguments, body.Elem())
		}
	}
	results := method.Call(arguments)
	if err, _ := results[1].Interface().(error); err != nil {
		return "", err
	}
	return response(results[0].Elem())
}

// method returns the method for a call: of two, the one that takes JSON, if there is any.
func (c *Client) method(l line) (reflect.Value, bool) {
	service := reflect.ValueOf(c.Service)
	for _, suffix := range []string{"WithResponse", "WithBodyWithResponse"} {
		for i := range service.NumMethod() {
			if plain(service.Type().Method(i).Name) == plain(l.Method+suffix) {
				return service.Method(i), true
			}
		}
	}
	return reflect.Value{}, false
}

// response checks the response of a method.
func response(r reflect.Value) (string, error) {
	body := r.FieldByName("Body").Bytes()
	answer, _ := r.FieldByName("HTTPResponse").Interface().(*http.Response)
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %.300s", answer.Status, body)
	}
	decoded := r.FieldByName("JSON200")
	if !decoded.IsValid() || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
		return "methods called, response not JSON", nil
	}
	if decoded.IsNil() {
		return "", errors.New("the response is not decoded")
	}
	if _, err := again(reflect.New(decoded.Type().Elem()).Interface(), body); err != nil {
		return "", fmt.Errorf("the response: %w", err)
	}
	return "methods called, response unchanged", nil
}

// plain returns the part of a name that generators keep.
func plain(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == '-' || r == '#' {
			return -1
		}
		return r
	}, name))
}
