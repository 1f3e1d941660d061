package syntax_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var atIdentifiers = identifier[syntax.AtIdentifier]{syntax.FormatAtIdentifier, parser[syntax.AtIdentifier](syntax.FormatAtIdentifier), syntax.IsAtIdentifier, obviousAtIdentifier}

func obviousAtIdentifier(text string) bool { return obviousDID(text) || obviousHandle(text) }

func TestAtIdentifier(t *testing.T) {
	atIdentifiers.test(t, []string{
		"alice.example.com", "did:web:example.com", "did.example.com",
	}, []fault{
		{"", 0, "it is empty"},
		{"alice", 5, "it must have at least 2 labels, but has 1"},
		{"@alice.example.com", 0, `label 1 contains "@", but only letters, digits, and hyphens are allowed`},
		{"did:web:", 8, "the identifier after the method is empty"},
		{"did:example.com", 11, `the method contains ".", but only lowercase letters are allowed there`},
		{"DID:web:example.com", 3, `a handle cannot contain ":", and a DID must begin with "did:" in lowercase`},
		{"example.com:80", 11, `a handle cannot contain ":", and a DID must begin with "did:" in lowercase`},
		{"did:m:" + strings.Repeat("o", 2043), 2048, "it is 2049 bytes long, but at most 2048 are allowed"},
		{strings.Repeat("a.", 127), 253, "it is 254 bytes long, but at most 253 are allowed"},
	})
	atIdentifiers.exhaust(t, "did", "a0:.-", 6)
}

func TestAtIdentifierKinds(t *testing.T) {
	a := syntax.AtIdentifier("did:web:example.com")
	if did, ok := a.DID(); !ok || did != "did:web:example.com" {
		t.Errorf("DID of %q: %q, %v", a, did, ok)
	}
	if handle, ok := a.Handle(); ok || handle != "" {
		t.Errorf("handle of %q: %q, %v", a, handle, ok)
	}
	a = "did.example.com"
	if did, ok := a.DID(); ok || did != "" {
		t.Errorf("DID of %q: %q, %v", a, did, ok)
	}
	if handle, ok := a.Handle(); !ok || handle != "did.example.com" {
		t.Errorf("handle of %q: %q, %v", a, handle, ok)
	}
}

func FuzzAtIdentifier(f *testing.F) {
	atIdentifiers.fuzz(f, "alice.example.com", "did:web:example.com", "did.a", "DID:m:v", "a:b")
}

func BenchmarkAtIdentifier(b *testing.B) {
	atIdentifiers.bench(b, "alice.example.com", "did:plc:abcdefghijklmnopqrstuvwx")
}
