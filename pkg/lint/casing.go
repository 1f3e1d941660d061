package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// casing has the rules about the words in names.
var casing = []*rule{
	{&diag.Rule{
		Code: "name-casing", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a name does not begin with a lowercase letter",
		Reason: "By convention, Lexicons, definitions, and fields have lowerCamelCase names. Names are " +
			"case-sensitive, so a single convention prevents mistakes. All segments of an NSID except the last form a " +
			"domain name, which is written in lowercase.",
		Spec: "Lexicon file: id, defs", Page: "guides/lexicon-style-guide",
		Examples: `«"Place"|"place"»: {"type": "object", "properties": {"height": {"type": "integer", "description": "In meters."}}}`,
	}, append(onProperties(propertyCasing), onDocument(idCasing), onDefinition(defCasing))},
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
	}, onErrors(errorCasing)},
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
	}, []check{onDocument(endpointName)}},
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
	}, []check{onDocument(recordName)}},
}

// hasUpperStart reports whether a valid name begins with an uppercase letter. A
// lowercase name of several words cannot be told from a single word.
func hasUpperStart(name string) bool {
	return syntax.IsName(name) && name[0] <= 'Z'
}

func idCasing(p *pass, d *lexicon.Document) {
	if lower := d.ID.Normalize(); lower != d.ID {
		p.Report(diag.Finding{
			Location: atID(d),
			Message:  "the domain name in the id " + words.Quote(string(d.ID)) + " contains uppercase letters, but should be lowercase",
			Help:     "rename it to " + words.Quote(string(lower)) + ", unless it is already published",
		})
	}
	if name := d.ID.Name(); hasUpperStart(name) {
		reportCasing(p, "", name, atID(d))
	}
}

func defCasing(p *pass, def *lexicon.Definition) {
	if hasUpperStart(def.Name) && !p.Skip() {
		reportCasing(p, "definition ", def.Name, p.Document.AtKey(def.Key))
	}
}

func propertyCasing(p *pass, property *lexicon.Property) {
	if hasUpperStart(property.Name) && !p.Skip() {
		reportCasing(p, p.fieldOrParameter()+" ", property.Name, p.Document.AtKey(property.Key))
	}
}

func reportCasing(p *pass, kind, name string, at diag.Location) {
	p.Report(diag.Finding{
		Location: at,
		Message:  "the " + kind + "name " + words.Quote(name) + " begins with an uppercase letter, but lowerCamelCase is the convention",
		Help:     renameHelp(name, words.LowerCamel(name)),
	})
}

// errorCasing leaves out the names that invalid-error-name finds.
func errorCasing(p *pass, errors []*lexicon.ErrorDef) {
	for _, e := range errors {
		if e.Name == "" || hasUpperStart(e.Name) || len(strings.Fields(e.Name)) != 1 || strings.TrimSpace(e.Name) != e.Name || p.Skip() {
			continue
		}
		p.Report(diag.Finding{
			Location: e.AtField("name"),
			Message:  "the error name " + words.Quote(e.Name) + " is not in UpperCamelCase",
			Help:     renameHelp(e.Name, words.UpperCamel(e.Name)),
		})
	}
}

func endpointName(p *pass, d *lexicon.Document) {
	main := d.Main()
	if main == nil || d.ID == "" || words.VerbFirst(d.ID.Name()) {
		return
	}
	var examples string
	switch main.Schema.Type() {
	case lexicon.TypeQuery:
		examples = "getThing, listThings, or searchThings"
	case lexicon.TypeProcedure:
		examples = "createThing or updateThing"
	case lexicon.TypeSubscription:
		examples = "subscribeThings"
	default:
		return
	}
	p.Report(diag.Finding{
		Location: atID(d),
		Message:  "the " + main.Schema.Type().String() + " name " + words.Quote(d.ID.Name()) + " does not begin with a verb",
		Help:     "choose a name such as " + examples + ", unless the method is already published",
	})
}

func recordName(p *pass, d *lexicon.Document) {
	main := d.Main()
	if main == nil || d.ID == "" {
		return
	}
	record, ok := main.Schema.(*lexicon.Record)
	if !ok || strings.HasPrefix(record.Key, "literal:") || record.Key == "" && gives(record, "key") {
		return
	}
	all := words.Split(d.ID.Name())
	if words.IsPlural(all[len(all)-1]) {
		p.Report(diag.Finding{
			Location: atID(d),
			Message:  "the record name " + words.Quote(d.ID.Name()) + " is plural",
			Help:     "unless it is already published, use the singular, because each record is a single item",
		})
	}
}
