package convert

import (
	"math"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func (e *emitter) writeBoolean(s *lexicon.Boolean) *object {
	o := single("type", text("boolean"))
	if s.Const.Set {
		e.constant(o, boolean(s.Const.Value))
	}
	if s.Default.Set {
		o.set("default", boolean(s.Default.Value))
	}
	return o
}

func (e *emitter) writeInteger(s *lexicon.Integer) *object {
	o := single("type", text("integer"))
	if e.openAPI {
		o.set("format", text("int64"))
	}
	setInteger(o, "minimum", s.Minimum)
	setInteger(o, "maximum", s.Maximum)
	if s.Enum != nil {
		e.choice(o, s, distinct(s.Enum, func(n int64) node { return integer(n) }))
	}
	if s.Const.Set {
		e.constant(o, integer(s.Const.Value))
	}
	setInteger(o, "default", s.Default)
	return o
}

// setInteger adds a field that a schema can have.
func setInteger(o *object, name string, value lexicon.Opt[int64]) {
	if value.Set {
		o.set(name, integer(value.Value))
	}
}

// choice adds the values that a field enum allows. Where the dialect has no
// const, an enum is omitted beside a const.
func (e *emitter) choice(o *object, s lexicon.Schema, values array) {
	switch {
	case len(values) == 0:
		o.set("not", new(object))
	case e.nullable && s.Base().Value.Field("const") != nil:
		e.noteFields(o, s, "enum")
	default:
		o.set("enum", values)
	}
}

func (e *emitter) writeString(s *lexicon.String) *object {
	var o *object
	if s.Const.Set || s.Enum != nil {
		o = e.listedStrings(s)
	} else {
		o = e.anyString(s)
	}
	if s.Default.Set {
		o = e.beside(o).set("default", text(s.Default.Value))
	}
	return e.knownValues(o, s)
}

// listedStrings writes a string with const or enum. The values satisfy the other
// fields: lint makes sure of that.
func (e *emitter) listedStrings(s *lexicon.String) *object {
	o := single("type", text("string"))
	if s.Enum != nil {
		e.choice(o, s, texts(s.Enum))
	}
	if s.Const.Set {
		e.constant(o, text(s.Const.Value))
	}
	return e.noteFields(o, s, "format", "minLength", "maxLength", "minGraphemes", "maxGraphemes")
}

// anyString writes a string with a format or lengths.
func (e *emitter) anyString(s *lexicon.String) *object {
	o := single("type", text("string"))
	f := s.Syntax()
	if f == syntax.FormatNone {
		e.noteFields(o, s, "format")
		e.textLength(o, s, false)
		return o
	}
	if infoOf(f).weak {
		e.lose(s, "format", gapFormat)
	}
	e.textLength(o, s, true)
	limited := len(o.members) > 1
	if !limited && !e.inline {
		return e.format(f)
	}
	o = e.formatSchema(f) // not an allOf, which some generators refuse for strings
	if limited {
		o.remove("example") // which may be too long or too short
		o.remove("examples")
		e.textLength(o, s, true)
	}
	return o
}

// textLength narrows the limits of a string in characters to those that follow from those in
// bytes and graphemes. In UTF-8 a character takes 1 to 4 bytes, and a grapheme
// has one or more characters; so the limits are also right where a validator
// counts UTF-16 units or bytes. The strings of all formats are ASCII.
func (e *emitter) textLength(o *object, s *lexicon.String, ascii bool) {
	floor, _ := o.get("minLength").(integer)
	ceiling, limited := o.get("maxLength").(integer)
	if !limited {
		ceiling = math.MaxInt64
	}
	least, greatest := int64(floor), int64(ceiling)
	limits := []struct {
		field      string
		value      lexicon.Opt[int64]
		min, bytes bool // or else a maximum, or a number of graphemes
		gap        Gap
	}{
		{"minLength", s.MinLength, true, true, gapByteLength},
		{"maxLength", s.MaxLength, false, true, gapByteLength},
		{"minGraphemes", s.MinGraphemes, true, false, gapGraphemes},
		{"maxGraphemes", s.MaxGraphemes, false, false, gapGraphemes},
	}
	exact := func(n int64, min bool) bool { return ascii || n <= 0 || n == 1 && min }
	for _, l := range limits {
		n := max(0, l.value.Value)
		switch {
		case !l.value.Set:
		case l.min && l.bytes && !ascii:
			least = max(least, n/4+(n%4+3)/4)
		case l.min:
			least = max(least, n)
		case l.bytes || exact(n, false):
			greatest = min(greatest, n)
		}
	}
	if least > 0 || s.MinLength.Set {
		o.set("minLength", integer(least))
	}
	if greatest < math.MaxInt64 {
		o.set("maxLength", integer(greatest))
	}
	for _, l := range limits {
		if !l.value.Set {
			continue
		}
		isExact := exact(l.value.Value, l.min)
		if !isExact || o.get(l.field) != integer(l.value.Value) {
			e.noteFields(o, s, l.field)
		}
		if !isExact {
			e.lose(s, l.field, l.gap)
		}
	}
}

// knownValues keeps suggested values in the annotation, and as examples those
// that are valid.
func (e *emitter) knownValues(o *object, s *lexicon.String) *object {
	if s.KnownValues == nil {
		return o
	}
	o = e.beside(o)
	inEnum := words.Among(s.Enum)
	var valid []string
	for _, v := range s.KnownValues {
		if (s.Enum == nil || inEnum(v)) && len(validate.CheckString(s, v, "enum")) == 0 {
			valid = append(valid, v)
		}
	}
	return e.noteFields(e.exampled(o, texts(valid)...), s, "knownValues")
}
