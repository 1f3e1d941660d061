package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var dids = identifier[syntax.DID]{syntax.FormatDID, syntax.ParseDID, syntax.IsDID, obviousDID}

var obviousDIDShape = regexp.MustCompile(`^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$`)

func obviousDID(text string) bool { return len(text) <= 2048 && obviousDIDShape.MatchString(text) }

func TestDID(t *testing.T) {
	const only = ", but only letters, digits, and . _ : - % are allowed there"
	o := strings.Repeat("o", 2048)
	dids.test(t, []string{
		"did:web:example.com", "did:m:v", "did:web:localhost%3A80", "did:m::::v", "did:m:%zz", "did:m:-", "did:m:" + o[:2042],
	}, []fault{
		{"", 0, `it must begin with "did:"`},
		{"did", 3, `it must begin with "did:"`},
		{"DID:web:a", 0, `it must begin with "did:"`},
		{"diD:web:a", 2, `it must begin with "did:"`},
		{"alice.example.com", 0, `it must begin with "did:"`},
		{"did:", 4, "expected a colon and an identifier after the method"},
		{"did:web", 7, "expected a colon and an identifier after the method"},
		{"did::a", 4, "the method is empty"},
		{"did:Web:a", 4, `the method contains "W", but only lowercase letters are allowed there`},
		{"did:m1:a", 5, `the method contains "1", but only lowercase letters are allowed there`},
		{"did:web:", 8, "the identifier after the method is empty"},
		{"did:web:a:", 9, `it must not end with ":"`},
		{"did:web:a%", 9, `it must not end with "%"`},
		{"did:web:a/b", 9, `the identifier contains "/"` + only},
		{"did:web:a#b", 9, `the identifier contains "#"` + only},
		{"did:web:a ", 9, `the identifier contains " "` + only},
		{"did:web:a\x7f", 9, `the identifier contains "\x7f"` + only},
		{"did:web:é", 8, `the identifier contains "é"` + only},
		{"did:web:\xc3", 8, "the identifier contains byte 0xc3" + only},
		{"did:m:" + o[:2043], 2048, "it is 2049 bytes long, but at most 2048 are allowed"},
	})
	dids.exhaust(t, "did", "a0A:%-.~", 5)
	dids.exhaust(t, "did:m:", "a0:%_/", 5)
}

func TestDIDParts(t *testing.T) {
	tests := []struct {
		did                syntax.DID
		method, identifier string
	}{
		{"did:web:example.com", "web", "example.com"},
		{"did:m:a:b", "m", "a:b"},
		{"", "", ""},
	}
	for _, test := range tests {
		if method, identifier := test.did.Method(), test.did.Identifier(); method != test.method || identifier != test.identifier {
			t.Errorf("%q: %q, %q; want %q, %q", test.did, method, identifier, test.method, test.identifier)
		}
	}
}

func FuzzDID(f *testing.F) {
	dids.fuzz(f, "did:web:example.com", "did:m:v", "did:m:%", "did:m1:v", "did::", "DID:m:v", "did:m:a%20b:c")
}

func BenchmarkDID(b *testing.B) {
	dids.bench(b, "did:plc:abcdefghijklmnopqrstuvwx", "did:plc:abcdefghijklmnopqrstuvw:")
}
