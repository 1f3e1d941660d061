package validate

import (
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// thingRecord is the schema of several examples.
const thingRecord = inSchema + `{"type": "record", "key": "tid", "record": {
  "type": "object",
  "properties": {"size": {"type": "integer"}}
}}`

// RuleTypeMissing is broken by objects that need $type and have none.
var RuleTypeMissing = &diag.Rule{
	Code: "type-missing", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "an object that requires $type does not have one",
	Reason: "Records, union variants, and blobs always need a $type, because nothing else tells a reader what they are. " +
		"Only the messages of a subscription may omit it; the target of a plain ref does not need it.",
	Spec: "When $type is required", Page: "specs/lexicon#when-to-use-type",
	Examples: thingRecord + inData + `{«|"$type": "com.example.thing", »"size": 3}`,
}

// RuleTypeMainFragment is broken by a $type that names a main definition with #main.
var RuleTypeMainFragment = &diag.Rule{
	Code: "type-main-fragment", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: `$type ends in "#main"`,
	Reason:  "In data, the type of a main definition is the NSID alone. Programs compare types byte for byte, so they treat the long form as a different type. Remove #main.",
	Spec:    "References", Page: "specs/lexicon#when-to-use-type",
	Examples: thingRecord + inData + `{"$type": «"com.example.thing#main"|"com.example.thing"», "size": 3}`,
}

// recordChecker is a record, prepared for many values.
type recordChecker struct {
	origin[*lexicon.Record]
	typeName string         // what $type calls it
	object   *objectChecker // nil when the schema is not valid
}

func (c *recordChecker) check(r *run, i uint32) bool {
	if !r.Tokens[i].IsObject() {
		return r.notRecord(i, c.node, c.fits)
	}
	if r.TypeOf(i) != c.typeName && !c.wrongName(r, i) {
		return false
	}
	if c.object == nil {
		return invalid(c.node, "is a record without a valid object").check(r, i)
	}
	return c.object.check(r, i)
}

func (c *recordChecker) fits(name string) bool { return name == c.typeName }

// notRecord reports a value that is not an object in place of a record.
func (r *run) notRecord(i uint32, node lexicon.Schema, fits func(name string) bool) bool {
	return r.report(RuleValueType, func() finding {
		f := r.mistyped(i, node, lexicon.TypeObject, "a record (an object)")
		if f.help, f.hint = r.wrapped(i, fits); r.Tokens[i].Kind == datamodel.String && holdsRecord(r.Text(i)) {
			f.message, f.help = "must be a record (an object), but is a string that contains one as JSON", r.unpack(i)
		}
		return f
	})
}

// wrongName reports what is wrong with the $type of a record.
func (c *recordChecker) wrongName(r *run, i uint32) bool {
	name, at := r.TypeOf(i), r.Tokens[i].TypeIndex()
	switch {
	case name == "" && at == 0:
		return r.Member(i, "$type") != 0 || r.typeMissing(whyRecord, func() finding {
			help, hint := r.wrapped(i, c.fits)
			if help == "" {
				help = cmp.Or(r.typeSlip(i, c.fits), `add "$type": `+quote(c.typeName))
			}
			return finding{at: i, schema: c.node, help: help, hint: hint, expected: c.typeName}
		})
	case strings.TrimSuffix(name, "#main") == c.typeName:
		return r.typeMain(at, c.node, name)
	}
	return r.report(RuleTypeMismatch, func() finding {
		return finding{
			at: at, schema: c.node, message: mustBe(quote(c.typeName), quote(name)),
			expected: c.typeName, actual: name,
		}
	})
}

// typeMain reports a $type that names a main definition with #main.
func (r *run) typeMain(at uint32, schema lexicon.Schema, name string) bool {
	return r.report(RuleTypeMainFragment, func() finding {
		want := strings.TrimSuffix(name, "#main")
		return finding{
			at: at, schema: schema, message: `must not end in "#main", but is ` + quote(name),
			help: "use " + quote(want), expected: strings.Clone(want), actual: name,
		}
	})
}

// Why an object needs a $type.
const (
	whyRecord  = "identifies the type of a record"
	whyVariant = "selects the variant of a union"
	whyBlob    = "every blob must have"
)

// typeMissing reports an object without the $type that it needs.
func (r *run) typeMissing(why string, make func() finding) bool {
	return r.report(RuleTypeMissing, func() finding {
		f := make()
		f.opening, f.message = true, "is missing $type, which "+why
		return f
	})
}

// recordsChecker finds the record that $type names.
type recordsChecker struct{}

func (c *recordsChecker) schema() lexicon.Schema { return nil }

func (c *recordsChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return r.notRecord(i, nil, r.schemas.isRecord)
	}
	name, at := r.TypeOf(i), tok.TypeIndex()
	if record, ok := r.schemas.types[name].(*recordChecker); ok {
		r.recordType = record.typeName
		return record.check(r, i)
	}
	if !r.quick && syntax.IsNSID(name) {
		r.recordType = strings.Clone(name)
	}
	nsid, fragment, _ := strings.Cut(name, "#")
	switch {
	case name == "" && at == 0:
		return r.Member(i, "$type") != 0 || r.typeMissing(whyRecord, func() finding { return c.typeMissing(r, i) })
	case fragment == "main" && syntax.IsNSID(nsid):
		return r.typeMain(at, nil, name)
	case !isTypeName(name):
		return r.report(RuleTypeSyntax, func() finding {
			return finding{at: at, message: "must be the NSID of a record, but is " + quote(name), actual: name}
		})
	}
	return c.noRecord(r, at, name)
}

// isRecord reports whether a $type names a record.
func (s *Schemas) isRecord(name string) bool {
	_, is := s.types[name].(*recordChecker)
	return is
}

// typeMissing is the finding on an object that should be a record.
func (c *recordsChecker) typeMissing(r *run, i uint32) finding {
	if r.Member(i, "lexicon") != 0 && r.Member(i, "defs") != 0 {
		return finding{at: i, help: "this is a Lexicon, not data; validate data instead", hint: diag.HintSchemaAsData{}}
	}
	if help := r.typeSlip(i, r.schemas.isRecord); help != "" {
		return finding{at: i, help: help}
	}
	if help, hint := r.wrapped(i, r.schemas.isRecord); help != "" {
		return finding{at: i, help: help, hint: hint}
	}
	return finding{
		at: i, help: `add "$type" with the NSID of the record, or choose a definition to check the value against`,
		hint: diag.HintNameDefinition{},
	}
}

// noRecord reports a value whose $type names no record that is loaded.
func (c *recordsChecker) noRecord(r *run, at uint32, name string) bool {
	ref, _ := lexicon.ParseReference(name, "")
	def, d := r.schemas.catalog.Definition(ref), r.schemas.catalog.Document(ref.NSID)
	switch {
	case def != nil && def.Schema.Type() == lexicon.TypeInvalid:
		return invalid(def.Schema, "is not valid").check(r, r.root)
	case def != nil:
		return r.report(RuleTypeMismatch, func() finding {
			kind := def.Schema.Type()
			help, hint := insteadOfRecord(def)
			return finding{
				at: at, schema: def.Schema, message: "is " + quote(name) + ", which is " + kind.Phrase() + ", not a record",
				help: help, hint: hint, expected: lexicon.TypeRecord.String(), actual: kind.String(),
			}
		})
	case d != nil && !d.Partial:
		return r.report(ruleSchemaNotFound, func() finding {
			return finding{
				at: at, message: "is " + quote(name) + ", which is not defined in its Lexicon",
				help: words.DidYouMean(r.schemas.meant(ref)), actual: name,
			}
		})
	case r.schemas.options.AllowUnknown:
		r.unknown = true
		return true
	}
	return r.notLoaded(ref, func() finding {
		return finding{at: at, message: "is " + quote(name) + ", whose schema is not loaded", actual: name}
	})
}

// insteadOfRecord says what to do with a value whose $type names a definition that is
// not a record.
func insteadOfRecord(def *lexicon.Definition) (help string, hint diag.Hint) {
	switch def.Schema.(type) {
	case *lexicon.Token, *lexicon.PermissionSet, *lexicon.Space: // these describe no data
		return "use the NSID of a record", nil
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		parts := (&PartError{Parts: partsOf(def.Schema)}).Choice()
		return "check the value against a part of that definition instead: " + parts, diag.HintNameDefinition{Reference: def.Reference().String(), Parts: parts}
	}
	return "check the value against that definition instead", diag.HintNameDefinition{Reference: def.Reference().String()}
}
