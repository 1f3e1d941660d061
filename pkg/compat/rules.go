package compat

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// inOld and inNew begin the two sides of an example. See diag.Rule.
const (
	inOld = "-- old --\n"
	inNew = "\n-- new --\n"
)

// evolution is the page on what may change in a published Lexicon.
const evolution = "specs/lexicon#lexicon-evolution"

// constraintReason is why limits and other constraints must not change.
const constraintReason = "Existing data may violate a stricter constraint, and old software rejects data that only a looser constraint allows, so constraints must not change. " +
	"Adding a first constraint to an unconstrained field is allowed, but is reported as a warning because existing data may violate it. " +
	"Keep the constraint, or add a new optional field."

// Rules returns the rules on changes, in the order of the documentation, as a
// new slice. One of them, params-required, is never the Rule of a finding, only
// its Synonym.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		ruleLexiconRemoved,
		ruleLexiconAdded,
		ruleDefRemoved,
		ruleDefAdded,
		ruleTypeChange,
		ruleRecordKeyType,
		ruleFieldAddedRequired,
		ruleFieldAdded,
		ruleFieldRemoved,
		ruleFieldRenamed,
		ruleObjectRequired,
		ruleObjectNullable,
		ruleConstValue,
		ruleEnumValues,
		ruleKnownValues,
		ruleIntegerRange,
		ruleStringLength,
		ruleBytesLength,
		ruleArrayLength,
		ruleBlobSize,
		ruleBlobAccept,
		ruleStringFormat,
		ruleDefaultValue,
		ruleUnionOpenClosed,
		ruleUnionClosedRefs,
		ruleUnionRefs,
		ruleRefChange,
		ruleParamsRequired,
		ruleBodyAdded,
		ruleBodyRemoved,
		ruleBodyEncoding,
		ruleBodySchemaAdded,
		ruleBodySchemaRemoved,
		rulePermissions,
		ruleErrorsRemoved,
		ruleErrorsAdded,
		ruleRevision,
		ruleDescriptionChanged,
	}
}
