package lint

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// sizes has the rules about how large strings and bytes can be.
var sizes = []*rule{
	{&diag.Rule{
		Code: "unlimited-string", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a string has no format, limit, enum, const, or knownValues",
		Reason: "Servers have to accept, and clients have to display, whatever anyone writes. Use a format if " +
			"one applies. Limit free text with maxLength (in bytes), and with maxGraphemes too if people read it. " +
			"Adding a limit later breaks existing data. The severity is info for a string that is never part of a " +
			"record, such as a parameter, because servers limit the size of requests anyway.",
		Spec: "Field types > string", Page: "specs/lexicon#string",
		Fix: diag.FixHelp{Placeholder: "inserts length limits, or a format if the name suggests one"},
		Examples: `"main": {
  "type": "record", "description": "An item in a collection.", "key": "tid",
  "record": {«"type": "object", "properties": {"title": {"type": "string", "description": "Shown in lists."}}|
    "type": "object",
    "properties": {"title": {"type": "string", "description": "Shown in lists.", "maxLength": 640, "maxGraphemes": 64}}
  »}
}`,
	}, []check{on(unlimitedString)}},
	{&diag.Rule{
		Code: "unlimited-bytes", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a bytes field has no maxLength",
		Reason: "Bytes are stored and sent as part of the data. Set the largest length that makes sense, or use a " +
			"blob for large data. The severity is info for bytes that are never part of a record.",
		Spec: "Field types > bytes", Page: "specs/lexicon#bytes",
		Examples: `"main": {
  "type": "record", "description": "A promise that everybody can check.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"signature": {"type": "bytes", "description": "Signature of the promise."«|, "maxLength": 64»}}
  }
}`,
	}, []check{on(unlimitedBytes)}},
	{&diag.Rule{
		Code: "large-string", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a string in a record can be longer than 20,480 bytes",
		Reason:  largeReason,
		Spec:    "Field types > string: maxLength; blob", Page: "specs/lexicon#string",
		Examples: `"main": {
  "type": "record", "description": "A story in one piece.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"text": {"type": «"string", "description": "All of it.", "maxLength"|"blob", "description": "All of it.", "accept": ["text/plain"], "maxSize"»: 200000}}
  }
}`,
	}, []check{on(largeString)}},
	{&diag.Rule{
		Code: "large-bytes", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a bytes field in a record can be longer than 20,480 bytes",
		Reason:  largeReason,
		Spec:    "Field types > bytes: maxLength; blob", Page: "specs/lexicon#bytes",
		Examples: `"main": {
  "type": "record", "description": "A drawing in one piece.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"strokes": {"type": "bytes", "description": "The lines of the pen.", "maxLength": «500000|20000»}}
  }
}`,
	}, []check{on(largeBytes)}},
}

const largeReason = "Servers exchange whole records, and many at once, so records should be small. " +
	"Put large content in a blob and refer to it from the record."

// byScope is the highest severity of a finding on data at the node at hand: an info
// where no record can contain it.
func byScope(p *pass) diag.Severity {
	if p.Stored() {
		return diag.Off
	}
	return diag.Info
}

func unlimitedString(p *pass, s *lexicon.String) {
	limited := s.Format != "" || s.MaxLength.Set || s.MaxGraphemes.Set || s.Enum != nil || s.Const.Set || s.KnownValues != nil
	if limited || gives(s, "format", "maxLength", "maxGraphemes", "enum", "const", "knownValues") {
		return
	}
	most := byScope(p)
	if p.skipAt(most) {
		return
	}
	help := `add a "format" if one fits; otherwise, add a "maxLength" (in bytes) and, for text that people read, a "maxGraphemes"`
	format := usualFormat(s.Value.Subject().Name)
	if format != "" {
		help = `add "format": ` + format + `, or a "maxLength" (in bytes)`
	}
	p.Report(diag.Finding{
		Severity: most,
		Location: p.Document.AtOpening(s.Value),
		Message:  subject(s) + " has no length limit, format, enum, or knownValues",
		Help:     help,
		Fix:      textPlaceholder(p, s, format),
	})
}

// usualFormat guesses the format of a string from its name; "" when the name does
// not suggest one.
func usualFormat(name string) string {
	if datetimeName(name) {
		return `"datetime"`
	}
	end := name
	if last := strings.LastIndexFunc(name, func(r rune) bool { return r >= 'A' && r <= 'Z' }); last > 0 {
		end = strings.ToLower(name[last:])
	}
	switch end = strings.TrimSuffix(end, "s"); end {
	case "did", "cid", "nsid", "tid":
		return strconv.Quote(end)
	case "uri":
		return `"at-uri" or "uri"`
	case "url":
		return `"uri"`
	case "lang", "language":
		return `"language"`
	}
	return ""
}

func unlimitedBytes(p *pass, b *lexicon.Bytes) {
	if b.MaxLength.Set || gives(b, "maxLength") {
		return
	}
	most := byScope(p)
	if p.skipAt(most) {
		return
	}
	p.Report(diag.Finding{
		Severity: most,
		Location: p.Document.AtOpening(b.Value),
		Message:  subject(b) + " has no length limit",
		Help:     `add "maxLength" (in bytes)`,
	})
}

// large is the number of bytes above which data belongs in a blob.
const large = 20 * 1024

func largeString(p *pass, s *lexicon.String) {
	if !gives(s, "format", "enum", "const") {
		reportLarge(p, s, "a string", s.MaxLength.Value)
	}
}

func largeBytes(p *pass, b *lexicon.Bytes) { reportLarge(p, b, "a byte string", b.MaxLength.Value) }

func reportLarge(p *pass, s lexicon.Schema, kind string, bytes int64) {
	if bytes <= large || !p.Stored() || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: s.Base().AtField("maxLength"),
		Message:  subject(s) + " can be " + decimal(bytes) + " bytes long, but " + kind + " in a record should be at most " + decimal(large) + " bytes long",
		Help:     "use a blob, or lower maxLength",
	})
}
