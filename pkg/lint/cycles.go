package lint

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// cycleRules has the rules about definitions that only lead back to themselves.
var cycleRules = []*rule{
	{&diag.Rule{
		Code: "ref-cycle", Group: "refs", Severity: diag.Always(diag.Error),
		Summary: "references form a cycle",
		Reason: "A definition of type ref is another name for the definition that it points to. In a cycle there is no " +
			"such definition, so nothing can be validated.",
		Spec: "References; Field types > ref", Page: "specs/lexicon#ref",
		Examples: `«"size": {"type": "ref", "ref": "#width"},
"width": {"type": "ref", "ref": "#size"}|"thing": {
  "type": "object",
  "properties": {"size": {"type": "ref", "ref": "#width", "description": "How large it is."}}
},
"width": {"type": "integer", "description": "In millimeters."}»`,
	}, []check{onCatalog(func(p *pass) {
		for cycle := range ownCycles(p, true) {
			first := cycle[0]
			p.report(p.value(first.at), func(f *diag.Finding) {
				f.Message = "circular reference: " + words.Quote(first.def.Name) + " refers to itself"
				f.Help = "replace the ref with a concrete type, such as an object or a string"
				if len(cycle) > 1 {
					f.Message = "circular reference: " + through(p.Document, cycle)
					f.Help = "replace one of the refs in the cycle with a concrete type, such as an object or a string"
					f.Related = others(cycle, "part of the cycle")
				}
			})
		}
	})}},
	{&diag.Rule{
		Code: "uninhabitable", Group: "refs", Severity: diag.Always(diag.Error), Spreads: true,
		Summary: "every value of the definition would be infinite",
		Reason: "Recursion needs an end: a property that is optional or nullable, an array that can be empty, or a " +
			"union variant that does not recurse. Otherwise, every value would have to contain itself. A " +
			"property named $bytes or $link cannot be required either, because the data model reserves these names. The schema " +
			"of a required $type must allow a non-empty string, and that of a record's $type must allow the NSID of the record.",
		Spec: "Field types > object, array, union", Page: "specs/lexicon#object",
		Examples: `"node": {
  "type": "object",« "required": ["next"],|»
  "properties": {"next": {"type": "ref", "ref": "#node", "description": "The node after this one."}}
}`,
	}, []check{onCatalog(func(p *pass) {
		for cycle := range ownCycles(p, false) {
			first := cycle[0]
			p.report(p.value(first.at), func(f *diag.Finding) {
				f.Message = "a value of " + words.Quote(first.def.Name) + " would have to contain itself: " + through(p.Document, cycle)
				f.Help = "make a property in the chain optional or nullable, allow an array to be empty, or make a union open"
				f.Related = others(cycle, "part of the chain")
			})
		}
	}), on(reservedRequired), on(typeRequired), on(recordType)}},
}

// ownCycles ranges over the cycles that begin in a file to check, either those of refs
// alone or all others, and makes that file the one at hand.
func ownCycles(p *pass, ofRefs bool) iter.Seq[[]step] {
	return func(yield func([]step) bool) {
		for _, cycle := range p.cycles() {
			p.Document = cycle[0].def.Document
			if p.checks(p.Document) && onlyRefs(cycle) == ofRefs && !yield(cycle) {
				return
			}
		}
	}
}

// onlyRefs reports whether the cycle consists of refs alone, which ref-cycle finds.
func onlyRefs(cycle []step) bool {
	return !slices.ContainsFunc(cycle, func(s step) bool { return s.def.Schema.Type() != lexicon.TypeRef })
}

// shortName returns the name of a definition for a message about the document d: without
// the NSID if it is in that document.
func shortName(d *lexicon.Document, def *lexicon.Definition) string {
	switch name := words.QuoteName(def.Name); {
	case def.Document == d:
		return name
	case def.Name == "main":
		return string(def.Document.ID)
	default:
		return string(def.Document.ID) + "#" + name
	}
}

// through returns the way through a cycle of steps and back to its first definition, for
// a message about the document d. A long one is cut.
func through(d *lexicon.Document, cycle []step) string {
	const (
		most      = 6   // definitions
		mostBytes = 250 // after which it shows no further definition
	)
	var text strings.Builder
	for i, s := range cycle {
		if i == most || text.Len() > mostBytes {
			text.WriteString("… → ")
			break
		}
		text.WriteString(shortName(d, s.def) + fieldPath(s) + " → ")
	}
	return text.String() + shortName(d, cycle[0].def)
}

// others returns the related places of a finding on a cycle: the steps after the first.
func others(cycle []step, message string) []diag.Related {
	var places []diag.Related
	for _, s := range cycle[1:min(len(cycle), 1+maxRelated)] {
		places = append(places, diag.Related{Location: s.def.Document.At(s.at), Message: message})
	}
	if more := len(cycle) - 1 - len(places); more > 0 {
		places[len(places)-1].Message += ", as are " + strconv.Itoa(more) + " more places"
	}
	return places
}

// fieldPath returns the path from a definition to the reference that leads on,
// such as ".next" or ".children[]": the names of properties, and brackets for
// the elements of an array. A long one is cut.
func fieldPath(s step) string {
	const most = 200 // bytes
	var path strings.Builder
	parts := s.at.Path()
	for i := len(s.def.Key.Value.Path()); i < len(parts); i++ {
		switch parts[i] {
		case "properties":
			if i++; i < len(parts) {
				path.WriteString("." + words.QuoteName(parts[i]))
			}
		case "items":
			path.WriteString("[]")
		}
		if path.Len() > most {
			return path.String() + "…"
		}
	}
	return path.String()
}

// reservedRequired reports properties that are declared and required, but that no object
// of the data model has: {"$bytes": …} and {"$link": …} are not objects.
func reservedRequired(p *pass, s *lexicon.Object) {
	for _, name := range []string{"$bytes", "$link"} {
		i := slices.Index(s.Required, name)
		if i >= 0 && s.Property(name) != nil {
			p.reportf(entryOf(&s.Node, "required", s.Required, i), `use the "bytes" or "cid-link" type, or rename the property`,
				"%s has no valid value because it requires %s, a name that the data model reserves", subjectOf{s}, name)
		}
	}
}

// typeRequired reports objects that require a $type which no object can have. Those of
// records are left to recordType.
func typeRequired(p *pass, s *lexicon.Object) {
	i := slices.Index(s.Required, "$type")
	if record, ok := s.Definition.Schema.(*lexicon.Record); i < 0 || ok && record.Object == s {
		return
	}
	if property := s.Property("$type"); property != nil && !allowsTypeName(property.Schema, p.Profile) {
		p.reportf(entryOf(&s.Node, "required", s.Required, i), "make $type a string, or rename the property",
			"%s has no valid value because it requires $type, whose schema does not allow a non-empty string", subjectOf{s})
	}
}

// allowsTypeName reports whether a schema of $type allows any non-empty string, or may
// allow one: it is broken, or is not loaded. Limits that exclude each other are found by
// other rules.
func allowsTypeName(s lexicon.Schema, profile diag.Profile) bool {
	switch s := lexicon.Resolve(s).(type) {
	case *lexicon.String:
		nonEmpty := func(text string) bool { return text != "" }
		return (!s.Const.Set || s.Const.Value != "") &&
			(len(s.Enum) == 0 || !complete(s, "enum", s.Enum) || slices.ContainsFunc(s.Enum, nonEmpty)) &&
			(!s.MaxLength.Set || s.MaxLength.Value != 0) && (!s.MaxGraphemes.Set || s.MaxGraphemes.Value != 0)
	case *lexicon.Union:
		return s.HidesRefs() || profile == diag.ProfileV1 && !s.Closed && s.Bare() // like unknown
	case *lexicon.Unknown:
		return profile == diag.ProfileV1
	case *lexicon.Null, *lexicon.Boolean, *lexicon.Integer, *lexicon.Bytes, *lexicon.CIDLink, *lexicon.Blob, *lexicon.Array, *lexicon.Object:
		return false
	}
	return true
}

// recordType reports records that declare a $type other than their name.
func recordType(p *pass, s *lexicon.Record) {
	if s.Object == nil || s.Object.Property("$type") == nil {
		return
	}
	property, name := s.Object.Property("$type").Schema, s.Definition.Reference().String()
	allowed := allowsTypeName(property, p.Profile)
	if text, ok := lexicon.Resolve(property).(*lexicon.String); ok {
		allowed = len(validate.CheckString(text, name)) == 0 || !complete(text, "enum", text.Enum)
	}
	if !allowed {
		p.reportf(property.Base().At, "remove this property; a record always has a $type",
			"%s has no valid value because the $type of the record is %q, which the schema of $type does not allow", subjectOf{s.Object}, name)
	}
}
