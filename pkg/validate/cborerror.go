package validate

import (
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// cborError says why bytes are not one value in DAG-CBOR.
type cborError struct {
	at   int    // byte
	what string // what was found there, and what is allowed
	deep bool   // it is nested too deep; else it is malformed
}

func cborFault(at int, format string, args ...any) *cborError {
	return &cborError{at: at, what: fmt.Sprintf(format, args...)}
}

func (e *cborError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.what, e.at) }

// cborNames is what messages call an item of each major type.
var cborNames = [...]string{
	cborUnsigned: "an integer", cborNegative: "an integer", cborBytes: "a byte string", cborText: "a text",
	cborArray: "an array", cborMap: "a map", cborTag: "a tag", cborSimple: "a simple value or float",
}

// malformed reports what readCBOR returned. Lines mean nothing in CBOR, so the
// message names the byte.
func (r *run) malformed(err error) {
	rule, message, help := ruleInvalidCBOR, "is no DAG-CBOR: "+err.Error(), ""
	var fault *cborError
	if errors.As(err, &fault) && fault.deep {
		rule, message, help = lexicon.RuleTooDeep, "is "+err.Error(), "no value of sense is that deep: check how the file was made"
	}
	at := int32(0)
	if fault != nil {
		at = int32(fault.at)
	}
	r.found = append(r.found, lexicon.Finding{
		Rule: rule, Severity: rule.Severity[r.schemas.options.Profile], Message: "the value " + message, Help: help,
		Location: lexicon.Location{
			Source: r.source, Span: lexicon.Span{Start: at, End: min(at+1, int32(len(r.source.Text)))}, NoPosition: true,
		},
		Data: &lexicon.DataPlace{Record: r.record},
	})
}
