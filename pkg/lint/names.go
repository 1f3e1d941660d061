package lint

import (
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// nameRules has the rules about the characters of names.
var nameRules = []*rule{
	{&diag.Rule{
		Code: "def-name-syntax", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the name of a definition contains characters that other tools reject",
		Reason: "Code generators and other linters accept only names of ASCII letters and digits that begin with a letter. " +
			"Such a name is an identifier in every programming language.",
		Spec: "Lexicon file: defs", Page: "specs/lexicon#lexicon-files",
		Examples: `«"open_access"|"openAccess"»: {"type": "token", "description": "Free for everyone."}`,
	}, []check{onDefinition(func(p *pass, def *lexicon.Definition) {
		// Left out are the names that invalid-def-name finds.
		if !syntax.IsName(def.Name) && def.Name != "" && !strings.ContainsAny(def.Name, "#.") {
			reportName(p, "definition", def.Key, nameFault(def.Name))
		}
	})}},
	{&diag.Rule{
		Code: "field-name-syntax", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the name of a field contains characters that other tools reject",
		Reason: "A name of ASCII letters and digits that begins with a letter is an identifier in every " +
			"programming language. Do not rename a field after publishing it.",
		Spec: "Field types > object: properties", Page: "specs/lexicon#object",
		Examples: `"place": {"type": "object", "properties": {«"post_code"|"postCode"»: {"type": "integer", "description": "Of the town."}}}`,
	}, onProperties(func(p *pass, property *lexicon.Property) {
		if !syntax.IsName(property.Name) && !strings.HasPrefix(property.Name, "$") {
			reportName(p, p.fieldOrParameter(), property.Key, nameFault(property.Name))
		}
	})},
	{&diag.Rule{
		Code: "dollar-field", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: `the name of a field begins with "$"`,
		Reason: "The data model reserves these names, such as $type, $bytes, and $link. Records and union variants " +
			"have a $type without declaring it.",
		Spec: "When $type is required", Page: "specs/data-model",
		Examples: `"place": {"type": "object", "properties": {«"$height"|"height"»: {"type": "integer", "description": "In meters."}}}`,
	}, onProperties(func(p *pass, property *lexicon.Property) {
		if strings.HasPrefix(property.Name, "$") {
			p.report(p.key(property.Key), func(f *diag.Finding) {
				f.Message = "the " + p.fieldOrParameter() + " name " + words.Quote(property.Name) + ` begins with "$", which the data model reserves`
				f.Help = `choose a name without "$"`
				if property.Name == "$type" {
					f.Help = "remove it; data can contain $type without the schema declaring it"
				}
			})
		}
	})},
}

// conventionRules has the rules about what names say of what they name.
var conventionRules = []*rule{
	{&diag.Rule{
		Code: "defs-main-definition", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a *.defs Lexicon has a main definition",
		Reason: "A *.defs Lexicon is a collection of definitions for other Lexicons, so its bare NSID should not " +
			"refer to anything.",
		Spec: "Lexicon file, rule 5", Page: "specs/lexicon#lexicon-files",
		Examples: `{"lexicon": 1, "id": "com.example.defs", "defs": {«"main"|"place"»: {"type": "object", "properties": {}}}}`,
	}, []check{onDefinition(func(p *pass, def *lexicon.Definition) {
		if def.Name == "main" && isDefs(p.Document) {
			p.reportf(p.key(def.Key), "rename the definition, or change the id of the Lexicon",
				`%s should not define "main", because its id ends in ".defs"`, p.Document.ID)
		}
	})}},
	{&diag.Rule{
		Code: "experimental-name", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the NSID marks the Lexicon as experimental",
		Reason: "An NSID with an experimental, temp, or unspecced segment promises no compatibility: breaking " +
			"changes to the Lexicon are only warnings. Publish a Lexicon that others rely on under an NSID " +
			"without that segment.",
		Spec: "Versioning, 5", Page: "specs/lexicon#lexicon-evolution",
		Examples: `{"lexicon": 1, "id": «"com.example.experimental.size"|"com.example.size"», "defs": {"main": {"type": "integer"}}}`,
	}, []check{onDocument(func(p *pass, d *lexicon.Document) {
		if segment := d.ID.Experimental(); segment != "" {
			p.reportf(idOf(d), "publish the final version under an NSID without this segment",
				"the %q segment of the id marks the Lexicon as experimental", segment)
		}
	})}},
	{&diag.Rule{
		Code: "name-casing", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a name does not begin with a lowercase letter",
		Reason: "By convention, Lexicons, definitions, and fields have lowerCamelCase names. Names are " +
			"case-sensitive, so a single convention prevents mistakes. All segments of an NSID except the last form a " +
			"domain name, which is written in lowercase.",
		Spec: "Lexicon file: id, defs", Page: "guides/lexicon-style-guide",
		Examples: `«"Place"|"place"»: {"type": "object", "properties": {"height": {"type": "integer", "description": "In meters."}}}`,
	}, append(onProperties(func(p *pass, property *lexicon.Property) {
		if hasUpperStart(property.Name) {
			reportName(p, p.fieldOrParameter(), property.Key, upperFault)
		}
	}), onDocument(func(p *pass, d *lexicon.Document) {
		if lower := d.ID.Normalize(); lower != d.ID {
			p.reportf(idOf(d), "rename it to "+words.Quote(string(lower))+", unless it is already published",
				"the domain name in the id %q contains uppercase letters, but should be lowercase", string(d.ID))
		}
		if name := d.ID.Name(); hasUpperStart(name) {
			p.reportf(idOf(d), renameHelp(name, words.LowerCamel(name)), "the name %q%s", name, upperFault)
		}
	}), onDefinition(func(p *pass, def *lexicon.Definition) {
		if hasUpperStart(def.Name) {
			reportName(p, "definition", def.Key, upperFault)
		}
	}))},
	{&diag.Rule{
		Code: "error-name-casing", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the name of an error is not in UpperCamelCase",
		Reason:  "By convention, errors have names like InvalidRequest. Clients compare names byte for byte.",
		Spec:    "Errors", Page: "guides/lexicon-style-guide",
		Examples: `"main": {
  "type": "procedure", "description": "Files a thing.",
  "output": {"encoding": "application/json"},
  "errors": [{"name": «"not_found"|"NotFound"», "description": "There is no such thing."}]
}`,
	}, onErrors(func(p *pass, e *lexicon.ErrorDef) {
		// Left out are the names that invalid-error-name finds.
		if e.Name != "" && !hasUpperStart(e.Name) && !strings.ContainsFunc(e.Name, unicode.IsSpace) {
			p.reportf(p.value(e.Value.Field("name")), renameHelp(e.Name, words.UpperCamel(e.Name)),
				"the error name %q is not in UpperCamelCase", e.Name)
		}
	})},
	{&diag.Rule{
		Code: "endpoint-name", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the name of a method does not begin with a verb",
		Reason: "By convention, methods are named with a verb and a noun: getThing, listThings, createThing, " +
			"subscribeThings. Such a name says what the call does and cannot be mistaken for a record.",
		Spec: "What the service does, 3", Page: "guides/lexicon-style-guide",
		Examples: `{
  "lexicon": 1, "id": «"com.example.userProfile"|"com.example.getUserProfile"»,
  "defs": {
    "main": {
      "type": "query", "description": "Returns the profile of a user.",
      "output": {"encoding": "application/json"}
    }
  }
}`,
	}, []check{onDocument(func(p *pass, d *lexicon.Document) {
		main := d.Main()
		if main != nil && d.ID != "" && endpointNames[main.Schema.Type()] != "" && !words.VerbFirst(d.ID.Name()) {
			p.reportf(idOf(d), "choose a name such as "+endpointNames[main.Schema.Type()]+", unless the method is already published",
				"the %v name %q does not begin with a verb", main.Schema.Type(), d.ID.Name())
		}
	})}},
	{&diag.Rule{
		Code: "record-name", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the name of a record is plural",
		Reason: "Each record is a single item, and its $type says what it is: a like, not likes. Records with a fixed key " +
			"(literal:VALUE) are not checked, since an account has only one such record.",
		Spec: "Primary types > record", Page: "guides/lexicon-style-guide",
		Examples: `{
  "lexicon": 1, "id": «"com.example.bookmarks"|"com.example.bookmark"»,
  "defs": {
    "main": {
      "type": "record", "description": "A page to come back to.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
	}, []check{onDocument(func(p *pass, d *lexicon.Document) {
		main := d.Main()
		if main == nil || d.ID == "" {
			return
		}
		record, ok := main.Schema.(*lexicon.Record)
		if !ok || strings.HasPrefix(record.Key, literal) || record.Key == "" && gives(record, "key") {
			return
		}
		all := words.Split(d.ID.Name())
		if words.IsPlural(all[len(all)-1]) {
			p.reportf(idOf(d), "unless it is already published, use the singular, because each record is a single item",
				"the record name %q is plural", d.ID.Name())
		}
	})}},
}

// nameFault says why a name is not made of letters and digits only.
func nameFault(name string) string {
	for _, r := range name {
		if !syntax.IsName("a" + string(r)) {
			return " contains " + words.Quote(string(r)) + ", but should contain only ASCII letters and digits"
		}
	}
	if name == "" {
		return " is empty"
	}
	return " begins with a digit, but should begin with a letter"
}

// renameHelp suggests another spelling of a name, unless that loses letters.
func renameHelp(name, better string) string {
	lost := strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	if lost || !syntax.IsName(better) {
		return "rename it, unless it is already published"
	}
	return "rename it to " + words.Quote(better) + ", unless it is already published"
}

// reportName reports a fault of the name of a definition or property.
func reportName(p *pass, kind string, key *lexicon.Member, fault string) {
	p.reportf(p.key(key), renameHelp(key.Name, words.LowerCamel(key.Name)),
		"the %s name %q%s", kind, key.Name, fault)
}

// hasUpperStart reports whether a valid name begins with an uppercase letter. A
// lowercase name of several words cannot be told from a single word.
func hasUpperStart(name string) bool {
	return syntax.IsName(name) && name[0] <= 'Z'
}

// upperFault is the fault of a name that is not in lowerCamelCase.
const upperFault = " begins with an uppercase letter, but lowerCamelCase is the convention"

// endpointNames has examples of names.
var endpointNames = [lexicon.NumTypes]string{
	lexicon.TypeQuery:        "getThing, listThings, or searchThings",
	lexicon.TypeProcedure:    "createThing or updateThing",
	lexicon.TypeSubscription: "subscribeThings",
}
