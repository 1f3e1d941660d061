package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// wholeShapes holds a valid object of each shape, the place where it is allowed,
// and its pointer. The members take the place of "…".
var wholeShapes = map[shape]struct{ at, pointer, members string }{
	shapeFile:                {`{…}`, "", `"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "integer"}}`},
	shapeBody:                {schemaFile(`"main": {"type": "query", "output": {…}}`), "/defs/main/output", `"encoding": "application/json"`},
	shapeMessage:             {schemaFile(`"main": {"type": "subscription", "message": {…}}`), "/defs/main/message", `"schema": {"type": "union", "refs": []}`},
	shapeError:               {schemaFile(`"main": {"type": "query", "errors": [{…}]}`), "/defs/main/errors/0", `"name": "Bad"`},
	shape(TypeNull):          {schemaFile(`"a": {…}`), "/defs/a", `"type": "null"`},
	shape(TypeBoolean):       {schemaFile(`"a": {…}`), "/defs/a", `"type": "boolean"`},
	shape(TypeInteger):       {schemaFile(`"a": {…}`), "/defs/a", `"type": "integer"`},
	shape(TypeString):        {schemaFile(`"a": {…}`), "/defs/a", `"type": "string"`},
	shape(TypeBytes):         {schemaFile(`"a": {…}`), "/defs/a", `"type": "bytes"`},
	shape(TypeCIDLink):       {schemaFile(`"a": {…}`), "/defs/a", `"type": "cid-link"`},
	shape(TypeBlob):          {schemaFile(`"a": {…}`), "/defs/a", `"type": "blob"`},
	shape(TypeArray):         {schemaFile(`"a": {…}`), "/defs/a", `"type": "array", "items": {"type": "integer"}`},
	shape(TypeObject):        {schemaFile(`"a": {…}`), "/defs/a", `"type": "object", "properties": {}`},
	shape(TypeParams):        {schemaFile(`"a": {"type": "query", "parameters": {…}}`), "/defs/a/parameters", `"type": "params", "properties": {}`},
	shape(TypeToken):         {schemaFile(`"a": {…}`), "/defs/a", `"type": "token"`},
	shape(TypeRef):           {schemaFile(`"a": {…}`), "/defs/a", `"type": "ref", "ref": "#a"`},
	shape(TypeUnion):         {schemaFile(`"a": {…}`), "/defs/a", `"type": "union", "refs": []`},
	shape(TypeUnknown):       {schemaFile(`"a": {…}`), "/defs/a", `"type": "unknown"`},
	shape(TypeRecord):        {schemaFile(`"a": {…}`), "/defs/a", `"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}`},
	shape(TypeQuery):         {schemaFile(`"a": {…}`), "/defs/a", `"type": "query"`},
	shape(TypeProcedure):     {schemaFile(`"a": {…}`), "/defs/a", `"type": "procedure"`},
	shape(TypeSubscription):  {schemaFile(`"a": {…}`), "/defs/a", `"type": "subscription"`},
	shape(TypePermissionSet): {schemaFile(`"a": {…}`), "/defs/a", `"type": "permission-set", "permissions": []`},
	shape(TypeSpace):         {schemaFile(`"a": {…}`), "/defs/a", `"type": "space", "key": "any", "name": "Room", "collections": []`},
	shape(TypePermission):    {schemaFile(`"a": {"type": "permission-set", "permissions": [{…}]}`), "/defs/a/permissions/0", `"type": "permission", "resource": "other"`},
	shape(TypeInvalid):       {},
}

var kindSamples = map[Kind]string{
	KindNull: "null", KindBoolean: "true", KindNumber: "7", KindString: `"x"`, KindArray: "[]", KindObject: "{}",
}

// TestEveryFieldOfEveryShape gives each field of the table each JSON type that
// it must not have, and leaves each required one out.
func TestEveryFieldOfEveryShape(t *testing.T) {
	for s, fields := range shapeFields() {
		c, ok := wholeShapes[shape(s)]
		if !ok {
			t.Errorf("%s has no example", shape(s))
		}
		if c.at == "" {
			continue
		}
		if len(fields) > maxFields {
			t.Errorf("%s has %d fields, maxFields is %d", shape(s), len(fields), maxFields)
		}
		text := strings.Replace(c.at, "…", c.members, 1)
		if got := otherFaults(diag.ProfileV1, text); len(got) > 0 {
			t.Errorf("%s: the example raises %q", shape(s), got)
		}
		example := parse("{" + c.members + "}").Root
		for _, f := range fields {
			if v := example.Field(f.Name); f.Required && v == nil {
				t.Errorf("%s: the example lacks the required %s", shape(s), f.Name)
			}
			for kind, value := range kindSamples {
				if kind == f.Kind {
					continue
				}
				text := strings.Replace(c.at, "…", with(example, c.members, f.Name, value), 1)
				if f.Since > diag.ProfileV1 {
					if got := otherFaults(diag.ProfileV1, text); len(got) > 0 {
						t.Errorf("%s: a profile without the field finds %q", text, got)
					}
				}
				want := []string{fmt.Sprintf("wrong-type %s/%s `%s`", c.pointer, f.Name, value)}
				if got := otherFaults(f.Since, text); !slices.Equal(got, want) {
					t.Errorf("%s:\n got %q\nwant %q", text, got, want)
				}
			}
			if f.Kind == KindArray {
				for kind, value := range kindSamples {
					if kind == f.Elements {
						continue
					}
					text := strings.Replace(c.at, "…", with(example, c.members, f.Name, "["+value+"]"), 1)
					want := []string{fmt.Sprintf("wrong-type %s/%s/0 `%s`", c.pointer, f.Name, value)}
					if got := otherFaults(f.Since, text); !slices.Equal(got, want) {
						t.Errorf("%s:\n got %q\nwant %q", text, got, want)
					}
				}
			}
			if f.Required {
				text := strings.Replace(c.at, "…", with(example, c.members, f.Name, ""), 1)
				want := []string{"missing-field " + c.pointer + " `{`"}
				if got := otherFaults(diag.ProfileV1, text); !slices.Equal(got, want) {
					t.Errorf("%s:\n got %q\nwant %q", text, got, want)
				}
			}
		}
	}
}

// otherFaults is faults without those of the resource "other", whose permissions can have
// every field.
func otherFaults(p diag.Profile, text string) []string {
	return slices.DeleteFunc(faultsIn(p, text), func(f string) bool { return strings.HasPrefix(f, "permission-ignored ") })
}

// with returns the members of an object with one of them replaced or added, or
// taken out where the value is "".
func with(object *Value, members, name, value string) string {
	text := "{" + members + "}"
	var all []string
	for _, m := range object.Members {
		if m.Name != name {
			all = append(all, text[m.NameSpan.Start:m.Value.Span.End])
		}
	}
	if value != "" {
		all = append(all, fmt.Sprintf("%q: %s", name, value))
	}
	return strings.Join(all, ", ")
}
