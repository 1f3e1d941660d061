package lint

import (
	"math"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// sizeRules has the rules about how large strings and bytes can be.
var sizeRules = []*rule{
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
	}, []check{on(func(p *pass, s *lexicon.String) {
		if !gives(s, "format", "maxLength", "maxGraphemes", "enum", "const", "knownValues") {
			p.reportAs(byScope(p), p.opening(s.Value), func(f *diag.Finding) {
				format := usualFormat(lexicon.SubjectOf(s.Value).Name)
				f.Message = subject(s) + " has no length limit, format, enum, or knownValues"
				f.Help = `add a "format" if one fits; otherwise, add a "maxLength" (in bytes) and, for text that people read, a "maxGraphemes"`
				if format != "" {
					f.Help = `add "format": ` + format + `, or a "maxLength" (in bytes)`
				}
				f.Fix = textPlaceholder(p, s, format)
			})
		}
	})}},
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
	}, []check{on(func(p *pass, b *lexicon.Bytes) {
		if !gives(b, "maxLength") {
			p.reportAs(byScope(p), p.opening(b.Value), func(f *diag.Finding) {
				f.Message = subject(b) + " has no length limit"
				f.Help = `add "maxLength" (in bytes)`
			})
		}
	})}},
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
	}, []check{on(func(p *pass, s *lexicon.String) {
		if !gives(s, "format", "enum", "const") {
			reportLarge(p, s, "a string", s.MaxLength.Value)
		}
	})}},
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
	}, []check{on(func(p *pass, b *lexicon.Bytes) { reportLarge(p, b, "a byte string", b.MaxLength.Value) })}},
	{&diag.Rule{
		Code: "grapheme-bytes-ratio", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the maxLength of a string is missing, or is less than 10 or more than 20 bytes per grapheme",
		Reason: "Set maxGraphemes to limit what people see, and maxLength to protect servers: a grapheme can consist of any number of " +
			"bytes. With fewer than 10 bytes per grapheme, text in some scripts and with emoji is cut " +
			"short; more than 20 are unnecessary.",
		Spec: "Field types > string, rules 2 and 3", Page: "specs/lexicon#string",
		Examples: `"title": {"type": "string", "maxGraphemes": 64, "maxLength": «64|640»}`,
	}, []check{on(graphemeBytes)}},
	{&diag.Rule{
		Code: "unlimited-array", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "an array has no maxLength",
		Reason: "Without a limit, data can be of any size. Set the largest number of elements that makes sense, " +
			"because adding a limit later breaks existing data. A limit matters least in the output of a method, " +
			"where the server keeps the list short.",
		Spec: "Field types > array: maxLength", Page: "specs/lexicon#array",
		Examples: `"thing": {
  "type": "object",
  "properties": {«"sizes": {"type": "array", "description": "Sizes that are left.", "items": {"type": "integer"}}|
    "sizes": {"type": "array", "description": "Sizes that are left.", "items": {"type": "integer"}, "maxLength": 20}
  »}
}`,
	}, []check{on(func(p *pass, a *lexicon.Array) {
		if !gives(a, "maxLength") {
			p.reportf(p.opening(a.Value), `add "maxLength" to limit the number of elements`,
				"%s has no limit on the number of elements", subjectOf{a})
		}
	})}},
	{&diag.Rule{
		Code: "atomic-array-items", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the items of an array in a record or an output are plain values",
		Reason: "A string or number cannot be extended. An object with one property can: adding a note or a date " +
			"to each element later is a compatible change. Parameters cannot contain objects and are not " +
			"checked.",
		Spec: "Field types > array: items; object", Page: "guides/lexicon-style-guide",
		Examples: `"main": {
  "type": "record", "description": "A walk with friends.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "walkers": {
        "type": "array", "description": "Who came along.",
        "items": {"type": «"string", "format": "did"|"ref", "ref": "#walker"»},
        "maxLength": 20
      }
    }
  }
}«|,
"walker": {
  "type": "object", "required": ["account"],
  "properties": {"account": {"type": "string", "format": "did", "description": "The account."}}
}»`,
	}, []check{on(func(p *pass, a *lexicon.Array) {
		items := lexicon.Resolve(a.Items)
		if !p.isStored() && p.Part != lexicon.PartOutput || items == nil || atoms[items.Type()] == "" {
			return
		}
		p.reportf(fieldOf(a, "items"),
			"if elements may need additional data later, make each element an object, even if it has only one field for now",
			"%s is an array of plain %s, so its elements cannot gain fields later", subjectOf{a}, atoms[items.Type()])
	})}},
	{&diag.Rule{
		Code: "unlimited-blob", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a blob lacks accept or maxSize",
		Reason: "Servers have to store the file, and clients have to show it. Without maxSize, it can be of any " +
			"size; without accept, it can be anything, such as an executable program. If any type is fine, say so " +
			"with \"accept\": [\"*/*\"]. The severity is info for a blob that is never part of a record, such as one in an " +
			"output, whose file a server has stored already.",
		Spec: "Field types > blob", Page: "specs/lexicon#blob",
		Fix: diag.FixHelp{Placeholder: "inserts accept and maxSize"},
		Examples: `"main": {
  "type": "record", "description": "An album of pictures.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"cover": {"type": "blob", "description": "Shown in lists.", "accept": ["image/png", "image/jpeg"]«|, "maxSize": 1000000»}}
  }
}`,
	}, []check{on(func(p *pass, blob *lexicon.Blob) {
		anyType, anySize := !gives(blob, "accept"), !gives(blob, "maxSize")
		if anyType || anySize {
			p.reportAs(byScope(p), p.opening(blob.Value), func(f *diag.Finding) {
				const accept, maxSize = `"accept" (a list of MIME types or globs, such as "image/*")`, `"maxSize" (in bytes)`
				switch {
				case anyType && anySize:
					f.Message = subject(blob) + " has neither an accept list nor a maxSize, so it accepts files of any type and size"
					f.Help = "add " + accept + " and " + maxSize
					f.Fix = placeholder(p, blob.Value, anyAccept, someSize)
				case anyType:
					f.Message = subject(blob) + " has no accept list, so it accepts files of any type"
					f.Help = "add " + accept
					f.Fix = placeholder(p, blob.Value, anyAccept)
				default:
					f.Message = subject(blob) + " has no maxSize, so it accepts files of any size"
					f.Help = "add " + maxSize
					f.Fix = placeholder(p, blob.Value, someSize)
				}
			})
		}
	})}},
	{&diag.Rule{
		Code: "unmatchable-accept", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "an accept list is empty or contains a MIME type that is not registered",
		Reason: "The type of a blob is the registered MIME type of the file. Some common names are not registered, such " +
			"as image/jpg and audio/mp3, so they match no file. An empty accept list rejects every file.",
		Spec: "Field types > blob: accept", Page: "specs/lexicon#blob",
		Fix:      diag.FixHelp{Safe: "writes the registered MIME type"},
		Examples: `"picture": {"type": "blob", "accept": ["image/png", «"image/jpg"|"image/jpeg"»], "maxSize": 1000000}`,
	}, []check{on(func(p *pass, blob *lexicon.Blob) {
		if isEmpty(blob, "accept") {
			p.reportf(fieldOf(blob, "accept"), `list the MIME types to accept, or remove "accept" to allow every type`,
				"the accept list of %s is empty, so every file is rejected", subjectOf{blob})
		}
		set := syntax.MIMESetOf(blob.Accept)
		for i, text := range blob.Accept {
			registered := registeredType(text)
			if registered != "" && !set.Match(registered) {
				p.report(entryOf(&blob.Node, "accept", blob.Accept, i), func(f *diag.Finding) {
					f.Message = words.Quote(text) + " in the accept list of " + subject(blob) + " matches no files"
					f.Help = "use " + words.Quote(registered)
					f.Fix = replaceEntry(p, f.Location, registered, true)
				})
			}
		}
	})}},
}

const largeReason = "Servers exchange whole records, and many at once, so records should be small. " +
	"Put large content in a blob and refer to it from the record."

// byScope is the highest severity of a finding on data at the node at hand: an info
// where no record can contain it.
func byScope(p *pass) diag.Severity {
	if p.isStored() {
		return diag.Warning
	}
	return diag.Info
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

// large is the number of bytes above which data belongs in a blob.
const large = 20 * 1024

func reportLarge(p *pass, s lexicon.Schema, kind string, bytes int64) {
	if bytes > large && p.isStored() {
		p.reportf(fieldOf(s, "maxLength"), "use a blob, or lower maxLength",
			"%s can be %d bytes long, but %s in a record should be at most %d bytes long", subjectOf{s}, bytes, kind, large)
	}
}

// atoms has the types of values that cannot be extended, in the plural.
var atoms = [lexicon.NumTypes]string{
	lexicon.TypeBoolean: "booleans", lexicon.TypeInteger: "integers", lexicon.TypeString: "strings", lexicon.TypeBytes: "bytes", lexicon.TypeCIDLink: "links",
}

// The limits that a placeholder sets.
var (
	anyAccept = [2]string{"accept", `["*/*"]`}
	someSize  = [2]string{"maxSize", "1000000"}
)

// unregistered has common names that are not registered MIME types and that servers never
// detect, each with the registered type.
var unregistered = [...][2]string{
	{"image/jpg", "image/jpeg"}, {"image/jpe", "image/jpeg"}, {"image/pjpeg", "image/jpeg"},
	{"image/svg", "image/svg+xml"}, {"image/tif", "image/tiff"},
	{"audio/mp3", "audio/mpeg"}, {"audio/m4a", "audio/mp4"},
	{"video/mov", "video/quicktime"}, {"video/mkv", "video/x-matroska"},
	{"text/txt", "text/plain"}, {"text/text", "text/plain"}, {"text/md", "text/markdown"}, {"text/json", "application/json"},
	{"application/doc", "application/msword"},
}

// registeredType returns the registered MIME type for a name that is unregistered; "" for
// all other names.
func registeredType(name string) string {
	for _, pair := range unregistered {
		if strings.EqualFold(name, pair[0]) {
			return pair[1]
		}
	}
	return ""
}

// The bytes for each grapheme that the style guide recommends.
const (
	fewestBytes = 10
	mostBytes   = 20
)

func graphemeBytes(p *pass, s *lexicon.String) {
	graphemes, bytes := s.MaxGraphemes.Value, s.MaxLength.Value
	if graphemes <= 0 || bytes < 0 || gives(s, "format") {
		return
	}
	fits := bytes/fewestBytes >= graphemes && (bytes-1)/mostBytes < graphemes // without overflow
	if s.MaxLength.Set && fits || !s.MaxLength.Set && gives(s, "maxLength") {
		return
	}
	most, swapped := diag.Info, s.MaxLength.Set && graphemes >= bytes
	if swapped {
		most = diag.Warning
	}
	field, other := "maxGraphemes", "maxLength"
	if s.MaxLength.Set && !swapped {
		field, other = other, field
	}
	p.reportAs(most, fieldOf(s, field), func(f *diag.Finding) {
		amount, ratio := "", " (10 to 20 bytes per grapheme)"
		if graphemes <= math.MaxInt64/mostBytes {
			amount = "a value from " + decimal(graphemes*fewestBytes) + " to " + decimal(graphemes*mostBytes)
		}
		f.Help = "set maxLength to " + amount + ratio
		if s.MaxLength.Set {
			f.Message = subject(s) + " has a maxLength of " + decimal(bytes) + " and a maxGraphemes of " + decimal(graphemes)
			f.Related = related(s.AtField(other), other+" is set here")
		}
		switch {
		case !s.MaxLength.Set:
			f.Message = subject(s) + " has a maxGraphemes but no maxLength, and a grapheme can be any number of bytes long"
		case !swapped:
			f.Message += ", but 10 to 20 bytes per grapheme are recommended"
			f.Help = "set maxLength to " + amount + ", or change maxGraphemes"
		default:
			f.Message += ", so maxGraphemes has no effect"
			if graphemes/fewestBytes >= bytes {
				f.Help = "swap the two if they were mixed up; otherwise " + f.Help
			}
		}
		if amount == "" {
			f.Help = "lower maxGraphemes; the corresponding maxLength would exceed 64 bits"
		}
	})
}
