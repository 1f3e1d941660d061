package validate

import (
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
)

const (
	// MaxValueSize is how many bytes the text of one value may have, unless
	// Options.MaxValueSize says otherwise: a line of an NDJSON file, or a file with
	// one value, without compression. It is far above the size of records.
	MaxValueSize = 32 << 20
	// MaxQuerySize is the same for a query string, where two bytes can be a
	// parameter. Servers take some KiB.
	MaxQuerySize = 1 << 20
)

// RuleTooLarge is broken by values above a limit of size.
var RuleTooLarge = &diag.Rule{
	Code: "too-large", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value is larger than the limit",
	Reason: "A value is held in memory while it is checked, so its size is limited: the default is 32 MiB. The number of nested values and keys is limited too; that limit grows with the size of the value. " +
		"Records are at most 1 MiB in size. If the input contains several values, write them as NDJSON, one per line; otherwise raise the limit.",
	Spec: "What the service does, 2", Page: "specs/data-model",
	Examples: anyString + "\n-- data, at most 16 bytes --\n" + `«"more than a few words"|"only a few"»`,
}

const anyString = inSchema + `{"type": "string"}`

// maxValueSize returns the limit for a value.
func (o *Options) maxValueSize() int {
	if o.MaxValueSize > 0 {
		return o.MaxValueSize
	}
	return MaxValueSize
}

// tooLarge returns the finding on a text that is too large to be read: it has more
// bytes than the limit, or too many values for its size; nil when it is not. Over says
// that the text was not even read. A text of up to a MiB cannot have too many tokens;
// of a larger one they are counted.
func (s *Schemas) tooLarge(in *Input, over bool) *diag.Finding {
	limit := s.options.maxValueSize()
	if over || len(in.Text) > limit {
		return s.limitFinding(in, "is larger than "+words.ByteCount(limit)+", the limit for one value")
	}
	if most := datamodel.MaxTokens(len(in.Text)); in.Encoding != CBOR && len(in.Text) > most {
		if in.tokens = datamodel.CountTokens(in.Text); in.tokens > most {
			return s.limitFinding(in, fmt.Sprintf("contains more than %d values and keys, the limit for a value of this size", most))
		}
	}
	return nil
}

// limitFinding returns the finding on a value above a limit. It does not hold the text.
func (s *Schemas) limitFinding(in *Input, message string) *diag.Finding {
	help := "raise the limit"
	if !in.line {
		help = "if the input contains several values, write them as NDJSON, one per line; otherwise raise the limit"
	}
	return &diag.Finding{
		Rule: RuleTooLarge, Severity: RuleTooLarge.Severity[s.options.Profile], Message: "the value " + message,
		Help: help, Hint: diag.HintRaiseLimit{Lines: !in.line},
		Location: diag.Location{Source: &diag.Source{Path: in.Path, FirstLine: in.FirstLine}, NoPosition: !in.line},
		Data:     &diag.DataPlace{Record: in.Record},
	}
}

// damaged returns the finding on compressed data that could not be read beyond
// the text; nil when err is another error.
func (in *Input) damaged(err error) *diag.Finding {
	fault, ok := errors.AsType[*CompressionError](err)
	if !ok {
		return nil
	}
	message, help := fault.Advice()
	end := int32(len(in.Text))
	return &diag.Finding{
		Rule: in.syntaxRule(), Severity: diag.Error, Message: message, Help: help,
		Location: diag.Location{Source: in.source(), Span: diag.Span{Start: end, End: end}, NoPosition: in.Encoding == CBOR},
		Data:     &diag.DataPlace{Record: in.Record},
	}
}

// syntaxRule is the rule of texts that cannot be read at all.
func (in *Input) syntaxRule() *diag.Rule {
	if in.Encoding == CBOR {
		return diag.RuleInvalidCBOR
	}
	return diag.RuleJSONSyntax
}

// CompressionError says that compressed data is damaged.
type CompressionError = stream.CompressionError
