package generate

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Edit returns Lexicons, given by path, with one random change, and a word for
// its kind. Every kind of change can come of it: of a limit, a field, a type, a
// reference, a method's part, a definition, a whole Lexicon. The result may have
// lint errors: limits that cross, or values that their limits refuse.
func Edit(r *rand.Rand, files map[string]string, profile diag.Profile) (edited map[string]string, kind string) {
	e := &editor{schemaMaker: schemaMaker{r: r, profile: profile}, files: map[string]Object{}}
	for _, d := range Catalog(files, profile).Documents() {
		e.files[d.Source.Path] = fromJSON(d.Root).(Object)
		for _, def := range d.Defs {
			e.drafts = append(e.drafts, draft{string(d.ID), def.Name, def.Schema.Type()})
		}
	}
	for kind == "" {
		path := one(r, slices.Sorted(maps.Keys(e.files))...)
		kind = e.file(path)
	}
	edited = map[string]string{}
	for path, file := range e.files {
		edited[path] = string(JSON(file))
	}
	return edited, kind
}

// fromJSON makes a value of JSON text that was read.
func fromJSON(v *lexicon.Value) V {
	switch v.Kind {
	case lexicon.KindBoolean:
		return Bool(v.Text == "true")
	case lexicon.KindNumber:
		n, _ := strconv.ParseInt(v.Text, 10, 64)
		return number(n)
	case lexicon.KindString:
		return text(v.Text)
	case lexicon.KindArray:
		list := make(Array, 0, len(v.Items))
		for _, item := range v.Items {
			list = append(list, fromJSON(item))
		}
		return list
	case lexicon.KindObject:
		o := make(Object, 0, len(v.Members))
		for _, m := range v.Members {
			o = o.Set(m.Name, fromJSON(m.Value))
		}
		return o
	}
	return Null{}
}

// editor makes one change.
type editor struct {
	schemaMaker
	files map[string]Object
}

// site is a schema that can be changed.
type site struct {
	schema Object
	set    func(V)
	field  bool // a property or an element: it may be of another type
	params bool // a parameter
}

// file changes something in a file and says what; "" when nothing came of it.
func (e *editor) file(path string) string {
	file := e.files[path]
	defs := objectAt(file, "defs")
	switch e.r.IntN(40) {
	case 0:
		delete(e.files, path)
		if len(e.files) == 0 {
			e.files[path] = file
			return ""
		}
		return "a Lexicon gone"
	case 1:
		e.files["new.json"] = Object{}.Set("lexicon", number(1)).Set("id", text("com.example.new")).Set("defs", Object{}.Set("main", schema(lexicon.TypeToken)))
		return "a new Lexicon"
	case 2:
		e.files[path] = file.With("revision", number(int64(e.r.IntN(5))))
		return "revision"
	case 3:
		e.files[path] = file.With("defs", defs.With("added", e.object()))
		return "a new definition"
	case 4:
		if len(defs) < 2 {
			return ""
		}
		e.files[path] = file.With("defs", defs.Without(one(e.r, defs...).Name))
		return "a definition gone"
	case 5:
		e.r.Shuffle(len(defs), func(i, j int) { defs[i], defs[j] = defs[j], defs[i] })
		return "order of definitions"
	}
	i := e.r.IntN(len(defs))
	e.own = slices.IndexFunc(e.drafts, func(d draft) bool { return d.id == textAt(file, "id") && d.name == defs[i].Name })
	e.deep = 1
	var sites []site
	collect(site{schema: defs[i].Value.(Object), set: func(v V) { defs[i].Value = v }}, &sites)
	if chance(e.r, 4) {
		return e.schemaEdit(sites[0])
	}
	return e.schemaEdit(one(e.r, sites...))
}

// collect adds a schema and those inside it.
func collect(s site, sites *[]site) {
	*sites = append(*sites, s)
	inside := func(o Object, name string, field, params bool) {
		for i := range o {
			if inner, ok := o[i].Value.(Object); ok && (name == "" || o[i].Name == name) {
				collect(site{inner, func(v V) { o[i].Value = v }, field, params}, sites)
			}
		}
	}
	switch textAt(s.schema, "type") {
	case "object":
		inside(objectAt(s.schema, "properties"), "", true, false)
	case "params":
		inside(objectAt(s.schema, "properties"), "", true, true)
	case "array":
		inside(s.schema, "items", true, s.params)
	case "record":
		inside(s.schema, "record", false, false)
	case "query", "procedure", "subscription":
		inside(s.schema, "parameters", false, false)
		for _, part := range []string{"input", "output", "message"} {
			inside(objectAt(s.schema, part), "schema", false, false)
		}
	}
}

// schemaEdit changes a schema.
func (e *editor) schemaEdit(s site) string {
	kind := lexicon.TypeByName(textAt(s.schema, "type"))
	switch {
	case chance(e.r, 20):
		s.set(s.schema.With("description", text(one(e.r, "Some words.", "Other words.", "Deprecated."))))
		return "description"
	case s.field && chance(e.r, 8):
		return e.typeEdit(s)
	}
	switch kind {
	case lexicon.TypeObject, lexicon.TypeParams:
		return e.objectEdit(s, kind == lexicon.TypeParams)
	case lexicon.TypeRef:
		return e.refEdit(s)
	case lexicon.TypeUnion:
		return e.unionEdit(s)
	case lexicon.TypeRecord:
		s.set(s.schema.With("key", text(one(e.r, "tid", "nsid", "any", "literal:self", "literal:other"))))
		return "key"
	case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
		return e.methodEdit(s, kind)
	case lexicon.TypeBoolean, lexicon.TypeInteger, lexicon.TypeString, lexicon.TypeBytes, lexicon.TypeBlob, lexicon.TypeArray:
		return e.limitEdit(s, kind)
	}
	return ""
}

// typeEdit gives a field another schema altogether.
func (e *editor) typeEdit(s site) string {
	if s.params {
		fresh, _ := e.schema(one(e.r, lexicon.TypeBoolean, lexicon.TypeInteger, lexicon.TypeString), false)
		s.set(fresh)
		return "type"
	}
	fresh, _ := e.field()
	s.set(fresh)
	return "type"
}

// limitEdit takes one field of a fresh schema of the same type over, or moves a
// number by one.
func (e *editor) limitEdit(s site, kind lexicon.Type) string {
	if chance(e.r, 3) {
		for i, at := range e.r.Perm(len(s.schema)) {
			if n, ok := s.schema[at].Value.(Int); ok && i < len(s.schema) {
				s.schema[at].Value = number(n.Value + one[int64](e.r, -1, 1))
				return s.schema[at].Name
			}
		}
	}
	fresh, _ := e.schema(kind, false)
	var names []string
	for _, member := range slices.Concat(s.schema, fresh) {
		if member.Name != "type" && member.Name != "items" && member.Name != "description" {
			names = append(names, member.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	name := one(e.r, names...)
	if v := fresh.Get(name); v != nil {
		s.set(s.schema.With(name, v))
	} else {
		s.set(s.schema.Without(name))
	}
	return name
}

// methodEdit changes what a method takes and gives.
func (e *editor) methodEdit(s site, kind lexicon.Type) string {
	parts := map[lexicon.Type][]string{
		lexicon.TypeQuery:        {"parameters", "output", "errors"},
		lexicon.TypeProcedure:    {"parameters", "input", "output", "errors"},
		lexicon.TypeSubscription: {"parameters", "message", "errors"},
	}[kind]
	fresh := e.endpoint(kind).(Object)
	part := one(e.r, parts...)
	if body, ok := s.schema.Get(part).(Object); ok && (part == "input" || part == "output") && chance(e.r, 2) {
		other := e.body().(Object)
		field := one(e.r, "encoding", "schema")
		if v := other.Get(field); v != nil {
			s.set(s.schema.With(part, body.With(field, v)))
		} else {
			s.set(s.schema.With(part, body.Without(field)))
		}
		return part + " " + field
	}
	if v := fresh.Get(part); v != nil && (s.schema.Get(part) == nil || part == "errors") {
		s.set(s.schema.With(part, v))
	} else {
		s.set(s.schema.Without(part))
	}
	return part
}
