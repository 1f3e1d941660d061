package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// Pages are of a limited size, whatever limit and the schema ask for.
func TestMockPageLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	const huge = "9223372036854775807"
	text := func(least int) string { return fmt.Sprintf(`{"type": "string", "minLength": %d}`, least) }
	array := func(least int, items string) string {
		return fmt.Sprintf(`{"type": "array", "minLength": %d, "items": %s}`, least, items)
	}
	for name, c := range map[string]struct {
		limit, list string // schemas; a second list is like the first one
		query       string
		want        []int // the elements of each page; 0: there is no answer
		bytes       int   // of each page, at most
		fewer       bool  // there can be fewer elements
	}{
		"limit":          {`"minimum": 1`, array(0, `{"type": "integer"}`), "limit=" + huge, []int{1000, 1000, 500}, 30_000, false},
		"default":        {`"default": ` + huge, array(0, `{"type": "integer"}`), "", []int{1000, 1000, 500}, 30_000, false},
		"minimum":        {`"minimum": ` + huge, array(0, `{"type": "integer"}`), "limit=" + huge, []int{1000, 1000, 500}, 30_000, false},
		"large elements": {`"minimum": 1`, array(0, text(100_000)), "limit=1000", []int{11, 11, 11}, 1100_000, true},
		"huge elements":  {`"minimum": 1`, array(0, text(3<<20)), "limit=1000", []int{1, 1, 1}, 4 << 20, true},
		"nested":         {`"minimum": 1`, array(0, array(300, array(300, `{"type": "integer"}`))), "limit=1000", []int{1, 1, 1}, 4 << 20, true},
		"long required":  {`"minimum": 1`, array(2500, `{"type": "integer"}`), "limit=1", []int{2500, 2500, 2500}, 200_000, false},
		"large required": {`"minimum": 1`, array(15, text(100_000)), "limit=1000", []int{15, 15, 15}, 4 << 20, false},
		"too large":      {`"minimum": 1`, array(100, text(100_000)), "limit=1", []int{0}, 1000, false},
		"too long":       {`"minimum": 1`, array(2e9, `{"type": "integer"}`), "", []int{0}, 1000, false},
		"too deep":       {`"minimum": 1`, array(2000, array(2000, array(2000, `{"type": "integer"}`))), "", []int{0}, 1000, false},
	} {
		t.Run(name, func(t *testing.T) {
			url := start(t, serve.NewMock(parse(`{"lexicon": 1, "id": "com.example.list", "defs": {"main": {"type": "query",
			  "parameters": {"type": "params", "properties": {"cursor": {"type": "string"}, "limit": {"type": "integer", `+c.limit+`}}},
			  "output": {"encoding": "application/json", "schema": {"type": "object", "required": ["list", "more"], "properties": {
			    "cursor": {"type": "string"}, "list": `+c.list+`, "more": `+c.list+`}}}}}}`), serve.MockOptions{}))
			var sizes []int
			for i := range c.want {
				status, text := get(t, fmt.Sprintf("%s/xrpc/com.example.list?cursor=page-%d&%s", url, i+1, c.query), "")
				var page struct{ List, More []json.RawMessage }
				if err := json.Unmarshal([]byte(text), &page); err != nil {
					t.Fatal(err)
				}
				if sizes = append(sizes, len(page.List)); len(text) > c.bytes || len(page.More) > c.want[i] {
					t.Errorf("page %d has %d bytes and %d elements of the second list", i+1, len(text), len(page.More))
				}
				if failed := status == 501 && strings.Contains(text, sample.ErrNoValue.Error()); failed != (c.want[i] == 0) || !failed && status != 200 {
					t.Errorf("status %d: %.200s", status, text)
				}
			}
			for i, n := range sizes {
				if n > c.want[i] || n < c.want[i] && !c.fewer {
					t.Errorf("pages of %v elements, want %v", sizes, c.want)
				}
			}
		})
	}
}

// No page of a listing has an item that is on it, or on another one, already: also if there
// are fewer items than the limit asks for.
func TestMockListsOnce(t *testing.T) {
	const did = `"type": "string", "format": "did"`
	for name, c := range map[string]struct {
		items       string
		least, most int // items of all pages
	}{
		"names":          {`{` + did + `}`, 250, 250},
		"objects":        {`{"type": "object", "required": ["did"], "properties": {"did": {` + did + `}}}`, 250, 250},
		"few":            {`{` + did + `, "enum": ["did:web:a.example.com", "did:web:b.example.com", "did:web:c.example.com"]}`, 2, 3},
		"one":            {`{"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "const": "a"}}}`, 1, 1},
		"some":           {`{"type": "object", "required": ["id"], "properties": {"id": {"type": "string", "const": "a"}, "n": {"type": "integer", "minimum": 1, "maximum": 40}}}`, 30, 41},
		"without a name": {`{"type": "boolean"}`, 250, 250},
	} {
		t.Run(name, func(t *testing.T) {
			url := start(t, serve.NewMock(parse(`{"lexicon": 1, "id": "com.example.list", "defs": {"main": {"type": "query",
			  "parameters": {"type": "params", "properties": {"q": {"type": "string"}, "cursor": {"type": "string"}, "limit": {"type": "integer", "maximum": 100}}},
			  "output": {"encoding": "application/json", "schema": {"type": "object", "required": ["list"], "properties": {
			    "cursor": {"type": "string"}, "list": {"type": "array", "items": `+c.items+`}}}}}}}`), serve.MockOptions{}))
			for _, q := range []string{"a", "b", "c", "d", "e"} {
				all, seen := 0, map[string]bool{}
				for _, cursor := range []string{"", "page-2", "page-3"} {
					query := "/xrpc/com.example.list?limit=100&q=" + q + "&cursor=" + cursor
					_, text := get(t, url+query, "")
					if _, again := get(t, url+query, ""); again != text {
						t.Errorf("%s is not stable", query)
					}
					var page struct{ List []json.RawMessage }
					if err := json.Unmarshal([]byte(text), &page); err != nil {
						t.Fatal(err)
					}
					for _, item := range page.List {
						if all++; seen[string(item)] && name != "without a name" {
							t.Errorf("%s%s: again %s", q, cursor, item)
						}
						seen[string(item)] = true
					}
				}
				if all < c.least || all > c.most {
					t.Errorf("%d items, want %d to %d", all, c.least, c.most)
				}
			}
		})
	}
}
