package lint

import (
	"math"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// lengths has the rules about limits of strings that do not go together.
var lengths = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "grapheme-bytes-ratio", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "maxLength is missing beside maxGraphemes, or below 10 or above 20 bytes for each grapheme",
			Reason: "maxGraphemes is the limit that people see, maxLength the one that guards the servers: one grapheme can be any " +
				"number of bytes. With fewer than 10 bytes for each, texts in some scripts and with emoji end early; more than 20 " +
				"are not needed.",
			Spec: "Field types > string, rules 2 and 3",
			Bad:  `"title": {"type": "string", "maxGraphemes": 64, "maxLength": 64}`,
			Good: `"title": {"type": "string", "maxGraphemes": 64, "maxLength": 640}`,
		},
		checks: []check{on(graphemeBytes)},
	},
	{
		Rule: lexicon.Rule{
			Code: "format-with-length", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a string has both a format and a length",
			Reason: "The format says already what the text looks like. A limit beside it says the same twice, or refuses what is of " +
				"the format.",
			Spec: "Field types > string; String formats",
			Bad:  `"owner": {"type": "string", "format": "did", "maxLength": 2048}`,
			Good: `"owner": {"type": "string", "format": "did"}`,
		},
		checks: []check{on(formatWithLength)},
	},
}

// The bytes for each grapheme that the style guide advises.
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
	name := subjectOf(s).String()
	add := "lower maxGraphemes: the maxLength for so many is beyond 64 bits"
	set := add
	if graphemes <= math.MaxInt64/mostBytes {
		amount := strconv.FormatInt(graphemes*fewestBytes, 10) + " to " + strconv.FormatInt(graphemes*mostBytes, 10)
		add, set = `add "maxLength", `+amount, "set maxLength to "+amount+", or change maxGraphemes"
	}
	if !s.MaxLength.Set {
		p.Report(s.AtField("maxGraphemes"), name+" has maxGraphemes and no maxLength: a grapheme can be any number of bytes", add)
		return
	}
	f := p.Report(s.AtField("maxLength"),
		name+" has the maxLength "+strconv.FormatInt(bytes, 10)+" beside the maxGraphemes "+strconv.FormatInt(graphemes, 10)+
			", 10 to 20 bytes for each grapheme are advised",
		set)
	related(f, s.AtField("maxGraphemes"), "the limit in graphemes")
}

func formatWithLength(p *pass, s *lexicon.String) {
	format := syntax.FormatByName(s.Format)
	if format == syntax.FormatNone || len(stringConflicts(s)) > 0 {
		return // limits that no text can meet are an error of their own
	}
	var fields []string
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"maxLength", s.MaxLength.Set}, {"minLength", s.MinLength.Set},
		{"maxGraphemes", s.MaxGraphemes.Set}, {"minGraphemes", s.MinGraphemes.Set},
	} {
		if f.given {
			fields = append(fields, f.name)
		}
	}
	if len(fields) == 0 {
		return
	}
	found := strings.Join(fields, " and ")
	p.Report(s.AtField(fields[0]), subjectOf(s).String()+" has the format "+format.String()+" and "+found+" too",
		"drop "+found+": the format says what the text is")
}
