// Package lint checks Lexicon schemas: what the specification forbids, what a
// reference leads to, and what the protocol's style guide advises against.
//
// Lint takes a loaded lexicon.Catalog and returns findings; Rules lists what it
// looks for. One walk over each file serves all rules.
package lint
