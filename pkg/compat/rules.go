package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Rules returns the rules of changes, in the order of the documentation.
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

var (
	ruleLexiconRemoved     = &lexicon.Rule{Code: "lexicon-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleLexiconAdded       = &lexicon.Rule{Code: "lexicon-added", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
	ruleDefRemoved         = &lexicon.Rule{Code: "def-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleDefAdded           = &lexicon.Rule{Code: "def-added", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
	ruleTypeChange         = &lexicon.Rule{Code: "type-change", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleRecordKeyType      = &lexicon.Rule{Code: "record-key-type", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleFieldAddedRequired = &lexicon.Rule{Code: "field-added-required", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleFieldAdded         = &lexicon.Rule{Code: "field-added", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
	ruleFieldRemoved       = &lexicon.Rule{Code: "field-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleFieldRenamed       = &lexicon.Rule{Code: "field-renamed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleObjectRequired     = &lexicon.Rule{Code: "object-required", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleObjectNullable     = &lexicon.Rule{Code: "object-nullable", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleConstValue         = &lexicon.Rule{Code: "const-value", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleEnumValues         = &lexicon.Rule{Code: "enum-values", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleKnownValues        = &lexicon.Rule{Code: "known-values", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
	ruleIntegerRange       = &lexicon.Rule{Code: "integer-range", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleStringLength       = &lexicon.Rule{Code: "string-length", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBytesLength        = &lexicon.Rule{Code: "bytes-length", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleArrayLength        = &lexicon.Rule{Code: "array-length", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBlobSize           = &lexicon.Rule{Code: "blob-size", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBlobAccept         = &lexicon.Rule{Code: "blob-accept", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleStringFormat       = &lexicon.Rule{Code: "string-format", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleDefaultValue       = &lexicon.Rule{Code: "default-value", Group: "diff", Severity: lexicon.Always(lexicon.Warning)}
	ruleUnionOpenClosed    = &lexicon.Rule{Code: "union-open-closed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleUnionClosedRefs    = &lexicon.Rule{Code: "union-closed-refs", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleUnionRefs          = &lexicon.Rule{Code: "union-refs", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleRefChange          = &lexicon.Rule{Code: "ref-change", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleParamsRequired     = &lexicon.Rule{Code: "params-required", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBodyAdded          = &lexicon.Rule{Code: "body-added", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBodyRemoved        = &lexicon.Rule{Code: "body-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBodyEncoding       = &lexicon.Rule{Code: "body-encoding", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	ruleBodySchemaAdded    = &lexicon.Rule{Code: "body-schema-added", Group: "diff", Severity: lexicon.Always(lexicon.Warning)}
	ruleBodySchemaRemoved  = &lexicon.Rule{Code: "body-schema-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	rulePermissions        = &lexicon.Rule{Code: "permissions", Group: "diff", Severity: lexicon.Always(lexicon.Warning)}
	ruleErrorsRemoved      = &lexicon.Rule{Code: "errors-removed", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
	ruleErrorsAdded        = &lexicon.Rule{Code: "errors-added", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
	ruleRevision           = &lexicon.Rule{Code: "revision", Group: "diff", Severity: lexicon.Always(lexicon.Warning)}
	ruleDescriptionChanged = &lexicon.Rule{Code: "description-changed", Group: "diff", Severity: lexicon.Always(lexicon.Info)}
)
