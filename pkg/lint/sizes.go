package lint

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// sizes has the rules about how much room one value can take.
var sizes = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "unlimited-string", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a string has no format, limit, enum, const or knownValues",
			Reason: "Whatever somebody writes, every server must take and every screen show. A format says what the text is; for free " +
				"text give maxLength in bytes, and maxGraphemes where people read it. A limit that comes later breaks data that is " +
				"already there. It is a warning where records or inputs hold the string, else an info.",
			Spec: "Field types > string",
			Bad: `"main": {
  "type": "record",
  "description": "Something that its owner wants to show.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "title": {"type": "string", "description": "Shown in lists."}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "Something that its owner wants to show.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "title": {"type": "string", "description": "Shown in lists.", "maxLength": 640, "maxGraphemes": 64}
    }
  }
}`,
		},
		checks: []check{on(unlimitedString)},
	},
	{
		Rule: lexicon.Rule{
			Code: "unlimited-bytes", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "bytes have no maxLength",
			Reason: "Bytes stand in the data itself, so each of them is stored and sent with it. Give the greatest length that makes " +
				"sense; what may be large is a blob. It is a warning where records or inputs hold the bytes, else an info.",
			Spec: "Field types > bytes",
			Bad: `"main": {
  "type": "record",
  "description": "A promise that everybody can check.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "signature": {"type": "bytes", "description": "Signature of the promise."}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "A promise that everybody can check.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "signature": {"type": "bytes", "description": "Signature of the promise.", "maxLength": 64}
    }
  }
}`,
		},
		checks: []check{on(unlimitedBytes)},
	},
	{
		Rule: lexicon.Rule{
			Code: "large-string", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a string in a record may be longer than 20,480 bytes",
			Reason: "Records are kept small: servers exchange them whole, and many at once. A blob can hold a long text; the record " +
				"then refers to it.",
			Spec: "Field types > string: maxLength; blob",
			Bad: `"main": {
  "type": "record",
  "description": "A story in one piece.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "text": {"type": "string", "description": "All of it.", "maxLength": 200000}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "A story in one piece.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "text": {"type": "blob", "description": "All of it.", "accept": ["text/plain"], "maxSize": 200000}
    }
  }
}`,
		},
		checks: []check{on(largeString)},
	},
	{
		Rule: lexicon.Rule{
			Code: "large-bytes", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a field of bytes in a record may be larger than 20,480 bytes",
			Reason: "Records are kept small: servers exchange them whole, and many at once. A blob can hold large data; the record " +
				"then refers to it.",
			Spec: "Field types > bytes: maxLength; blob",
			Bad: `"main": {
  "type": "record",
  "description": "A drawing in one piece.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "strokes": {"type": "bytes", "description": "The lines of the pen.", "maxLength": 500000}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "A drawing in one piece.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "strokes": {"type": "bytes", "description": "The lines of the pen.", "maxLength": 20000}
    }
  }
}`,
		},
		checks: []check{on(largeBytes)},
	},
}

// byScope lowers a finding on data that no record and no input holds.
func byScope(p *pass, f *lexicon.Finding) {
	if !p.Stored() && !p.Sent() {
		f.Severity = min(f.Severity, lexicon.Info)
	}
}

func unlimitedString(p *pass, s *lexicon.String) {
	limited := s.Format != "" || s.MaxLength.Set || s.MaxGraphemes.Set || s.Enum != nil || s.Const.Set || s.KnownValues != nil
	if limited || gives(s, "format", "maxLength", "maxGraphemes", "enum", "const", "knownValues") {
		return
	}
	name := subjectOf(s)
	help := `add "maxLength", in bytes, and "maxGraphemes" too if people read the text; or a "format"`
	if format := usualFormat(name.name); format != "" {
		help = `add "format": ` + format + `, or "maxLength", in bytes`
	}
	byScope(p, p.Report(p.Document.AtOpening(s.Value),
		name.String()+" has no length limit, format or list of values", help))
}

// usualFormat guesses the format of a string by its name; "" where the name
// tells nothing.
func usualFormat(name string) string {
	if datetimeName(name) {
		return `"datetime"`
	}
	end := name
	if last := strings.LastIndexFunc(name, isUpper); last > 0 {
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

func isUpper(r rune) bool { return r >= 'A' && r <= 'Z' }

func unlimitedBytes(p *pass, b *lexicon.Bytes) {
	if b.MaxLength.Set || gives(b, "maxLength") {
		return
	}
	byScope(p, p.Report(p.Document.AtOpening(b.Value), subjectOf(b).String()+" has no length limit",
		`add "maxLength", in bytes`))
}

// large is the number of bytes above which data belongs into a blob.
const large = 20 * 1024

func largeString(p *pass, s *lexicon.String) {
	if s.MaxLength.Value > large && !gives(s, "format", "enum", "const") && p.Stored() {
		reportLarge(p, s, s.MaxLength.Value)
	}
}

func largeBytes(p *pass, b *lexicon.Bytes) {
	if b.MaxLength.Value > large && p.Stored() {
		reportLarge(p, b, b.MaxLength.Value)
	}
}

func reportLarge(p *pass, s lexicon.Schema, bytes int64) {
	p.Report(s.Base().AtField("maxLength"),
		subjectOf(s).String()+" may be "+strconv.FormatInt(bytes, 10)+" bytes long, in a record at most "+strconv.Itoa(large)+" are advised",
		"keep it in a blob, or lower maxLength")
}
