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
		{"", 0, "is empty"},
		{"localhost", 9, "must have at least 2 labels, has 1"},
		{".", 0, "label 1 is empty"},
		{".example.com", 0, "label 1 is empty"},
		{"alice..com", 6, "label 2 is empty"},
		{"example.com.", 12, "label 3 is empty"},
		{"alice." + o + ".com", 69, "label 2 is 64 bytes long, at most 63"},
		{"alice." + o, 69, "label 2 is 64 bytes long, at most 63"},
		{long + "abcd", 253, "is 254 bytes long, at most 253"},
		{"-a.example", 0, "label 1 begins with a hyphen"},
		{"a.-.example", 2, "label 2 begins with a hyphen"},
		{"a-.example", 1, "label 1 ends with a hyphen"},
		{"a.example-", 9, "label 2 ends with a hyphen"},
		{"10.0.0.1", 7, `the last label must begin with a letter, found "1"`},
		{"a_b.example", 1, `"_" in label 1, only letters, digits and inner hyphens are allowed`},
		{" a.example", 0, `" " in label 1, only letters, digits and inner hyphens are allowed`},
		{"a.example\n", 9, `"\n" in label 2, only letters, digits and inner hyphens are allowed`},
		{"a.\u202eb", 2, `"\u202e" in label 2, only letters, digits and inner hyphens are allowed`},
		{"a.exämple", 4, `"ä" in label 2, only letters, digits and inner hyphens are allowed`},
		{"a.b\xff", 3, "byte 0xff in label 2, only letters, digits and inner hyphens are allowed"},
	})
	handles.exhaust(t, "", "aZ0-._", 6)
}

func FuzzHandle(f *testing.F) {
	handles.fuzz(f, "alice.example.com", "a.b", "10.0.0.1", "a-.b", strings.Repeat("o", 63)+".x", strings.Repeat("a.", 126)+"a")
}

func BenchmarkHandle(b *testing.B) {
	handles.bench(b, "alice.example.com", "alice.example_com")
}
