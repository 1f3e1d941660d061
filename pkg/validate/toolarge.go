package validate

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A few compressed bytes can stand for any number, so a value has limits. They
// are far above what records have, and such that reading a value takes some
// hundred MiB at the most, its text included.
const (
	// MaxValueSize is how many bytes the text of one value may have: a line of
	// an NDJSON file with its end, or a JSON file, without compression.
	MaxValueSize = 128 << 20
	// MaxCBORSize is the same for a CBOR file, where one byte can be a value.
	MaxCBORSize = 16 << 20
	// MaxQuerySize is the same for a query string, where two bytes can be a
	// parameter. Servers take some KiB.
	MaxQuerySize = 1 << 20
	// maxParts is how many values and keys a value may have: it takes 32 bytes for
	// each. A text of up to partsMatter bytes has fewer in any case.
	maxParts    = 2 << 20
	partsMatter = maxParts
)

// tooLarge returns the finding on a text that is not read since it is too large;
// false when it is not. What is how the message calls it, and limit the number
// of bytes that it may have.
func tooLarge(source *lexicon.Source, rule *lexicon.Rule, what string, limit int) (lexicon.Finding, bool) {
	why := ""
	switch {
	case len(source.Text) > limit:
		why = fmt.Sprintf("more than %d MiB", limit>>20)
	case rule == lexicon.RuleJSONSyntax && len(source.Text) > partsMatter && parts(source.Text) > maxParts:
		why = fmt.Sprintf("more than %d values and keys", maxParts)
	default:
		return lexicon.Finding{}, false
	}
	return tooLargeFinding(source, rule, what+" has "+why), true
}

// tooLargeFinding is the finding with that reason. It has no text to show.
func tooLargeFinding(source *lexicon.Source, rule *lexicon.Rule, why string) lexicon.Finding {
	return lexicon.Finding{
		Rule: rule, Severity: lexicon.Error,
		Message:  why + ", which no value may have",
		Help:     "many values belong into an NDJSON file, each on a line of its own",
		Location: lexicon.Location{Source: &lexicon.Source{Path: source.Path, FirstLine: source.FirstLine}},
	}
}

// parts returns how many values and keys a JSON text has, about.
func parts(text []byte) int {
	n := 1
	quoted := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			quoted = !quoted
		case '\\':
			i++ // only a string has one
		case ',', ':', '[', '{':
			if !quoted {
				n++
			}
		}
	}
	return n
}
