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

var (
	spaceRefs = identifier[string]{
		syntax.FormatSpaceRef, parser[string](syntax.FormatSpaceRef), syntax.FormatSpaceRef.Valid, obviousSpaceRef,
	}
	atURIOrSpaces = identifier[string]{
		syntax.FormatATURIOrSpace, parser[string](syntax.FormatATURIOrSpace), syntax.FormatATURIOrSpace.Valid, obviousATURIOrSpace,
	}
)

func obviousSpaceRef(text string) bool {
	parts := strings.Split(text, "/")
	return len(parts) == 6 && parts[0] == "at:" && parts[1] == "" && obviousDID(parts[2]) && parts[3] == "space" && obviousNSID(parts[4]) && obviousRecordKey(parts[5])
}

func obviousATURIOrSpace(text string) bool {
	if obviousATURI(text) || obviousSpaceRef(text) {
		return true
	}
	parts := strings.Split(text, "/")
	return len(parts) == 9 && obviousSpaceRef(strings.Join(parts[:6], "/")) &&
		obviousDID(parts[6]) && obviousNSID(parts[7]) && obviousRecordKey(parts[8])
}

const aSpace = "at://did:m:v/space/a.b.c/k"

func TestSpaceRef(t *testing.T) {
	o := strings.Repeat("o", 8192)
	spaceRefs.test(t, []string{
		"at://did:plc:abc/space/com.example.club.room/main", aSpace, "at://did:m:v/space/a.b.c/~.:-_", "at://did:m:v/space/a.b.c/" + o[:512],
	}, []fault{
		{"", 0, `it must begin with "at://"`},
		{"at://" + o, 8192, "it is 8197 bytes long, but at most 8192 are allowed"},
		{"at://", 5, `the authority must begin with "did:"`},
		{"at://did:m:v", 12, `"space", the space type, and the space key are missing after the authority`},
		{"at://did:m:v/", 13, `"space", the space type, and the space key are missing after the authority`},
		{"at://a.b", 5, "the authority must be a DID, not a handle"},
		{"at://did:m:v/a.b.c/k", 13, `the part after the authority must be "space"`},
		{"at://did:m:v/Space/a.b.c/k", 13, `the part after the authority must be "space"`},
		{"at://did:m:v/space", 18, `the space type and the space key are missing after "space"`},
		{"at://did:m:v/space/", 19, `the space type and the space key are missing after "space"`},
		{"at://did:m:v/space/a.b", 22, "the space type must have at least 3 segments, but has 2"},
		{"at://did:m:v/space#x", 18, `it has a fragment ("#"), which is not allowed`},
		{"at://did:m:v/space/*/k", 20, "the space type must have at least 3 segments, but has 1"},
		{"at://did:m:v/space/a.b.c", 24, "the space key is missing after the space type"},
		{"at://did:m:v/space/a.b.c/", 25, "the space key is missing after the space type"},
		{"at://did:m:v/space/a.b.c/..", 25, `the space key must not be "." or ".."`},
		{"at://did:m:v/space/a.b.c/" + o[:513], 537, "the space key is 513 bytes long, but at most 512 are allowed"},
		{aSpace + "/", 26, "it has a slash after the space key, which must come last"},
		{aSpace + "/did:m:v/a.b.c/k", 26, "it has a slash after the space key, which must come last"},
		{aSpace + "#x", 26, `it has a fragment ("#"), which is not allowed`},
		{aSpace + "?x", 26, `it has a query ("?"), which is not allowed`},
	})
	spaceRefs.exhaust(t, "at://did:m:v/space", "/a.:#", 7)
}

func TestATURIOrSpace(t *testing.T) {
	o := strings.Repeat("o", 512)
	atURIOrSpaces.test(t, []string{
		aSpace, "at://did:plc:abc/space/com.example.club.room/3jzfcijpj2z2a/did:plc:def/com.example.club.note/3jzfcijpj2z2a",
		"at://a.b", "at://did:m:v", "at://a.b/a.b.c", "at://a.b/a.b.c/space", "at://did:m:v/space/a.b.space/space/did:m:space/space.a.b/space",
		aSpace + "/did:m:v/a.b.c/" + o,
	}, []fault{
		{"", 0, `it must begin with "at://"`},
		{"at://did:m:v/", 12, "it ends with a slash"},
		{"at://did:m:v/Space", 18, "the collection must have at least 3 segments, but has 1"},
		{"at://did:m:v/spaces/a.b.c/k", 19, "the collection must have at least 3 segments, but has 1"},
		{"at://did:m:v/a.b.c/space/k", 24, "it has a slash after the record key, which must come last"},
		{"at://did:m:v/space", 18, `the space type and the space key are missing after "space"`},
		{"at://did:m:v/space/", 19, `the space type and the space key are missing after "space"`},
		{"at://did:m:v/space#x", 20, "the collection must have at least 3 segments, but has 1"},
		{"at://a.b/space", 5, "the authority must be a DID, not a handle"},
		{"at://alice/space/a.b.c/k", 5, `the authority must begin with "did:"`},
		{"at:///space/a.b.c/k", 5, `the authority must begin with "did:"`},
		{"at://did:m:v/space/a.b.c", 24, "the space key is missing after the space type"},
		{"at://did:m:v/space/a.b.c//", 25, "the space key is empty"},
		{aSpace + "/", 26, "it ends with a slash"},
		{aSpace + "//", 27, `the author must begin with "did:"`},
		{aSpace + "/a.b/a.b.c/k", 27, "the author must be a DID, not a handle"},
		{aSpace + "/a.b.c/k", 27, "the author must be a DID, not a handle"},
		{aSpace + "/did:m:v", 34, "the collection and the record key are missing after the author"},
		{aSpace + "/did:m:v/", 35, "the collection and the record key are missing after the author"},
		{aSpace + "/did:m:v/a.b.c", 40, "the record key is missing after the collection"},
		{aSpace + "/did:m:v/a.b.c/", 41, "the record key is missing after the collection"},
		{aSpace + "/did:m:v/a.b.c/.", 41, `the record key must not be "." or ".."`},
		{aSpace + "/did:m:v/a.b.c/k/", 42, "it has a slash after the record key, which must come last"},
		{aSpace + "/did:m:v/a.b.c/k#x", 42, `it has a fragment ("#"), which is not allowed`},
	})
	atURIOrSpaces.exhaust(t, "at://did:m:v/space", "/a.:#", 7)
	atURIOrSpaces.exhaust(t, aSpace+"/did:m:v/a.b", ".c/0-:?", 5)
	if syntax.FormatATURI.Valid(aSpace) {
		t.Error("an at-uri of the specification can name a space")
	}
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

func FuzzATURIOrSpace(f *testing.F) {
	atURIOrSpaces.fuzz(f, aSpace, aSpace+"/did:m:v/a.b.c/k", "at://did:m:v/space", aSpace+"/", aSpace+"/a.b/a.b.c/k", aSpace+"#")
}

func FuzzSpaceRef(f *testing.F) {
	spaceRefs.fuzz(f, aSpace, aSpace+"/did:m:v/a.b.c/k", "at://did:m:v/space/a.b.c", "at://did:m:v", "at://a.b/space/a.b.c/k", aSpace+"?")
}

func BenchmarkATURI(b *testing.B) {
	atURIs.bench(b, "at://did:plc:abcdefghijklmnopqrstuvwx/com.example.feed.post/3jzfcijpj2z2a", "at://did:plc:abcdefghijklmnopqrstuvwx/com.example.feed.post/3jzfcijpj2z2a#")
}
