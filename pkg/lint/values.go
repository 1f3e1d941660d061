package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// values has the rules about the values that a schema gives itself.
var values = []*rule{
	{&diag.Rule{
		Code: "const-and-default", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
		Summary: "a field has both a const and a default",
		Reason: "A const allows only one value, so a default is pointless. The specification forbids having both on a " +
			"string; on a boolean or integer, having both is a warning, or an error under the atproto profile.",
		Spec: "Field types > string, rule 4; Errors, rule 5", Page: "specs/lexicon#string",
		Examples: `"mode": {"type": "string", "const": "dark"«, "default": "dark"|»}`,
	}, []check{
		on(func(p *pass, s *lexicon.String) {
			constAndDefault(p, s, s.Const.Set && s.Default.Set, diag.Error)
		}),
		on(func(p *pass, s *lexicon.Integer) {
			constAndDefault(p, s, s.Const.Set && s.Default.Set, diag.Warning)
		}),
		on(func(p *pass, s *lexicon.Boolean) {
			constAndDefault(p, s, s.Const.Set && s.Default.Set, diag.Warning)
		}),
	}},
	{&diag.Rule{
		Code: "value-out-of-bounds", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
		Summary: "a const, default, or enum value violates its own schema",
		Reason: "The value is not valid data: for example, a default that is not in the enum, or a " +
			"const that does not match the format. Correct the value or the constraint.",
		Spec: "Field types > integer, string", Page: "specs/lexicon#field-type-definitions",
		Examples: `"limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": «500|50»}`,
	}, []check{on(stringValues), on(integerValues)}},
}

// constAndDefault reports both on one node, with at most the given severity under
// profile v1.
func constAndDefault(p *pass, s lexicon.Schema, both bool, v1 diag.Severity) {
	if !both {
		return
	}
	most := diag.Off
	if p.Profile == diag.ProfileV1 {
		most = v1
	}
	if p.skipAt(most) {
		return
	}
	n := s.Base()
	p.Report(diag.Finding{
		Severity: most,
		Location: n.AtField("default"),
		Message:  subject(s) + " has both a const and a default",
		Help:     "remove the default; a const allows only one value",
		Related:  related(n.AtField("const"), "const is set here"),
	})
}

// stringValues checks the values of a string against its other fields, unless no
// value satisfies those.
func stringValues(p *pass, s *lexicon.String) {
	if !s.Const.Set && !s.Default.Set && len(s.Enum) == 0 || len(stringConflicts(s)) > 0 {
		return
	}
	checkOwn(p, s, s.Const, s.Default, s.Enum, func(v string, but ...string) []validate.Fault {
		return validate.CheckString(s, v, but...)
	})
}

// integerValues is stringValues for integers.
func integerValues(p *pass, s *lexicon.Integer) {
	if !s.Const.Set && !s.Default.Set && len(s.Enum) == 0 || len(integerConflicts(s)) > 0 {
		return
	}
	checkOwn(p, s, s.Const, s.Default, s.Enum, func(v int64, but ...string) []validate.Fault {
		return validate.CheckInteger(s, v, but...)
	})
}

// checkOwn checks const, default and every entry of enum. A default is never
// compared with const, and entries only with a const that is one of them: a
// const outside the enum is one mistake.
func checkOwn[T comparable](
	p *pass, s lexicon.Schema, constant, preset lexicon.Opt[T], enum []T,
	check func(v T, but ...string) []validate.Fault,
) {
	n := s.Base()
	report := func(at func() diag.Location, what string, v T, but ...string) {
		for _, fault := range check(v, but...) {
			if p.Skip() {
				return
			}
			p.Report(diag.Finding{
				Location: at(),
				Message:  what + " of " + subject(s) + " " + fault.Message,
				Help:     valueHelp(s, what, v, fault.Field),
				Related:  related(n.AtField(fault.Field), fault.Field+" is set here"),
			})
		}
	}
	but := []string{"const"}
	if len(enum) == 0 || !complete(s, "enum", enum) {
		but = append(but, "enum") // absent, or found broken already
	}
	if constant.Set {
		report(func() diag.Location { return n.AtField("const") }, "the const", constant.Value, but...)
	}
	if preset.Set {
		report(func() diag.Location { return n.AtField("default") }, "the default", preset.Value, but...)
	}
	but = []string{"enum"}
	if constant.Set && !slices.Contains(enum, constant.Value) {
		but = append(but, "const")
	}
	for i, v := range enum {
		report(func() diag.Location { return atEntry(n, "enum", enum, i) }, "an enum entry", v, but...)
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
	format := syntax.FormatByName(s.(*lexicon.String).Format)
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
