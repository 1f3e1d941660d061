package sample

import (
	"encoding/base64"
	"math"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func (g *generator) boolean(b *lexicon.Boolean) Value {
	if b.Const.Set {
		return Bool(b.Const.Value)
	}
	return Bool(g.chance(2))
}

// hasScalar reports whether a schema that contains no others has a value that can be
// made.
func hasScalar(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.String:
		switch {
		case s.Const.Set:
			return len(validate.CheckString(s, s.Const.Value)) == 0
		case s.Enum != nil:
			return slices.ContainsFunc(s.Enum, func(text string) bool { return fitsString(s, text) })
		}
		if f := s.Syntax(); f != syntax.FormatNone {
			low, high := lengths(f, limitsOf(s))
			return low <= high
		}
		_, _, ok := limitsOf(s).least()
		return ok
	case *lexicon.Integer:
		switch {
		case s.Const.Set:
			return len(validate.CheckInteger(s, s.Const.Value)) == 0
		case s.Enum != nil:
			return slices.ContainsFunc(s.Enum, func(n int64) bool { return fitsInteger(s, n) })
		}
		return !s.Minimum.Set || !s.Maximum.Set || s.Minimum.Value <= s.Maximum.Value
	case *lexicon.Bytes:
		least := max(s.MinLength.Value, 0)
		return least <= totalBytes && (!s.MaxLength.Set || least <= s.MaxLength.Value)
	case *lexicon.Blob:
		return (s.Accept == nil || slices.ContainsFunc(s.Accept, isMIMEPattern)) && (!s.MaxSize.Set || s.MaxSize.Value >= 0)
	}
	return true
}

// fitsInteger reports whether a number is within the limits of a schema.
func fitsInteger(i *lexicon.Integer, n int64) bool {
	return len(validate.CheckInteger(i, n, "const", "enum")) == 0
}

func isMIMEPattern(text string) bool {
	_, err := syntax.ParseMIMEPattern(text)
	return err == nil
}

// integer picks a number within the limits: one that fits the name, as a rule.
func (g *generator) integer(i *lexicon.Integer, name string) Value {
	switch {
	case i.Const.Set:
		return Number(i.Const.Value)
	case len(i.Enum) > 0:
		return Number(oneOf(g, i.Enum, func(n int64) bool { return fitsInteger(i, n) }))
	}
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	if i.Minimum.Set {
		low = i.Minimum.Value
	}
	if i.Maximum.Set {
		high = i.Maximum.Value
	}
	var n int64
	switch {
	case g.options.Size == SizeLimit && i.Maximum.Set:
		n = high
	case g.options.Size == SizeLimit:
		n = 1<<53 - 1 // what JavaScript still counts exactly
	case g.options.Size == SizeSmall:
		n = 0
	case i.Default.Set && g.chance(2):
		n = i.Default.Value
	default:
		n = g.number(name, low, high)
	}
	return Number(min(max(n, low), high))
}

// number picks a number that fits the name of a property.
func (g *generator) number(name string, low, high int64) int64 {
	lower := strings.ToLower(name)
	switch {
	case strings.Contains(lower, "width"):
		return one[int64](g, 640, 1024, 1200, 1920)
	case strings.Contains(lower, "height"):
		return one[int64](g, 480, 768, 800, 1080)
	case strings.Contains(lower, "limit"):
		return one[int64](g, 25, 50)
	case strings.HasSuffix(lower, "size"), strings.HasSuffix(lower, "bytes"):
		return 1024 + g.r.Int64N(1<<20)
	case strings.Contains(lower, "year"):
		return 1990 + g.r.Int64N(36)
	case strings.Contains(lower, "seq"), strings.Contains(lower, "rev"):
		return 1 + g.r.Int64N(1<<30)
	case strings.Contains(lower, "duration"), strings.Contains(lower, "seconds"):
		return 1 + g.r.Int64N(3600)
	}
	if low > math.MinInt64/2 && high < math.MaxInt64/2 && high-low < 1000 {
		return low + g.r.Int64N(high-low+1)
	}
	return one(g, g.r.Int64N(10), g.r.Int64N(1000))
}

// string makes a text of a schema that has one: a fixed or listed one where there are
// such, else one of its format, else one that fits the name of the property.
func (g *generator) string(t *lexicon.String, name string) string {
	fits := func(text string) bool { return fitsString(t, text) }
	switch {
	case t.Const.Set:
		return t.Const.Value
	case len(t.Enum) > 0:
		return oneOf(g, t.Enum, fits)
	case t.Default.Set && g.options.Size == SizeTypical && g.chance(2) && fits(t.Default.Value):
		return t.Default.Value
	case len(t.KnownValues) > 0 && g.options.Size != SizeLimit:
		if known := one(g, t.KnownValues...); fits(known) {
			return known
		}
	}
	if format := t.Syntax(); format != syntax.FormatNone {
		return g.formatted(format, t)
	}
	return g.sized(t, g.named(name))
}

// byteString makes bytes within the limits.
func (g *generator) byteString(b *lexicon.Bytes) Value {
	n := max(b.MinLength.Value, 0)
	switch {
	case g.options.Size == SizeSmall || g.enough():
	case g.options.Size == SizeLimit && b.MaxLength.Set:
		n = max(n, min(b.MaxLength.Value, maxBytes))
	default:
		n = max(n, 16)
		if b.MaxLength.Set {
			n = min(n, b.MaxLength.Value)
		}
	}
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(g.r.Uint32())
	}
	g.bytes += base64.RawStdEncoding.EncodedLen(len(data))
	return Bytes{Data: data}
}

// mimeTypes are what blobs usually are.
var mimeTypes = []string{"image/jpeg", "image/png", "image/webp", "video/mp4", "audio/mpeg", "text/plain", "text/vtt", "application/json", "application/octet-stream"}

func (g *generator) blob(b *lexicon.Blob) Value {
	g.bytes += linkBytes
	size := 1024 + g.r.Int64N(200_000)
	switch {
	case g.options.Size == SizeSmall:
		size = 1
	case g.options.Size == SizeLimit && b.MaxSize.Set:
		size = b.MaxSize.Value
	}
	if b.MaxSize.Set {
		size = min(size, b.MaxSize.Value)
	}
	return Object{}.Set("$type", Text("blob")).Set("ref", g.link(codecRaw)).
		Set("mimeType", Text(g.mimeType(b.Accept))).Set("size", Number(size))
}

// mimeType picks a MIME type out of those that a list of patterns accepts.
func (g *generator) mimeType(accept []string) string {
	if len(accept) == 0 {
		return one(g, "image/jpeg", "image/png")
	}
	entry := oneOf(g, accept, isMIMEPattern)
	pattern, _ := syntax.ParseMIMEPattern(entry)
	known := slices.DeleteFunc(slices.Clone(mimeTypes), func(m string) bool { return !pattern.Match(m) })
	prefix, glob := strings.CutSuffix(entry, "*")
	switch {
	case len(known) > 0:
		return one(g, known...)
	case !glob:
		return entry
	case strings.Contains(prefix, "/") && prefix != "*/":
		return prefix + "x-sample"
	}
	return "image/png"
}

// unknown makes a value that every place of type unknown takes, under both
// profiles.
func (g *generator) unknown() Value {
	o := Object{}
	if g.options.Size == SizeSmall || g.enough() {
		return o
	}
	return o.Set("note", Text(g.phrase())).Set("count", Number(int64(g.r.IntN(100))))
}
