package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// typeRequired reports objects that require a $type which no object can have.
func typeRequired(p *pass, s *lexicon.Object) {
	i := slices.Index(s.Required, "$type")
	if record, ok := s.Definition.Schema.(*lexicon.Record); i < 0 || ok && record.Object == s { // see recordType
		return
	}
	property := s.Property("$type")
	if property == nil || allowsTypeName(property.Schema, p.Profile) || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: atEntry(&s.Node, "required", s.Required, i),
		Message:  subject(s) + " has no valid value because it requires $type, whose schema does not allow a non-empty string",
		Help:     "make $type a string, or rename the property",
	})
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
	if s.Object == nil {
		return
	}
	property := s.Object.Property("$type")
	if property == nil {
		return
	}
	name := s.Definition.Reference().String()
	text, isString := lexicon.Resolve(property.Schema).(*lexicon.String)
	allowed := allowsTypeName(property.Schema, p.Profile)
	if isString {
		allowed = len(validate.CheckString(text, name)) == 0 || !complete(text, "enum", text.Enum)
	}
	if allowed || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: property.Schema.Base().At(),
		Message: subject(s.Object) + " has no valid value because the $type of the record is " + words.Quote(name) +
			", which the schema of $type does not allow",
		Help: "remove this property; a record always has a $type",
	})
}
