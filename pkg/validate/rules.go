package validate

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// inSchema and inData begin the parts of an example. See diag.Rule.
const (
	inSchema = "-- schema --\n"
	inData   = "\n-- data --\n"
)

// Rules returns the rules that values are checked against, in the order of the
// documentation.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		RuleDataModel, RuleTooLarge,
		ruleSchemaNotFound, ruleSchemaInvalid,
		RuleTypeMissing, RuleTypeMismatch, ruleRefTypeMismatch, RuleTypeSyntax, RuleTypeMainFragment,
		RuleValueType, RuleMissingRequired, RuleNullNotAllowed,
		RuleConst, RuleEnum, RuleRange, RuleLength, RuleGraphemes, RuleFormat, ruleUndecodableCID, RuleAccept, RuleMaxSize,
		ruleUnionVariant, ruleRecordKey, RuleUnknownParam, RuleUnknownError,
		RuleExtraField, ruleLegacyForm, ruleCaseVerdict, RuleDatetimePractice,
		diag.RuleInvalidCBOR,
	}
}

var ruleCaseVerdict = &diag.Rule{
	Code: "case-verdict", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "a case does not give the expected result",
	Reason: "A case is a unit test of a schema: a value, and whether it should be valid. This finding reports that the result differs, together with the findings in the value, " +
		"or that the case cannot be run. Fix the schema if it is too strict or too lax; otherwise, fix the case.",
	Spec: "Validation rules, 1", Page: "specs/lexicon#validation-options",
	Examples: inSchema + `{"type": "integer", "minimum": 1, "maximum": 5}` + "\n-- cases --\n" + `{"name": "six stars", "ref": "com.example.thing", "value": 6«|, "valid": false»}`,
}
