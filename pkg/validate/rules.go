package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Rules returns the rules that values are checked against, in the order of the
// documentation.
func Rules() []*lexicon.Rule {
	return []*lexicon.Rule{
		ruleDataModel,
		ruleSchemaNotFound, ruleSchemaInvalid,
		ruleTypeMissing, ruleTypeMismatch, ruleRefTypeMismatch, ruleTypeSyntax, ruleTypeMainFragment,
		ruleValueType, ruleMissingRequired, ruleNullNotAllowed,
		ruleConst, ruleEnum, ruleRange, ruleLength, ruleGraphemes, ruleFormat, ruleAccept, ruleMaxSize,
		ruleUnionVariant, ruleRecordKey, RuleUnknownParam, RuleUnknownError,
		RuleExtraField, ruleLegacyForm, ruleCaseVerdict, RuleDatetimePractice,
		lexicon.RuleInvalidCBOR,
	}
}
