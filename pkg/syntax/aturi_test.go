package syntax_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var atURIs = identifier[syntax.ATURI]{syntax.FormatATURI, syntax.ParseATURI, syntax.FormatATURI.Valid, obviousATURI}

func obviousATURI(text string) bool {
	rest, ok := strings.CutPrefix(text, "at://")
	parts := strings.Split(rest, "/")
	return ok && len(text) <= 8192 && len(parts) <= 3 && obviousAtIdentifier(parts[0]) &&
		(len(parts) < 2 || obviousNSID(parts[1])) &&
		(len(parts) < 3 || obviousRecordKey(parts[2]))
}

func TestATURI(t *testing.T) {
	o := strings.Repeat("o", 8192)
	atURIs.test(t, []string{
		"at://did:plc:abc/com.example.thing/self", "at://a.b", "at://did:m:v", "at://a.b/a.b.c", "at://a.b/a.b.c/~.:-_", "at://a.b/a.b.c/" + o[:512],
	}, []fault{
		{"", 0, `it must begin with "at://"`},
		{"at:/", 4, `it must begin with "at://"`},
		{"AT://a.b", 0, `it must begin with "at://"`},
		{"https://a.b", 0, `it must begin with "at://"`},
		{" at://a.b", 0, `it must begin with "at://"`},
		{"at://" + o, 8192, "it is 8197 bytes long, but at most 8192 are allowed"},
		{"at://", 5, "the authority is empty"},
		{"at:///com.example.thing", 5, "the authority is empty"},
		{"at://alice", 10, "the authority must have at least 2 labels, but has 1"},
		{"at://did:web:", 13, "in the authority, the identifier after the method is empty"},
		{"at://DID:web:a", 8, `in the authority, a handle cannot contain ":", and a DID must begin with "did:" in lowercase`},
		{"at://a.b/", 8, "it ends with a slash"},
		{"at://a.b//", 9, "the collection is empty"},
		{"at://a.b/com.example", 20, "the collection must have at least 3 segments, but has 2"},
		{"at://a.b/com.example.foo-bar/x", 24, `in the collection, the name (segment 3) contains "-", but only letters and digits are allowed there`},
		{"at://a.b/" + o[:400], 326, "the collection is 400 bytes long, but at most 317 are allowed"},
		{"at://a.b/a.b.c/", 14, "it ends with a slash"},
		{"at://a.b/a.b.c//", 15, "the record key is empty"},
		{"at://a.b/a.b.c/..", 15, `the record key must not be "." or ".."`},
		{"at://a.b/a.b.c/a%20", 16, `the record key contains "%", but only letters, digits, and . _ ~ : - are allowed`},
		{"at://a.b/a.b.c/" + o[:513], 527, "the record key is 513 bytes long, but at most 512 are allowed"},
		{"at://a.b/a.b.c/d/", 16, "it has a slash after the record key, which must come last"},
		{"at://a.b/a.b.c/d/e", 16, "it has a slash after the record key, which must come last"},
		{"at://a.b#x", 8, `it has a fragment ("#"), which is not allowed`},
		{"at://did:m:v#x", 12, `it has a fragment ("#"), which is not allowed`},
		{"at://a.b/a.b.c#/x", 14, `it has a fragment ("#"), which is not allowed`},
		{"at://a.b/a.b.c/d?x=y", 16, `it has a query ("?"), which is not allowed`},
	})
	atURIs.exhaust(t, "at:/", "/a.:#", 6)
	atURIs.exhaust(t, "at://a.b", "/a.-~", 7)
	atURIs.exhaust(t, "at://did:m:v/a.b", ".c/0-:?", 5)
}

func TestATURIParts(t *testing.T) {
	tests := []struct {
		uri        syntax.ATURI
		authority  syntax.AtIdentifier
		collection syntax.NSID
		key        syntax.RecordKey
	}{
		{"at://a.b/com.example.thing/self", "a.b", "com.example.thing", "self"},
		{"at://did:m:v/com.example.thing", "did:m:v", "com.example.thing", ""},
		{"at://a.b", "a.b", "", ""},
		{"", "", "", ""},
	}
	for _, test := range tests {
		if authority, collection, key := test.uri.Authority(), test.uri.Collection(), test.uri.RecordKey(); authority != test.authority || collection != test.collection || key != test.key {
			t.Errorf("%q: %q, %q, %q; want %q, %q, %q", test.uri, authority, collection, key, test.authority, test.collection, test.key)
		}
	}
}

func FuzzATURI(f *testing.F) {
	atURIs.fuzz(f, "at://a.b", "at://did:m:v/a.b.c/d", "at://a.b/", "at://a.b/a.b.c/", "at://a.b/a.b.c/d/", "at://a.b#", "at://a.b/a.b.c/..")
}

func BenchmarkATURI(b *testing.B) {
	atURIs.bench(b, "at://did:plc:abcdefghijklmnopqrstuvwx/com.example.feed.post/3jzfcijpj2z2a", "at://did:plc:abcdefghijklmnopqrstuvwx/com.example.feed.post/3jzfcijpj2z2a#")
}
