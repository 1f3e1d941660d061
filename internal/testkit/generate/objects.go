package generate

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func (m *valueMaker) object(properties []*lexicon.Property, required, nullable []string) Object {
	o := Object{}
	for _, p := range properties {
		needed := slices.Contains(required, p.Name)
		switch {
		case needed && m.slip():
		case !needed && (m.enough() || chance(m.r, 3)):
		case slices.Contains(nullable, p.Name) && chance(m.r, 3), m.slip():
			o = o.Set(p.Name, Null{})
		default:
			o = o.Set(p.Name, m.value(p.Schema))
		}
	}
	if chance(m.r, 12) {
		o = o.Set(one(m.r, "extra", "$extra", "a", "ref", "size"), m.known())
	}
	if m.slip() {
		o = o.Set(one(m.r, "odd", "$type", "extra"), m.any())
	}
	if len(o) > 0 && m.slip() {
		o = append(o, one(m.r, o...))
	} else {
		o = o.Unique()
	}
	m.r.Shuffle(len(o), func(i, j int) { o[i], o[j] = o[j], o[i] })
	return o
}

// typed returns an object or record that says of which type it is.
func (m *valueMaker) typed(ref lexicon.Reference, s lexicon.Schema) V {
	var o Object
	switch s := s.(type) {
	case *lexicon.Object:
		o = m.object(s.Properties, s.Required, s.Nullable)
	case *lexicon.Record:
		o = m.object(s.Object.Properties, s.Object.Required, s.Object.Nullable)
	default:
		return m.value(s)
	}
	if m.slip() {
		return o
	}
	name := V(text(ref.String()))
	if m.slip() {
		name = m.typeName(ref)
	}
	return slices.Insert(o.Without("$type"), m.r.IntN(len(o.Without("$type"))+1), Member{Name: "$type", Value: name})
}

// typeName returns a $type that is wrong, or at least unusual.
func (m *valueMaker) typeName(ref lexicon.Reference) V {
	switch m.r.IntN(6) {
	case 0:
		return text(string(ref.NSID) + "#main")
	case 1:
		return text(Absent + one(m.r, "", "#thing", "#main"))
	case 2:
		return text(one(m.r, "thing", "#"+ref.Name, "blob", "com.example", string(ref.NSID)+"#", string(ref.NSID)+"#a.b", string(ref.NSID)+"#missing"))
	case 3:
		return one[V](m.r, text(""), number(1), Null{}, Array{}, Object{})
	}
	return text(m.definition().Reference().String())
}

// definition picks a definition of the catalog.
func (m *valueMaker) definition() *lexicon.Definition {
	d := one(m.r, m.catalog.Documents()...)
	return one(m.r, d.Defs...)
}

func (m *valueMaker) ref(s *lexicon.Ref) V {
	if s.Link.Target == nil {
		return m.known()
	}
	v := m.value(s.Link.Target.Schema)
	if o, ok := v.(Object); ok && s.Link.Target.Schema.Type() == lexicon.TypeObject && chance(m.r, 5) {
		name := V(text(s.Link.Target.Reference().String()))
		if m.slips(2) {
			name = m.typeName(s.Link.Target.Reference())
		}
		return o.Set("$type", name).Unique()
	}
	return v
}

func (m *valueMaker) union(s *lexicon.Union) V {
	if m.slip() {
		return one[V](m.r, m.link(), m.base64(nil), m.newBlob("image/png", 1), Object{}, m.typed(lexicon.Reference{NSID: Absent, Name: "main"}, &lexicon.Object{}))
	}
	if len(s.Refs) == 0 || !s.Closed && chance(m.r, 8) || m.slip() {
		target := m.definition() // not listed, as a rule
		switch target.Schema.Type() {
		case lexicon.TypeObject, lexicon.TypeRecord:
			return m.typed(target.Reference(), target.Schema)
		}
		return Object{}.Set("$type", text(one(m.r, Absent, Absent+"#other", target.Reference().String()))).Set("extra", m.known())
	}
	link := one(m.r, s.Refs...)
	if link.Target == nil {
		return Object{}.Set("$type", text(link.Reference.String())).Set("extra", m.known())
	}
	return m.typed(link.Reference, link.Target.Schema)
}
