package syntax_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestFormatNames(t *testing.T) {
	want := []string{"at-identifier", "at-uri", "cid", "datetime", "did", "handle", "nsid", "uri", "language", "tid", "record-key", "space-ref"}
	all := syntax.Formats()
	if last := len(all) - 1; all[last] != syntax.FormatATURIOrSpace || all[last].String() != "at-uri" {
		t.Fatalf("the last format is %q, want the second one named at-uri", all[last])
	}
	all = all[:len(all)-1]
	if len(all) != len(want) {
		t.Fatalf("%d formats, want %d", len(all), len(want))
	}
	for i, format := range all {
		if format.String() != want[i] {
			t.Errorf("format %d is %q, want %q", i, format, want[i])
		}
		if got := syntax.FormatByName(want[i]); got != format {
			t.Errorf("FormatByName(%q) = %d, want %d", want[i], got, format)
		}
	}
	for _, name := range []string{"", "DID", "at_uri", "date-time", "aturi", "did "} {
		if got := syntax.FormatByName(name); got != syntax.FormatNone {
			t.Errorf("FormatByName(%q) = %q, want none", name, got)
		}
	}
	if syntax.FormatNone.String() != "" || !syntax.FormatNone.Valid("\x00") || syntax.FormatNone.Check("\x00") != nil {
		t.Error("the zero format has a name or rejects a text")
	}
}

// TestFormatLengths compares the table of lengths with texts that have them.
func TestFormatLengths(t *testing.T) {
	o := strings.Repeat("o", 8192)
	handle := o[:63] + "." + o[:63] + "." + o[:63] + "." + o[:61]
	nsid := o[:63] + "." + o[:63] + "." + o[:63] + "." + o[:63] + "." + o[:61]
	did := "did:m:" + o[:2042]
	tests := []struct {
		format          syntax.Format
		least, greatest string // greatest "": no limit
	}{
		{syntax.FormatAtIdentifier, "a.b", did},
		{syntax.FormatATURI, "at://a.b", "at://" + did + "/" + nsid + "/" + o[:512]},
		{syntax.FormatCID, o[:8], o[:256]},
		{syntax.FormatDatetime, "1985-04-12T23:20:50Z", ""},
		{syntax.FormatDID, "did:m:v", did},
		{syntax.FormatHandle, "a.b", handle},
		{syntax.FormatNSID, "a.b.c", nsid},
		{syntax.FormatURI, "a:b", "a:" + o[:8190]},
		{syntax.FormatLanguage, "en", ""},
		{syntax.FormatTID, "2222222222222", "2222222222222"},
		{syntax.FormatRecordKey, "a", o[:512]},
		{syntax.FormatSpaceRef, "at://did:m:v/space/a.b.c/k", "at://" + did + "/space/" + nsid + "/" + o[:512]},
		{
			syntax.FormatATURIOrSpace, "at://a.b",
			"at://" + did + "/space/" + nsid + "/" + o[:512] + "/" + did + "/" + nsid + "/" + o[:512],
		},
	}
	for _, test := range tests {
		t.Run(test.format.String(), func(t *testing.T) {
			least, greatest := test.format.Lengths()
			if least != len(test.least) || greatest != len(test.greatest) {
				t.Errorf("lengths %d to %d, want %d to %d", least, greatest, len(test.least), len(test.greatest))
			}
			if err := test.format.Check(test.least); err != nil {
				t.Errorf("the shortest text: %v", err)
			}
			if test.greatest == "" {
				return
			}
			if err := test.format.Check(test.greatest); err != nil {
				t.Errorf("the longest text: %v", err)
			}
			if test.format.Valid(test.greatest + "o") {
				t.Error("one byte more than the longest text is accepted")
			}
		})
	}
}

// TestFormatAllocations checks the promise of Format.Valid for all formats.
func TestFormatAllocations(t *testing.T) {
	texts := []string{
		"", "alice.example.com", "at://did:web:example.com/com.example.thing/self", "2024-02-29T12:00:00.123Z",
		"did:web:example.com", "com.example.thing", "https://example.com/a?b#c", "en-GB", "3jzfcijpj2z2a", "self",
		"at://alice.example.com/com.example/self", "2024-02-30T12:00:00.123Z", "did:web:", "a\xffb", "日本.example",
		strings.Repeat("a", 9000),
	}
	for _, format := range syntax.Formats() {
		for _, text := range texts {
			if n := testing.AllocsPerRun(10, func() { format.Valid(text) }); n != 0 {
				t.Errorf("%s.Valid(%.40q) allocates %v times", format, text, n)
			}
		}
	}
}

// FuzzFormats compares the verdict of each format, its error and the lengths of the
// table with each other.
func FuzzFormats(f *testing.F) {
	for _, seed := range []string{
		"", "alice.example.com", "at://did:web:example.com/com.example.thing/self", "2024-02-29T12:00:00.123+01:00",
		"com.example.thing", "https://example.com/%20", "zh-Hant-x-a", "3jzfcijpj2z2a", "a\x1b[31m", "a.\u202eb", "a.\xff",
		"QmPZ9gcCEpqKTo6aq61g2nXGUhM4iCL3ewB6LDXZCtioEB",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range syntax.Formats() {
			err := format.Check(text)
			if format.Valid(text) != (err == nil) {
				t.Fatalf("%s.Valid(%q) contradicts Check: %v", format, text, err)
			}
			if err != nil {
				checkError(t, format, text, err)
				continue
			}
			least, greatest := format.Lengths()
			if len(text) < least || greatest > 0 && len(text) > greatest {
				t.Fatalf("%s accepts %q of %d bytes, but its lengths are %d to %d", format, text, len(text), least, greatest)
			}
		}
	})
}

// fault is a text that a format rejects, and why.
type fault struct {
	text   string
	offset int
	reason string
}

// identifier is what the tests of one string type work on.
type identifier[T ~string] struct {
	format syntax.Format
	parse  func(string) (T, error)
	is     func(string) bool
	oracle func(string) bool // slow, obvious second implementation of is
}

// test checks the verdict, reason and offset of all three ways to ask.
func (id identifier[T]) test(t *testing.T, valid []string, invalid []fault) {
	t.Helper()
	for _, text := range valid {
		if got, err := id.parse(text); err != nil || string(got) != text {
			t.Errorf("parse of %q: %q, %v", text, got, err)
		}
		if !id.is(text) || !id.format.Valid(text) {
			t.Errorf("%q is refused", text)
		}
	}
	for _, test := range invalid {
		if id.is(test.text) || id.format.Valid(test.text) {
			t.Errorf("%q is accepted", test.text)
		}
		got, err := id.parse(test.text)
		var e *syntax.Error
		if !errors.As(err, &e) || got != "" {
			t.Errorf("parse of %q: %q, %v", test.text, got, err)
			continue
		}
		checkError(t, id.format, test.text, err)
		if e.Offset != test.offset || e.Reason != test.reason {
			t.Errorf("%.80q\n got %d %s\nwant %d %s", test.text, e.Offset, e.Reason, test.offset, test.reason)
		}
	}
	for _, texts := range [][]string{valid[:1], {invalid[0].text, invalid[len(invalid)-1].text}} {
		for _, text := range texts {
			if n := testing.AllocsPerRun(100, func() { id.is(text) }); n != 0 {
				t.Errorf("the check of %q allocates %v times", text, n)
			}
		}
	}
}

// parser is the Parse function of a format that has none of its own.
func parser[T ~string](format syntax.Format) func(string) (T, error) {
	return func(text string) (T, error) {
		if err := format.Check(text); err != nil {
			return "", err
		}
		return T(text), nil
	}
}

// exhaust compares with the oracle on prefix and all texts of up to n letters
// of the alphabet after it.
func (id identifier[T]) exhaust(t *testing.T, prefix, alphabet string, n int) {
	t.Helper()
	if got, want := id.is(prefix), id.oracle(prefix); got != want {
		t.Fatalf("%q: %v, want %v", prefix, got, want)
	}
	if n == 0 {
		return
	}
	for i := range len(alphabet) {
		id.exhaust(t, prefix+alphabet[i:i+1], alphabet, n-1)
	}
}

// fuzz compares with the oracle and checks every error.
func (id identifier[T]) fuzz(f *testing.F, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := id.oracle(text)
		if got := id.is(text); got != want {
			t.Fatalf("%q: %v, want %v (%v)", text, got, want, id.format.Check(text))
		}
		got, err := id.parse(text)
		if want {
			if err != nil || string(got) != text {
				t.Fatalf("parse of %q: %q, %v", text, got, err)
			}
			return
		}
		checkError(t, id.format, text, err)
	})
}

// bench measures the check of each text.
func (id identifier[T]) bench(b *testing.B, texts ...string) {
	for _, text := range texts {
		b.Run(text[:min(len(text), 40)], func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				id.is(text)
			}
		})
	}
}

// checkError checks what every error promises: the format's name, an offset in
// the text, and a reason in one line that can go to a terminal.
func checkError(t *testing.T, format syntax.Format, text string, err error) {
	t.Helper()
	var e *syntax.Error
	if !errors.As(err, &e) {
		t.Fatalf("%s: error of %q is %T: %v", format, text, err, err)
	}
	if e.Format != format.String() {
		t.Errorf("error of %q names the format %q, want %q", text, e.Format, format)
	}
	if e.Offset < 0 || e.Offset > len(text) {
		t.Errorf("%s: offset %d is outside %q of %d bytes", format, e.Offset, text, len(text))
	}
	if e.Reason == "" || strings.HasSuffix(e.Reason, ".") || strings.Contains(e.Reason, "%a") || strings.Contains(e.Reason, "%b") || strings.Contains(e.Reason, "%c") {
		t.Errorf("%s: reason %q of %q", format, e.Reason, text)
	}
	if !utf8.ValidString(e.Reason) || strings.ContainsFunc(e.Reason, func(c rune) bool { return !unicode.IsGraphic(c) }) {
		t.Errorf("%s: reason %q of %q has bytes or characters that a terminal could act on", format, e.Reason, text)
	}
	if !strings.Contains(e.Error(), e.Reason) {
		t.Errorf("%q does not contain the reason %q", e.Error(), e.Reason)
	}
}
