package xrpc

import (
	"bytes"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FuzzFrame reads any bytes as a frame: what is accepted comes back as it was, and a
// proxy passes on a message of any bytes.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		"\xa2\x61t\x65#gone\x62op\x01\xa1\x63seq\x02", "\xa1\x62op\x20\xa1\x65error\x64Oops", "\xa1\x62op\x01\xf6", "\xa0\xa0", "", "\xa1",
		"\xa2\x61t\x60\x62op\x3b\x7f\xff\xff\xff\xff\xff\xff\xff\x80",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		got, err := parseFrame(data)
		if !bytes.Equal(data, before) {
			t.Fatal("the data was changed")
		}
		if err != nil {
			return
		}
		again, err := parseFrame(append(frameHeader(got.op, got.typ), got.payload...))
		if err != nil || again.op != got.op || again.typ != got.typ || !bytes.Equal(again.payload, got.payload) {
			t.Errorf("%x is written as %+v: %v", data, again, err)
		}
	})
}

// FuzzReceive reads any bytes as a frame of each encoding. A message without a finding is the
// same in all of them.
func FuzzReceive(f *testing.F) {
	d := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.watch", "defs": {
		"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#note", "com.example.absent"]}}, "errors": [{"name": "Oops"}]},
		"note": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}, "any": {"type": "unknown"}}}
	}}`)}, diag.ProfileV1)
	m := compile(lexicon.NewCatalog(d), diag.ProfileV1)["com.example.watch"]
	for _, seed := range []string{
		`{"$type":"message","payload":{"$type":"com.example.watch#note","seq":2,"any":{"a":["\u00e9",{"$bytes":"aGk"}]}}}`,
		`{"$type":"message","payload":{"$type":"com.example.absent","seq":2.5}}`, `{"$type":"error","error":"Oops"}`, `{"payload":{},"$type":"message"} `,
		"\xa2\x61t\x65#note\x62op\x01\xa1\x63seq\x02", "\xa1\x62op\x20\xa1\x65error\x64Oops", "\xa1\x62op\x20\xff",
		"\xa2\x65$type\x67message\x67payload\xa2\x63seq\x02\x65$type\x76com.example.watch#note", "\xa1\x65$type\x65error",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, from := range framings {
			before := bytes.Clone(data)
			got, found := from.receive(m, from.kind, data)
			if !bytes.Equal(data, before) {
				t.Fatal("the data was changed")
			}
			if len(found) > 0 || got.failure != nil || got.Type == "" {
				continue
			}
			for _, to := range framings {
				frame, fault := to.message(m, got.JSON)
				if fault != "" {
					t.Fatalf("%s to %s: %s: %s", from.name, to.name, got.JSON, fault)
				}
				again, found := to.receive(m, to.kind, frame)
				if len(found) > 0 || again.Type != got.Type || !sameJSON(t, again.JSON, got.JSON) {
					t.Errorf("%s to %s: %s is %s, %v", from.name, to.name, got.JSON, again.JSON, found)
				}
			}
		}
	})
}

// sameJSON reports whether two texts have the same value, whatever the order of keys.
func sameJSON(t *testing.T, a, b []byte) bool {
	var x, y datamodel.Tape
	if !x.ReadJSON(a) || !y.ReadJSON(b) {
		t.Fatalf("not JSON: %q, %q", a, b)
	}
	return bytes.Equal(x.AppendCBOR(nil, 0, ""), y.AppendCBOR(nil, 0, ""))
}
