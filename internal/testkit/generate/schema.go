package generate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Absent is the NSID of a Lexicon that schemas may refer to and that is never
// among them.
const Absent = "com.example.absent"

// Schemas returns a few Lexicons by path. They hold every type of the language,
// refer to each other and to themselves, and have no lint errors under the
// profile. What they may refer to beside is the Lexicon Absent.
func Schemas(r *rand.Rand, profile diag.Profile) map[string]string {
	m := &schemaMaker{r: r, profile: profile}
	m.draft()
	files := map[string]Object{}
	for i, d := range m.drafts {
		m.own = i
		files[d.id] = files[d.id].Set(d.name, m.definition(d.kind))
	}
	out := map[string]string{}
	for id, defs := range files {
		out[id+".json"] = string(JSON(Object{}.Set("lexicon", number(1)).Set("id", text(id)).Set("defs", defs)))
	}
	return out
}

// Catalog parses Lexicons as Schemas returns them.
func Catalog(files map[string]string, profile diag.Profile) *lexicon.Catalog {
	var documents []*lexicon.Document
	for _, path := range slices.Sorted(maps.Keys(files)) {
		documents = append(documents, lexicon.Parse(&diag.Source{Path: path, Text: []byte(files[path])}, profile))
	}
	return lexicon.NewCatalog(documents...)
}

// draft is a definition that is to be made. What it may need, so that a finite
// value exists, are only drafts before it.
type draft struct {
	id, name string
	kind     lexicon.Type
}

func (d draft) reference() string {
	if d.name == "main" {
		return d.id
	}
	return d.id + "#" + d.name
}

type schemaMaker struct {
	r       *rand.Rand
	profile diag.Profile
	drafts  []draft
	own     int // the draft that is being made
	deep    int // schemas around the one that is being made
}

// draft decides on the definitions.
func (m *schemaMaker) draft() {
	named := []lexicon.Type{
		lexicon.TypeObject, lexicon.TypeObject, lexicon.TypeObject, lexicon.TypeObject, lexicon.TypeArray,
		lexicon.TypeString, lexicon.TypeInteger, lexicon.TypeBoolean, lexicon.TypeBytes, lexicon.TypeCIDLink,
		lexicon.TypeBlob, lexicon.TypeToken,
	}
	if m.profile == diag.ProfileV1 {
		named = append(named, lexicon.TypeRef, lexicon.TypeUnion, lexicon.TypeUnknown, lexicon.TypeNull)
	}
	primary := []lexicon.Type{
		lexicon.TypeRecord, lexicon.TypeRecord, lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription,
	}
	ids := []string{"com.example.defs", "com.example.one", "com.example.two", "org.example.three"}
	names := []string{"alpha", "beta", "gammaDelta"}
	for _, id := range ids[:2+m.r.IntN(3)] {
		for _, name := range names[:1+m.r.IntN(len(names))] {
			m.drafts = append(m.drafts, draft{id, name, one(m.r, named...)})
		}
		switch {
		case id == ids[0]:
		case m.profile == diag.ProfileV1 && chance(m.r, 6):
			m.drafts = append(m.drafts, draft{id, "first", one(m.r, primary...)})
		case chance(m.r, 4):
			m.drafts = append(m.drafts, draft{id, "main", one(m.r, named...)})
		default:
			m.drafts = append(m.drafts, draft{id, "main", one(m.r, primary...)})
		}
	}
	m.r.Shuffle(len(m.drafts), func(i, j int) { m.drafts[i], m.drafts[j] = m.drafts[j], m.drafts[i] })
}

// definition makes a named definition.
func (m *schemaMaker) definition(kind lexicon.Type) V {
	switch kind {
	case lexicon.TypeRecord:
		m.deep++
		record := m.object()
		m.deep--
		return schema(kind).Set("key", text(one(m.r, "tid", "nsid", "any", "literal:self"))).Set("record", record)
	case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
		return m.endpoint(kind)
	}
	s, _ := m.schema(kind, true)
	return s
}

func (m *schemaMaker) endpoint(kind lexicon.Type) V {
	s := schema(kind)
	if !chance(m.r, 4) {
		s = s.Set("parameters", m.params())
	}
	switch kind {
	case lexicon.TypeSubscription:
		if m.profile == diag.ProfileATProto || !chance(m.r, 5) {
			union, _ := m.union(false)
			s = s.Set("message", Object{}.Set("schema", union))
		}
	case lexicon.TypeProcedure:
		if !chance(m.r, 4) {
			s = s.Set("input", m.body())
		}
		fallthrough
	default:
		if !chance(m.r, 4) {
			s = s.Set("output", m.body())
		}
	}
	if chance(m.r, 2) {
		s = s.Set("errors", Array{Object{}.Set("name", text("NotFound")), Object{}.Set("name", text("TooMany"))})
	}
	return s
}

func (m *schemaMaker) body() V {
	b := Object{}.Set("encoding", text(one(m.r, "application/json", "application/json", "application/json, text/plain", "*/*")))
	switch m.r.IntN(8) {
	case 0:
	case 1, 2:
		union, _ := m.union(false)
		b = b.Set("schema", union)
	case 3, 4:
		if ref, _, ok := m.ref(false, lexicon.TypeObject); ok {
			b = b.Set("schema", ref)
			break
		}
		fallthrough
	default:
		b = b.Set("schema", m.object())
	}
	return b
}

func (m *schemaMaker) params() V {
	kinds := []lexicon.Type{lexicon.TypeBoolean, lexicon.TypeInteger, lexicon.TypeString}
	if m.profile == diag.ProfileV1 {
		kinds = append(kinds, lexicon.TypeUnknown)
	}
	var properties Object
	var required Array
	for _, name := range []string{"q", "limit", "cursor"}[:m.r.IntN(4)] {
		s, _ := m.schema(one(m.r, kinds...), false)
		if chance(m.r, 3) {
			s = m.bounds(schema(lexicon.TypeArray).Set("items", s), "Length", 4)
		}
		properties = properties.Set(name, s)
		if chance(m.r, 2) {
			required = append(required, text(name))
		}
	}
	s := schema(lexicon.TypeParams)
	if required != nil {
		s = s.Set("required", required)
	}
	return s.Set("properties", properties)
}

func schema(kind lexicon.Type) Object { return Object{}.Set("type", text(kind.String())) }

// fieldKinds are the types of a property or an element.
var fieldKinds = []lexicon.Type{
	lexicon.TypeBoolean, lexicon.TypeInteger, lexicon.TypeInteger, lexicon.TypeString, lexicon.TypeString,
	lexicon.TypeString, lexicon.TypeString, lexicon.TypeBytes, lexicon.TypeCIDLink, lexicon.TypeBlob,
	lexicon.TypeUnknown, lexicon.TypeRef, lexicon.TypeRef, lexicon.TypeRef, lexicon.TypeUnion, lexicon.TypeUnion,
	lexicon.TypeArray, lexicon.TypeArray, lexicon.TypeObject, lexicon.TypeNull,
}

// field makes the schema of a property or an element. Finite says that it needs
// only drafts before the own one, so that it may be required.
func (m *schemaMaker) field() (s Object, finite bool) {
	kind := one(m.r, fieldKinds...)
	if m.deep > 2 {
		kind = one(m.r, fieldKinds[:11]...)
	}
	if kind == lexicon.TypeNull && m.profile == diag.ProfileATProto {
		kind = lexicon.TypeInteger
	}
	m.deep++
	defer func() { m.deep-- }()
	return m.schema(kind, false)
}

// schema makes a schema of a type. A named one is needed by others as a whole,
// so it must be finite.
func (m *schemaMaker) schema(kind lexicon.Type, named bool) (s Object, finite bool) {
	switch kind {
	case lexicon.TypeBoolean:
		return m.boolean(), true
	case lexicon.TypeInteger:
		return m.integer(), true
	case lexicon.TypeString:
		return m.string(), true
	case lexicon.TypeBytes:
		return m.bounds(schema(kind), "Length", 12), true
	case lexicon.TypeBlob:
		return m.blob(), true
	case lexicon.TypeArray:
		items, finite := m.field()
		s := schema(kind).Set("items", items)
		if !finite {
			if chance(m.r, 2) {
				s = s.Set("maxLength", number(int64(m.r.IntN(4))))
			}
			return s, true
		}
		return m.bounds(s, "Length", 4), true
	case lexicon.TypeObject:
		return m.object(), true
	case lexicon.TypeRef:
		if s, finite, ok := m.ref(named, lexicon.TypeObject, lexicon.TypeRecord, lexicon.TypeArray, lexicon.TypeString,
			lexicon.TypeInteger, lexicon.TypeBoolean, lexicon.TypeBytes, lexicon.TypeCIDLink, lexicon.TypeBlob,
			lexicon.TypeRef, lexicon.TypeUnion, lexicon.TypeUnknown, lexicon.TypeNull); ok {
			return s, finite
		}
		return schema(lexicon.TypeRef).Set("ref", text(Absent+"#thing")), true
	case lexicon.TypeUnion:
		return m.union(named)
	}
	return schema(kind), true // nothing to choose
}

var propertyNames = []string{"a", "bee", "c1", "longPropertyName", "x/y~z", "straße"}

func (m *schemaMaker) object() Object {
	var properties Object
	var required, nullable Array
	names := slices.Clone(propertyNames)
	m.r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:m.r.IntN(len(names))]
	if m.deep < 2 && chance(m.r, 60) { // so many that they are looked up in another way
		for i := range 15 + m.r.IntN(80) {
			names = append(names, "p"+strconv.Itoa(i))
		}
	}
	needed := one(m.r, 1, 3, 3, 3) // one in how many is required
	for _, name := range names {
		s, finite := m.field()
		properties = properties.Set(name, s)
		if finite && chance(m.r, needed) {
			required = append(required, text(name))
		}
		if chance(m.r, 5) {
			nullable = append(nullable, text(name))
		}
	}
	s := schema(lexicon.TypeObject)
	if required != nil {
		s = s.Set("required", required)
	}
	if nullable != nil {
		s = s.Set("nullable", nullable)
	}
	return s.Set("properties", properties)
}

// target picks a definition to refer to, of one of the types; before the own
// one where the reference must be finite.
func (m *schemaMaker) target(finite bool, kinds ...lexicon.Type) (reference string, before, ok bool) {
	var targets []int
	for i, d := range m.drafts {
		if slices.Contains(kinds, d.kind) && (i < m.own || !finite) {
			targets = append(targets, i)
		}
	}
	if len(targets) == 0 {
		return "", false, false
	}
	i := one(m.r, targets...)
	return m.spelling(m.drafts[i]), i < m.own, true
}

// spelling returns one of the spellings of a reference.
func (m *schemaMaker) spelling(d draft) string {
	switch {
	case d.id == m.drafts[m.own].id && chance(m.r, 2):
		return "#" + d.name
	case chance(m.r, 4):
		return d.id + "#" + d.name
	}
	return d.reference()
}

func (m *schemaMaker) ref(finite bool, kinds ...lexicon.Type) (s Object, isFinite, ok bool) {
	if chance(m.r, 20) {
		return schema(lexicon.TypeRef).Set("ref", text(Absent)), true, true
	}
	reference, before, ok := m.target(finite, kinds...)
	return schema(lexicon.TypeRef).Set("ref", text(reference)), before, ok
}

func (m *schemaMaker) union(finite bool) (s Object, isFinite bool) {
	var refs []string
	isFinite = true
	for range one(m.r, 0, 1, 1, 2, 2, 3, 3, 3, 15) {
		if reference, before, ok := m.target(finite, lexicon.TypeObject, lexicon.TypeRecord); ok {
			refs = append(refs, reference)
			isFinite = isFinite && before
		}
	}
	if chance(m.r, 8) {
		refs = append(refs, Absent+"#variant")
	}
	s = schema(lexicon.TypeUnion).Set("refs", texts(refs...))
	if len(refs) > 0 && chance(m.r, 3) {
		return s.Set("closed", Bool(true)), isFinite
	}
	if chance(m.r, 6) {
		s = s.Set("closed", Bool(false))
	}
	return s, isFinite
}
