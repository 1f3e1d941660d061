package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var handles = identifier[syntax.Handle]{syntax.FormatHandle, syntax.ParseHandle, syntax.IsHandle, obviousHandle}

var obviousLabel = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$`)

// obviousLabels splits a text at its dots, nil when a part is not a label.
func obviousLabels(text string) []string {
	labels := strings.Split(text, ".")
	for _, label := range labels {
		if len(label) > 63 || !obviousLabel.MatchString(label) {
			return nil
		}
	}
	return labels
}

func obviousHandle(text string) bool {
	labels := obviousLabels(text)
	return len(text) <= 253 && len(labels) >= 2 && regexp.MustCompile(`^[a-zA-Z]`).MatchString(labels[len(labels)-1])
}

func TestHandle(t *testing.T) {
	o := strings.Repeat("o", 64)
	long := strings.Repeat(o[:49]+".", 5)
	handles.test(t, []string{
		"alice.example.com", "a.b", "A.B.C", "0.1.a", "x--y.t-t", "xn--bcher-kva.example", o[:63] + "." + o[:63], long + "abc",
	}, []fault{
		{"", 0, "it is empty"},
		{"localhost", 9, "it must have at least 2 labels, but has 1"},
		{".", 0, "label 1 is empty"},
		{".example.com", 0, "label 1 is empty"},
		{"alice..com", 6, "label 2 is empty"},
		{"example.com.", 12, "label 3 is empty"},
		{"alice." + o + ".com", 69, "label 2 is 64 bytes long, but at most 63 are allowed"},
		{"alice." + o, 69, "label 2 is 64 bytes long, but at most 63 are allowed"},
		{long + "abcd", 253, "it is 254 bytes long, but at most 253 are allowed"},
		{"-a.example", 0, "label 1 begins with a hyphen"},
		{"a.-.example", 2, "label 2 begins with a hyphen"},
		{"a-.example", 1, "label 1 ends with a hyphen"},
		{"a.example-", 9, "label 2 ends with a hyphen"},
		{"10.0.0.1", 7, `the last label must begin with a letter, not "1"`},
		{"a_b.example", 1, `label 1 contains "_", but only letters, digits, and hyphens are allowed`},
		{" a.example", 0, `label 1 contains " ", but only letters, digits, and hyphens are allowed`},
		{"a.example\n", 9, `label 2 contains "\n", but only letters, digits, and hyphens are allowed`},
		{"a.\u202eb", 2, `label 2 contains "\u202e", but only letters, digits, and hyphens are allowed`},
		{"a.exämple", 4, `label 2 contains "ä", but only letters, digits, and hyphens are allowed`},
		{"a.b\xff", 3, "label 2 contains byte 0xff, but only letters, digits, and hyphens are allowed"},
	})
	handles.exhaust(t, "", "aZ0-._", 6)
}

func FuzzHandle(f *testing.F) {
	handles.fuzz(f, "alice.example.com", "a.b", "10.0.0.1", "a-.b", strings.Repeat("o", 63)+".x", strings.Repeat("a.", 126)+"a")
}

func BenchmarkHandle(b *testing.B) {
	handles.bench(b, "alice.example.com", "alice.example_com")
}
