package lexicon

import (
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// values adds what can be the value of a member, or an entry of its list.
func (c *completion) values(m *Member) {
	p := &c.place
	f := p.Role.Keys(p.Object).Field(m.Name)
	if f == nil || (f.Kind == KindArray) != (p.List != nil) {
		if f != nil && p.Value != nil && p.Value.Missing() {
			c.begin(*f)
		}
		return
	}
	switch p.Role {
	case RoleFile:
		c.fileValues(m.Name)
	case RoleBody:
		if m.Name == "encoding" {
			c.addAll("application/json", "application/jsonl", "application/vnd.ipld.car", "text/plain", "*/*")
		}
	case RoleSchema:
		c.schemaValues(m.Name, TypeByName(p.Object.StringField("type")))
	}
	if len(c.Candidates) == 0 && p.Value != nil && p.Value.Missing() {
		c.begin(*f)
	}
	if f.Kind == KindBoolean {
		c.literal("true")
		c.literal("false")
	}
	c.withoutWritten()
}

// begin adds the value to begin with in a field, where it says more than its type.
func (c *completion) begin(f Field) {
	if f.Kind != KindObject && f.Kind != KindArray {
		return
	}
	template := c.template(f)
	x := Candidate{Label: strings.ReplaceAll(template, "$", ""), Kind: CandidateValue}
	x.fill(template)
	c.Candidates = append(c.Candidates, x)
}

func (c *completion) addAll(labels ...string) {
	for _, label := range labels {
		c.add(CandidateValue, label, "")
	}
}

func (c *completion) fileValues(field string) {
	switch field {
	case "lexicon":
		c.literal("1")
	case "$type":
		c.addAll(schemaType)
	case "id":
		if id := c.idOfPath(); id != "" {
			c.add(CandidateValue, id, "The id implied by the path of the file.")
		}
	}
}

// idOfPath returns the id that the path of the file implies: that of a file beside
// it, or as many of the last names as make an NSID with a known domain.
func (c *completion) idOfPath() string {
	dir, base := path.Split(c.Source.Path)
	name := strings.TrimSuffix(base, ".json")
	for _, d := range c.Catalog.Documents() {
		if beside, _ := path.Split(d.Source.Path); beside == dir && d.ID != "" && d.Source.Path != c.Source.Path {
			return d.ID.Group() + "." + name
		}
	}
	id := name
	for _, folder := range slices.Backward(strings.Split(strings.Trim(dir, "/"), "/")) {
		if folder == "lexicons" || !syntax.IsNSID("a.b."+strings.ReplaceAll(folder, "-", "")) {
			break
		}
		id = folder + "." + id
	}
	if !syntax.IsNSID(id) {
		return ""
	}
	return id
}

func (c *completion) schemaValues(field string, t Type) {
	p := &c.place
	switch field {
	case "type":
		for _, t := range p.around[len(p.around)-1].slot.Types(c.Profile) {
			c.add(CandidateType, t.String(), t.Describe(c.Profile))
		}
	case "format":
		for _, f := range syntax.Formats() {
			c.add(CandidateValue, f.String(), DescribeFormat(f))
		}
	case "key":
		c.add(CandidateValue, "tid", "A timestamp, made when the record is created.")
		c.add(CandidateValue, "any", "Any record key.")
		c.add(CandidateValue, "nsid", "An NSID.")
		c.add(CandidateValue, "literal:self", "A single record, with the key self.")
	case "required", "nullable":
		if properties := p.Object.Field("properties"); properties != nil {
			for i := range properties.Members {
				c.add(CandidateProperty, properties.Members[i].Name, properties.Members[i].Value.StringField("description"))
			}
		}
	case "ref":
		c.references(func(t Type) bool {
			return t == TypeRecord || !t.Primary() && t != TypeToken && t != TypeParams && t != TypeInvalid
		})
	case "refs":
		c.references(func(t Type) bool { return t == TypeObject || t == TypeRecord })
	case "knownValues", "enum":
		if t == TypeString {
			c.loaded(func(def *Definition) bool { return def.Schema.Type() == TypeToken })
		}
	case "default", "const":
		for _, list := range []string{"enum", "knownValues"} {
			for _, item := range listOf(p.Object, list) {
				if item.Kind == KindString {
					c.addAll(item.Text)
				}
			}
		}
	case "accept":
		c.addAll("image/*", "image/jpeg", "image/png", "image/webp", "image/gif", "video/mp4", "video/*", "audio/*", "text/vtt", "application/pdf", "*/*")
	case "resource":
		c.add(CandidateValue, "repo", "Permission to write records.")
		c.add(CandidateValue, "rpc", "Permission to call methods.")
	case "action":
		c.addAll("create", "update", "delete")
	case "collection":
		c.lexicons(func(t Type) bool { return t == TypeRecord })
	case "lxm":
		c.lexicons(func(t Type) bool { return t == TypeQuery || t == TypeProcedure || t == TypeSubscription })
	case "aud":
		c.addAll("*")
	}
}

// references adds the definitions of the types that are wanted: those of the file
// as #name, then all others.
func (c *completion) references(wanted func(Type) bool) {
	own := IDOf(c.Root)
	if defs := c.Root.Field("defs"); defs != nil {
		for i := range defs.Members {
			m := &defs.Members[i]
			if t := TypeByName(m.Value.StringField("type")); !m.Duplicate && wanted(t) && m.Value.Kind == KindObject {
				candidate := c.add(CandidateReference, "#"+m.Name, m.Value.StringField("description"))
				candidate.Target = c.Catalog.Definition(Reference{own, m.Name})
			}
		}
	}
	c.loaded(func(def *Definition) bool { return def.Document.ID != own && wanted(def.Schema.Type()) })
}

// loaded adds the full names of the loaded definitions that are wanted.
func (c *completion) loaded(wanted func(*Definition) bool) {
	for _, d := range c.Catalog.Documents() {
		if c.Catalog.Document(d.ID) != d { // without an id, or with that of another file
			continue
		}
		for _, def := range d.Defs {
			if wanted(def) {
				c.add(CandidateReference, def.Reference().String(), def.Schema.Base().Description).Target = def
			}
		}
	}
}

// lexicons adds the ids of the Lexicons whose main definitions are wanted, and that
// a permission set of this file can name: those of its group and below.
func (c *completion) lexicons(wanted func(Type) bool) {
	group := IDOf(c.Root).Group() + "."
	c.loaded(func(def *Definition) bool {
		return def.Name == "main" && wanted(def.Schema.Type()) && strings.HasPrefix(string(def.Document.ID), group)
	})
}
