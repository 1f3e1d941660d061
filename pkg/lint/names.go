package lint

import (
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// names has the rules about what definitions, fields and files are called.
var names = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "def-name-syntax", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "the name of a definition has characters that other tools refuse",
			Reason: "The specification asks for a distinct short name. Code generators and other linters take ASCII letters and digits, " +
				"beginning with a letter, so that the name can be an identifier everywhere.",
			Spec: "Lexicon file: defs",
			Bad:  `"open_access": {"type": "token", "description": "Free for everyone."}`,
			Good: `"openAccess": {"type": "token", "description": "Free for everyone."}`,
		},
		checks: []check{onDefinition(defNameSyntax)},
	},
	{
		Rule: lexicon.Rule{
			Code: "field-name-syntax", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "the name of a field has characters that other tools refuse",
			Reason: "Names of ASCII letters and digits that begin with a letter are identifiers in every language that code is generated for. " +
				"Once published, a field keeps its name.",
			Spec: "Field types > object: properties",
			Bad: `"place": {
  "type": "object",
  "properties": {"post_code": {"type": "integer", "description": "Of the town."}}
}`,
			Good: `"place": {
  "type": "object",
  "properties": {"postCode": {"type": "integer", "description": "Of the town."}}
}`,
		},
		checks: []check{on(objectFieldNames), on(paramNames)},
	},
	{
		Rule: lexicon.Rule{
			Code: "dollar-field", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "the name of a field begins with $",
			Reason:  "The data model keeps such names for itself: $type, $bytes, $link. Records and variants of unions carry $type without a declaration.",
			Spec:    "When $type is required",
			Bad: `"place": {
  "type": "object",
  "properties": {"$height": {"type": "integer", "description": "In metres."}}
}`,
			Good: `"place": {
  "type": "object",
  "properties": {"height": {"type": "integer", "description": "In metres."}}
}`,
		},
		checks: []check{on(objectDollarFields), on(dollarParams)},
	},
	{
		Rule: lexicon.Rule{
			Code: "file-path", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "the file is not where its id says",
			Reason:  "People and tools find the Lexicon com.example.thing as com/example/thing.json, or as com.example.thing.json in one folder.",
			Spec:    "What the service does, 3",
			Bad: `-- com/example/things.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`,
			Good: `-- com/example/size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`,
		},
		checks: []check{onDocument(filePath)},
	},
	{
		Rule: lexicon.Rule{
			Code: "defs-main-definition", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a *.defs Lexicon has a main definition",
			Reason:  "A *.defs Lexicon collects definitions for others; it is no thing of its own. The bare NSID should name nothing.",
			Spec:    "Lexicon file, rule 5",
			Bad:     `{"lexicon": 1, "id": "com.example.defs", "defs": {"main": {"type": "object", "properties": {}}}}`,
			Good:    `{"lexicon": 1, "id": "com.example.defs", "defs": {"place": {"type": "object", "properties": {}}}}`,
		},
		checks: []check{onDefinition(defsMainDefinition)},
	},
	{
		Rule: lexicon.Rule{
			Code: "experimental-name", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "the name says that the Lexicon is experimental",
			Reason: "An NSID with a segment experimental, temp or unspecced promises nothing: breaking changes are only warnings in a comparison. " +
				"A Lexicon that others rely on needs a name without it, which is a new NSID.",
			Spec: "Versioning, 5",
			Bad:  `{"lexicon": 1, "id": "com.example.experimental.size", "defs": {"main": {"type": "integer"}}}`,
			Good: `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`,
		},
		checks: []check{onDocument(experimentalName)},
	},
}

// isName reports whether a name is of ASCII letters and digits and begins with
// a letter.
func isName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if letter := 'a' <= c|0x20 && c|0x20 <= 'z'; !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

const nameSyntax = "letters and digits that begin with a letter are safe everywhere"

// renameHelp proposes another spelling of a name, unless letters would be lost.
func renameHelp(name, better string) string {
	lost := strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	if lost || !isName(better) {
		return "rename it while it is unpublished"
	}
	return "write " + quote(better) + " while it is unpublished"
}

// defNameSyntax leaves out the names that invalid-def-name finds.
func defNameSyntax(p *pass, def *lexicon.Definition) {
	if isName(def.Name) || def.Name == "" || strings.ContainsAny(def.Name, "#.") {
		return
	}
	p.Report(p.Document.AtKey(def.Key), "the definition is named "+quote(def.Name)+"; "+nameSyntax, renameHelp(def.Name, lowerCamel(def.Name)))
}

func objectFieldNames(p *pass, s *lexicon.Object) { fieldNames(p, "field", s.Properties) }
func paramNames(p *pass, s *lexicon.Params)       { fieldNames(p, "parameter", s.Properties) }

func fieldNames(p *pass, kind string, properties []*lexicon.Property) {
	for _, property := range properties {
		if !isName(property.Name) && !strings.HasPrefix(property.Name, "$") {
			p.Report(p.Document.AtKey(property.Key), "the "+kind+" is named "+quote(property.Name)+"; "+nameSyntax, renameHelp(property.Name, lowerCamel(property.Name)))
		}
	}
}

func objectDollarFields(p *pass, s *lexicon.Object) { dollarFields(p, "field", s.Properties) }
func dollarParams(p *pass, s *lexicon.Params)       { dollarFields(p, "parameter", s.Properties) }

func dollarFields(p *pass, kind string, properties []*lexicon.Property) {
	for _, property := range properties {
		if !strings.HasPrefix(property.Name, "$") {
			continue
		}
		help := "choose a name without $"
		if property.Name == "$type" {
			help = "remove it: data carries $type without a declaration"
		}
		p.Report(p.Document.AtKey(property.Key), "the "+kind+" is named "+quote(property.Name)+"; the data model keeps names with $ for itself", help)
	}
}

// filePath accepts a path that shows only the end of what it should be, as when
// the user stands in a folder below the root of the schemas.
func filePath(p *pass, d *lexicon.Document) {
	path := d.Source.Path
	if d.ID == "" || path == "-" {
		return
	}
	nested, flat := paths(d.ID)
	if atHome(path, d.ID) {
		return
	}
	shown := path
	for strings.HasPrefix(shown, "./") || strings.HasPrefix(shown, "../") {
		shown = shown[strings.IndexByte(shown, '/')+1:]
	}
	if endsWith(nested, shown) {
		return
	}
	p.Report(atID(d), "the path of the file does not fit its id, it should end in "+nested, "move it there, or name it "+flat)
}

// paths returns the two paths that the file of a Lexicon may end in.
func paths(id syntax.NSID) (nested, flat string) {
	return strings.ReplaceAll(string(id), ".", "/") + ".json", string(id) + ".json"
}

// atHome reports whether a path is one where people look for the Lexicon.
func atHome(path string, id syntax.NSID) bool {
	nested, flat := paths(id)
	return endsWith(path, nested) || endsWith(path, flat)
}

// endsWith reports whether the last parts of a path are those of end.
func endsWith(path, end string) bool {
	rest, ok := strings.CutSuffix(path, end)
	return ok && (rest == "" || strings.HasSuffix(rest, "/"))
}

func defsMainDefinition(p *pass, def *lexicon.Definition) {
	if def.Name == "main" && isDefs(p.Document) {
		p.Report(p.Document.AtKey(def.Key), string(p.Document.ID)+" should not define main", "give the definition a name of its own, or its Lexicon another name")
	}
}

func experimentalName(p *pass, d *lexicon.Document) {
	if segment := d.ID.Experimental(); segment != "" {
		p.Report(atID(d), "the segment "+segment+" says that the Lexicon is experimental", "breaking changes are only warnings here; publish the final form under another NSID")
	}
}
