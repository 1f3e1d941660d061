package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// valueRules has the rules about the values that a schema gives itself.
var valueRules = []*rule{
	{&diag.Rule{
		Code: "const-and-default", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
		Summary: "a field has both a const and a default",
		Reason: "A const allows only one value, so a default is pointless. The specification forbids having both on a " +
			"string; on a boolean or integer, having both is a warning, or an error under the atproto profile.",
		Spec: "Field types > string, rule 4; Errors, rule 5", Page: "specs/lexicon#string",
		Examples: `"mode": {"type": "string", "const": "dark"«, "default": "dark"|»}`,
	}, []check{
		on(func(p *pass, s *lexicon.String) { constAndDefault(p, s, s.Const.Set && s.Default.Set, diag.Error) }),
		on(func(p *pass, s *lexicon.Integer) { constAndDefault(p, s, s.Const.Set && s.Default.Set, diag.Warning) }),
		on(func(p *pass, s *lexicon.Boolean) { constAndDefault(p, s, s.Const.Set && s.Default.Set, diag.Warning) }),
	}},
	{&diag.Rule{
		Code: "value-out-of-bounds", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
		Summary: "a const, default, or enum value violates its own schema",
		Reason: "The value is not valid data: for example, a default that is not in the enum, or a " +
			"const that does not match the format. Correct the value or the constraint.",
		Spec: "Field types > integer, string", Page: "specs/lexicon#field-type-definitions",
		Examples: `"limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": «500|50»}`,
	}, []check{
		on(func(p *pass, s *lexicon.String) { ownValues(p, s, s.Const, s.Default, s.Enum, validate.CheckString) }),
		on(func(p *pass, s *lexicon.Integer) { ownValues(p, s, s.Const, s.Default, s.Enum, validate.CheckInteger) }),
	}},
	{&diag.Rule{
		Code: "invalid-enum", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "an enum is empty",
		Reason: "An enum lists every value that is allowed. An empty one allows none, so the field can never be " +
			"set.",
		Spec: "Field types > integer, string: enum", Page: "specs/lexicon#string",
		Examples: `"color": {"type": "string", "maxLength": 64, «"enum": []|"knownValues": ["red", "green"]»}`,
	}, []check{on(emptyEnum[*lexicon.String]), on(emptyEnum[*lexicon.Integer])}},
	{&diag.Rule{
		Code: "enum-and-known-values", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a string has both enum and knownValues",
		Reason: "An enum is a closed list of every valid value, while knownValues suggests some values of an open " +
			"set. If there is an enum, the suggestions have no effect. Prefer knownValues for a set that can grow.",
		Spec: "Field types > string: knownValues, enum", Page: "specs/lexicon#string",
		Fix:      diag.FixHelp{Unsafe: "removes knownValues if the enum has all of its entries"},
		Examples: `"color": {"type": "string", "maxLength": 64, «"enum": ["red", "green"], "knownValues": ["red"]|"knownValues": ["red", "green"]»}`,
	}, []check{on(func(p *pass, s *lexicon.String) {
		if s.Enum != nil && s.KnownValues != nil {
			p.report(fieldOf(s, "knownValues"), func(f *diag.Finding) {
				f.Message = subject(s) + " has both an enum and knownValues, so knownValues has no effect"
				f.Help = "if the set of values can grow, remove enum; otherwise, remove knownValues"
				f.Related = related(s.AtField("enum"), "enum is set here")
				among := words.Among(s.Enum)
				if complete(s, "knownValues", s.KnownValues) && !slices.ContainsFunc(s.KnownValues, func(value string) bool { return !among(value) }) {
					f.Fix = removeField(p, f.Location, "knownValues")
				}
			})
		}
	})}},
	{&diag.Rule{
		Code: "duplicate-entry", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a list contains the same entry twice",
		Reason:  "The second entry has no effect. Often a different value was intended.",
		Spec:    "Field types: required, nullable, enum, knownValues, accept; Errors", Page: "specs/lexicon#field-type-definitions",
		Fix:      diag.FixHelp{Safe: "removes the later entry of a list of strings or integers"},
		Examples: `"color": {"type": "string", "maxLength": 64, "knownValues": ["red", "green", «"red"|"blue"»]}`,
	}, append(onEndpoints(func(p *pass, e *lexicon.Endpoint) {
		name := func(declared *lexicon.ErrorDef) string { return declared.Name }
		repeated(e.Errors, name, func(i, first int) {
			if again := e.Errors[i]; again.Name != "" {
				p.report(p.value(again.Value.Field("name")), func(f *diag.Finding) {
					f.Message = "the " + words.Quote(again.Name) + " error is declared twice"
					f.Help = "replace the duplicate with the intended name, or remove it"
					f.Related = related(e.Errors[first].AtField("name"), "first declared here")
				})
			}
		})
	}),
		on(func(p *pass, s *lexicon.Object) {
			duplicates(p, s, "required", s.Required, itself)
			duplicates(p, s, "nullable", s.Nullable, itself)
		}),
		on(func(p *pass, s *lexicon.Params) { duplicates(p, s, "required", s.Required, itself) }),
		on(func(p *pass, s *lexicon.String) {
			duplicates(p, s, "enum", s.Enum, itself)
			duplicates(p, s, "knownValues", s.KnownValues, itself)
		}),
		on(func(p *pass, s *lexicon.Integer) { duplicates(p, s, "enum", s.Enum, itself) }),
		on(func(p *pass, s *lexicon.Space) { duplicates(p, s, "collections", s.Collections, itself) }),
		on(func(p *pass, s *lexicon.Blob) { duplicates(p, s, "accept", s.Accept, strings.ToLower) }), // as MIME types compare
		on(func(p *pass, s *lexicon.Permission) {
			for _, list := range []struct {
				field   string
				entries []string
			}{{"collection", s.Collection}, {"lxm", s.LXM}, {"manage", s.Manage}} {
				if slices.Contains(lexicon.Resources(list.field, p.Profile), s.Resource) {
					duplicates(p, s, list.field, list.entries, itself)
				}
			}
		}),
	)},
}

// constAndDefault reports both on one node, with at most the given severity under
// profile v1.
func constAndDefault(p *pass, s lexicon.Schema, both bool, v1 diag.Severity) {
	if !both {
		return
	}
	most := diag.Error
	if p.Profile == diag.ProfileV1 {
		most = v1
	}
	p.reportAs(most, fieldOf(s, "default"), func(f *diag.Finding) {
		f.Message = subject(s) + " has both a const and a default"
		f.Help = "remove the default; a const allows only one value"
		f.Related = related(s.Base().AtField("const"), "const is set here")
	})
}

// ownValues checks const, default and every entry of enum against the other fields, unless
// these are in conflict, so that no value satisfies them. A default is never compared with
// const, and entries only with a const that is one of them: a const outside the enum is one
// mistake.
func ownValues[S lexicon.Schema, T comparable](
	p *pass, s S, constant, preset lexicon.Opt[T], enum []T, check func(s S, v T, but ...string) []validate.Fault,
) {
	if !constant.Set && !preset.Set && len(enum) == 0 || len(conflictsOf(s)) > 0 {
		return
	}
	n := s.Base()
	report := func(at place, what string, v T, but ...string) {
		for _, fault := range check(s, v, but...) {
			p.report(at, func(f *diag.Finding) {
				f.Message = what + " of " + subject(s) + " " + fault.Message
				if f.Help, f.Hint = fault.Help, fault.Hint; f.Hint == nil {
					f.Help = valueHelp(s, what, v, fault.Field)
				}
				f.Related = related(n.AtField(fault.Field), fault.Field+" is set here")
			})
		}
	}
	but := []string{"const"}
	if len(enum) == 0 || !complete(s, "enum", enum) {
		but = append(but, "enum") // absent, or found broken already
	}
	if constant.Set {
		report(fieldOf(s, "const"), "the const", constant.Value, but...)
	}
	if preset.Set {
		report(fieldOf(s, "default"), "the default", preset.Value, but...)
	}
	but = []string{"enum"}
	if constant.Set && !slices.Contains(enum, constant.Value) {
		but = append(but, "const")
	}
	for i, v := range enum {
		report(entryOf(n, "enum", enum, i), "an enum entry", v, but...)
	}
}

// valueHelp is the help for a value of a schema that violates one of its fields.
// What is how the message calls the value, with an article.
func valueHelp(s lexicon.Schema, what string, value any, field string) string {
	_, what, _ = strings.Cut(what, " ")
	text, ok := value.(string)
	if !ok || field != "format" {
		if field == strings.ToLower(field) { // also an ordinary word
			field = "the " + field
		}
		return "change the " + what + " or " + field
	}
	format := s.(*lexicon.String).Syntax()
	if meant := format.Suggest(text); meant != "" {
		return "use " + words.Quote(meant)
	}
	switch format {
	case syntax.FormatDatetime:
		return `use a datetime such as "2024-01-31T12:30:00.000Z", or change the format`
	case syntax.FormatLanguage:
		return `use a language tag such as "en" or "pt-BR", or change the format`
	}
	return "change the " + what + " or the format"
}

func emptyEnum[S lexicon.Schema](p *pass, s S) {
	if isEmpty(s, "enum") {
		p.reportf(fieldOf(s, "enum"), `list the values, or remove "enum"`, "%s has an empty enum, so no value is valid", subjectOf{s})
	}
}

// repeated calls found with the index of each entry whose key an entry before it has, and
// with the index of the first such entry.
func repeated[T any, K comparable](list []T, key func(T) K, found func(i, first int)) {
	if len(list) < 2 {
		return
	}
	seen := map[K]int{}
	for i, v := range list {
		if first, ok := seen[key(v)]; ok {
			found(i, first)
		} else {
			seen[key(v)] = i
		}
	}
}

// itself is the key of an entry that is compared as it is.
func itself[T any](v T) T { return v }

// reportRepeated reports the repeated entries of a list of a schema. The function says what
// is wrong with an entry.
func reportRepeated[T, K comparable](p *pass, s lexicon.Schema, field string, list []T, key func(T) K, fill func(*diag.Finding, T)) {
	repeated(list, key, func(i, first int) {
		p.report(entryOf(s.Base(), field, list, i), func(f *diag.Finding) {
			f.Help = "replace the duplicate with the intended value, or remove it"
			f.Related = related(atEntry(s.Base(), field, list, first), "first listed here")
			fill(f, list[i])
		})
	})
}

func duplicates[T string | int64](p *pass, s lexicon.Schema, field string, list []T, key func(T) T) {
	reportRepeated(p, s, field, list, key, func(f *diag.Finding, entry T) {
		shown := fmt.Sprint(entry)
		if lexicon.ValueAt(f.Location).Kind == lexicon.KindString {
			shown = words.Quote(shown)
		}
		f.Message = "the " + field + " list of " + subject(s) + " contains " + shown + " twice"
		f.Fix = removeEntry(p, f.Location, true)
	})
}
