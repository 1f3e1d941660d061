package lexicon

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Parse reads a schema file. It continues after an error and returns what it could
// read. The errors are in Found of the result, with the severities of the profile.
// References are resolved when the document becomes part of a Catalog.
func Parse(source *diag.Source, profile diag.Profile) *Document {
	return new(memory).parse(source, profile)
}

// memory is what reading schema files needs, and the next one can use again.
type memory struct {
	jsontree.Memory
	alike map[string]*Document // by text: those that share their values with others
}

func (m *memory) parse(source *diag.Source, profile diag.Profile) *Document {
	if d := m.alike[string(source.Text)]; d != nil {
		return d.again(source)
	}
	tree, found := m.ReadJSON(source)
	splitSeveral(&tree, &found)
	d := &decoder{doc: &Document{Tree: tree, profile: profile}, found: found, profile: profile}
	if tree.Root != nil {
		d.file(tree.Root)
	}
	list, main := d.found.Findings(), d.doc.Main()
	for i := range list { // the id and the main definition may have come last
		list[i].NSID = string(d.doc.ID)
		list[i].Foreign = main != nil && main.isForeign() && list[i].Rule.Group == "schema"
	}
	d.doc.Omitted = d.found.Omitted()
	d.doc.Found = diag.SortFindings(list)
	return d.doc
}

func (d *decoder) file(root *Value) {
	if all := lexiconsIn(root); len(all) > 1 {
		message, help, fix := severalLexicons(d.doc.Source, all,
			d.doc.Edit(diag.Span{Start: root.Span.Start, End: all[0].Span.Start}, ""), d.doc.Edit(diag.Span{Start: all[0].Span.End, End: root.Span.End}, ""))
		d.findFixable(ruleWrongType, d.doc.AtOpening(root), message, help, fix)
		return
	}
	if root.Kind != KindObject {
		d.find(ruleWrongType, d.doc.At(root), "a Lexicon must be an object, but is "+describe(root), `use one object with "lexicon", "id", and "defs"`)
		return
	}
	d.fields(shapeFile, root, SlotDefinition)
	d.doc.Description = root.StringField("description")
	d.doc.Revision = readInteger(root, "revision")
	if version := readInteger(root, "lexicon"); version.Set && version.Value != 1 {
		d.find(ruleLexiconVersion, d.doc.At(root.Field("lexicon")), "unknown Lexicon language version "+version.String(), `use "lexicon": 1, the only supported version`)
	}
	if t := root.Member("$type"); t != nil && t.Value.Kind == KindString && t.Value.Text != SchemaType && dataType(root) == "" {
		d.findFixable(RuleUnexpectedField, d.doc.At(t.Value), "the $type of a Lexicon is "+words.Quote(SchemaType)+", not "+words.Quote(t.Value.Text), "remove it", d.removeKey(t))
	}
	if id := root.Field("id"); id != nil && id.Kind == KindString {
		nsid, err := syntax.ParseNSID(id.Text)
		if raw := d.doc.Text(id); err != nil && utf8.Valid(raw) { // invalid UTF-8 is found already
			d.find(ruleInvalidNSID, d.doc.At(id), "the id "+words.Quote(id.Text)+" is not a valid NSID: "+syntax.Reason(err), "use a reversed domain name followed by a name, such as com.example.thing")
		}
		d.doc.ID = nsid
	}
	defs := root.Field("defs")
	if defs == nil || defs.Kind != KindObject {
		return
	}
	if len(defs.Members) == 0 && !d.doc.Partial {
		d.find(ruleNoDefinitions, d.doc.At(defs), "the file has no definitions", `add a definition, usually one named "main"`)
	}
	d.doc.Defs = make([]*Definition, 0, len(defs.Members))
	all := make([]Definition, len(defs.Members))
	for i := range defs.Members {
		m := &defs.Members[i]
		if m.Duplicate {
			continue
		}
		d.def = &all[i]
		*d.def = Definition{Document: d.doc, Name: m.Name, Key: m}
		d.doc.Defs = append(d.doc.Defs, d.def)
		if m.Name == "main" {
			d.doc.main = d.def
		}
		d.def.Schema = d.schema(m.Value, SlotDefinition)
	}
}

// schema reads one schema. It never returns nil.
func (d *decoder) schema(v *Value, in Slot) Schema {
	n := Node{Value: v, Definition: d.def, Description: v.StringField("description")}
	if v.Kind != KindObject {
		if d.doc.CutOff(v) {
			return &Invalid{Node: n}
		}
		if !d.tooMany(ruleWrongType) {
			var fix *diag.Fix
			if v.Kind == KindString && in.admits(TypeRef, d.profile) {
				if ref, err := ParseReference(v.Text, d.doc.ID); err == nil {
					fix = d.wrapReference(v, ref)
				}
			}
			d.findFixable(ruleWrongType, d.doc.At(v), in.String()+" must be an object, but is "+describe(v), d.notSchemaHelp(v, in), fix)
		}
		return &Invalid{Node: n}
	}
	t := v.Field("type")
	switch {
	case t == nil:
		if !d.doc.CutOff(v) && !d.tooMany(ruleMissingField) {
			d.missing(v, typeField, in.String(), d.missingTypeHelp(v, in), nearest(v.Names(), typeField), d.addType(v, in))
		}
		return &Invalid{Node: n}
	case t.Kind != KindString:
		if !d.tooMany(ruleWrongType) {
			d.findFixable(ruleWrongType, d.doc.At(t), `"type" must be a string, but is `+describe(t), typeListHelp(t, in, d.profile), d.fixTypes(v, in))
		}
		return &Invalid{Node: n}
	}
	typ := TypeByName(t.Text)
	if typ == TypeInvalid {
		return d.unknownType(t, n, in)
	}
	if rule, message, help := in.misplaced(typ, d.profile); rule != nil {
		d.find(rule, d.doc.At(t), message, help)
		return &Invalid{Node: n}
	}
	d.fields(shape(typ), v, in)
	return d.build(typ, n, in)
}

// unknownType reports the type t of a node, which does not exist.
func (d *decoder) unknownType(t *Value, n Node, in Slot) Schema {
	foreign := in == SlotDefinition && d.def.Name == "main" && d.meantReference(t.Text) == "" && d.knownTypeHelp(t.Text, in) == ""
	if !d.tooMany(RuleUnknownType) {
		d.found.Add(diag.Finding{
			Rule: RuleUnknownType, Severity: RuleUnknownType.Severity[d.profile], Location: d.doc.At(t),
			Message: "unknown type " + words.Quote(t.Text), Help: d.unknownTypeHelp(t.Text, in), Fix: d.fixType(n.Value, in),
		})
	}
	return &Invalid{n, foreign}
}

// notSchemaHelp is the help for a value that is not an object where a schema is expected.
func (d *decoder) notSchemaHelp(v *Value, in Slot) string {
	if v.Kind == KindString {
		if _, err := ParseReference(v.Text, d.doc.ID); err == nil && in.admits(TypeRef, d.profile) {
			return `write a reference as {"type": "ref", "ref": ` + words.Quote(v.Text) + `}`
		}
		if t := TypeByName(v.Text); t != TypeInvalid && in.admits(t, d.profile) {
			return `use {"type": "` + v.Text + `"}`
		}
	}
	if len(v.Items) > 0 && in == SlotItems {
		return "write the schema without the list; all elements share one, which can be a union"
	}
	return cmp.Or(slots[in].schema, `write a schema as {"type": …}`)
}

// missingTypeHelp is the help for an object without "type" where a schema is expected.
func (d *decoder) missingTypeHelp(v *Value, in Slot) string {
	for i := range v.Members {
		if help := d.combinatorHelp(&v.Members[i], in); help != "" {
			return help
		}
	}
	if t := typeOfFields(v, in, d.profile); t != TypeInvalid {
		return `add "type": "` + t.String() + `"`
	}
	return `add "type"` + in.typeHelp(d.profile)
}

// build makes the node of a known type. Fields of a wrong JSON type, which are found
// already, are absent in it.
func (d *decoder) build(typ Type, n Node, in Slot) Schema {
	v := n.Value
	switch typ {
	case TypeNull:
		return &Null{n}
	case TypeBoolean:
		return &Boolean{n, readBoolean(v, "default"), readBoolean(v, "const")}
	case TypeInteger:
		return &Integer{
			Node: n, Minimum: readInteger(v, "minimum"), Maximum: readInteger(v, "maximum"), Enum: readIntegers(v, "enum"),
			Default: readInteger(v, "default"), Const: readInteger(v, "const"),
		}
	case TypeString:
		return &String{
			Node: n, Format: v.StringField("format"), MinLength: readInteger(v, "minLength"), MaxLength: readInteger(v, "maxLength"),
			MinGraphemes: readInteger(v, "minGraphemes"), MaxGraphemes: readInteger(v, "maxGraphemes"),
			KnownValues: readTexts(v, "knownValues"), Enum: readTexts(v, "enum"), Default: readText(v, "default"), Const: readText(v, "const"),
		}
	case TypeBytes:
		return &Bytes{n, readInteger(v, "minLength"), readInteger(v, "maxLength")}
	case TypeCIDLink:
		return &CIDLink{n}
	case TypeBlob:
		return &Blob{n, readTexts(v, "accept"), readInteger(v, "maxSize")}
	case TypeArray:
		a := &Array{Node: n, Items: &Invalid{Node: n}, MinLength: readInteger(v, "minLength"), MaxLength: readInteger(v, "maxLength")}
		if items := v.Field("items"); items != nil {
			a.Items = d.schema(items, in.items())
		}
		return a
	case TypeObject:
		return &Object{n, d.properties(v, SlotProperty), readTexts(v, "required"), readTexts(v, "nullable")}
	case TypeParams:
		return &Params{n, d.properties(v, SlotParameter), readTexts(v, "required")}
	case TypeToken:
		return &Token{n}
	case TypeRef:
		return &Ref{n, d.link(v.Field("ref"))}
	case TypeUnion:
		return &Union{n, d.links(v.Field("refs")), readBoolean(v, "closed").Value}
	case TypeUnknown:
		return &Unknown{n}
	}
	return d.primary(typ, n)
}

// properties reads the schemas in the field "properties"; nil without the field.
func (d *decoder) properties(v *Value, in Slot) []*Property {
	all := v.Field("properties")
	if all == nil || all.Kind != KindObject {
		return nil
	}
	properties := make([]*Property, 0, len(all.Members))
	slab := make([]Property, len(all.Members))
	for i := range all.Members {
		if m := &all.Members[i]; !m.Duplicate {
			slab[i] = Property{m.Name, m, d.schema(m.Value, in)}
			properties = append(properties, &slab[i])
		}
	}
	return properties
}

// link reads a reference; nil when it is malformed.
func (d *decoder) link(v *Value) *Link {
	if v == nil || v.Kind != KindString {
		return nil
	}
	ref, err := ParseReference(v.Text, d.doc.ID)
	if err == nil {
		return &Link{Reference: ref, Text: v.Text, Value: v}
	}
	if !d.tooMany(ruleInvalidRef) {
		help := "use #name, an NSID, or NSID#name"
		if meant, ok := SuggestReference(v.Text, d.doc.ID); ok {
			help = "use " + words.Quote(meant)
		} else if v.Text != "" && !strings.ContainsAny(v.Text, ".:/#") {
			help = "use " + words.Quote("#"+v.Text) + " for a definition in this file, or the full NSID of a Lexicon"
		}
		d.findFixable(ruleInvalidRef, d.doc.At(v), words.Quote(v.Text)+" is not a valid reference: "+err.Error(), help, d.fixReference(v))
	}
	return nil
}

// links reads the references of a union; nil without the field.
func (d *decoder) links(v *Value) []*Link {
	if v == nil || v.Kind != KindArray {
		return nil
	}
	links := make([]*Link, 0, len(v.Items))
	for _, item := range v.Items {
		if l := d.link(item); l != nil {
			links = append(links, l)
		}
	}
	return links
}

// ReadJSON reads a text as JSON, regardless of what it means. It continues after an error
// and returns what it could read, which may be nil, and what is wrong: the findings of the group input, in
// the order of the text. It stops where the text has more values than a schema file may
// have. A text of several Lexicons gets a fix that splits it.
func ReadJSON(source *diag.Source) (root *Value, found *diag.Collector) {
	tree, all := jsontree.ReadJSON(source)
	splitSeveral(&tree, &all)
	return tree.Root, &all
}

// again reads the definitions of a document again, for a source with the same text.
func (d *Document) again(source *diag.Source) *Document {
	again := &decoder{doc: &Document{Tree: Tree{Source: source, Root: d.Root, Partial: d.Partial}, profile: d.profile}, profile: d.profile, again: true}
	again.file(d.Root)
	return again.doc
}

// fields checks an object against the table of fields: wrong types, missing fields
// and unknown ones. The slot is that of a schema.
func (d *decoder) fields(s shape, v *Value, in Slot) {
	if d.again {
		return
	}
	set := fieldSet{Keys: Keys{fields: shapeFields()[s]}}
	var unknown []*Member
	for i := range v.Members {
		m := &v.Members[i]
		if m.Duplicate {
			continue
		}
		f := 0
		for f < len(set.fields) && set.fields[f].Name != m.Name {
			f++
		}
		if f == len(set.fields) {
			unknown = append(unknown, m)
			continue
		}
		set.present[f] = true
		if (s != shape(TypePermission) || d.parameter(v, m)) && set.fields[f].Since <= d.profile {
			d.fieldType(&set.fields[f], m.Value, in)
		}
	}
	unknown = d.misplaced(s, v, in, &set, unknown)
	for i := range set.fields {
		f := &set.fields[i]
		if !f.Required || set.present[i] || d.doc.CutOff(v) || d.tooMany(ruleMissingField) {
			continue
		}
		meant := nearest(unknown, *f)
		set.lacks = set.lacks || meant == nil
		d.missing(v, *f, s.String(), "", meant, nil)
		unknown = slices.DeleteFunc(unknown, func(m *Member) bool { return m == meant })
	}
	if v.Parent() == nil && dataType(v) != "" {
		return // its fields are those of data
	}
	set.loose = slices.ContainsFunc(unknown, func(m *Member) bool { return m.Value.Len() > 0 })
	for _, m := range unknown {
		d.unknownField(s, in, m, &set)
	}
}
