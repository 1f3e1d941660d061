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
	const only = ", only letters, digits and any of . _ ~ : - are allowed"
	o := strings.Repeat("o", 513)
	recordKeys.test(t, []string{
		"self", "3jzfcijpj2z2a", "alice.example.com", "a", "...", ".a", "~", "-_:~.", "AZ09", o[:512],
	}, []fault{
		{"", 0, "is empty"},
		{".", 0, `must not be "." or ".."`},
		{"..", 0, `must not be "." or ".."`},
		{"a/b", 1, `has "/"` + only},
		{"a b", 1, `has " "` + only},
		{"#", 0, `has "#"` + only},
		{"a%20", 1, `has "%"` + only},
		{"dHJ1ZQ==", 6, `has "="` + only},
		{"naïve", 2, `has "ï"` + only},
		{"a\x1b[0m", 1, `has "\x1b"` + only},
		{"a\x80", 1, "has byte 0x80" + only},
		{o, 512, "is 513 bytes long, at most 512"},
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
