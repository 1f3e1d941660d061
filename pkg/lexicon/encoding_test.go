package lexicon

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/wide"
)

// wideEncoding is an encoding of more than one byte for each ASCII character.
type wideEncoding struct {
	name  string
	width int // bytes of a unit
	order binary.ByteOrder
}

var wideEncodings = []wideEncoding{
	{"UTF-32", 4, binary.LittleEndian}, {"UTF-32", 4, binary.BigEndian}, {"UTF-16", 2, binary.LittleEndian}, {"UTF-16", 2, binary.BigEndian},
}

// encoded returns a text in a wide encoding.
func encoded(e wideEncoding, text string) string {
	units := []rune(text)
	if e.width == 2 {
		units = nil
		for _, c := range utf16.Encode([]rune(text)) {
			units = append(units, rune(c))
		}
	}
	b := make([]byte, e.width*len(units))
	for i, c := range units {
		if e.width == 4 {
			e.order.PutUint32(b[4*i:], uint32(c))
		} else {
			e.order.PutUint16(b[2*i:], uint16(c))
		}
	}
	return string(b)
}

// A Lexicon in UTF-16 or UTF-32 is reported, in a folder too. Another file in one of
// these encodings is not a Lexicon.
func TestLoadWideEncodings(t *testing.T) {
	lexicons := []string{size, "\uFEFF" + size, "\n" + size, `{"\u006cexicon": 1}`, `{"title": "𝄞 ü 本", "Defs": {}}`, `{"lexicon": `}
	others := []string{`{"name": "lexicon defs"}`, "\uFEFF" + `{"name": "x"}`, `["lexicon"]`, `{"name": `}
	for _, e := range wideEncodings {
		for _, text := range append(lexicons, others...) {
			if got, want := string(wide.Decode([]byte(encoded(e, text)))), strings.TrimPrefix(text, "\uFEFF"); got != want {
				t.Errorf("%q in %s is decoded as %q", text, e.name, got)
			}
		}
		want := "the file is not valid UTF-8; it looks like " + e.name
		for _, text := range lexicons {
			fsys := mapFS(map[string]string{"x.json": encoded(e, text)})
			for _, name := range []string{".", "x.json"} {
				_, catalog, err := loaded(t, Input{FS: fsys, Name: name, Display: name})
				if err != nil || catalog.Files() != 1 {
					t.Fatalf("%q in %s as %s: %d files (%v)", text, e.name, name, catalog.Files(), err)
				}
				found := catalog.Documents()[0].Found
				if len(found) != 1 || found[0].Rule != diag.RuleJSONSyntax || found[0].Message != want {
					t.Errorf("%q in %s as %s: found %v, want %s", text, e.name, name, found, want)
				}
			}
		}
		for _, text := range others {
			fsys := mapFS(map[string]string{"x.json": encoded(e, text)})
			got, catalog, err := loaded(t, Input{FS: fsys, Name: ".", Display: "."})
			if err != nil || len(got) != 0 || catalog.Skipped() != 1 {
				t.Errorf("%q in %s: loaded %q (%v), %d skipped", text, e.name, got, err, catalog.Skipped())
			}
		}
	}
}
