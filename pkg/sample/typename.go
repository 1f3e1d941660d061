package sample

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// accepts reports whether values of a definition can have its name as their $type, as
// records and variants of a union do. A definition can declare $type as a property.
func (h heights) accepts(def *lexicon.Definition) bool {
	if known, ok := h.accepted[def]; ok {
		return known
	}
	o := objectOf(def.Schema)
	if o == nil {
		return true
	}
	p := o.Property("$type")
	return p == nil || acceptsText(p.Schema, def.Reference().String(), h.profile)
}

// typeName returns a $type for an object that requires one without being a record or a
// variant: its own name, if it has one, or another text. It is "" if there is none: the
// name must not be empty, and a blob is not made of an object.
func (h heights) typeName(o *lexicon.Object) string {
	texts := []string{"com.example.unlisted"}
	if def := o.Definition; def != nil && def.Schema == lexicon.Schema(o) {
		texts = []string{def.Reference().String(), texts[0]}
	}
	p := o.Property("$type")
	if p == nil {
		return texts[0]
	}
	usable := func(text string) bool { return text != "" && text != "blob" }
	if t, ok := lexicon.Resolve(p.Schema).(*lexicon.String); ok {
		if i := slices.IndexFunc(t.Enum, func(text string) bool { return usable(text) && fitsString(t, text) }); i >= 0 {
			texts = append(texts, t.Enum[i])
		}
		l := limitsOf(t)
		l.minBytes = max(l.minBytes, 1)
		if f := syntax.FormatByName(t.Format); f == syntax.FormatNone {
			texts = append(texts, plain(l))
		} else if low, high := lengths(f, l); low <= high {
			texts = append(texts, nearest(f, low, low, high))
		}
		texts = append(texts, t.Const.Value)
	}
	for _, text := range texts {
		if usable(text) && acceptsText(p.Schema, text, h.profile) {
			return text
		}
	}
	return ""
}

// acceptsText reports whether a text is valid for a schema of any type. A ref that cannot
// be resolved accepts none.
func acceptsText(s lexicon.Schema, text string, profile diag.Profile) bool {
	switch s := lexicon.Resolve(s).(type) {
	case *lexicon.String:
		return len(validate.CheckString(s, text)) == 0
	case *lexicon.Unknown:
		return profile == diag.ProfileV1
	case *lexicon.Union: // without refs, an open one is like unknown
		return profile == diag.ProfileV1 && !s.Closed && s.Bare()
	}
	return false
}
