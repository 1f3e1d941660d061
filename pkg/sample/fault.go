package sample

import (
	"math"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// fault proposes values for a site that break one rule; a nil value leaves the property out.
type fault struct {
	rule    *diag.Rule
	propose func(at site) []Value
}

// faults are the ways in which a value can break its schema.
var faults = []fault{
	{validate.RuleValueType, otherType},
	{validate.RuleMissingRequired, func(at site) []Value { return onlyIf(at.required, nil) }},
	{validate.RuleNullNotAllowed, func(at site) []Value { return onlyIf(!at.nullable && !at.param, Null{}) }},
	{validate.RuleConst, otherConst},
	{validate.RuleEnum, otherThanEnum},
	{validate.RuleRange, outOfRange},
	{validate.RuleLength, wrongLength},
	{validate.RuleGraphemes, wrongGraphemes},
	{validate.RuleFormat, brokenFormat},
	{validate.RuleAccept, func(at site) []Value {
		return changedBlob(at, "mimeType", Text("application/x-other"), Text("text/plain"))
	}},
	{validate.RuleMaxSize, func(at site) []Value {
		b, ok := at.schema.(*lexicon.Blob)
		if !ok || !b.MaxSize.Set || b.MaxSize.Value == math.MaxInt64 {
			return nil
		}
		return changedBlob(at, "size", Number(b.MaxSize.Value+1))
	}},
	{validate.RuleTypeMissing, func(at site) []Value {
		o, ok := at.value.(Object)
		return onlyIf(ok && at.named(), o.Without("$type"))
	}},
	{validate.RuleTypeSyntax, func(at site) []Value { return renamedType(at, "not a type") }},
	{validate.RuleTypeMainFragment, func(at site) []Value {
		o, _ := at.value.(Object)
		name, _ := o.Get("$type").(String)
		if strings.Contains(name.Text, "#") {
			return nil
		}
		return renamedType(at, name.Text+"#main")
	}},
	{validate.RuleTypeMismatch, func(at site) []Value { return renamedType(at, "com.example.unlisted") }},
	{validate.RuleDataModel, outsideModel},
}

// named reports whether the value at a site has to name its type.
func (at site) named() bool {
	return at.schema.Type() == lexicon.TypeUnion || at.schema.Type() == lexicon.TypeRecord
}

func onlyIf(ok bool, v Value) []Value {
	if !ok {
		return nil
	}
	return []Value{v}
}

func renamedType(at site, name string) []Value {
	o, ok := at.value.(Object)
	return onlyIf(ok && at.named(), o.With("$type", Text(name)))
}

func changedBlob(at site, field string, values ...Value) []Value {
	o, ok := at.value.(Object)
	if _, blob := at.schema.(*lexicon.Blob); !ok || !blob {
		return nil
	}
	changed := make([]Value, len(values))
	for i, v := range values {
		changed[i] = o.With(field, v)
	}
	return changed
}

// otherType proposes values of types that the schema does not have.
func otherType(at site) []Value {
	if at.param && at.schema.Type() != lexicon.TypeArray { // a query string has only texts, and lists of them
		return []Value{Text("text"), Array{at.value, at.value}}
	}
	switch at.schema.(type) {
	case *lexicon.String:
		return []Value{Number(1), Bool(true), Array{}}
	case *lexicon.Unknown:
		return []Value{Text("text")}
	}
	return []Value{Text("text"), Number(1), Array{}}
}

func otherConst(at site) []Value {
	switch s := at.schema.(type) {
	case *lexicon.Boolean:
		return onlyIf(s.Const.Set, Bool(!s.Const.Value))
	case *lexicon.Integer:
		if s.Const.Set {
			return []Value{Number(s.Const.Value ^ 1), Number(s.Const.Value ^ 2)}
		}
	case *lexicon.String:
		if s.Const.Set {
			return textsBeside(s.Const.Value)
		}
	}
	return nil
}

func otherThanEnum(at site) []Value {
	switch s := at.schema.(type) {
	case *lexicon.Integer:
		if len(s.Enum) > 0 {
			n := slices.Max(s.Enum)
			return []Value{Number(n - 1), Number(slices.Min(s.Enum) + 1), Number(n + 1), Number(0)}
		}
	case *lexicon.String:
		if len(s.Enum) > 0 {
			return textsBeside(s.Enum[0])
		}
	}
	return nil
}

// textsBeside proposes texts near to one that is allowed.
func textsBeside(text string) []Value {
	return []Value{Text(text + "-other"), Text(strings.ToUpper(text)), Text(text + "x"), Text("other"), Text("o")}
}

func outOfRange(at site) []Value {
	s, ok := at.schema.(*lexicon.Integer)
	if !ok {
		return nil
	}
	var all []Value
	if s.Maximum.Set && s.Maximum.Value < math.MaxInt64 {
		all = append(all, Number(s.Maximum.Value+1))
	}
	if s.Minimum.Set && s.Minimum.Value > math.MinInt64 {
		all = append(all, Number(s.Minimum.Value-1))
	}
	return all
}

func wrongLength(at site) []Value {
	switch schema := at.schema.(type) {
	case *lexicon.String:
		text, _ := at.value.(String)
		l := limitsOf(schema)
		var all []Value
		if schema.MaxLength.Set && schema.MaxLength.Value < maxBytes {
			over := l
			over.minBytes, over.maxBytes = l.maxBytes+1, l.maxBytes+4
			all = append(all, Text(fill(text.Text, over)))
			if format := schema.Syntax(); format != syntax.FormatNone {
				all = append(all, Text(ofLength(format, l.maxBytes+1)))
			}
		}
		if schema.MinLength.Set && schema.MinLength.Value > 0 {
			all = append(all, Text(cut(text.Text, limits{maxBytes: l.minBytes - 1, maxGraphemes: l.maxGraphemes})), Text(""))
		}
		return all
	case *lexicon.Bytes:
		var all []Value
		if schema.MaxLength.Set && schema.MaxLength.Value < maxBytes {
			all = append(all, Bytes{Data: make([]byte, schema.MaxLength.Value+1)})
		}
		if schema.MinLength.Set && schema.MinLength.Value > 0 {
			all = append(all, Bytes{})
		}
		return all
	case *lexicon.Array:
		list, _ := at.value.(Array)
		var all []Value
		if schema.MaxLength.Set && schema.MaxLength.Value < maxValues && len(list) > 0 {
			longer := slices.Clone(list)
			for int64(len(longer)) <= schema.MaxLength.Value {
				longer = append(longer, list[0])
			}
			all = append(all, longer)
		}
		if schema.MinLength.Set && schema.MinLength.Value > 0 && int64(len(list)) >= schema.MinLength.Value {
			all = append(all, list[:schema.MinLength.Value-1])
		}
		return all
	}
	return nil
}

func wrongGraphemes(at site) []Value {
	schema, ok := at.schema.(*lexicon.String)
	if !ok {
		return nil
	}
	l := limitsOf(schema)
	var all []Value
	if schema.MaxGraphemes.Set && schema.MaxGraphemes.Value < maxBytes {
		all = append(all, Text(strings.Repeat("a", l.maxGraphemes+1)))
	}
	if schema.MinGraphemes.Set && schema.MinGraphemes.Value > 0 {
		short := limits{minBytes: l.minBytes, maxBytes: l.maxBytes, maxGraphemes: l.minGraphemes - 1}
		all = append(all, Text(fill(strings.Repeat("a", l.minGraphemes-1), short)))
	}
	return all
}

func brokenFormat(at site) []Value {
	schema, ok := at.schema.(*lexicon.String)
	text, isText := at.value.(String)
	if !ok || !isText {
		return nil
	}
	format := schema.Syntax()
	if format == syntax.FormatNone {
		return nil
	}
	var all []Value
	for _, broken := range []string{" " + text.Text, strings.Replace(text.Text, ":", "", 1), text.Text + " ", "not of the format"} {
		if !format.Valid(broken) {
			all = append(all, Text(broken))
		}
	}
	return all
}

// outsideModel proposes values that the data model does not have.
func outsideModel(at site) []Value {
	if at.param { // in a query string, all is text
		return nil
	}
	switch at.schema.(type) {
	case *lexicon.Integer, *lexicon.Unknown:
		return []Value{Raw("1.5"), Raw("9223372036854775808")}
	case *lexicon.Bytes:
		return []Value{Object{}.Set("$bytes", Text("not base64!"))}
	case *lexicon.CIDLink:
		return []Value{Object{}.Set("$link", Text("not a CID"))}
	case *lexicon.Blob:
		return changedBlob(at, "size", Number(-1))
	}
	return []Value{Raw("0.5")}
}
