package sample

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// formatted makes a text of a format that keeps the limits of a schema. Of several
// attempts the first that does is taken; where none does, one that is made as
// short, or as long, as the limits ask.
func (s *Sampler) formatted(f syntax.Format, t *lexicon.String) string {
	if s.options.Size == SizeLimit {
		if text := s.longest(f, t); fitsString(t, text) {
			return text
		}
	}
	const attempts = 16
	for range attempts {
		if text := s.usual(f); fitsString(t, text) {
			return text
		}
	}
	for _, text := range []string{shortest[f], s.longest(f, t)} {
		if fitsString(t, text) {
			return text
		}
	}
	low := limitsOf(t).minBytes
	for n := low; n < low+32; n++ { // some lengths cannot be had
		if text := ofLength(f, n); fitsString(t, text) {
			return text
		}
	}
	return shortest[f]
}

// usual makes a text of a format as it is met in practice.
func (s *Sampler) usual(f syntax.Format) string {
	switch f {
	case syntax.FormatDID:
		return s.did()
	case syntax.FormatHandle:
		return s.handle()
	case syntax.FormatAtIdentifier:
		return one(s, s.did(), s.handle())
	case syntax.FormatNSID:
		return one(s, "com.example.feed.post", "com.example.actor.profile", "org.example.getThing")
	case syntax.FormatTID:
		return s.tid()
	case syntax.FormatRecordKey:
		return one(s, s.tid(), s.tid(), "self")
	case syntax.FormatATURI:
		return "at://" + s.did() + "/" + one(s, "com.example.feed.post", "com.example.feed.like") + "/" + s.tid()
	case syntax.FormatCID:
		return s.link(codecDAGCBOR).String()
	case syntax.FormatURI:
		return s.url()
	case syntax.FormatLanguage:
		return one(s, "en", "ja", "pt-BR", "de", "zh-Hant", "ar")
	case syntax.FormatDatetime:
		return s.time().Format("2006-01-02T15:04:05.000Z")
	}
	panic("sample: no text of format " + f.String())
}

func (s *Sampler) did() string {
	if s.chance(5) {
		return "did:web:" + one(s, "example.com", "pds.example.org")
	}
	return "did:plc:" + s.letters(24, "abcdefghijklmnopqrstuvwxyz234567")
}

func (s *Sampler) handle() string {
	return one(s, "ada", "jun", "lea-fontaine", "garden.club", "tunde") + one(s, ".example.com", ".example.org")
}

// time picks a moment out of two years.
func (s *Sampler) time() time.Time {
	start := time.Date(2024, time.March, 1, 0, 0, 0, 0, time.UTC)
	return start.Add(time.Duration(s.r.Int64N(int64(2 * 365 * 24 * time.Hour)))).Truncate(time.Millisecond)
}

func (s *Sampler) tid() string {
	const digits = "234567abcdefghijklmnopqrstuvwxyz"
	n := uint64(s.time().UnixMicro())<<10 | s.r.Uint64N(1<<10)
	var text [13]byte
	for i := len(text) - 1; i >= 0; i-- {
		text[i] = digits[n&31]
		n >>= 5
	}
	return string(text[:])
}

// shortest has a shortest text of each format.
var shortest = [...]string{
	syntax.FormatDID:          "did:a:a",
	syntax.FormatHandle:       "a.aa",
	syntax.FormatAtIdentifier: "a.aa",
	syntax.FormatNSID:         "a.a.a",
	syntax.FormatTID:          "2222222222222",
	syntax.FormatRecordKey:    "a",
	syntax.FormatATURI:        "at://a.aa",
	syntax.FormatCID:          "bafkqaaa",
	syntax.FormatURI:          "a:a",
	syntax.FormatLanguage:     "en",
	syntax.FormatDatetime:     "2024-05-17T08:30:00Z",
}

// longest makes a text of a format that is as long as a schema allows, within what
// the format does.
func (s *Sampler) longest(f syntax.Format, t *lexicon.String) string {
	_, most := f.Lengths()
	n := min(most, 2048)
	if t.MaxLength.Set {
		n = int(min(int64(n), t.MaxLength.Value))
	}
	if t.MaxGraphemes.Set { // all formats are ASCII
		n = int(min(int64(n), t.MaxGraphemes.Value))
	}
	for ; n > 0; n-- {
		if text := ofLength(f, n); f.Valid(text) {
			return text
		}
	}
	return shortest[f]
}

// ofLength makes a text of a format with n bytes. Where that cannot be, it is none
// of the format.
func ofLength(f syntax.Format, n int) string {
	stretch := func(prefix, suffix string) string {
		return prefix + strings.Repeat("a", max(0, n-len(prefix)-len(suffix))) + suffix
	}
	switch f {
	case syntax.FormatDID, syntax.FormatAtIdentifier:
		return stretch("did:web:", "")
	case syntax.FormatHandle:
		return labels(n-len(".com")) + ".com"
	case syntax.FormatNSID:
		return "com." + labels(n-len("com..thing")) + ".thing"
	case syntax.FormatRecordKey:
		return stretch("", "")
	case syntax.FormatATURI:
		return stretch("at://did:web:", "")
	case syntax.FormatCID:
		return cidOfLength(n)
	case syntax.FormatURI:
		return stretch("https://example.com/", "")
	case syntax.FormatLanguage:
		return tags(n)
	case syntax.FormatDatetime:
		return "2024-05-17T08:30:00." + strings.Repeat("1", max(0, n-len("2024-05-17T08:30:00.Z"))) + "Z"
	}
	return shortest[f]
}

// cidOfLength makes a CID of n bytes, which holds zeros in place of a hash, in base16
// or base32. Some lengths cannot be had: then it is "".
func cidOfLength(n int) string {
	for size := range max(n, 0) {
		const version, raw, identity = 1, 0x55, 0
		id := binary.AppendUvarint([]byte{version, raw, identity}, uint64(size))
		switch whole := len(id) + size; n {
		case 1 + hex.EncodedLen(whole):
			return "f" + hex.EncodeToString(append(id, make([]byte, size)...))
		case 1 + base32Lower.EncodedLen(whole):
			return "b" + base32Lower.EncodeToString(append(id, make([]byte, size)...))
		}
	}
	return ""
}

// labels makes the labels of a domain name, n bytes in all, each of at most 63.
func labels(n int) string {
	var b strings.Builder
	for n > 0 {
		size := min(n, 63)
		if rest := n - size; rest == 1 { // a dot needs a label behind it
			size--
		}
		b.WriteString(strings.Repeat("a", max(size, 1)))
		if n -= max(size, 1); n > 0 {
			b.WriteByte('.')
			n--
		}
	}
	return b.String()
}

// tags makes a language tag of n bytes: private subtags of up to eight letters.
func tags(n int) string {
	if n <= 3 {
		return "eng"[:max(n, 0)]
	}
	var b strings.Builder
	b.WriteString("en-x")
	for n -= b.Len(); n > 1; {
		size := min(n-1, 8)
		if rest := n - 1 - size; rest == 1 {
			size--
		}
		b.WriteString("-" + strings.Repeat("a", size))
		n -= 1 + size
	}
	return b.String()
}
