package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Rules returns the rules that Lint checks in addition to those of lexicon.Rules, in
// the order of the documentation. The slice is the caller's.
func Rules() []*diag.Rule {
	all := rules()
	list := make([]*diag.Rule, len(all))
	for i, r := range all {
		list[i] = r.Rule
	}
	return list
}

// rules lists the rules by subject.
func rules() []*rule {
	return slices.Concat(
		definitions, bounds, values, enums, formats, required, records, bodies, permissions, permissionTargets, permissionSets, files,
		references, targets, spellings, tokens, cycles, usage, namespaces,
		names, casing, placement, descriptions, sizes, lengths, arrays, blobs, unions, fields, pagination, examples,
	)
}
