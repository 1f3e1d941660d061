package datamodel

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

func TestReadJSON(t *testing.T) {
	const link = "bafkreibabalobzn6cd366ukcsjycp4yymjymgfxcv6xczmlgpemzkz3cfa"
	for text, want := range map[string]string{
		`null`:                                  "null ",
		` [1.0, -0, 1e3, 9223372036854775807] `: "4[1 0 1000 9223372036854775807 ] ",
		`"\u00e9\ud83d\ude00\n"`:                `"é😀\n" `,
		`{"a": {"b": [true]}, "c": ""}`:         `type= blob=false map[a:type= blob=false map[b:1[true ]] c:""] `,
		`{"$bytes": "AAE"}`:                     "bytes(2) ",
		`{"$link": "` + link + `"}`:             link + " ",
		`{"$link": "b\u0061fkreibabalobzn6cd366ukcsjycp4yymjymgfxcv6xczmlgpemzkz3cfa"}`:     link + " ",
		`{"$type": "blob", "ref": {"$link": "` + link + `"}, "mimeType": "a/b", "size": 0}`: `type=blob blob=true map[$type:"blob" mimeType:"a/b" ref:` + link + ` size:0] `,
		strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth):                       strings.Repeat("1[", MaxDepth-1) + "0[]" + strings.Repeat(" ]", MaxDepth-1) + " ",

		`1.5`:                          "invalid value Fraction at 0",
		`[9223372036854775808, 1e400]`: "2[invalid value invalid value ] LargeInteger at 1, LargeInteger at 2",
		`{"$bytes": "AAE", "x": 1}`:    "invalid value BytesKeys at 0",
		`{"$bytes": "A-"}`:             "invalid value BytesText at 0",
		`{"$bytes": 1}`:                "invalid value BytesText at 0",
		`{"$link": "` + link + `", "$type": "x"}`: "invalid value LinkKeys at 0",
		`{"$link": "bafy"}`:                       "invalid value LinkText at 0",
		`{"$type": ""}`:                           "type= blob=false map[$type:invalid value] TypeText at 2",
		`{"$type": "blob", "ref": 1, "size": -1}`: "invalid value NoBlobMIME at 0, BlobRef at 4, BlobSize at 6",
		`{"$type": "blob", "mimeType": "x"}`:      "invalid value NoBlobRef at 0, NoBlobSize at 0, BlobMIME at 4",
		`{"a": 1, "a": 2.5, "\u0061": 3}`:         "type= blob=false map[a:3] RepeatedKey at 3, Fraction at 4, RepeatedKey at 5",
	} {
		var tape Tape
		if !tape.ReadJSON([]byte(text)) {
			t.Errorf("%s: refused", text)
			continue
		}
		if got := outline(&tape) + " " + violations(&tape); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
		for _, v := range tape.Violations() {
			if v.Kind == RepeatedKey {
				continue
			}
			if message, help := tape.Describe(v); message == "" || help == "" {
				t.Errorf("%s: violation %d has the message %q and the help %q", text, v.Kind, message, help)
			}
		}
	}
}

func TestPointer(t *testing.T) {
	var tape Tape
	if !tape.ReadJSON([]byte(`{"a/b": [0, [1, {"~": 2}]], "": {"$type": "blob", "c": [3]}, "d": {"$link": [4, 5]}}`)) {
		t.Fatal("refused")
	}
	got := map[string]bool{}
	for i := range uint32(len(tape.Tokens)) {
		got[tape.Pointer(i)] = true
	}
	for _, want := range []string{"", "/a~1b", "/a~1b/0", "/a~1b/1/0", "/a~1b/1/1/~0", "/", "//c/0", "/d/$link/1"} {
		if !got[want] {
			t.Errorf("no value has the pointer %q", want)
		}
	}
}

// Package lexicon explains what ReadJSON only refuses.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, 2.5, "x\u00e9\ud83d\ude00"], "$type": "a.b"}`, "[01]", `"\ud800"`, "\"\xff\"", "tru", "[1,]", "{} {}", "-", "1.", "\x00", `{"a":1,"a":2}`, strings.Repeat("[", 1001),
		"//", "\"\t\"", "[1 2]", `{"a" 1}`, `{1:2}`, "1e5", "-0.0e-1", "]", "",
	} {
		f.Add([]byte(seed))
	}
	var tape Tape
	f.Fuzz(func(t *testing.T, text []byte) {
		before := slices.Clone(text)
		ok := tape.ReadJSON(text)
		if !slices.Equal(before, text) {
			t.Fatal("the text was changed")
		}
		explained := slices.ContainsFunc(jsontree.CheckJSON(&diag.Source{Text: text}), func(f diag.Finding) bool {
			return f.Rule != diag.RuleDuplicateKey
		})
		if ok == explained {
			t.Fatalf("%q: accepted is %t, explained is %t", text, ok, explained)
		}
		if !ok {
			return
		}
		if n := CountTokens(text); len(tape.Tokens) != n {
			t.Fatalf("%d tokens, CountTokens says %d", len(tape.Tokens), n)
		}
		for i, tok := range tape.Tokens {
			if tok.Start > tok.End || int(tok.End) > len(text) || int(tok.Next) > len(tape.Tokens) {
				t.Fatalf("token %d is %+v", i, tok)
			}
		}
	})
}

// ParseForm decodes as net/url does, which refuses semicolons: they are plain
// characters here.
func FuzzForm(f *testing.F) {
	for _, seed := range []string{"", "?q=a&b=%20+", "a=1&b&=x&a=%C3%A9", "q=%zz&%=1&q=%ff&r=1", "a=b=c&&", "??", "=", "&", "%", "%4", "a=%+1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if slices.Contains(text, ';') {
			return
		}
		got := url.Values{}
		broken := false
		for _, p := range ParseForm(text) {
			got[p.Name.Text] = append(got[p.Name.Text], p.Value.Text)
			broken = broken || p.Name.Fault != "" || p.Value.Fault != ""
			for _, part := range []FormText{p.Name, p.Value} {
				if part.Start > part.End || int(part.End) > len(text) {
					t.Fatalf("%q: %+v is outside", text, part)
				}
			}
		}
		want, err := url.ParseQuery(strings.TrimPrefix(string(text), "?"))
		bad := err != nil
		for name, values := range want {
			for _, value := range append(values, name) {
				bad = bad || !utf8.ValidString(value)
			}
		}
		if broken != bad || !bad && got.Encode() != want.Encode() {
			t.Fatalf("%q\n got %q, broken is %v\nwant %q, %v", text, got.Encode(), broken, want.Encode(), err)
		}
	})
}
