package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var permissionNoEffectRule = &rule{&diag.Rule{
	Code: "permission-no-effect", Group: "style", Severity: diag.Severities{diag.Off, diag.Warning},
	Summary: "a part of a permission for spaces has no effect",
	Reason: "The collections of a permission limit which records may be written, so they have no effect without the actions create, update, or delete. " +
		"This is a warning. Redundant entries are an info: read_self beside read, which includes it, and NSIDs beside \"*\".",
	Spec: draftAddition, Page: "specs/permission",
	Examples: `-- com/example/authBasic.json --
{"lexicon": 1, "id": "com.example.authBasic", "defs": {"main": {
  "type": "permission-set", "title": "Rooms", "detail": "Write notes in rooms.",
  "permissions": [{"type": "permission", "resource": "space", "spaceType": "com.example.room", "collection": ["com.example.note"], "action": [«"read"|"create"»]}]
}}}`,
}, []check{on(spaceNoEffect)}}

// The actions on the records of a space.
const (
	actionRead     = "read"
	actionReadSelf = "read_self" // those of the user
)

var spaceActions = append([]string{actionReadSelf, actionRead}, actions...)

// spacePermission checks a permission for spaces, which servers drop if a field has another
// type or value than these.
func spacePermission(p *pass, s *lexicon.Permission) {
	for _, field := range s.Type().Fields() {
		if v := s.Value.Field(field.Name); v != nil && slices.Contains(lexicon.Resources(field.Name, p.Profile), lexicon.ResourceSpace) && !p.Document.CutOff(v) {
			spaceField(p, field, v)
		}
	}
	if !gives(s, fieldSpaceType) {
		p.reportf(p.opening(s.Value), `add "spaceType" with the NSID of a space`,
			`the permission for the "space" resource is missing the required "spaceType" field`)
	}
	if _, err := syntax.ParseNSID(s.SpaceType.Value); s.SpaceType.Set && err != nil {
		p.report(fieldOf(s, fieldSpaceType), func(f *diag.Finding) {
			f.Message = `"spaceType" is ` + words.Quote(s.SpaceType.Value) + ", which is not a valid NSID: " + syntax.Reason(err)
			f.Help = "use the NSID of a space, such as com.example.room"
			if s.SpaceType.Value == everything {
				f.Help += "; a permission set cannot grant access to all types of spaces"
			}
		})
	}
	if value := s.Authority.Value; s.Authority.Set && value != "self" && value != everything && !syntax.IsDID(value) {
		p.report(fieldOf(s, "authority"), func(f *diag.Finding) {
			f.Message = `"authority" must be a DID, "self", or "*", not ` + words.Quote(value)
			f.Help = `use "self" for the spaces of the user, or "*" for those of every authority`
			if syntax.IsHandle(value) {
				f.Help = "use the DID of the account; a handle can change"
			}
		})
	}
	if value := s.SKey.Value; s.SKey.Set && value != everything && !syntax.IsRecordKey(value) {
		p.reportf(fieldOf(s, "skey"), `use the key of one space, or remove "skey" to cover every space of the type`,
			`"skey" must be a record key or "*", not %q`, value)
	}
	checkNSIDs(p, s, fieldCollection, s.Collection, true, `use the NSID of a record, such as com.example.note, or "*" for all records`)
	checkActions(p, s, "action", s.Action, spaceActions,
		`list the actions to grant ("create", "update", "delete", "read"), or remove "action" to grant all four`)
	checkActions(p, s, "manage", s.Manage, actions, "")
	checkUniqueActions(p, s)
}

// spaceField checks that a field has its JSON type, and that a list has entries.
func spaceField(p *pass, field lexicon.Field, v *lexicon.Value) {
	name := words.Quote(field.Name)
	isList := field.Kind == lexicon.KindArray
	switch {
	case isList && v.Kind == lexicon.KindArray && len(v.Items) == 0:
		p.reportf(p.value(v), "list at least one entry, or remove "+name, "%s is empty", name)
	case isList && v.Kind == lexicon.KindArray:
		for _, item := range v.Items {
			if item.Kind != lexicon.KindString {
				p.reportf(p.value(item), "remove the entry, or write a string",
					"an entry of %s must be a string, but is %s", name, words.Article(item.Kind.String()))
			}
		}
	case isList:
		p.report(p.value(v), func(f *diag.Finding) {
			f.Message = name + " must be an array of strings, but is " + words.Article(v.Kind.String())
			f.Help = "use an array of strings, or remove " + name
			if v.Kind == lexicon.KindString {
				f.Help = "put the value in a list, in square brackets"
			}
		})
	case v.Kind != lexicon.KindString:
		p.report(p.value(v), func(f *diag.Finding) {
			f.Message = name + " must be a string, but is " + words.Article(v.Kind.String())
			f.Help = "use a string"
			if v.Kind == lexicon.KindArray {
				f.Help = "use a string, and one permission for each value"
			}
		})
	}
}

// spaceNoEffect reports what a permission for spaces grants anyway, or does not need.
func spaceNoEffect(p *pass, s *lexicon.Permission) {
	if s.Resource != lexicon.ResourceSpace || !s.HasResource() {
		return
	}
	if i := slices.Index(s.Action, actionReadSelf); i >= 0 && slices.Contains(s.Action, actionRead) {
		p.reportAs(diag.Info, entryOf(&s.Node, "action", s.Action, i), func(f *diag.Finding) {
			f.Message = `"read_self" has no effect beside "read", which includes it`
			f.Help = `remove "read_self"`
		})
	}
	if i := slices.Index(s.Collection, everything); i >= 0 && slices.ContainsFunc(s.Collection, syntax.IsNSID) {
		p.reportAs(diag.Info, entryOf(&s.Node, fieldCollection, s.Collection, i), func(f *diag.Finding) {
			f.Message = `the other entries of "collection" have no effect beside "*"`
			f.Help = `remove them, or remove "*" to grant access only to them`
		})
	}
	readOnly := len(s.Action) > 0 && complete(s, "action", s.Action) &&
		!slices.ContainsFunc(s.Action, func(action string) bool { return action != actionRead && action != actionReadSelf })
	if readOnly && len(s.Collection) > 0 {
		p.reportf(fieldOf(s, fieldCollection), `remove "collection", or add "create", "update", or "delete" to "action"`,
			`"collection" has no effect without an action that writes`)
	}
}
