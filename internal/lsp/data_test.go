package lsp

import (
	"slices"
	"strings"
	"testing"
)

func TestData(t *testing.T) {
	const record = `{
  "$type": "com.example.thing",
  "size": "large 😀"
}
`
	schema := "lexicons/com/example/thing.json"
	c := begin(t, map[string]string{schema: thingFile, "data/thing.json": record}, utf16Only)
	c.open("data/thing.json", record)
	d := c.waitFor("data/thing.json", "value-type", true)
	if cut(record, d.Range, utf16Encoding) != `"large 😀"` || len(d.RelatedInformation) != 1 || d.RelatedInformation[0].Location.URI != c.uri(schema) {
		t.Errorf("%+v", d)
	}
	h := request[*hover](c, "textDocument/hover", c.positionParams("data/thing.json", position{2, 4}))
	if h == nil || !strings.Contains(h.Contents.Value, "In meters.") {
		t.Errorf("hover: %+v", h)
	}
	h = request[*hover](c, "textDocument/hover", c.positionParams("data/thing.json", position{1, 14}))
	if h == nil || !strings.Contains(h.Contents.Value, "com.example.thing") {
		t.Errorf("hover: %+v", h)
	}
	lines := `{"$type": "com.example.thing", "size": 1}
{"$type": "com.example.other", "size": "x"}

{"$type": "com.example.thing", "size": true}
{"$type": "com.example.thing", "`
	c.open("data/things.ndjson", lines)
	d = c.waitFor("data/things.ndjson", "value-type", true)
	if want := (textRange{position{3, 39}, position{3, 43}}); d.Range != want {
		t.Errorf("got %v, want %v", d.Range, want)
	}
	list := request[completionList](c, "textDocument/completion", c.positionParams("data/things.ndjson", position{4, 32}))
	if len(list.Items) != 1 || list.Items[0].Label != "size" || list.Items[0].TextEdit.Range.Start != (position{4, 31}) {
		t.Errorf("%+v", list)
	}
	// A change of the schema counts.
	c.open(schema, strings.Replace(thingFile, `"integer"`, `"boolean"`, 1))
	c.wait("the error to move", func() bool {
		d := c.diagnostics[c.uri("data/things.ndjson")].Diagnostics
		return slices.ContainsFunc(d, func(d diagnostic) bool { return d.Code == "value-type" && d.Range.Start.Line == 0 })
	})
	c.notify("textDocument/didClose", c.document("data/things.ndjson"))
	c.waitFor("data/things.ndjson", "value-type", false)
}

// Records end with "\n" or "\r\n", and lines are counted as the client counts them.
func TestDataLines(t *testing.T) {
	const name, record = "data/things.ndjson", `{"$type": "com.example.thing", "size": `
	c := begin(t, map[string]string{"lexicons/com/example/thing.json": thingFile})
	for i, test := range []struct {
		text, code string
		want       position
	}{
		{record + "1\n" + record + "1}\n", "json-syntax", position{0, 40}},
		{record + "1\r\n" + record + "1}\r\n", "json-syntax", position{0, 40}},
		{record + "1}\r\n" + record + "true}\r\n", "value-type", position{1, 39}},
		{record + "1\r}\n" + record + "true}", "value-type", position{2, 39}},
	} {
		c.open(name, record+"1}")
		c.wait("no errors", func() bool { return len(c.diagnostics[c.uri(name)].Diagnostics) == 0 })
		c.open(name, test.text)
		if d := c.waitFor(name, test.code, true); d.Range.Start != test.want {
			t.Errorf("%d: got %+v, want %+v", i, d.Range.Start, test.want)
		}
	}
}
