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

// tooLarge returns the finding on a text that is too large to be read: it is over
// the limit, in bytes, or has too many values; nil when it is not. What is how the
// message calls it. A text of up to datamodel.MaxTokens bytes cannot have more
// tokens.
func (in *Input) tooLarge(what string, over bool, limit int) *lexicon.Finding {
	if !over && (in.Encoding == CBOR || len(in.Text) <= datamodel.MaxTokens || datamodel.CountTokens(in.Text) <= datamodel.MaxTokens) {
		return nil
	}
	most := fmt.Sprintf("%d MiB", limit>>20)
	if !over {
		most = fmt.Sprintf("%d values and keys", datamodel.MaxTokens)
	}
	f := in.unreadable(what+" has more than "+most+", the limit for one value", "write many values as NDJSON, one on each line")
	f.Location = lexicon.Location{Source: &lexicon.Source{Path: in.Path, FirstLine: in.FirstLine}} // without the text
	return f
}

// damaged returns the finding on compressed data that could not be read beyond
// the text; nil when err is another error.
func (in *Input) damaged(err error) *lexicon.Finding {
	if fault, ok := errors.AsType[*CompressionError](err); ok {
		return in.unreadable("the compressed data is damaged: "+fault.Error(), "download or compress the file again")
	}
	return nil
}

// unreadable returns the finding on a text that could not be read to its end.
func (in *Input) unreadable(message, help string) *lexicon.Finding {
	end := int32(len(in.Text))
	return &lexicon.Finding{
		Rule: in.syntaxRule(), Severity: lexicon.Error, Message: message, Help: help,
		Location: lexicon.Location{Source: in.source(), Span: lexicon.Span{Start: end, End: end}, NoPosition: in.Encoding == CBOR},
		Data:     &lexicon.DataPlace{Record: in.Record},
	}
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
