package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var recordKeys = identifier[syntax.RecordKey]{syntax.FormatRecordKey, syntax.ParseRecordKey, syntax.IsRecordKey, obviousRecordKey}

var obviousRecordKeyShape = regexp.MustCompile(`^[a-zA-Z0-9_~.:-]+$`)

func obviousRecordKey(text string) bool {
	return len(text) <= 512 && text != "." && text != ".." && obviousRecordKeyShape.MatchString(text)
}

func TestRecordKey(t *testing.T) {
	const only = ", but only letters, digits, and . _ ~ : - are allowed"
	o := strings.Repeat("o", 513)
	recordKeys.test(t, []string{
		"self", "3jzfcijpj2z2a", "alice.example.com", "a", "...", ".a", "~", "-_:~.", "AZ09", o[:512],
	}, []fault{
		{"", 0, "it is empty"},
		{".", 0, `it must not be "." or ".."`},
		{"..", 0, `it must not be "." or ".."`},
		{"a/b", 1, `it contains "/"` + only},
		{"a b", 1, `it contains " "` + only},
		{"#", 0, `it contains "#"` + only},
		{"a%20", 1, `it contains "%"` + only},
		{"dHJ1ZQ==", 6, `it contains "="` + only},
		{"naïve", 2, `it contains "ï"` + only},
		{"a\x1b[0m", 1, `it contains "\x1b"` + only},
		{"a\x80", 1, "it contains byte 0x80" + only},
		{o, 512, "it is 513 bytes long, but at most 512 are allowed"},
	})
	for i := range 256 {
		recordKeys.exhaust(t, string([]byte{byte(i)}), ".a~", 3)
	}
}

func FuzzRecordKey(f *testing.F) {
	recordKeys.fuzz(f, "self", ".", "..", "...", "a/b", "~1.2-3_:", strings.Repeat("o", 513))
}

func BenchmarkRecordKey(b *testing.B) {
	recordKeys.bench(b, "3jzfcijpj2z2a", "self#")
}
