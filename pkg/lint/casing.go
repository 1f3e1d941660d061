package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// casing has the rules about the words of names: how they are joined, and which
// kind of word stands where.
var casing = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "name-casing", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a name does not begin with a small letter",
			Reason:  "By convention Lexicons, definitions and fields are named in lowerCamelCase. Names are case-sensitive, so one habit saves mistakes.",
			Spec:    "Lexicon file: id, defs",
			Bad: `"Place": {
  "type": "object",
  "properties": {"height": {"type": "integer", "description": "In metres."}}
}`,
			Good: `"place": {
  "type": "object",
  "properties": {"height": {"type": "integer", "description": "In metres."}}
}`,
		},
		checks: []check{onDocument(idCasing), onDefinition(defCasing), on(fieldCasing), on(paramCasing)},
	},
	{
		Rule: lexicon.Rule{
			Code: "error-name-casing", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "the name of an error is not in UpperCamelCase",
			Reason:  "By convention errors are named like InvalidRequest. Clients compare the name byte for byte.",
			Spec:    "Errors",
			Bad: `"main": {
  "type": "procedure", "description": "Files a thing.",
  "output": {"encoding": "application/json"},
  "errors": [{"name": "not_found", "description": "There is no such thing."}]
}`,
			Good: `"main": {
  "type": "procedure", "description": "Files a thing.",
  "output": {"encoding": "application/json"},
  "errors": [{"name": "NotFound", "description": "There is no such thing."}]
}`,
		},
		checks: []check{on(queryErrors), on(procedureErrors), on(subscriptionErrors)},
	},
	{
		Rule: lexicon.Rule{
			Code: "endpoint-name", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "the name of a method does not begin with a verb",
			Reason: "By convention methods are named by verb and noun: getThing, listThings, createThing, subscribeThings. " +
				"The name tells what a call does, and cannot be mistaken for a record.",
			Spec: "What the service does, 3",
			Bad: `{
  "lexicon": 1,
  "id": "com.example.userProfile",
  "defs": {
    "main": {
      "type": "query", "description": "Returns the profile of a user.",
      "output": {"encoding": "application/json"}
    }
  }
}`,
			Good: `{
  "lexicon": 1,
  "id": "com.example.getUserProfile",
  "defs": {
    "main": {
      "type": "query", "description": "Returns the profile of a user.",
      "output": {"encoding": "application/json"}
    }
  }
}`,
		},
		checks: []check{onDocument(endpointName)},
	},
	{
		Rule: lexicon.Rule{
			Code: "record-name", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "the name of a record is a plural",
			Reason:  "Each record is one thing, and its $type says what: a like, not likes. Records of which there is one only (key literal:VALUE) are not judged.",
			Spec:    "Primary types > record",
			Bad: `{
  "lexicon": 1,
  "id": "com.example.bookmarks",
  "defs": {
    "main": {
      "type": "record", "description": "A page to come back to.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
			Good: `{
  "lexicon": 1,
  "id": "com.example.bookmark",
  "defs": {
    "main": {
      "type": "record", "description": "A page to come back to.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
		},
		checks: []check{onDocument(recordName)},
	},
}

// hasUpperStart reports whether a name of sound syntax begins with a capital.
// All-small names of several words cannot be told from one word.
func hasUpperStart(name string) bool {
	return isName(name) && name[0] <= 'Z'
}

func reportCasing(p *pass, at lexicon.Location, kind, name string) {
	p.Report(at, "the "+kind+" "+quote(name)+" begins with a capital, the convention is lowerCamelCase",
		renameHelp(name, lowerCamel(name)))
}

func idCasing(p *pass, d *lexicon.Document) {
	if name := d.ID.Name(); hasUpperStart(name) {
		reportCasing(p, atID(d), "name", name)
	}
}

func defCasing(p *pass, def *lexicon.Definition) {
	if hasUpperStart(def.Name) {
		reportCasing(p, p.Document.AtKey(def.Key), "definition", def.Name)
	}
}

func fieldCasing(p *pass, s *lexicon.Object) { propertyCasing(p, "field", s.Properties) }
func paramCasing(p *pass, s *lexicon.Params) { propertyCasing(p, "parameter", s.Properties) }

func propertyCasing(p *pass, kind string, properties []*lexicon.Property) {
	for _, property := range properties {
		if hasUpperStart(property.Name) {
			reportCasing(p, p.Document.AtKey(property.Key), kind, property.Name)
		}
	}
}

func queryErrors(p *pass, s *lexicon.Query)               { errorCasing(p, s.Errors) }
func procedureErrors(p *pass, s *lexicon.Procedure)       { errorCasing(p, s.Errors) }
func subscriptionErrors(p *pass, s *lexicon.Subscription) { errorCasing(p, s.Errors) }

// errorCasing leaves out the names that invalid-error-name finds.
func errorCasing(p *pass, errors []*lexicon.ErrorDef) {
	for _, e := range errors {
		if e.Name == "" || hasUpperStart(e.Name) || len(strings.Fields(e.Name)) != 1 || strings.TrimSpace(e.Name) != e.Name {
			continue
		}
		p.Report(e.AtField("name"), "the error "+quote(e.Name)+" is not in UpperCamelCase", renameHelp(e.Name, upperCamel(e.Name)))
	}
}

func endpointName(p *pass, d *lexicon.Document) {
	main := d.Main()
	if main == nil || d.ID == "" {
		return
	}
	help := "begin with what it does, as in createThing or updateThing"
	switch main.Schema.Type() {
	case lexicon.TypeQuery:
		help = "begin with what it does, as in getThing, listThings or searchThings"
	case lexicon.TypeSubscription:
		help = "begin with subscribe, as in subscribeThings"
	case lexicon.TypeProcedure:
	default:
		return
	}
	if name := d.ID.Name(); !verbFirst(name) {
		p.Report(atID(d), "the "+main.Schema.Type().String()+" "+quote(name)+" does not begin with a verb", help+"; once published, leave it")
	}
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
	all := words(d.ID.Name())
	if plural(all[len(all)-1]) {
		p.Report(atID(d), "the record is named "+quote(d.ID.Name())+", a plural; each record is one thing", "use the singular while it is unpublished")
	}
}
