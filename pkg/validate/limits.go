package validate

import (
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A few compressed bytes can stand for any number of bytes, so a value has limits.
// They are far above the size of records, and such that reading a value takes a
// few hundred MiB at most, its text included.
const (
	// MaxValueSize is how many bytes the text of one value may have: a line of
	// an NDJSON file with its end, or a JSON file, without compression.
	MaxValueSize = 128 << 20
	// MaxCBORSize is the same for a CBOR file, where one byte can be a value.
	MaxCBORSize = 16 << 20
	// MaxQuerySize is the same for a query string, where two bytes can be a
	// parameter. Servers take some KiB.
	MaxQuerySize = 1 << 20
)

// tooLarge returns the finding on a text that is not read since it is too large;
// false when it is not. What is how the message calls it, and limit the number
// of bytes that it may have. A text of up to datamodel.MaxTokens bytes cannot
// have more tokens.
func (in *Input) tooLarge(what string, limit int) (lexicon.Finding, bool) {
	switch {
	case len(in.Text) > limit:
		return in.tooLargeFinding(fmt.Sprintf("%s has more than %d MiB", what, limit>>20)), true
	case in.Encoding != CBOR && len(in.Text) > datamodel.MaxTokens && datamodel.CountTokens(in.Text) > datamodel.MaxTokens:
		return in.tooLargeFinding(fmt.Sprintf("%s has more than %d values and keys", what, datamodel.MaxTokens)), true
	}
	return lexicon.Finding{}, false
}

// tooLargeFinding is the finding with that message. It has no text to show.
func (in *Input) tooLargeFinding(message string) lexicon.Finding {
	return lexicon.Finding{
		Rule: in.syntaxRule(), Severity: lexicon.Error,
		Message:  message + ", the limit for one value",
		Help:     "write many values as NDJSON, one on each line",
		Location: lexicon.Location{Source: &lexicon.Source{Path: in.Path, FirstLine: in.FirstLine}},
		Data:     &lexicon.DataPlace{Record: in.Record},
	}
}

// damaged returns the finding on compressed data that could not be read beyond
// the text; false when err is another error.
func (in *Input) damaged(err error) (lexicon.Finding, bool) {
	fault, ok := errors.AsType[*CompressionError](err)
	if !ok {
		return lexicon.Finding{}, false
	}
	end := int32(len(in.Text))
	return lexicon.Finding{
		Rule: in.syntaxRule(), Severity: lexicon.Error,
		Message:  "the compressed data is damaged: " + fault.Error(),
		Help:     "download or compress the file again",
		Location: lexicon.Location{Source: in.source(), Span: lexicon.Span{Start: end, End: end}, NoPosition: in.Encoding == CBOR},
		Data:     &lexicon.DataPlace{Record: in.Record},
	}, true
}

// syntaxRule is the rule of texts that cannot be read at all.
func (in *Input) syntaxRule() *lexicon.Rule {
	if in.Encoding == CBOR {
		return lexicon.RuleInvalidCBOR
	}
	return lexicon.RuleJSONSyntax
}

// CompressionError says that compressed data is damaged.
type CompressionError = stream.CompressionError
