package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fields has the rules about fields whose type, format or default is a risk.
var fields = []*rule{
	{&diag.Rule{
		Code: "unknown-in-record", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a record contains a field of type unknown",
		Reason: "Nothing validates such a field, and readers do not know what to expect. An open union lists the " +
			"known forms and still accepts others.",
		Spec: "Field types > unknown; union, rule 2", Page: "specs/lexicon#unknown",
		Examples: `"main": {
  "type": "record", "description": "A place on the map.", "key": "tid",
  "record": {«"type": "object", "properties": {"shape": {"type": "unknown", "description": "Its outline."}}}
|
    "type": "object",
    "properties": {"shape": {"type": "union", "description": "Its outline.", "refs": ["#circle"]}}
  }
},
"circle": {"type": "object", "properties": {"radius": {"type": "integer", "description": "In meters."}}»}`,
	}, []check{on(unknownStored)}},
	{&diag.Rule{
		Code: "handle-in-record", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a record contains a handle",
		Reason: "A handle can change and later belong to someone else, while the record stays the same. A DID is " +
			"permanent. The at-identifier format accepts both and is meant for parameters.",
		Spec: "String formats: did, handle, at-identifier", Page: "guides/lexicon-style-guide",
		Examples: `"main": {
  "type": "record", "description": "Thanks to somebody.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"account": {"type": "string", "description": "Whom it is for.", "format": «"handle"|"did"»}}
  }
}`,
	}, []check{on(handleStored)}},
	{&diag.Rule{
		Code: "boolean-default-true", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a boolean defaults to true",
		Reason: "Many programs treat a missing boolean as false. Choose the name so that the usual value is false: " +
			"hidden instead of visible, excludeReplies instead of includeReplies.",
		Spec: "Field types > boolean: default", Page: "guides/lexicon-style-guide",
		Examples: `"settings": {
  "type": "object",
  "properties": {«"visible"|"hidden"»: {"type": "boolean", "description": «"Whether others see it.", "default": true|"Whether nobody else sees it.", "default": false»}}
}`,
	}, []check{on(defaultTrue)}},
	{&diag.Rule{
		Code: "datetime-format", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a string named …At does not have the datetime format",
		Reason: "On the network, names such as createdAt mean a point in time. With the datetime format, all programs read " +
			"it the same way, and invalid times are rejected.",
		Spec: "String formats: datetime", Page: "specs/lexicon#datetime",
		Examples: `"sale": {
  "type": "object",
  "properties": {"soldAt": {"type": "string", "description": "When it was sold.", «"maxLength": 64|"format": "datetime"»}}
}`,
	}, onProperties(datetimeFormat)},
}

func unknownStored(p *pass, unknown *lexicon.Unknown) {
	if !p.Stored() || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: unknown.AtField("type"),
		Message:  subject(unknown) + ` has the "unknown" type, so readers of the record cannot tell what the field contains`,
		Help:     "use an object, or an open union of objects",
	})
}

func handleStored(p *pass, s *lexicon.String) {
	if s.Format != "handle" && s.Format != "at-identifier" || !p.Stored() || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: s.AtField("format"),
		Message:  subject(s) + " has the " + words.Quote(s.Format) + " format, but a handle can change after the record is written",
		Help:     `use "format": "did"`,
	})
}

func defaultTrue(p *pass, b *lexicon.Boolean) {
	if !b.Default.Value || gives(b, "const") || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: b.AtField("default"),
		Message:  subject(b) + " defaults to true, but client code usually expects a boolean to default to false",
		Help:     `invert its meaning and rename it (for example, from "visible" to "hidden") so that the default is false`,
	})
}

// datetimeName reports whether a name ends in At as a separate word.
func datetimeName(name string) bool { return len(name) > 2 && strings.HasSuffix(name, "At") }

// datetimeFormat skips strings that something else than a limit describes: another
// format, or a list of values.
func datetimeFormat(p *pass, property *lexicon.Property) {
	s, ok := property.Schema.(*lexicon.String)
	if !ok || !datetimeName(property.Name) || gives(s, "format", "enum", "const", "knownValues") || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: p.Document.AtOpening(s.Value),
		Message:  words.Quote(property.Name) + " has no format, but its name suggests a datetime",
		Help:     `add "format": "datetime"`,
	})
}
