package lexicon

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// FormatByName returns the string format that schemas of a profile give that name;
// syntax.FormatNone if there is none. Only the atproto profile has spaces: the format
// space-ref, and the AT URIs of spaces in the format at-uri.
func FormatByName(name string, profile diag.Profile) syntax.Format {
	format := syntax.FormatByName(name)
	switch {
	case format == syntax.FormatSpaceRef && profile == diag.ProfileV1:
		return syntax.FormatNone
	case format == syntax.FormatATURI && profile == diag.ProfileATProto:
		return syntax.FormatATURIOrSpace
	}
	return format
}

// Formats returns the string formats of a profile, each of another name, in the order of
// package syntax.
func Formats(profile diag.Profile) []syntax.Format {
	var all []syntax.Format
	for _, f := range syntax.Formats() {
		if format := FormatByName(f.String(), profile); format != syntax.FormatNone && f != syntax.FormatATURIOrSpace {
			all = append(all, format)
		}
	}
	return all
}

// Syntax returns the format that Format names in the profile of the document, which is
// ProfileV1 for a node without one; syntax.FormatNone if the field is absent or unknown.
func (s *String) Syntax() syntax.Format {
	return FormatByName(s.Format, s.profile())
}
