package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// clusters are graphemes of one to many bytes and code points.
var clusters = []string{
	"a", "Z", "é", "ß", "中", "क्षि", "e\u0301", "😀", "👍🏽", "🇩🇪", "👨\u200d👩\u200d👧", "각", "\u1112\u1161\u11ab", "\u0e19\u0e33", "\r\n", "\x00",
}

// sized returns a text of so many bytes and, nearly always, so many graphemes;
// of more bytes where they do not suffice. Neighbours can join to one grapheme.
func sized(r *rand.Rand, bytes, graphemes int) string {
	parts := make([]string, graphemes)
	spare := bytes - graphemes
	for i := range parts {
		parts[i] = one(r, "a", "b", "c")
		if c := one(r, clusters...); chance(r, 2) && len(c)-1 <= spare {
			parts[i], spare = c, spare-len(c)+1
		}
	}
	for n := 0; spare > 1 && graphemes > 0 && n < 64; n++ {
		parts[r.IntN(graphemes)] += "\u0301"
		spare -= 2
	}
	s := strings.Join(parts, "")
	if spare > 0 {
		s += strings.Repeat("x", spare)
	}
	return s
}

// stringSize picks a number of bytes and graphemes within the limits of a
// schema, often at one of them.
func stringSize(r *rand.Rand, s *lexicon.String) (bytes, graphemes int) {
	within := func(least, greatest lexicon.Opt[int64], otherwise int) int {
		low, high := int(least.Value), otherwise
		if greatest.Set {
			high = int(greatest.Value)
		}
		switch high = max(low, high); r.IntN(3) {
		case 0:
			return low
		case 1:
			return high
		}
		return low + r.IntN(high-low+1)
	}
	graphemes = within(s.MinGraphemes, s.MaxGraphemes, int(s.MinGraphemes.Value)+5)
	if s.MaxLength.Set {
		graphemes = min(graphemes, int(s.MaxLength.Value))
	}
	bytes = max(graphemes, within(s.MinLength, s.MaxLength, int(s.MinLength.Value)+4*graphemes))
	return bytes, graphemes
}

// formatted returns a text of a format.
func formatted(r *rand.Rand, f syntax.Format) string {
	digit := func() int { return r.IntN(10) }
	did := one(r, "did:plc:ewvi7nxzyoun6zhxrhs64oiz", "did:web:pds.example.org", "did:method:a.b-c_d%20:e")
	handle := one(r, "jay.example.com", "xn--ls8h.example", "A-1.Example.ORG")
	nsid := one(r, "com.example.thing", "org.example.a-b.fooBar", "a.b.c")
	tid := one(r, "3jzfcijpj2z2a", "7777777777777", "2222222222222")
	rkey := one(r, tid, "self", "~1.2-3_:", strings.Repeat("k", 512))
	switch f {
	case syntax.FormatDID:
		return did
	case syntax.FormatHandle:
		return handle
	case syntax.FormatAtIdentifier:
		return one(r, did, handle)
	case syntax.FormatNSID:
		return nsid
	case syntax.FormatTID:
		return tid
	case syntax.FormatRecordKey:
		return rkey
	case syntax.FormatATURI, syntax.FormatATURIOrSpace:
		return "at://" + one(r, did, handle) + one(r, "", "/"+nsid, "/"+nsid+"/"+rkey)
	case syntax.FormatSpaceRef:
		return "at://" + did + "/space/" + nsid + "/" + rkey
	case syntax.FormatCID:
		return one(r, newLink(r, codecRaw).String(), newLink(r, codecDAGCBOR).String(), "zdj7WhuEjrB52m1BisYCtmjH1hSKa7yZ3jEZ9JcXaFRD51wVz")
	case syntax.FormatURI:
		return one(r, "https://example.com/a?b=c#d", "at://did:plc:abc", "did:web:example.org", "x-y.z+1:/", "urn:isbn:0451450523", "dns:example.com")
	case syntax.FormatLanguage:
		return one(r, "en", "pt-BR", "zh-Hant-TW", "deu", "x-private", "i-klingon", "de-1996-x-one", "en-a-bbb-b-ccc")
	case syntax.FormatDatetime:
		return fmt.Sprintf("20%d%d-0%d-%d%dT1%d:%d%d:5%d%s%s", digit(), digit(), 1+r.IntN(9), r.IntN(2), 1+r.IntN(8), digit(), r.IntN(6), digit(), digit(),
			one(r, "", ".1", ".123", ".000456", ".123456789012345"), one(r, "Z", "Z", "+00:00", "-07:30", "+23:59"))
	}
	panic("generate: no text of format " + f.String())
}

// oddities are texts that formats refuse, or nearly do.
var oddities = []string{
	"", " ", "1985-02-29T00:00:00Z", "2000-02-29T23:59:59.9Z", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00+01:00", "2020-01-01T00:00:00-00:00",
	"2020-01-01T00:00:00", "2020-01-01T00:00:00.123", "2020-04-31T00:00:00", "2020-01-01t00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:00:60Z", "2020-01-01T00:00:00,5Z",
	"did:plc:", "did:PLC:abc", "did:m1:abc", "DID:plc:abc", "example", "-a.example.com", "a.example.com.", "a.1com", "com.example", "com.example.1a", "com.example.a-b",
	"at://", "at://jay.example.com/", "at://jay.example.com/com.example.thing/a/b", "at://did:plc:abc#x", "AT://did:plc:abc", "..", ".", "a/b", "a b",
	"QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n", "bafy", "baf yreib", "EN", "e", "en_US", "en-", "english", "i-unknown", "https:", "1a:b", "a:ü", "a:%zz",
	"3jzfcijpj2z2A", "kjzfcijpj2z2a", "3jzfcijpj2z2", "0000000000000",
}

// edited returns the text with one byte of ASCII less, more or changed; a text
// with other characters, with one more.
func edited(r *rand.Rand, s string) string {
	i := r.IntN(len(s) + 1)
	add := string(one(r, []byte("aZ0-_.:/%# ~")...))
	if i == len(s) || strings.ContainsFunc(s, func(c rune) bool { return c >= 0x80 }) {
		return s + add
	}
	return s[:i] + one(r, "", add) + s[i+r.IntN(2):]
}

// spelled gives a text a spelling with escapes, now and then.
func spelled(r *rand.Rand, s string) String {
	if !chance(r, 12) {
		return text(s)
	}
	return String{Text: s, Spelling: escaped(r, s)}
}

// escaped returns a JSON token for a text, with more escapes than needed.
func escaped(r *rand.Rand, s string) string {
	b := []byte{'"'}
	for _, c := range s {
		switch {
		case c == '/' && chance(r, 2):
			b = append(b, `\/`...)
		case c == '\n' && chance(r, 2):
			b = append(b, `\n`...)
		case c < 0x10000 && chance(r, 2):
			b = fmt.Appendf(b, one(r, `\u%04x`, `\u%04X`), c)
		case c >= 0x10000 && chance(r, 2):
			c -= 0x10000
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+c>>10, 0xdc00+c&0x3ff)
		default:
			quoted, _ := jsontext.AppendQuote(nil, string(c))
			b = append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return string(append(b, '"'))
}
