package lint

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// references has the rules about where a reference leads and how it is spelled.
var references = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "unresolved-ref", Group: "refs", Severity: lexicon.Always(lexicon.Error),
			Summary: "a reference names a definition that does not exist",
			Reason: "Data at that place cannot be checked, and generated code does not compile. " +
				"A bare NSID means the definition main of that Lexicon; #name is a definition of the same file.",
			Spec: "References",
			Bad: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": "#prise"}}
},
"price": {"type": "integer", "description": "In cents."}`,
			Good: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": "#price"}}
},
"price": {"type": "integer", "description": "In cents."}`,
		},
		checks: []check{onReference(unresolvedRef)},
	},
	{
		Rule: lexicon.Rule{
			Code: "unresolved-external-ref", Group: "refs", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a reference leads to a Lexicon that is not loaded",
			Reason: "Whether the definition exists, and whether a reference may lead to it, can only be told when its file is there. " +
				"The flag -L, or include in the config file, loads Lexicons to resolve references in.",
			Spec: "References",
			Bad: `"order": {
  "type": "object",
  "properties": {"place": {"type": "ref", "description": "Where it goes.", "ref": "org.example.geo.point"}}
}`,
			Good: `-- com/example/defs.json --
{"lexicon": 1, "id": "com.example.defs", "defs": {
  "order": {
    "type": "object",
    "properties": {"place": {"type": "ref", "description": "Where it goes.", "ref": "org.example.geo.point"}}
  }
}}
-- org/example/geo/point.json --
{"lexicon": 1, "id": "org.example.geo.point", "defs": {
  "main": {"type": "object", "properties": {}}
}}`,
		},
		checks: []check{onReference(unresolvedExternalRef)},
	},
	{
		Rule: lexicon.Rule{
			Code: "ref-target", Group: "refs", Severity: lexicon.Always(lexicon.Error),
			Summary: "a reference leads to a definition that cannot stand there",
			Reason: "Tokens, methods and permission sets have no data, so a field cannot hold one. " +
				"The variants of a union are told apart by $type, so each is an object or a record under its own name.",
			Spec: "Type overview; Field types > union, rule 5",
			Bad: `"item": {
  "type": "object",
  "properties": {"state": {"type": "union", "description": "How far it is.", "refs": ["#open", "#done"]}}
},
"open": {"type": "token", "description": "Not finished."},
"done": {"type": "token", "description": "Finished."}`,
			Good: `"item": {
  "type": "object",
  "properties": {"state": {
    "type": "string", "description": "How far it is.",
    "knownValues": ["com.example.defs#open", "com.example.defs#done"]
  }}
},
"open": {"type": "token", "description": "Not finished."},
"done": {"type": "token", "description": "Finished."}`,
		},
		checks: []check{on(refTarget), on(variantTarget)},
	},
	{
		Rule: lexicon.Rule{
			Code: "duplicate-union-ref", Group: "refs", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a union lists a variant twice",
			Reason:  "The second entry has no effect. NSID and NSID#main are one definition, and so are #name and the full name.",
			Spec:    "References; Field types > union",
			Bad: `"item": {
  "type": "object",
  "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#round", "#round"]}}
},
"round": {"type": "object", "properties": {}}`,
			Good: `"item": {
  "type": "object",
  "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#round", "#square"]}}
},
"round": {"type": "object", "properties": {}},
"square": {"type": "object", "properties": {}}`,
		},
		checks: []check{on(duplicateUnionRef)},
	},
	{
		Rule: lexicon.Rule{
			Code: "redundant-main", Group: "refs", Severity: lexicon.Always(lexicon.Info),
			Summary: "a reference spells out #main",
			Reason:  "A bare NSID already means the definition main. The $type of data is always the bare NSID, so one spelling is easier to search for.",
			Spec:    "References",
			Bad: `-- com/example/defs.json --
{"lexicon": 1, "id": "com.example.defs", "defs": {
  "visit": {
    "type": "object",
    "properties": {"place": {"type": "ref", "description": "Where it was.", "ref": "com.example.point#main"}}
  }
}}
-- com/example/point.json --
{"lexicon": 1, "id": "com.example.point", "defs": {
  "main": {"type": "object", "properties": {}}
}}`,
			Good: `-- com/example/defs.json --
{"lexicon": 1, "id": "com.example.defs", "defs": {
  "visit": {
    "type": "object",
    "properties": {"place": {"type": "ref", "description": "Where it was.", "ref": "com.example.point"}}
  }
}}
-- com/example/point.json --
{"lexicon": 1, "id": "com.example.point", "defs": {
  "main": {"type": "object", "properties": {}}
}}`,
		},
		checks: []check{onReference(redundantMain)},
	},
	{
		Rule: lexicon.Rule{
			Code: "full-local-ref", Group: "refs", Severity: lexicon.Always(lexicon.Info),
			Summary: "a reference spells out the id of its own file",
			Reason:  "Within a file #name is enough. It stays right when the file gets another id.",
			Spec:    "References",
			Bad: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": "com.example.defs#price"}}
},
"price": {"type": "integer", "description": "In cents."}`,
			Good: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": "#price"}}
},
"price": {"type": "integer", "description": "In cents."}`,
		},
		checks: []check{onReference(fullLocalRef)},
	},
}

// onReference makes a check of every reference of a ref or union.
func onReference(f func(*pass, *lexicon.Link)) check {
	return onNode(func(p *pass, s lexicon.Schema) {
		switch s := s.(type) {
		case *lexicon.Ref:
			if s.Link != nil {
				f(p, s.Link)
			}
		case *lexicon.Union:
			for _, l := range s.Refs {
				f(p, l)
			}
		}
	})
}

// home returns the document in which a reference made in the document at hand
// looks for its definition; nil when it is not loaded.
func (p *pass) home(ref lexicon.Reference) *lexicon.Document {
	if ref.NSID == p.Document.ID {
		return p.Document
	}
	return p.Catalog.Document(ref.NSID)
}

// mayBeCutOff reports whether a definition that is not there may stand in a text
// that could not be read to its end.
func (p *pass) mayBeCutOff(ref lexicon.Reference) bool {
	if d := p.home(ref); d != nil {
		return d.Partial
	}
	return slices.ContainsFunc(p.nameless, func(d *lexicon.Document) bool { return atHome(d.Source.Path, ref.NSID) })
}

func unresolvedRef(p *pass, l *lexicon.Link) {
	d := p.home(l.Reference)
	if l.Target != nil || d == nil || p.mayBeCutOff(l.Reference) || p.surplus() {
		return
	}
	message := quote(l.Text) + " names no definition of this file"
	if d != p.Document {
		message = quote(l.Text) + " does not exist: " + string(l.NSID) + " has no definition " + quote(l.Name)
	}
	f := p.Report(p.Document.At(l.Value), message, existing(l.Reference, d, l.Local()))
	if d != p.Document {
		f.Related = []lexicon.Related{{Location: d.At(d.Root.Field("id")), Message: "the Lexicon that it names"}}
	}
}

// intended returns the definition of d that was most likely meant by a reference
// to one that d does not have; nil when none is near.
func intended(ref lexicon.Reference, d *lexicon.Document) *lexicon.Definition {
	if ref.Name == "main" && len(d.Defs) == 1 {
		return d.Defs[0]
	}
	const most = 100 // definitions; bounds the work for each reference
	if len(d.Defs) > most {
		return nil
	}
	names := make([]string, len(d.Defs))
	for i, def := range d.Defs {
		names[i] = def.Name
	}
	if near := syntax.Nearest(ref.Name, names); near != "" {
		return d.Definition(near)
	}
	return nil
}

// existing says which definition of d may have been meant by a reference to one
// that d does not have.
func existing(ref lexicon.Reference, d *lexicon.Document, local bool) string {
	spell := func(def *lexicon.Definition) string {
		if local {
			return quote("#" + def.Name)
		}
		return quote(lexicon.Reference{NSID: ref.NSID, Name: def.Name}.String())
	}
	hint := ""
	if ref.Name == "main" && !local {
		hint = "a bare NSID means the definition main; "
	}
	near := intended(ref, d)
	switch {
	case near != nil:
		return hint + "did you mean " + spell(near) + "?"
	case hint != "" && len(d.Defs) > 0:
		return hint + "name one that is there, such as " + spell(d.Defs[0])
	}
	return "define " + quote(ref.Name) + ", or name a definition that is there"
}

func unresolvedExternalRef(p *pass, l *lexicon.Link) {
	if p.home(l.Reference) == nil && !p.mayBeCutOff(l.Reference) && !p.surplus() {
		p.Report(p.Document.At(l.Value), quote(l.Text)+" cannot be checked: "+string(l.NSID)+" is not loaded", p.notLoadedHelp(l.Reference))
	}
}

// notLoadedHelp is the way out where a Lexicon is not loaded: it has another
// name, or must be loaded. A search goes through all that are loaded, so only so
// many are made for a file.
func (p *pass) notLoadedHelp(ref lexicon.Reference) string {
	const most = 100
	help, known := p.meant[ref]
	if known {
		return help
	}
	help = "load it with -L FOLDER, or list the folder in lexsmith.yaml, under lexicons or include"
	if len(p.meant) == most {
		return help
	}
	if near, ok := p.Catalog.Nearest(ref); ok && isData(p.Catalog.Definition(near).Schema.Type()) {
		help = "did you mean " + quote(near.String()) + "? Else " + help
	}
	if p.meant == nil {
		p.meant = map[lexicon.Reference]string{}
	}
	p.meant[ref] = help
	return help
}

// isData reports whether a ref may lead to a definition of that type.
func isData(t lexicon.Type) bool {
	switch t {
	case lexicon.TypeToken, lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription, lexicon.TypePermissionSet, lexicon.TypeParams:
		return false
	}
	return true
}

func refTarget(p *pass, s *lexicon.Ref) {
	if s.Link == nil || s.Link.Target == nil {
		return
	}
	target := s.Link.Target
	var help string
	switch t := target.Schema.Type(); t {
	case lexicon.TypeToken:
		help = "make this a string and list " + quote(target.Reference().String()) + " in knownValues"
	case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
		help = "define the data that you need by name, and refer to that from both places"
	case lexicon.TypePermissionSet, lexicon.TypeParams:
		help = "refer to a definition that describes data"
	default:
		return
	}
	f := p.Report(p.Document.At(s.Link.Value), "a ref must lead to data, "+quote(s.Link.Text)+" is a "+target.Schema.Type().String(), help)
	f.Related = definedHere(target)
}

func variantTarget(p *pass, s *lexicon.Union) {
	for _, l := range s.Refs {
		if l.Target == nil {
			continue
		}
		var help string
		switch schema := l.Target.Schema.(type) {
		case *lexicon.Object, *lexicon.Record, *lexicon.Invalid:
			continue
		case *lexicon.Token:
			help = "make this a string and list " + quote(l.Target.Reference().String()) + " in knownValues"
		case *lexicon.Ref:
			help = "list the definition that it leads to"
			if schema.Link != nil {
				help = "list " + quote(schema.Link.String()) + ", to which it leads"
			}
		case *lexicon.Union:
			help = "list its variants here"
		case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet:
			help = "list definitions that describe data"
		default:
			help = "wrap it: define an object with one property of that type, and list the object"
		}
		if p.surplus() {
			continue
		}
		f := p.Report(p.Document.At(l.Value), "a variant of a union must be an object or a record, "+quote(l.Text)+" is "+syntax.Article(l.Target.Schema.Type().String()), help)
		f.Related = definedHere(l.Target)
	}
}

// definedHere points to the name of a definition.
func definedHere(def *lexicon.Definition) []lexicon.Related {
	return []lexicon.Related{{Location: def.Document.AtKey(def.Key), Message: "defined here"}}
}

func duplicateUnionRef(p *pass, s *lexicon.Union) {
	if len(s.Refs) < 2 {
		return
	}
	first := make(map[lexicon.Reference]*lexicon.Link, len(s.Refs))
	for _, l := range s.Refs {
		before := first[l.Reference]
		if before == nil {
			first[l.Reference] = l
			continue
		}
		if p.surplus() {
			continue
		}
		message := "the union lists " + quote(l.Text) + " twice"
		if l.Text != before.Text {
			message = "the union lists one variant twice: " + quote(l.Text) + " is another spelling of " + quote(before.Text)
		}
		f := p.Report(p.Document.At(l.Value), message, "remove one of the two")
		f.Related = []lexicon.Related{{Location: p.Document.At(before.Value), Message: "listed before"}}
	}
}

func redundantMain(p *pass, l *lexicon.Link) {
	d := p.home(l.Reference)
	if l.Name == "main" && l.Text != l.String() && d != p.Document && (d == nil || l.Target != nil) && !p.surplus() {
		p.Report(p.Document.At(l.Value), quote(l.Text)+" is the long form of "+quote(l.String()), "write "+strconv.Quote(l.String()))
	}
}

func fullLocalRef(p *pass, l *lexicon.Link) {
	if l.NSID == p.Document.ID && !l.Local() && l.Target != nil && !p.surplus() {
		p.Report(p.Document.At(l.Value), quote(l.Text)+" is the long form of "+quote("#"+l.Name), "write "+quote("#"+l.Name))
	}
}
