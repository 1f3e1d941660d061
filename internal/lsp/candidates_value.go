package lsp

import (
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// values adds what can be the value of a member, or an entry of its list.
func (c *completion) values(m *lexicon.Member) {
	p := &c.cursor
	f := p.role.Keys(p.object).Field(m.Name)
	if f == nil || (f.Kind == lexicon.KindArray) != (p.list != nil) {
		if f != nil && p.value != nil && p.value.Missing() {
			c.begin(*f)
		}
		return
	}
	switch p.role {
	case lexicon.RoleFile:
		c.fileValues(m.Name)
	case lexicon.RoleBody:
		if m.Name == "encoding" {
			c.addAll("application/json", "application/jsonl", "application/vnd.ipld.car", "text/plain", "*/*")
		}
	case lexicon.RoleSchema:
		c.schemaValues(m.Name, lexicon.TypeByName(p.object.StringField("type")))
	}
	if len(c.candidates) == 0 && p.value != nil && p.value.Missing() {
		c.begin(*f)
	}
	if f.Kind == lexicon.KindBoolean {
		c.literal("true")
		c.literal("false")
	}
	c.withoutWritten()
}

// begin adds the value to begin with in a field, where it says more than its type.
func (c *completion) begin(f lexicon.Field) {
	if f.Kind != lexicon.KindObject && f.Kind != lexicon.KindArray {
		return
	}
	template := c.template(f)
	x := candidate{label: strings.ReplaceAll(template, "$", ""), kind: candidateValue}
	x.fill(template)
	c.candidates = append(c.candidates, x)
}

func (c *completion) addAll(labels ...string) {
	for _, label := range labels {
		c.add(candidateValue, label, "")
	}
}

func (c *completion) fileValues(field string) {
	switch field {
	case "lexicon":
		c.literal("1")
	case "$type":
		c.addAll(lexicon.SchemaType)
	case "id":
		if id := c.idOfPath(); id != "" {
			c.add(candidateValue, id, "The id implied by the path of the file.")
		}
	}
}

// idOfPath returns the id that the path of the file implies: that of a file beside
// it, or as many of the last names as make an NSID with a known domain.
func (c *completion) idOfPath() string {
	dir, base := path.Split(c.source.Path)
	name := strings.TrimSuffix(base, ".json")
	for _, d := range c.catalog.Documents() {
		if beside, _ := path.Split(d.Source.Path); beside == dir && d.ID != "" && d.Source.Path != c.source.Path {
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

func (c *completion) schemaValues(field string, t lexicon.Type) {
	p := &c.cursor
	isForSpaces := p.object.StringField("resource") == lexicon.ResourceSpace
	switch field {
	case "type":
		for _, t := range p.slot.Types(c.profile) {
			c.add(candidateType, t.String(), t.Describe(c.profile))
		}
	case "format":
		for _, f := range lexicon.Formats(c.profile) {
			c.add(candidateValue, f.String(), formatDescriptions[f])
		}
	case "required", "nullable":
		if properties := p.object.Field("properties"); properties != nil {
			for i := range properties.Members {
				c.add(candidateProperty, properties.Members[i].Name, properties.Members[i].Value.StringField("description"))
			}
		}
	case "ref":
		c.references(func(t lexicon.Type) bool {
			return t == lexicon.TypeRecord || !t.Primary() && t != lexicon.TypeToken && t != lexicon.TypeParams && t != lexicon.TypeInvalid
		})
	case "refs":
		c.references(func(t lexicon.Type) bool { return t == lexicon.TypeObject || t == lexicon.TypeRecord })
	case "knownValues", "enum":
		if t == lexicon.TypeString {
			c.loaded(func(def *lexicon.Definition) bool { return def.Schema.Type() == lexicon.TypeToken })
		}
	case "default", "const":
		for _, list := range []string{"enum", "knownValues"} {
			for _, item := range listOf(p.object, list) {
				if item.Kind == lexicon.KindString {
					c.addAll(item.Text)
				}
			}
		}
	case "spaceType":
		c.lexicons(func(t lexicon.Type) bool { return t == lexicon.TypeSpace })
	case "collection":
		if isForSpaces {
			c.records()
		} else {
			c.lexicons(func(t lexicon.Type) bool { return t == lexicon.TypeRecord })
		}
	case "collections":
		c.records()
	case "lxm":
		c.lexicons(func(t lexicon.Type) bool {
			return t == lexicon.TypeQuery || t == lexicon.TypeProcedure || t == lexicon.TypeSubscription
		})
	default:
		for _, choice := range choices[field] {
			if !choice.spaces || c.profile >= diag.ProfileATProto && (field == "resource" || isForSpaces) {
				c.add(candidateValue, choice.text, choice.about)
			}
		}
	}
}

// choice is a text that a field can have.
type choice struct {
	text, about string
	spaces      bool // only in permissions for spaces, or to make one
}

// choices are the texts to choose from in fields of schemas that do not depend on anything
// else.
var choices = map[string][]choice{
	"key": {
		{text: "tid", about: "A timestamp, made when the record is created."},
		{text: "any", about: "Any record key."},
		{text: "nsid", about: "An NSID."},
		{text: "literal:self", about: "A single record, with the key self."},
	},
	"accept": {
		{text: "image/*"}, {text: "image/jpeg"}, {text: "image/png"}, {text: "image/webp"}, {text: "image/gif"}, {text: "video/mp4"},
		{text: "video/*"}, {text: "audio/*"}, {text: "text/vtt"}, {text: "application/pdf"}, {text: "*/*"},
	},
	"subprotocol": {
		{text: lexicon.SubprotocolV0CBOR, about: "Two DAG-CBOR objects in each message. The default."},
		{text: lexicon.SubprotocolV1JSON, about: "One JSON object in each message."},
		{text: lexicon.SubprotocolV1CBOR, about: "One DAG-CBOR object in each message."},
	},
	"resource": {
		{text: "repo", about: "Permission to write records."}, {text: "rpc", about: "Permission to call methods."},
		{lexicon.ResourceSpace, "Permission to use spaces.", true},
	},
	"action": {
		{text: "create", about: "Create records."}, {text: "update", about: "Change records."}, {text: "delete", about: "Delete records."},
		{"read", "Read the records of all members.", true}, {"read_self", "Read the user's own records.", true},
	},
	"manage":    {{text: "create", about: "Create spaces."}, {text: "update", about: "Change spaces."}, {text: "delete", about: "Delete spaces."}},
	"authority": {{text: "self", about: "The account of the user."}, {text: "*", about: "Every authority."}},
	"skey":      {{text: "*", about: "Every key."}},
	"aud":       {{text: "*", about: "Every service."}},
}

// references adds the definitions of the types that are wanted: those of the file
// as #name, then all others.
func (c *completion) references(wanted func(lexicon.Type) bool) {
	own := lexicon.IDOf(c.root)
	if defs := c.root.Field("defs"); defs != nil {
		for _, m := range defs.Names() {
			if t := lexicon.TypeByName(m.Value.StringField("type")); wanted(t) && m.Value.Kind == lexicon.KindObject {
				candidate := c.add(candidateReference, "#"+m.Name, m.Value.StringField("description"))
				candidate.target = c.catalog.Definition(lexicon.Reference{NSID: own, Name: m.Name})
			}
		}
	}
	c.loaded(func(def *lexicon.Definition) bool { return def.Document.ID != own && wanted(def.Schema.Type()) })
}

// loaded adds the full names of the loaded definitions that are wanted.
func (c *completion) loaded(wanted func(*lexicon.Definition) bool) {
	for _, d := range c.catalog.Documents() {
		if c.catalog.Document(d.ID) != d { // without an id, or with that of another file
			continue
		}
		for _, def := range d.Defs {
			if wanted(def) {
				c.add(candidateReference, def.Reference().String(), def.Schema.Base().Description).target = def
			}
		}
	}
}

// records adds the ids of all records.
func (c *completion) records() {
	c.loaded(func(def *lexicon.Definition) bool {
		return def.Name == "main" && def.Schema.Type() == lexicon.TypeRecord
	})
}

// lexicons adds the ids of the Lexicons whose main definitions are wanted, and that
// a permission set of this file can name: those of its group and below.
func (c *completion) lexicons(wanted func(lexicon.Type) bool) {
	group := lexicon.IDOf(c.root).Group() + "."
	c.loaded(func(def *lexicon.Definition) bool {
		return def.Name == "main" && wanted(def.Schema.Type()) && strings.HasPrefix(string(def.Document.ID), group)
	})
}
