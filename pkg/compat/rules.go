package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Rules returns the rules of changes, in the order of the documentation. One of
// them, params-required, is never the Rule of a finding, only its Synonym.
func Rules() []*lexicon.Rule {
	return []*lexicon.Rule{
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
