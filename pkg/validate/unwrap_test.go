package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

const wrappedSchemas = `{"lexicon": 1, "id": "com.example.note", "defs": {"main": {"type": "record", "key": "tid", "record": {
	"type": "object", "properties": {"text": {"type": "string", "maxLength": 5}}
}}}}`

const (
	okNote  = `{"$type": "com.example.note", "text": "hello"}`
	badNote = `{"$type": "com.example.note", "text": "too long"}`
	noteURI = `"uri": "at://did:web:example.com/com.example.note/3jzfcijpj2z2a"`
)

func noteRecords() *Validator {
	source := &diag.Source{Text: []byte(wrappedSchemas)}
	return Compile(lexicon.NewCatalog(lexicon.Parse(source, diag.ProfileV1)), Options{}).Records()
}

// wrappedOutcomes returns what comes of each value in a text: its document, record, and findings.
func wrappedOutcomes(t *testing.T, text string, w Wrapper, identify bool) (all []string) {
	v := noteRecords()
	for result, err := range v.Lines(t.Context(), strings.NewReader(text), Input{Wrapper: w}, StreamOptions{Workers: 1, Identify: identify}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, wrappedOutcome(result))
	}
	return all
}

func wrappedOutcome(result Result) string {
	words := []string{fmt.Sprint(result.Document)}
	if result.Absent {
		words = append(words, "absent")
	}
	for _, f := range result.Findings {
		words = append(words, f.Rule.Code+"@"+f.Pointer+"#"+f.Data.Record)
	}
	return strings.Join(words, " ")
}

func TestUnwrap(t *testing.T) {
	event := func(rest string) string {
		return `{"did": "did:web:example.com", "kind": "commit", "commit": {` + rest + `}}`
	}
	const at = "at://did:web:example.com/com.example.note/3jzfcijpj2z2a"
	const place = `"collection": "com.example.note", "rkey": "3jzfcijpj2z2a"`
	for _, test := range []struct {
		name, text string
		wrapper    Wrapper
		want       string
	}{
		{"create", event(`"operation": "create", ` + place + `, "record": ` + okNote), AnyWrapper, "1"},
		{"members in another order", `{"commit": {"record": ` + badNote + `, ` + place + `}, "kind": "commit", "did": "did:web:example.com"}`, AnyWrapper, "1 length@/commit/record/text#" + at},
		{"delete", event(`"operation": "delete", ` + place), AnyWrapper, "2 absent"},
		{"create without a record", event(`"operation": "create", ` + place), AnyWrapper, "1 missing-required@/commit#" + at},
		{"null for a record", event(`"operation": "create", ` + place + `, "record": null`), AnyWrapper, "1 null-not-allowed@/commit/record#" + at},
		{"no collection", event(`"operation": "create", "rkey": "a", "record": ` + okNote), AnyWrapper, "0 type-missing@#0"},
		{"identity", `{"did": "did:web:example.com", "kind": "identity"}`, AnyWrapper, "3 absent"},
		{"account", `{"did": "did:web:example.com", "kind": "account", "x": 0.5}`, JetstreamWrapper, "3 absent"},
		{"another kind", `{"did": "did:web:example.com", "kind": "sync"}`, AnyWrapper, "0 type-missing@#0"},
		{"another collection", event(`"operation": "create", "collection": "com.example.memo", "rkey": "3jzfcijpj2z2a", "record": ` + okNote), AnyWrapper,
			"1 type-mismatch@/commit/record/$type#at://did:web:example.com/com.example.memo/3jzfcijpj2z2a"},
		{"another key", event(`"operation": "create", "collection": "com.example.note", "rkey": "self", "record": ` + okNote), AnyWrapper,
			"1 record-key@/commit/record#at://did:web:example.com/com.example.note/self"},
		{"faults around", event(`"x": 0.5, "x": {"$link": 1}, "operation": "create", ` + place + `, "record": ` + okNote), AnyWrapper, "1"},
		{"an event with $type", `{"$type": "com.example.note", ` + event("")[1:], AnyWrapper, "0"},
		{"its CID", event(`"operation": "create", ` + place + `, "cid": "bafyreidwydhkxbncvxuvbwefh5wchyyei7fikeu4oplmgkynqmsvpcjo2i", "record": ` + okNote), AnyWrapper, "1"},
		{"another CID", event(`"operation": "create", ` + place + `, "cid": "bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq", "record": ` + okNote), AnyWrapper, "1 cid-mismatch@/commit/cid#" + at},
		{"a CID of what cannot be stored", event(`"operation": "create", ` + place + `, "cid": "bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq", "record": {"$type": "com.example.note", "x": 0.5}`), AnyWrapper,
			"1 data-model@/commit/record/x#" + at},

		{"getRecord", `{` + noteURI + `, "cid": "bafyreidwydhkxbncvxuvbwefh5wchyyei7fikeu4oplmgkynqmsvpcjo2i", "value": ` + okNote + `}`, AnyWrapper, "4"},
		{"a fault", `{` + noteURI + `, "cid": "", "value": ` + badNote + `}`, AnyWrapper, "4 length@/value/text#" + at},
		{"value before record", `{` + noteURI + `, "record": ` + badNote + `, "value": ` + okNote + `}`, AnyWrapper, "4"},
		{"record before others", `{` + noteURI + `, "a": ` + badNote + `, "record": ` + okNote + `}`, AnyWrapper, "4"},
		{"two others", `{` + noteURI + `, "a": ` + okNote + `, "b": ` + okNote + `}`, AnyWrapper, "0 type-missing@#0"},
		{"no AT URI", `{"uri": "https://example.com", "value": ` + okNote + `}`, AnyWrapper, "0 type-missing@#0"},
		{"a value without $type", `{` + noteURI + `, "value": {"text": "hello"}}`, AnyWrapper, "0 type-missing@#0"},
		{"a row", `{` + noteURI + `, "doc": ` + badNote + `}`, RecordWrapper, "6 length@/doc/text#" + at},
		{"a row with parts", `{"did": "did:web:example.com", ` + place + `, "value": ` + badNote + `}`, AnyWrapper, "6 length@/value/text#" + at},
		{"a row without a key", `{"did": "did:web:example.com", "collection": "com.example.note", "value": ` + okNote + `}`, AnyWrapper, "0 type-missing@#0"},
		{"JSON in a string", `{` + noteURI + `, "value": "{\"$type\": \"com.example.note\"}"}`, AnyWrapper, "4 value-type@/value#" + at},
		{"other JSON in a string", `{` + noteURI + `, "value": "{\"type\": \"com.example.note\"}"}`, AnyWrapper, "0 type-missing@#0"},

		{"list", `{"records": [{` + noteURI + `, "value": ` + okNote + `}, {` + noteURI + `, "value": ` + badNote + `}]}`, AnyWrapper, "5; 0 length@/records/1/value/text#" + at},
		{"clean list", `{"records": [{` + noteURI + `, "value": ` + okNote + `}, {` + noteURI + `, "value": ` + okNote + `}]}`, ListWrapper, "5; 0"},
		{"empty list", `{"records": []}`, AnyWrapper, "5 absent"},
		{"a list of others", `{"records": [{` + noteURI + `, "value": ` + okNote + `}, 3]}`, AnyWrapper, "0 type-missing@#0"},

		{"not required", okNote, NoWrapper, "0"},
		{"plain", badNote, AnyWrapper, "0 length@/text#0"},
		{"required of a record", okNote, JetstreamWrapper, "0 data-model@#0"},
		{"required of a list", `[]`, RecordWrapper, "0 data-model@#0"},
		{"required of another", `{"records": []}`, RecordWrapper, "0 data-model@#0"},
	} {
		for _, identify := range []bool{false, true} {
			got := strings.Join(wrappedOutcomes(t, test.text+"\n", test.wrapper, identify), "; ")
			if got != test.want {
				t.Errorf("%s (identify %t): got %q, want %q", test.name, identify, got, test.want)
			}
		}
	}
}

// In profile atproto, a record can be in a space.
func TestUnwrapSpace(t *testing.T) {
	source := &diag.Source{Text: []byte(wrappedSchemas)}
	v := Compile(lexicon.NewCatalog(lexicon.Parse(source, diag.ProfileATProto)), Options{Profile: diag.ProfileATProto}).Records()
	const uri = "at://did:web:example.com/space/com.example.room/lobby/did:web:ada.example.com/com.example.note/self"
	text := `{"uri": "` + uri + `", "value": ` + okNote + `}`
	for result, err := range v.Read(t.Context(), strings.NewReader(text), Input{Wrapper: AnyWrapper}) {
		if err != nil {
			t.Fatal(err)
		}
		if got, want := wrappedOutcome(result), "4 record-key@/value#"+uri; got != want || result.Collection != "com.example.note" {
			t.Errorf("got %s in %q, want %s", got, result.Collection, want)
		}
	}
}

// Read tells of a document what Lines does of a line.
func TestUnwrapRead(t *testing.T) {
	v := noteRecords()
	for _, text := range []string{
		`{"records": [{` + noteURI + `, "value": ` + okNote + `}, {` + noteURI + `, "value": ` + badNote + `}]}`,
		`{` + noteURI + `, "value": ` + okNote + `}`, okNote, `{"records": []}`, `{"did": "did:web:example.com", "kind": "account"}`,
	} {
		var got []string
		for result, err := range v.Read(t.Context(), strings.NewReader(text), Input{Wrapper: AnyWrapper}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, wrappedOutcome(result))
			if wrapped := result.Document != Plain || len(got) > 1; wrapped && !result.Absent && (result.Record == "" || result.Collection != "com.example.note") {
				t.Errorf("%s: the record is %q in %q", text, result.Record, result.Collection)
			}
		}
		if want := wrappedOutcomes(t, text, AnyWrapper, true); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// A record with its CID costs no allocation.
func TestUnwrapAllocations(t *testing.T) {
	if underRace {
		t.Skip("pools do not keep what they get under the race detector")
	}
	v := noteRecords()
	in := Input{Wrapper: AnyWrapper, Text: []byte(`{"did": "did:web:example.com", "kind": "commit", "commit": {"operation": "create", "collection": "com.example.note", "rkey": "3jzfcijpj2z2a",
		"cid": "bafyreidwydhkxbncvxuvbwefh5wchyyei7fikeu4oplmgkynqmsvpcjo2i", "record": ` + okNote + `}}`)}
	if n := testing.AllocsPerRun(100, func() {
		var found checked
		if clean := v.quick(&in, &found); !clean || found.document != CommitEvent {
			t.Fatalf("%+v, clean %t", found, clean)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// What a finding expects stays as it is when the next value is read: texts with escapes are
// in memory that is used again.
func TestExpectedStays(t *testing.T) {
	line := func(collection string) string {
		return `{"uri": "at:\/\/did:web:example.com\/` + collection + `\/3jzfcijpj2z2a", "value": ` + okNote + "}\n"
	}
	var found []diag.Finding
	for result, err := range noteRecords().Lines(t.Context(), strings.NewReader(line("com.example.first")+line("com.example.other")),
		Input{Wrapper: AnyWrapper}, StreamOptions{Workers: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, result.Findings...)
	}
	var expected []any
	for _, f := range found {
		expected = append(expected, f.Data.Expected)
	}
	if want := []any{"com.example.first", "com.example.other"}; !slices.Equal(expected, want) {
		t.Errorf("got %v, want %v", expected, want)
	}
}
