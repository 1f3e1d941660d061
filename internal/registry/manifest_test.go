package registry

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

const (
	cidA = "bafyreibs4utpgbn7uqegmd2goqz4bkyflre2ek2iwv743fhvylwi4zeeim"
	cidB = "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"
)

// What is read is written again: sorted, laid out, and with the keys of others in place.
func TestManifestRoundTrip(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"version 1": {`{"tool": {"b": [1, 2.50]}, "version": 1, "resolutions": {
		"com.example.b": {"note": null, "uri": "at://did:plc:abc/com.atproto.lexicon.schema/com.example.b", "cid": "` + cidB + `"},
		"com.example.a": {"uri": "at://did:web:example.com/com.atproto.lexicon.schema/com.example.a", "cid": "` + cidA + `"}},
		"lexicons": ["com.example.b", "com.example.a"]}`, `{
  "tool": {
    "b": [
      1,
      2.50
    ]
  },
  "version": 1,
  "resolutions": {
    "com.example.a": {
      "uri": "at://did:web:example.com/com.atproto.lexicon.schema/com.example.a",
      "cid": "` + cidA + `"
    },
    "com.example.b": {
      "note": null,
      "uri": "at://did:plc:abc/com.atproto.lexicon.schema/com.example.b",
      "cid": "` + cidB + `"
    }
  },
  "lexicons": [
    "com.example.a",
    "com.example.b"
  ]
}
`},
		"version 2": {`{"version": 2, "resolvers": [{"path": "../../lexicons", "type": "directory", "include": ["com.atproto.*"], "<": 1.0}],
		"lexicons": [], "resolutions": {"com.atproto.a.b": {"uri": "file://../../lexicons/com/atproto/a/b.json", "cid": "` + cidA + `"}}, "more": []}`, `{
  "version": 2,
  "resolvers": [
    {
      "path": "../../lexicons",
      "type": "directory",
      "include": [
        "com.atproto.*"
      ],
      "<": 1.0
    }
  ],
  "lexicons": [],
  "resolutions": {
    "com.atproto.a.b": {
      "uri": "file://../../lexicons/com/atproto/a/b.json",
      "cid": "` + cidA + `"
    }
  },
  "more": []
}
`},
	} {
		for _, text := range []string{test.text, test.want} {
			m := &Manifest{}
			if err := parseList(&diag.Source{Path: "lexicons.json", Text: []byte(text)}, m.read); err != nil {
				t.Fatal(err)
			}
			if got := string(m.Text()); got != test.want {
				t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
			}
		}
	}
	const empty = "{\n  \"version\": 1,\n  \"lexicons\": [],\n  \"resolutions\": {}\n}\n"
	if got := string(new(Manifest).Text()); got != empty {
		t.Errorf("a new manifest: %s", got)
	}
}

func TestManifestFaults(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`[]`, "1:1: the manifest must be an object, but is an array"},
		{``, "1:1: "},
		{`{"version": 1, "lexicons": []}`, `1:1: missing key "resolutions"`},
		{`{"version": 3, "lexicons": [], "resolutions": {}}`, "1:13: unknown version of the manifest; this version of lexsmith reads versions 1 and 2"},
		{`{"version": "1", "lexicons": [], "resolutions": {}}`, "1:13: unknown version of the manifest"},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": {}}`, `1:64: "resolvers" must be an array of objects, but is an object`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [1]}`, `1:65: a resolver must be an object with a type, but is a number`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [{}]}`, `1:65: missing key "type"`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [{"type": "directory"}]}`, `1:65: missing key "path"`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [{"type": "repo"}]}`, `1:65: missing key "repo"`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [{"type": "repo", "repo": "alice"}]}`, `1:90: "alice" is neither a handle nor a DID`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [{"type": "repo", "repo": 1}]}`, `1:90: repo must be a string, but is a number`},
		{`{"version": 2, "lexicons": [], "resolutions": {}, "resolvers": [{"type": "x", "include": "a"}]}`, `1:90: "include" must be an array of patterns, but is a string`},
		{`{"version": 2, "lexicons": [], "resolutions": {"com.example.a": {"uri": "file:///a.json", "cid": "` + cidA + `"}}}`, `"file:///a.json" is not in the form file://PATH, with the path of a JSON file relative to the manifest`},
		{`{"version": 2, "lexicons": [], "resolutions": {"com.example.a": {"uri": "file://a", "cid": "` + cidA + `"}}}`, `"file://a" is not in the form file://PATH`},
		{`{"version": 1, "version": 1, "lexicons": [], "resolutions": {}}`, "1:16: the key \"version\" appears twice"},
		{`{"version": 1, "lexicons": ["com"], "resolutions": {}}`, `1:29: "com" is not a valid NSID: `},
		{`{"version": 1, "lexicons": ["com.example.a", "com.example.a"], "resolutions": {}}`, "1:46: com.example.a appears twice"},
		{`{"version": 1, "lexicons": {}, "resolutions": {}}`, "1:28: \"lexicons\" must be an array of NSIDs, but is an object"},
		{`{"version": 1, "lexicons": [null], "resolutions": {}}`, "1:29: an entry of \"lexicons\" must be an NSID, but is null"},
		{`{"version": 1, "lexicons": [], "resolutions": []}`, "1:47: \"resolutions\" must be an object, but is an array"},
		{`{"version": 1, "lexicons": [], "resolutions": {"a": {}}}`, `1:48: "a" is not a valid NSID`},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": 1}}`, "1:65: a resolution must be an object with uri and cid, but is a number"},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": {"uri": "at://did:plc:abc/com.atproto.lexicon.schema/com.example.a"}}}`, `missing key "cid"`},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": {"uri": "at://did:plc:abc/com.atproto.lexicon.schema/com.example.b", "cid": "` + cidA + `"}}}`,
			"is not in the form at://DID/com.atproto.lexicon.schema/com.example.a"},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": {"uri": "at://example.com/com.atproto.lexicon.schema/com.example.a", "cid": "` + cidA + `"}}}`, "is not in the form"},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": {"uri": "at://did:plc:abc/com.atproto.lexicon.schema/com.example.a", "cid": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"}}}`,
			"is not the CID of a record"},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": {"uri": "at://did:plc:abc/com.atproto.lexicon.schema/com.example.a", "cid": "` + cidA[:20] + `\n` + cidA[20:] + `"}}}`,
			"is not the CID of a record"},
		{`{"version": 1, "lexicons": [], "resolutions": {"com.example.a": {"uri": 1, "cid": "x"}}}`, "uri must be a string, but is a number"},
		{`{"version": 1, // comment
  "lexicons": [], "resolutions": {}}`, "1:16: "},
	} {
		err := parseList(&diag.Source{Path: "lexicons.json", Text: []byte(test.text)}, new(Manifest).read)
		if err == nil || !strings.Contains(err.Error(), "lexicons.json:") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.text, err, test.want)
		}
	}
}
