package lint

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Rules returns the rules that Lint checks beside those of lexicon.Rules, in
// the order of the documentation.
func Rules() []*lexicon.Rule {
	all := rules()
	list := make([]*lexicon.Rule, len(all))
	for i, r := range all {
		list[i] = &r.Rule
	}
	return list
}

// rules lists the rules by subject.
func rules() []*rule {
	return slices.Concat(
		definitions, bounds, values, enums, records, bodies, permissions, files,
		references, tokens, cycles, usage,
		names, casing, placement, descriptions, sizes, lengths, arrays, blobs, unions, fields, pagination,
	)
}
