package lint

import (
	"math"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// lengths has the rule about the limits in bytes and in graphemes.
var lengths = []*rule{
	{&diag.Rule{
		Code: "grapheme-bytes-ratio", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the maxLength of a string is missing, or is less than 10 or more than 20 bytes per grapheme",
		Reason: "Set maxGraphemes to limit what people see, and maxLength to protect servers: a grapheme can consist of any number of " +
			"bytes. With fewer than 10 bytes per grapheme, text in some scripts and with emoji is cut " +
			"short; more than 20 are unnecessary.",
		Spec: "Field types > string, rules 2 and 3", Page: "specs/lexicon#string",
		Examples: `"title": {"type": "string", "maxGraphemes": 64, "maxLength": «64|640»}`,
	}, []check{on(graphemeBytes)}},
}

// The bytes for each grapheme that the style guide recommends.
const (
	fewestBytes = 10
	mostBytes   = 20
)

func graphemeBytes(p *pass, s *lexicon.String) {
	graphemes, bytes := s.MaxGraphemes.Value, s.MaxLength.Value
	if graphemes <= 0 || bytes < 0 || gives(s, "format") {
		return
	}
	fits := bytes/fewestBytes >= graphemes && (bytes-1)/mostBytes < graphemes // without overflow
	if s.MaxLength.Set && fits || !s.MaxLength.Set && gives(s, "maxLength") {
		return
	}
	f := diag.Finding{Severity: diag.Info}
	if s.MaxLength.Set && graphemes >= bytes {
		f.Severity = diag.Warning
	}
	if p.skipAt(f.Severity) {
		return
	}
	const ratio = " (10 to 20 bytes per grapheme)"
	amount := ""
	if graphemes <= math.MaxInt64/mostBytes {
		amount = "a value from " + decimal(graphemes*fewestBytes) + " to " + decimal(graphemes*mostBytes)
	}
	limits := subject(s) + " has a maxLength of " + decimal(bytes) + " and a maxGraphemes of " + decimal(graphemes)
	switch {
	case !s.MaxLength.Set:
		f.Location = s.AtField("maxGraphemes")
		f.Message = subject(s) + " has a maxGraphemes but no maxLength, and a grapheme can be any number of bytes long"
		f.Help = "set maxLength to " + amount + ratio
	case f.Severity == diag.Warning:
		f.Location = s.AtField("maxGraphemes")
		f.Message = limits + ", so maxGraphemes has no effect"
		f.Help = "set maxLength to " + amount + ratio
		if graphemes/fewestBytes >= bytes {
			f.Help = "swap the two if they were mixed up; otherwise set maxLength to " + amount + ratio
		}
		f.Related = related(s.AtField("maxLength"), "maxLength is set here")
	default:
		f.Location = s.AtField("maxLength")
		f.Message = limits + ", but 10 to 20 bytes per grapheme are recommended"
		f.Help = "set maxLength to " + amount + ", or change maxGraphemes"
		f.Related = related(s.AtField("maxGraphemes"), "maxGraphemes is set here")
	}
	if amount == "" {
		f.Help = "lower maxGraphemes; the corresponding maxLength would exceed 64 bits"
	}
	p.Report(f)
}
