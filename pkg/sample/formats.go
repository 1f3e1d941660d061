package sample

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// formatted makes a text of a format that keeps the limits of a schema, which allow one:
// as it is met in practice, if such a text keeps them, or else of a length in between.
func (g *generator) formatted(f syntax.Format, t *lexicon.String) string {
	low, high := lengths(f, limitsOf(t))
	_, limited := f.Lengths()
	if g.options.Size == SizeLimit && (limited > 0 || t.MaxLength.Set || t.MaxGraphemes.Set) {
		most := 2048
		switch f { // other implementations refuse longer ones
		case syntax.FormatDatetime:
			most = 64
		case syntax.FormatCID:
			most = 128
		}
		return nearest(f, max(low, min(high, most)), low, high)
	}
	const attempts = 16
	for range attempts {
		if text := g.usual(f); fitsString(t, text) {
			return text
		}
	}
	return nearest(f, max(low, min(high, 32)), low, high)
}

// lengths returns the range of lengths, in bytes, that the texts of a format can have
// within limits. It is empty, low above high, where there are none. Texts of all formats
// are ASCII: a byte is a grapheme.
func lengths(f syntax.Format, l limits) (low, high int) {
	low, high = f.Lengths()
	if high == 0 {
		high = maxBytes
	}
	low, high = max(low, l.minBytes, l.minGraphemes), min(high, l.maxBytes, l.maxGraphemes)
	if f == syntax.FormatDatetime { // after the seconds comes "Z", or a point and a digit
		const none = len("2024-05-17T08:30:00.Z")
		if low == none {
			low++
		}
		if high == none {
			high--
		}
	}
	return low, high
}

// nearest makes a text of a format that is n bytes long or, if that cannot be had, of
// another length in a range. The range is not empty.
func nearest(f syntax.Format, n, low, high int) string {
	for length := n; length >= low; length-- {
		if text := ofLength(f, length); f.Valid(text) {
			return text
		}
	}
	for length := n + 1; length <= high; length++ {
		if text := ofLength(f, length); f.Valid(text) {
			return text
		}
	}
	return strings.Repeat("a", n) // a CID that cannot be decoded
}

// usual makes a text of a format as it is met in practice.
func (g *generator) usual(f syntax.Format) string {
	switch f {
	case syntax.FormatDID:
		return g.did()
	case syntax.FormatHandle:
		return g.handle()
	case syntax.FormatAtIdentifier:
		return one(g, g.did(), g.handle())
	case syntax.FormatNSID:
		return one(g, "com.example.feed.post", "com.example.actor.profile", "org.example.getThing")
	case syntax.FormatTID:
		return g.tid()
	case syntax.FormatRecordKey:
		return one(g, g.tid(), g.tid(), "self")
	case syntax.FormatATURI, syntax.FormatATURIOrSpace: // many programs do not know spaces yet
		return "at://" + g.did() + "/" + one(g, "com.example.feed.post", "com.example.feed.like") + "/" + g.tid()
	case syntax.FormatSpaceRef:
		return "at://" + g.did() + "/space/" + one(g, "com.example.club.room", "com.example.forum") + "/" + one(g, g.tid(), "self")
	case syntax.FormatCID:
		return g.link(codecDAGCBOR).String()
	case syntax.FormatURI:
		return g.url()
	case syntax.FormatLanguage:
		return one(g, "en", "ja", "pt-BR", "de", "zh-Hant", "ar")
	case syntax.FormatDatetime:
		return g.time().Format("2006-01-02T15:04:05.000Z")
	}
	panic("sample: no text of format " + f.String())
}

func (g *generator) did() string {
	if g.chance(5) {
		return "did:web:" + one(g, "example.com", "pds.example.org")
	}
	return "did:plc:" + g.letters(24, "abcdefghijklmnopqrstuvwxyz234567")
}

func (g *generator) handle() string {
	return one(g, "ada", "jun", "lea-fontaine", "garden.club", "tunde") + one(g, ".example.com", ".example.org")
}

// time picks a moment out of two years.
func (g *generator) time() time.Time {
	start := time.Date(2024, time.March, 1, 0, 0, 0, 0, time.UTC)
	return start.Add(time.Duration(g.r.Int64N(int64(2 * 365 * 24 * time.Hour)))).Truncate(time.Millisecond)
}

func (g *generator) tid() string {
	const digits = "234567abcdefghijklmnopqrstuvwxyz"
	n := uint64(g.time().UnixMicro())<<10 | g.r.Uint64N(1<<10)
	var text [13]byte
	for i := len(text) - 1; i >= 0; i-- {
		text[i] = digits[n&31]
		n >>= 5
	}
	return string(text[:])
}

// The codecs of links.
const (
	codecRaw     = 0x55
	codecDAGCBOR = 0x71
)

// link makes a link to content that does not exist.
func (g *generator) link(codec byte) Link {
	l := Link{1, codec, 0x12, 0x20}
	g.bytes += linkBytes
	for i := 4; i < len(l); i++ {
		l[i] = byte(g.r.Uint32())
	}
	return l
}

// ofLength makes a text of a format with n bytes. Where that cannot be had, it is none of
// the format.
func ofLength(f syntax.Format, n int) string {
	stretch := func(prefix string) string { return prefix + strings.Repeat("a", max(0, n-len(prefix))) }
	switch f {
	case syntax.FormatDID:
		if n < len("did:web:a") {
			return stretch("did:a:")
		}
		return stretch("did:web:")
	case syntax.FormatHandle:
		if n < len("a.com") {
			return labels(n-len(".a")) + ".a"
		}
		return labels(n-len(".com")) + ".com"
	case syntax.FormatAtIdentifier:
		if n < len("did:web:a") {
			return ofLength(syntax.FormatHandle, n)
		}
		return ofLength(syntax.FormatDID, n)
	case syntax.FormatNSID:
		if n < len("com.a.thing") {
			return stretch("a.a.")
		}
		const domain = 253 // at most
		name := max(len("thing"), n-domain-1)
		return "com." + labels(n-len("com..")-name) + "." + "thing" + strings.Repeat("a", name-len("thing"))
	case syntax.FormatTID:
		return "2222222222222"
	case syntax.FormatRecordKey:
		return stretch("")
	case syntax.FormatATURI:
		return atURIOfLength(n, repositoryPath[:1], repositoryPath[:2], repositoryPath)
	case syntax.FormatSpaceRef:
		return atURIOfLength(n, spacePath)
	case syntax.FormatATURIOrSpace:
		return atURIOfLength(n, repositoryPath[:1], repositoryPath[:2], repositoryPath, spacePath, spaceRecordPath)
	case syntax.FormatCID:
		return cidOfLength(n)
	case syntax.FormatURI:
		for _, prefix := range []string{"https://example.com/", "https://"} {
			if len(prefix) < n {
				return stretch(prefix)
			}
		}
		return stretch("a:")
	case syntax.FormatLanguage:
		return tags(n)
	case syntax.FormatDatetime:
		if second := "2024-05-17T08:30:00"; n > len(second)+1 {
			return second + "." + strings.Repeat("1", n-len(second)-len(".Z")) + "Z"
		}
		return "2024-05-17T08:30:00Z"
	}
	panic("sample: no text of format " + f.String())
}

// The segments of AT URIs. FormatNone is the segment "space".
var (
	repositoryPath  = []syntax.Format{syntax.FormatAtIdentifier, syntax.FormatNSID, syntax.FormatRecordKey}
	spacePath       = []syntax.Format{syntax.FormatDID, syntax.FormatNone, syntax.FormatNSID, syntax.FormatRecordKey}
	spaceRecordPath = slices.Concat(spacePath, []syntax.Format{syntax.FormatDID, syntax.FormatNSID, syntax.FormatRecordKey})
)

// atURIOfLength makes an AT URI of n bytes: the first of those with these segments that
// can be as long. It is "" for a length that is too small.
func atURIOfLength(n int, paths ...[]syntax.Format) string {
	uri := ""
	for _, path := range paths {
		uri = "at:/"
		spare := n - len(uri)
		for _, f := range path {
			low, _ := segmentLengths(f)
			spare -= 1 + low
		}
		if spare < 0 {
			return ""
		}
		for _, f := range path {
			low, high := segmentLengths(f)
			more := min(spare, high-low)
			if spare -= more; f == syntax.FormatNone {
				uri += "/space"
			} else {
				uri += "/" + ofLength(f, low+more)
			}
		}
		if uri += strings.Repeat("a", spare); spare == 0 {
			break
		}
	}
	return uri
}

func segmentLengths(f syntax.Format) (least, greatest int) {
	if f == syntax.FormatNone {
		return len("space"), len("space")
	}
	return f.Lengths()
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
func labels(n int) string { return segments(n, 63, ".") }

// tags makes a language tag of n bytes: private subtags of up to eight letters.
func tags(n int) string {
	switch {
	case n <= len("eng"):
		return "eng"[:max(n, 0)]
	case n < len("en-x-a"):
		return "x-" + strings.Repeat("a", n-len("x-"))
	}
	return "en-x-" + segments(n-len("en-x-"), 8, "-")
}

// segments makes segments of letters, n bytes in all, each of at most so many.
func segments(n, most int, separator string) string {
	var b strings.Builder
	for n > 0 {
		size := min(n, most)
		if rest := n - size; rest == 1 { // a separator needs a letter behind it
			size--
		}
		b.WriteString(strings.Repeat("a", size))
		if n -= size; n > 0 {
			b.WriteString(separator)
			n--
		}
	}
	return b.String()
}

// opaque makes n letters and digits without a meaning.
func (g *generator) opaque(n int) string {
	return g.letters(n, "abcdefghijkmnpqrstuvwxyz23456789")
}

// letters makes a text of n letters out of an alphabet.
func (g *generator) letters(n int, alphabet string) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.r.IntN(len(alphabet))]
	}
	return string(b)
}

func (g *generator) url() string {
	return "https://" + one(g, "example.com", "blog.example.org", "www.example.net") + one(g, "", "/about", "/posts/"+g.opaque(6), "/img/"+g.opaque(8)+".jpg")
}
