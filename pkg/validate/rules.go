package validate

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Rules returns the rules that values are checked against, in the order of the
// documentation.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		RuleDataModel, RuleTooLarge,
		ruleSchemaNotFound, RuleSchemaInvalid,
		RuleTypeMissing, RuleTypeMismatch, ruleRefTypeMismatch, RuleTypeSyntax, RuleTypeMainFragment,
		RuleValueType, RuleMissingRequired, RuleNullNotAllowed,
		RuleConst, RuleEnum, RuleRange, RuleLength, RuleGraphemes, RuleFormat, ruleUndecodableCID, RuleAccept, RuleMaxSize,
		ruleUnionVariant, ruleRecordKey, RuleUnknownParam, RuleUnknownError,
		RuleExtraField, ruleLegacyForm, ruleCaseVerdict, RuleDatetimePractice,
		diag.RuleInvalidCBOR,
	}
}
