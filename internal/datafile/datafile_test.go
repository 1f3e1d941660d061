package datafile

import "testing"

func TestFormats(t *testing.T) {
	for name, want := range map[string]Format{
		"a.json": "json", "a.ndjson": "ndjson", "a.jsonl": "ndjson", "a.cbor": "cbor", "a.car": "car",
		"a.json.gz": "json", "a.b.jsonl.gz": "ndjson", "a.car.gz": "car", "x/.json": "json",
		"": "", "json": "", "car": "", "cbor.gz": "", "x/json": "", "a": "", "a.gz": "", "a.json.zip": "", "a.JSON": "json", "a.NdJson.GZ": "ndjson", "a.json.gz.gz": "", "a.ndjson/b": "",
	} {
		f, ok := FormatOf(name)
		if ok != (want != "") || ok && f != want || !ok && f != JSON {
			t.Errorf("%q: got %q, %v; want %q", name, f, ok, want)
		}
	}
}
