// Package repo reads AT Protocol repositories from CAR files (Content
// Addressable aRchives) of version 1 and 2: whole exports, the slices that the
// event stream carries, and proofs of a single record.
//
// Open indexes the blocks of a file and checks that each has the hash that its
// CID says. Records walks the Merkle search tree of the root commit:
//
//	car, err := repo.Open(ctx, file, size, repo.Options{})
//	if err != nil {
//		return err
//	}
//	for record, err := range car.Records(ctx) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(record.Path, len(record.Data))
//	}
//
// Lookup returns one record, following only the part of the tree that proves
// it. Whoever trusts a proof also verifies the signature of its Commit.
//
// A file that is not as it should be ends the work with an *Error, unless
// Options.Report takes the findings: then everything that does not depend on a
// fault is still read.
package repo

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Rules returns the rules that reading a CAR file can break, in the order of the
// documentation. Besides these, diag.RuleInvalidCBOR and diag.RuleTooDeep
// are reported for blocks of the repository.
func Rules() []*diag.Rule {
	return []*diag.Rule{diag.RuleCIDMismatch, RuleMissingBlock, ruleInvalidCAR}
}
