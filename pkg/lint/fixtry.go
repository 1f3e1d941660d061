package lint

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TryFixes removes from findings, which Lint found in a catalog with the same options, the
// fixes that Fix would leave out: those that, made alone, bring a new finding of the same
// severity or a higher one. It tries safe and unsafe ones, whatever options.Unsafe is. The
// error is that of ctx when ctx is done before the end.
//
// Without fixes that can bring findings it costs next to nothing, with them about as much
// as one more Lint, and at most ten of them if some do bring findings or if they overlap.
// Fixes that were not tried by then stay.
func (r *Result) TryFixes(ctx context.Context, catalog *lexicon.Catalog, options FixOptions) error {
	if !slices.ContainsFunc(r.Findings, canBring) {
		return nil
	}
	f := newFixer(options)
	start := f.selected(catalog, *r)
	var groups [2][]lexicon.Finding // each is tried apart from the other: see covers
	for _, found := range start.counted {
		switch {
		case !canBring(found):
		case covers(found):
			groups[1] = append(groups[1], found)
		default:
			groups[0] = append(groups[0], found)
		}
	}
	for _, left := range groups {
		for len(left) > 0 && f.tries < maxTrials {
			var together []lexicon.Finding
			together, left = apart(left)
			trial := &round{fixer: f, start: start, now: start, alone: true}
			if err := trial.settle(ctx, together); err != nil {
				return err
			}
		}
	}
	f.dropRefused(r.Findings)
	return nil
}

// canBring reports whether a finding has a fix that can bring other findings: it adds
// something other than another spelling of a reference or the name of a simple property
// in a list.
func canBring(found lexicon.Finding) bool {
	if found.Fix == nil || found.Fix.Placeholder {
		return false
	}
	if found.Fix.Creates != nil {
		return true
	}
	switch found.Rule.Code {
	case "full-local-ref", "redundant-main", "known-string-local-ref":
		return false
	case lexicon.RuleUnexpectedField.Code:
		switch path := strings.Split(found.Pointer, "/"); path[len(path)-1] {
		case "nullable":
			return false
		case "required", "optional":
			return canRecurse(found.Value.Parent()) || strings.HasPrefix(path[len(path)-2], "$")
		}
		if found.Value.Kind == lexicon.KindObject || found.Value.Kind == lexicon.KindArray {
			return true // a ref in it may have been the only one to a definition
		}
	case "unknown-property":
		list := found.Value.Parent()
		for _, e := range found.Fix.Edits {
			if name, err := strconv.Unquote(e.New); err == nil && len(found.Fix.Edits) == 1 { // the entry is renamed
				properties := list.Parent().Field("properties")
				return list != list.Parent().Field("nullable") && (properties == nil || canRecurse(properties.Field(name)) || strings.HasPrefix(name, "$"))
			}
		}
	}
	return slices.ContainsFunc(found.Fix.Edits, func(e lexicon.Edit) bool { return e.New != "" })
}

// canRecurse reports whether every value of an object may be infinite if it requires a
// property with a schema.
func canRecurse(schema *lexicon.Value) bool {
	if schema == nil {
		return false
	}
	switch lexicon.TypeByName(schema.StringField("type")) {
	case lexicon.TypeArray:
		return schema.Field("minLength") != nil
	case lexicon.TypeObject, lexicon.TypeRef, lexicon.TypeUnion:
		return true
	}
	return false
}
