package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// formatRules has the rules about the format of a string.
var formatRules = []*rule{
	{&diag.Rule{
		Code: "unknown-format", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "the string format does not exist",
		Reason: "Lexicon has a fixed list of string formats. Nothing checks a format outside that list, and the " +
			"network's tools reject the schema. There is no format for email addresses, patterns, or dates " +
			"without a time. Only the atproto profile has the format space-ref.",
		Spec: "String formats", Page: "specs/lexicon#string-formats",
		Fix: diag.FixHelp{
			Safe:   "corrects a misspelled format",
			Unsafe: "replaces a format from another language with the nearest one in Lexicon",
		},
		Examples: `"createdAt": {"type": "string", "format": «"date-time"|"datetime"»}`,
	}, []check{on(func(p *pass, s *lexicon.String) {
		v := s.Value.Field("format")
		if v != nil && v.Kind == lexicon.KindString && lexicon.FormatByName(v.Text, p.Profile) == syntax.FormatNone {
			p.report(p.value(v), func(f *diag.Finding) {
				f.Message = subject(s) + " has the unknown format " + words.Quote(v.Text)
				f.Help = formatHelp(v.Text, p.Profile)
				if lexicon.FormatByName(v.Text, diag.ProfileATProto) != syntax.FormatNone {
					f.Hint = diag.HintUseProfile{Profile: diag.ProfileATProto}
				}
				f.Fix = meantFormat(p, s, v.Text)
			})
		}
	})}},
	{&diag.Rule{
		Code: "format-with-length", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a string has both a format and a length limit",
		Reason: "The format already constrains the text. An additional limit is redundant, or " +
			"rejects valid values.",
		Spec: "Field types > string; String formats", Page: "specs/lexicon#string-formats",
		Examples: `"owner": {"type": "string", "format": "did"«, "maxLength": 2048|»}`,
	}, []check{on(func(p *pass, s *lexicon.String) {
		format := s.Syntax()
		if format == syntax.FormatNone || len(conflictsOf(s)) > 0 {
			return // limits that no value satisfies are an error of their own
		}
		var fields []string
		for _, l := range []bound{{"maxLength", s.MaxLength}, {"minLength", s.MinLength}, {"maxGraphemes", s.MaxGraphemes}, {"minGraphemes", s.MinGraphemes}} {
			if l.Set {
				fields = append(fields, l.field)
			}
		}
		if len(fields) > 0 {
			p.reportf(fieldOf(s, fields[0]), "remove "+words.Enumerate(fields, "and")+"; the format already constrains the text",
				"%s has both the %q format and a %s", subjectOf{s}, format.String(), strings.Join(fields, " and a "))
		}
	})}},
	{&diag.Rule{
		Code: "undecodable-cid", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a string with the cid format cannot be decoded",
		Reason: "The format checks only the characters and the length of a CID, so the value is valid. However, it does not identify any " +
			"content, and implementations that decode it reject it.",
		Spec: "String formats: cid", Page: "specs/data-model",
		Examples: `"empty": {"type": "string", "format": "cid", "default": «"bafyempty"|"bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"»}`,
	}, []check{on(func(p *pass, s *lexicon.String) {
		// The values that value-out-of-bounds finds are left out.
		if s.Format != syntax.FormatCID.String() {
			return
		}
		check := func(what, value string, at place) {
			if syntax.IsCID(value) && !datamodel.IsCID(value) {
				p.reportf(at, "use the CID of the content that it should refer to",
					"%s %q of %s %s", what, value, subjectOf{s}, datamodel.DescribeUndecodable(value))
			}
		}
		check("the const", s.Const.Value, fieldOf(s, "const"))
		check("the default", s.Default.Value, fieldOf(s, "default"))
		for entry, at := range namedValues(s) {
			check("the entry", entry, at)
		}
	})}},
}

// foreignFormat returns the format that is called by another name elsewhere, in any case;
// "" for all other names.
func foreignFormat(name string) string {
	return map[string]string{
		"date": "datetime", "time": "datetime", "timestamp": "datetime", "iso8601": "datetime", "rfc3339": "datetime",
		"url": "uri", "uri-reference": "uri", "iri": "uri", "link": "uri", "http": "uri", "https": "uri",
		"lang": "language", "locale": "language", "bcp47": "language",
		"hostname": "handle", "domain": "handle", "username": "handle",
		"account": "at-identifier", "actor": "at-identifier", "at-id": "at-identifier", "rkey": "record-key",
	}[strings.ToLower(name)]
}

// meantFormat returns a fix for a format that does not exist. It is safe for another
// spelling; a date or an account name can mean something else.
func meantFormat(p *pass, s *lexicon.String, name string) *diag.Fix {
	if meant := foreignFormat(name); meant != "" {
		return formatFix(p, s, meant, strings.EqualFold(name, "url") || strings.EqualFold(name, "rkey"))
	}
	near, ok := words.UniqueFunc(name, lexicon.Formats(p.Profile), syntax.Format.String)
	if !ok || unavailable(name) {
		return nil
	}
	return formatFix(p, s, near.String(), words.Slip(name, near.String()))
}

// unavailable reports whether a format of other languages has no counterpart.
func unavailable(name string) bool {
	switch strings.ToLower(name) {
	case "email", "uuid", "ipv4", "ipv6", "regex", "markdown", "html", "hex", "color", "base64", "json", "string", "text":
		return true
	}
	return false
}

// formatHelp says what may have been intended by a format that does not exist.
func formatHelp(name string, profile diag.Profile) string {
	lower := strings.ToLower(name)
	switch meant := foreignFormat(name); {
	case lexicon.FormatByName(name, diag.ProfileATProto) != syntax.FormatNone:
		return "use the profile atproto, which has it"
	case meant == "datetime":
		return `use "datetime", which is a date with a time and a timezone`
	case meant == "handle":
		return `use "handle" for the handle of an account`
	case meant != "":
		return "use " + strconv.Quote(meant)
	case lower == "string" || lower == "text":
		return "remove it; a plain string has no format"
	case unavailable(name):
		return `remove it, and limit the string with "maxLength"; Lexicon has no such format`
	}
	var names []string
	for _, f := range lexicon.Formats(profile) {
		names = append(names, f.String())
	}
	return cmp.Or(words.DidYouMean(words.Nearest(name, names)), "use one of the formats "+words.Summarize(names))
}

// fieldRules has the rules about fields whose type, format or default is a risk.
var fieldRules = []*rule{
	{&diag.Rule{
		Code: "closed-union", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a union is closed",
		Reason: "The variants of a closed union can never change. An open union can be extended, by you and " +
			"by others, and programs skip unknown variants. Close a union only where an unknown variant " +
			"would be harmful.",
		Spec: "Field types > union, rules 2 and 3", Page: "specs/lexicon#union",
		Examples: `"shape": {
  "type": "object",
  "properties": {"form": {"type": "union", "description": "What it looks like.", "refs": ["#circle"]«, "closed": true|»}}
},
"circle": {"type": "object", "properties": {}}`,
	}, []check{on(func(p *pass, union *lexicon.Union) {
		if union.Closed && len(union.Refs) > 0 {
			p.reportf(fieldOf(union, "closed"), `remove "closed", unless accepting an unknown variant would be harmful`,
				"%s is a closed union, so no variant can ever be added", subjectOf{union})
		}
	})}},
	{&diag.Rule{
		Code: "closed-enum", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a string or integer has an enum",
		Reason: "An enum is closed: no value can ever be added or removed. The knownValues of a string list the " +
			"usual values and leave room for others.",
		Spec: "Field types > string: enum, knownValues; integer: enum", Page: "specs/lexicon#string",
		Examples: `"color": {"type": "string", «"enum": ["red", "green"]|"knownValues": ["red", "green"], "maxLength": 32»}`,
	}, []check{
		on(func(p *pass, s *lexicon.String) {
			if len(s.Enum) > 0 && !gives(s, "knownValues") {
				closedEnum(p, s, `use "knownValues", which leaves room for other values`)
			}
		}),
		on(func(p *pass, s *lexicon.Integer) {
			if len(s.Enum) > 0 {
				closedEnum(p, s, `use a string with "knownValues", or explain the numbers in the description`)
			}
		}),
	}},
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
	}, []check{on(func(p *pass, unknown *lexicon.Unknown) {
		if p.isStored() {
			p.reportf(fieldOf(unknown, "type"), "use an object, or an open union of objects",
				`%s has the "unknown" type, so readers of the record cannot tell what the field contains`, subjectOf{unknown})
		}
	})}},
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
	}, []check{on(func(p *pass, s *lexicon.String) {
		if (s.Format == "handle" || s.Format == "at-identifier") && p.isStored() {
			p.reportf(fieldOf(s, "format"), `use "format": "did"`,
				"%s has the %q format, but a handle can change after the record is written", subjectOf{s}, s.Format)
		}
	})}},
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
	}, []check{on(func(p *pass, b *lexicon.Boolean) {
		if b.Default.Value && !gives(b, "const") {
			p.reportf(fieldOf(b, "default"),
				`invert its meaning and rename it (for example, from "visible" to "hidden") so that the default is false`,
				"%s defaults to true, but client code usually expects a boolean to default to false", subjectOf{b})
		}
	})}},
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
	}, onProperties(func(p *pass, property *lexicon.Property) {
		// Another format, or a list of values, describes the string as well.
		s, ok := property.Schema.(*lexicon.String)
		if ok && datetimeName(property.Name) && !gives(s, "format", "enum", "const", "knownValues") {
			p.reportf(p.opening(s.Value), `add "format": "datetime"`,
				"%q has no format, but its name suggests a datetime", property.Name)
		}
	})},
}

// datetimeName reports whether a name ends in At as a separate word.
func datetimeName(name string) bool { return len(name) > 2 && strings.HasSuffix(name, "At") }

// formatFix returns a fix that names another format; nil where that would refuse a value
// that the schema itself has.
func formatFix(p *pass, s *lexicon.String, name string, safe bool) *diag.Fix {
	format := lexicon.FormatByName(name, p.Profile)
	if format == syntax.FormatNone {
		return nil
	}
	for _, value := range []lexicon.Opt[string]{s.Default, s.Const} {
		if value.Set && !format.Valid(value.Value) {
			return nil
		}
	}
	if slices.ContainsFunc(s.Enum, func(value string) bool { return !format.Valid(value) }) {
		return nil
	}
	return replaceText(p, s.Value.Field("format"), name, safe)
}

func closedEnum(p *pass, s lexicon.Schema, help string) {
	p.reportf(fieldOf(s, "enum"), help, "%s has an enum, so no value can ever be added", subjectOf{s})
}
