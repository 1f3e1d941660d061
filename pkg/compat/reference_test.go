package compat_test

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestUnions(t *testing.T) {
	union := func(refs, more string) string {
		return definedWith(`{"type": "union", "refs": [` + refs + `]` + more + `}`)
	}
	const (
		closed  = `, "closed": true`
		scarlet = `"scarlet": {"type": "object", "properties": {"a": {"type": "integer"}}}, `
	)
	check(t, []change{
		{"closed, and one lost", union(`"#red", "#blue"`, ``), union(`"#red"`, closed), []string{
			"union-closed-refs error backward x/refs < x/refs/1", "union-open-closed error backward x/closed < x",
		}},
		{"closed, and one gained", union(`"#red"`, ``), union(`"#red", "#blue"`, closed), []string{
			"union-closed-refs info nothing x/refs/1 < x/refs", "union-open-closed error backward x/closed < x",
		}},
		{"opened, and one lost", union(`"#red", "#blue"`, closed), union(`"#red"`, ``), []string{
			"union-open-closed error forward x < x/closed", "union-refs error forward x/refs < x/refs/1",
		}},
		{"opened, and one gained", union(`"#red"`, closed), union(`"#red", "#blue"`, ``), []string{
			"union-open-closed error forward x < x/closed", "union-refs info nothing x/refs/1 < x/refs",
		}},
		{"one for another", union(`"#red"`, ``), union(`"#blue"`, ``), []string{
			"union-refs error forward x/refs < x/refs/0", "union-refs info nothing x/refs/0 < x/refs",
		}},
		{"one for another, closed", union(`"#red"`, closed), union(`"#blue"`, closed), []string{
			"union-closed-refs error backward x/refs < x/refs/0", "union-closed-refs error forward x/refs/0 < x/refs",
		}},
		{"empty, and one gained", union(``, ``), union(`"#red"`, ``), []string{
			"union-refs error backward x/refs/0 < x/refs",
		}},
		{"empty, and closed with one", union(``, ``), union(`"#red"`, closed), []string{
			"union-closed-refs error backward x/refs/0 < x/refs", "union-open-closed error backward x/closed < x",
		}},
		{"a message lost, of several", subscription(`"#red", "#blue"`), subscription(`"#blue"`), []string{
			"union-refs error both /defs/main/message/schema/refs < /defs/main/message/schema/refs/0",
		}},
		{"opened, and one renamed", union(`"#red"`, closed), scarlet + union(`"#scarlet"`, ``), []string{
			"def-added info nothing /defs/scarlet < /defs", "union-open-closed error forward x < x/closed",
			"union-refs info nothing x/refs < x/refs/0", "union-refs info nothing x/refs/0 < x/refs",
		}},
		{"one that is not loaded, lost", union(`"#red", "com.example.other"`, ``), union(`"#red"`, ``), []string{
			"union-refs warning forward x/refs < x/refs/1",
		}},
		{"one that is not loaded, lost, closed", union(`"#red", "com.example.other"`, closed), union(`"#red"`, closed), []string{
			"union-closed-refs warning backward x/refs < x/refs/1",
		}},
		{"one that is not loaded", union(`"#red", "com.example.other"`, ``), union(`"#red", "com.example.other#main"`, ``), nil},
		{"one that is not loaded, gained", union(`"#red"`, closed), union(`"#red", "com.example.other"`, closed), []string{
			"union-closed-refs error forward x/refs/1 < x/refs",
		}},
	})
}

// TestUnionProfiles: an empty union takes any value under the specification
// only, and unknown takes other values on the network.
func TestUnionProfiles(t *testing.T) {
	for _, c := range []struct{ name, old, new, v1, network string }{
		{"a first variant", definedWith(`{"type": "union", "refs": []}`), definedWith(`{"type": "union", "refs": ["#red"]}`),
			"union-refs error backward", "union-refs info nothing"},
		{"unknown to the empty union", `{"type": "unknown"}`, `{"type": "union", "refs": []}`, "type-change info nothing", "type-change error backward"},
		{"the empty union to unknown", `{"type": "union", "refs": []}`, `{"type": "unknown"}`, "type-change info nothing", "type-change error forward"},
		{"integer to unknown", `{"type": "integer"}`, `{"type": "unknown"}`, "type-change error forward", "type-change error both"},
		{"object to unknown", `{"type": "object", "properties": {}}`, `{"type": "unknown"}`, "type-change error forward", "type-change info nothing"},
		{"unknown to object", `{"type": "unknown"}`, `{"type": "object", "properties": {}}`, "type-change error backward", "type-change info nothing"},
		{"unknown to an object with a field", `{"type": "unknown"}`, `{"type": "object", "properties": {"a": {"type": "integer"}}}`, "type-change error backward", "type-change error backward"},
		{"unknown to an object that requires a name", `{"type": "unknown"}`, `{"type": "object", "required": ["a"], "properties": {}}`, "type-change error backward", "type-change error backward"},
		{"unknown to blob", `{"type": "unknown"}`, `{"type": "blob"}`, "type-change error backward", "type-change error both"},
		{"a union to unknown", definedWith(`{"type": "union", "refs": ["#red"], "closed": true}`), definedWith(`{"type": "unknown"}`), "type-change error forward", "type-change error forward"},
		{"integer to the empty union", `{"type": "integer"}`, `{"type": "union", "refs": []}`, "type-change error forward", "type-change error both"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for profile, want := range map[diag.Profile]string{diag.ProfileV1: c.v1, diag.ProfileATProto: c.network} {
				found := compare(t, catalog(t, c.old), catalog(t, c.new), profile)
				if len(found) != 1 || outcome(found[0]) != want {
					t.Errorf("%s: want %s, found%s", profile, want, lines(found))
				}
			}
		})
	}
}

func TestRefs(t *testing.T) {
	other := func(schema string) string {
		return "-- other.json --\n" + `{"lexicon": 1, "id": "com.example.other", "defs": {"main": ` + schema + `}}` + "\n"
	}
	thing := func(defs string) string {
		return "-- thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing", "defs": {` + defs + `}}` + "\n"
	}
	main := func(x string) string { return `"main": {"type": "object", "properties": {"x": ` + x + `}}` }
	const ref = `{"type": "ref", "ref": "#size"}`
	check(t, []change{
		{"to one that is equal", `"a": {"type": "integer"}, "b": {"type": "integer"}, ` + main(`{"type": "ref", "ref": "#a"}`), `"a": {"type": "integer"}, "b": {"type": "integer"}, ` + main(`{"type": "ref", "ref": "#b"}`), []string{
			"ref-change warning nothing x/ref < x/ref",
		}},
		{"to one of another type", `"a": {"type": "integer"}, "b": {"type": "string"}, ` + main(`{"type": "ref", "ref": "#a"}`), `"a": {"type": "integer"}, "b": {"type": "string"}, ` + main(`{"type": "ref", "ref": "#b"}`), []string{
			"ref-change error both x/ref < x/ref",
		}},
		{"to one with a first limit", `"a": {"type": "integer"}, "b": {"type": "integer", "maximum": 1}, ` + main(`{"type": "ref", "ref": "#a"}`), `"a": {"type": "integer"}, "b": {"type": "integer", "maximum": 1}, ` + main(`{"type": "ref", "ref": "#b"}`), []string{
			"ref-change error backward x/ref < x/ref",
		}},
		{"to one with another default", `"a": {"type": "integer"}, "b": {"type": "integer", "default": 1}, ` + main(`{"type": "ref", "ref": "#a"}`), `"a": {"type": "integer"}, "b": {"type": "integer", "default": 1}, ` + main(`{"type": "ref", "ref": "#b"}`), []string{
			"ref-change warning nothing x/ref < x/ref",
		}},
		{"to where it moved", thing(main(ref) + `, ` + size), thing(main(`{"type": "ref", "ref": "com.example.other"}`)+`, `+size) + other(inlineSize), []string{
			"lexicon-added info nothing other.json:/id < -", "ref-change warning nothing x/ref < x/ref",
		}},
		{"to a record", thing(main(ref)+`, `+size) + other(`{"type": "record", "key": "any", "record": `+inlineSize+`}`), thing(main(`{"type": "ref", "ref": "com.example.other"}`)+`, `+size) + other(`{"type": "record", "key": "any", "record": `+inlineSize+`}`), []string{
			"ref-change error both x/ref < x/ref",
		}},
		{"from an object to a record", thing(main(inlineSize)) + other(`{"type": "record", "key": "any", "record": `+inlineSize+`}`), thing(main(`{"type": "ref", "ref": "com.example.other"}`)) + other(`{"type": "record", "key": "any", "record": `+inlineSize+`}`), []string{
			"ref-change error both x/ref < x",
		}},
		{"to what is not loaded", main(ref) + `, ` + size, main(`{"type": "ref", "ref": "com.example.other"}`) + `, ` + size, []string{
			"ref-change warning both x/ref < x/ref",
		}},
		{"from an object to what is not loaded", main(inlineSize), main(`{"type": "ref", "ref": "com.example.other"}`), []string{
			"ref-change warning both x/ref < x",
		}},
		{"to one that differs in what is not loaded", `"a": {"type": "object", "properties": {"y": {"type": "ref", "ref": "com.example.a"}}}, "b": {"type": "object", "properties": {"y": {"type": "ref", "ref": "com.example.b"}}}, ` + main(`{"type": "ref", "ref": "#a"}`),
			`"a": {"type": "object", "properties": {"y": {"type": "ref", "ref": "com.example.a"}}}, "b": {"type": "object", "properties": {"y": {"type": "ref", "ref": "com.example.b"}}}, ` + main(`{"type": "ref", "ref": "#b"}`), []string{
				"ref-change warning both x/ref < x/ref",
			}},
		{"inline of another type", main(`{"type": "integer"}`) + `, ` + size, main(ref) + `, ` + size, []string{
			"type-change error both x/type < x/type",
		}},
		{"inline, with a difference", main(inlineSize) + `, ` + size, main(ref) + `, ` + strings.Replace(size, `"required": ["width"], `, ``, 1), []string{
			"object-required error forward /defs/size < /defs/size/required/0", "object-required error forward x/ref < x/required/0",
		}},
		{"inline, with one difference twice, of which the second weighs more", `"a": {"type": "object", "properties": {"y": {"type": "integer", "minimum": 1}, "z": {"type": "integer", "minimum": 1, "maximum": 9}}}, ` + main(`{"type": "object", "properties": {"y": {"type": "integer"}, "z": {"type": "integer", "maximum": 9}}}`),
			`"a": {"type": "object", "properties": {"y": {"type": "integer", "minimum": 1}, "z": {"type": "integer", "minimum": 1, "maximum": 9}}}, ` + main(`{"type": "ref", "ref": "#a"}`), []string{
				"integer-range error backward x/ref < x/properties/y",
			}},
		{"to one with a ref in place of an inline object", `"a": {"type": "object", "properties": {"y": {"type": "object", "properties": {"z": {"type": "integer"}}}}}, "b": {"type": "object", "properties": {"y": {"type": "ref", "ref": "#c"}}}, "c": {"type": "object", "properties": {"z": {"type": "integer", "maximum": 1}}}, ` + main(`{"type": "ref", "ref": "#a"}`),
			`"a": {"type": "object", "properties": {"y": {"type": "object", "properties": {"z": {"type": "integer"}}}}}, "b": {"type": "object", "properties": {"y": {"type": "ref", "ref": "#c"}}}, "c": {"type": "object", "properties": {"z": {"type": "integer", "maximum": 1}}}, ` + main(`{"type": "ref", "ref": "#b"}`), []string{
				"ref-change error backward x/ref < x/ref",
			}},
		{"its target changes", main(ref) + `, ` + size, main(ref) + `, ` + strings.Replace(size, `"minimum": 0`, `"minimum": 1`, 1), []string{
			"integer-range error backward /defs/size/properties/width/minimum < /defs/size/properties/width/minimum",
		}},
	})
}

// TestOnlyOneSide has a Lexicon that both sides refer to, or only one of them, and that one
// side lacks: its only copy says what the references mean.
func TestOnlyOneSide(t *testing.T) {
	file := func(path, id, defs string) string {
		return "-- " + path + ".json --\n" + `{"lexicon": 1, "id": "com.example.` + id + `", "defs": {` + defs + "}}\n"
	}
	field := func(schema string) string {
		return file("note", "note", `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"x": `+schema+`}}}, "own": {"type": "object", "properties": {}}`)
	}
	const (
		body   = `{"type": "object", "required": ["y"], "properties": {"y": {"type": "integer"}}}`
		other  = `{"type": "object", "properties": {"y": {"type": "integer"}}}`
		number = `{"type": "object", "required": ["y"], "properties": {"y": {"type": "ref", "ref": "com.example.number"}}}`
		faulty = `{"type": "object", "required": ["y"], "properties": {"y": {"type": "integer", "minimum": 2, "maximum": 1}}}`
		added  = "lexicon-added info nothing doc.json:/id < -"
		at     = "note.json:/defs/main/record/properties/x"
	)
	ref := field(`{"type": "ref", "ref": "com.example.doc"}`)
	doc := func(path, schema string) string { return file(path, "doc", `"main": `+schema) }
	for _, c := range []struct {
		change
		onlyOld, onlyNew string
		partial          bool
	}{
		{change{"an equal inline schema", ref, field(body) + doc("doc", body), []string{added}}, "", "com.example.doc", false},
		{change{"a dependency", ref, field(body) + doc("support/doc", body), nil}, "", "com.example.doc", false},
		{change{"another inline schema", ref, field(other) + doc("doc", body), []string{added, "object-required error forward " + at + " < doc.json:/defs/main/required/0"}}, "", "com.example.doc", false},
		{change{"a union", ref, field(`{"type": "union", "refs": ["com.example.doc", "#own"]}`) + doc("doc", body), []string{added, "type-change error both " + at + "/type < " + at + "/type"}}, "", "com.example.doc", false},
		{change{"the same ref", ref, ref + doc("doc", body), []string{added}}, "", "com.example.doc", false},
		{change{"OLD has its own", ref + doc("support/doc", other), field(body) + doc("doc", body), []string{added, "object-required error backward doc.json:/defs/main/required/0 < support/doc.json:/defs/main", "object-required error backward " + at + "/required/0 < support/doc.json:/defs/main"}}, "", "", false},
		{change{"neither has it", ref, field(body), []string{"ref-change warning both " + at + " < " + at + "/ref"}}, "", "", false},
		{change{"through another one", ref, field(body) + doc("support/doc", number) + file("support/number", "number", `"main": {"type": "integer"}`), nil}, "", "com.example.doc com.example.number", false},
		{change{"through another one that OLD has", ref + file("support/number", "number", `"main": {"type": "boolean"}`), field(body) + doc("support/doc", number),
			[]string{"type-change error both " + at + "/properties/y/type < support/doc.json:/defs/main/properties/y/type"}}, "com.example.number", "com.example.doc", false},
		{change{"a dependency of OLD", field(body) + doc("support/doc", body), ref, nil}, "com.example.doc", "", false},
		{change{"a dependency of OLD that differs", field(other) + doc("support/doc", body), ref, []string{"object-required error backward " + at + "/ref < " + at}}, "com.example.doc", "", false},
		{change{"a Lexicon of OLD", field(body) + doc("doc", body), ref, []string{"lexicon-removed error both - < doc.json:/id"}}, "com.example.doc", "", false},
		{change{"nothing refers to it", field(body), field(body) + doc("doc", body), []string{added}}, "", "", false},
		{change{"a name that the copy lacks", field(`{"type": "ref", "ref": "com.example.doc#old"}`), field(body) + doc("doc", body), []string{added, "ref-change warning both " + at + " < " + at + "/ref"}}, "", "com.example.doc", false},
		{change{"a name that the copy of OLD lacks", field(body) + doc("support/doc", body), field(`{"type": "ref", "ref": "com.example.doc#new"}`), []string{"ref-change warning both " + at + "/ref < " + at}}, "com.example.doc", "", false},
		{change{"an error in the copy", ref, field(body) + doc("doc", faulty), []string{added}}, "", "com.example.doc", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := compareLinted(t, readCatalog(c.old), readCatalog(c.new))
			found := slices.DeleteFunc(report.Findings, func(f diag.Finding) bool { return f.Change == nil })
			checkLines(t, found, c.want)
			if got := fmt.Sprint(report.OnlyOld, report.OnlyNew); got != "["+c.onlyOld+"] ["+c.onlyNew+"]" {
				t.Errorf("only in one version: %s", got)
			}
			if undecided := len(report.Undecided) > 0; undecided != c.partial {
				t.Errorf("undecided: %v", report.Undecided)
			}
		})
	}
}

// TestOutside has a Lexicon that only one side has itself: the other one takes it from
// a Dependency document, or lacks it. What references lead to is compared.
func TestOutside(t *testing.T) {
	file := func(path, id, defs string) string {
		return "-- " + path + ".json --\n" + `{"lexicon": 1, "id": "com.example.` + id + `", "defs": {` + defs + "}}\n"
	}
	const (
		ref   = `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"x": {"type": "ref", "ref": "com.example.defs#text"}}}}`
		union = `"main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "union", "refs": ["com.example.defs#text"]}}}`
		text  = `"text": {"type": "string", "maxLength": 100}`
		tight = `"text": {"type": "string", "maxLength": 5}`
		whole = `"text": {"type": "object", "properties": {}}`
		other = `, "other": {"type": "integer"}`
		added = "lexicon-added info nothing defs.json:/id < -"
		gone  = "lexicon-removed error both - < defs.json:/id"
		limit = "/defs/text/maxLength"
	)
	note := file("note", "note", ref)
	vendored := func(defs string) string { return file("support/defs", "defs", defs) }
	own := func(defs string) string { return file("defs", "defs", defs) }
	for _, c := range []struct {
		change
		affects string // by all changes but those of the Lexicon as a whole
	}{
		{change{"NEW has it itself", note + vendored(text), note + own(tight), []string{added, "string-length error backward defs.json:" + limit + " < support/defs.json:" + limit}}, "com.example.note"},
		{change{"OLD has it itself", note + own(text), note + vendored(tight), []string{gone, "string-length error backward support/defs.json:" + limit + " < defs.json:" + limit}}, "com.example.note"},
		{change{"both have it", note + vendored(text) + own(text), note + vendored(text) + own(tight), []string{"string-length error backward defs.json:" + limit + " < defs.json:" + limit}}, "com.example.note"},
		{change{"the same text", note + vendored(text), note + own(text), []string{added}}, ""},
		{change{"another definition", note + vendored(text+other), note + own(text+`, "other": {"type": "string"}`), []string{added}}, ""},
		{change{"another definition is gone", note + vendored(text+other), note + own(text), []string{added}}, ""},
		{change{"the definition is gone", note + vendored(text+other), note + own(`"other": {"type": "integer"}`), []string{added, "def-removed error both defs.json:/defs < support/defs.json:/defs/text"}}, "com.example.note"},
		{change{"through another one", note + vendored(`"text": {"type": "ref", "ref": "com.example.base"}`) + file("support/base", "base", `"main": {"type": "integer"}`),
			note + vendored(`"text": {"type": "ref", "ref": "com.example.base"}`) + file("base", "base", `"main": {"type": "boolean"}`),
			[]string{"lexicon-added info nothing base.json:/id < -", "type-change error both base.json:/defs/main/type < support/base.json:/defs/main/type"}}, "com.example.note"},
		{change{"a variant", file("note", "getNote", union) + vendored(whole), file("note", "getNote", union) + own(strings.Replace(whole, `"prop`, `"required": ["a"], "prop`, 1)),
			[]string{added, "field-added-required error backward defs.json:/defs/text/required/0 < support/defs.json:/defs/text/properties"}}, "com.example.getNote"},
		{change{"nothing refers to it", file("note", "note", `"main": {"type": "token"}`) + vendored(text), file("note", "note", `"main": {"type": "token"}`) + own(tight), []string{added}}, ""},
		{change{"OLD has nothing", vendored(text), note + own(tight), []string{added, "lexicon-added info nothing note.json:/id < -"}}, ""},
		{change{"OLD lacks it", note, note + own(text), []string{added}}, ""},
		{change{"OLD lacks it, and another one refers to it", note, note + file("more", "more", ref) + own(text),
			[]string{added, "lexicon-added info nothing more.json:/id < -"}}, ""},
		{change{"OLD lacks another definition of it", note, note + own(`"other": {"type": "integer"}`), []string{added}}, ""},
		{change{"NEW lacks it", note + own(text), note, []string{gone}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := compare(t, catalog(t, c.old), catalog(t, c.new), diag.ProfileV1)
			checkLines(t, found, c.want)
			for _, f := range found {
				if f.Rule.Code == "lexicon-removed" || f.Change.Breaks == 0 {
					continue
				}
				var affects []string
				for _, a := range f.Change.Affects {
					affects = append(affects, a.Ref)
				}
				if strings.Join(affects, " ") != c.affects || f.Change.Undecided != (f.Rule.Code == "lexicon-added") {
					t.Errorf("%s affects %v, undecided %v", f.Message, affects, f.Change.Undecided)
				}
			}
		})
	}
}

// TestWideRefs has definitions that refer to the next one twice, so that there
// are more paths through them than can be followed: all of them under other names,
// and as fields that may be renamed.
func TestWideRefs(t *testing.T) {
	const depth = 200
	side := func(prefix, one, two string) string {
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, `"%s%d": {"type": "object", "properties": {"%s": {"type": "ref", "ref": "#%[1]s%[4]d"}, "%[5]s": {"type": "object", "properties": {"z": {"type": "ref", "ref": "#%[1]s%[4]d"}}}}}, `, prefix, i, one, i+1, two)
		}
		fmt.Fprintf(&b, `"%s%d": {"type": "integer"}, "main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#%[1]s0"}}}`, prefix, depth)
		return b.String()
	}
	old := catalog(t, side("a", "p", "q"))
	for _, c := range []struct{ prefix, one, two, want string }{
		{"b", "p", "q", "ref-change warning nothing"},
		{"b", "r", "s", "ref-change warning nothing"},
	} {
		found := compare(t, old, catalog(t, side(c.prefix, c.one, c.two)), diag.ProfileV1)
		found = onlyOf(found, "ref-change")
		if len(found) != 1 || outcome(found[0]) != c.want {
			t.Errorf("want %s, found%s", c.want, lines(found))
		}
	}
}

// TestLongRefs has a chain of definitions under other names that is far longer
// than any nesting: comparing it must not nest either.
func TestLongRefs(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20))
	side := func(prefix, last string) string {
		const length = 20_000
		var b strings.Builder
		for i := range length {
			fmt.Fprintf(&b, `"%s%d": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#%[1]s%[3]d"}}}, `, prefix, i, i+1)
		}
		fmt.Fprintf(&b, `"%s%d": {"type": %q}, "main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#%[1]s0"}}}`, prefix, length, last)
		return b.String()
	}
	old, new := catalog(t, side("a", "integer")), catalog(t, side("b", "boolean"))
	found := onlyOf(mustCompare(t, old, new, compat.Options{}).Findings, "ref-change")
	if len(found) != 1 || outcome(found[0]) != "ref-change error both" {
		t.Errorf("found%s", lines(found))
	}
}

// onlyOf returns the findings of one rule.
func onlyOf(found []diag.Finding, code string) []diag.Finding {
	var of []diag.Finding
	for _, f := range found {
		if f.Rule.Code == code {
			of = append(of, f)
		}
	}
	return of
}

// TestInlineBecameRef: the change is at the ref, even if the definition is in a file that
// did not change, and the definition is a related place.
func TestInlineBecameRef(t *testing.T) {
	const defs = "-- defs.json --\n" + `{"lexicon": 1, "id": "com.example.defs", "defs": {"note": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 10}}}}}` + "\n"
	thing := func(x string) string {
		return defs + "-- thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {"x": ` + x + `}}}}` + "\n"
	}
	old := thing(`{"type": "object", "properties": {"text": {"type": "string", "maxLength": 20}}}`)
	found := compare(t, catalog(t, old), catalog(t, thing(`{"type": "ref", "ref": "com.example.defs#note"}`)), diag.ProfileV1)
	checkLines(t, found, []string{"string-length error backward x/ref < x/properties/text/maxLength"})
	if len(found) != 1 {
		return
	}
	related := found[0].Related
	if len(related) != 1 || related[0].Source.Path != "defs.json" || related[0].Pointer != "/defs/note/properties/text/maxLength" {
		t.Errorf("related places: %v", related)
	}
	if want := "maxLength changed from 20 to 10 (in com.example.defs#note)"; found[0].Message != want || found[0].NSID != "com.example.thing" {
		t.Errorf("%s: %q, want %q", found[0].NSID, found[0].Message, want)
	}
}

// TestSharedCopy compares with a Lexicon that only the old side has: its text is not read
// again for the new side.
func TestSharedCopy(t *testing.T) {
	const thing = `-- thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "com.example.shared#`
	old := catalog(t, thing+`a"}}}}}
-- shared.json --
{"lexicon": 1, "id": "com.example.shared", "defs": {"a": {"type": "string"}, "b": {"type": "integer"}}}
`)
	report := compareWith(t, old, catalog(t, thing+`b"}}}}}
`), compat.Options{})
	shared := old.Document("com.example.shared")
	for _, f := range report.Findings {
		for _, r := range f.Related {
			if r.Source == shared.Source && lexicon.ValueAt(r.Location) == shared.Definition("b").Schema.Base().Value.Field("type") {
				return
			}
		}
	}
	t.Errorf("no finding has a place in the values of the old side:\n%s", lines(report.Findings))
}
