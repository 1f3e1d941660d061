package convert

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The patterns stay in the subset that ECMA-262 with the flag u, RE2, PCRE,
// Python, Java and .NET share: no look-around, no named groups, none of \d \w \s
// \b \p, no back-references, no repeat above 1000. Each accepts everything that
// package syntax accepts for its format. Only in ECMA-262 and RE2, $ does not match
// before a line break at the end (gapLineBreak).
const (
	label      = `[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?`
	firstLabel = `[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?`
	did        = `did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]`
	handle     = `(` + label + `\.)+` + firstLabel
	nsid       = firstLabel + `(\.` + label + `)+\.[a-zA-Z][a-zA-Z0-9]{0,62}`
	recordKey  = `(\.*[a-zA-Z0-9_~:-][a-zA-Z0-9._~:-]*|\.{3,})`
	tid        = `[2-7a-j][2-7a-z]{12}`
	uri        = `[a-zA-Z][a-zA-Z0-9+.-]*:([!-$&-~]|%[0-9a-fA-F]{2})+`
	atURI      = `at://(` + did + `|` + handle + `)(/` + nsid + `(/` + recordKey + `)?)?`
	spaceRef   = `at://` + did + `/space/` + nsid + `/` + recordKey

	atURIOrSpace = `(` + atURI + `|` + spaceRef + `(/` + did + `/` + nsid + `/` + recordKey + `)?)`

	day      = `((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))`
	hour     = `([01][0-9]|2[0-3])`
	datetime = `[0-9]{4}-` + day + `T` + hour + `:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?` +
		`(Z|\+` + hour + `:[0-5][0-9]|-(0[1-9]|1[0-9]|2[0-3]):[0-5][0-9]|-00:(0[1-9]|[1-5][0-9]))`

	// Characters of CIDs, except "Qm" and 44 of base58: that is version 0.
	base58 = `[1-9A-HJ-NP-Za-km-z]`
	cid    = `([a-zA-PR-Z0-9+=][a-zA-Z0-9+=]*|Q([a-ln-zA-Z0-9+=][a-zA-Z0-9+=]*)?|` +
		`Qm(` + base58 + `{0,43}|` + base58 + `{45,}|` + base58 + `*[0OIl+=][a-zA-Z0-9+=]*))`

	// The order of subtags is not checked. The languages that may be in upper case
	// are those of the grandfathered tags.
	language = `([a-z]{2,3}(-[a-zA-Z0-9]{1,8})*|[iIxX](-[a-zA-Z0-9]{1,8})+|` +
		`([aA][rR][tT]|[cC][eE][lL]|[eE][nN]|[nN][oO]|[sS][gG][nN]|[zZ][hH])(-[a-zA-Z]{2,8})+)`

	// Base64 of RFC 4648 section 4, with or without padding.
	base64 = `^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==)?|[A-Za-z0-9+/]{3}=?)?$`

	// A CID in some base: one of ASCII characters, or another, which is not
	// checked.
	linkText = `^([a-zA-Z0-9+/=_-]+|[^!-~][^\n]*(\n[^\n]*)*)$`

	// The $type of a variant that a union does not list: an NSID, optionally
	// followed by "#" and a name other than main. Two segments are enough, since
	// values with such names exist.
	typeName = `^` + firstLabel + `(\.` + label + `)+(#([^#.]{1,3}|[^#.]{5,}|[^m#.][^#.]{3}|m[^a#.][^#.]{2}|ma[^i#.][^#.]|mai[^n#.]))?$`
)

// The lengths of a CID in characters: the shortest is 36 bytes as characters of
// up to 4 bytes, the longest is in base 2.
const (
	linkTextMinLength = 10
	linkTextMaxLength = 1 + 36*8
)

// FormatPattern returns the regular expression by which exports check a string format,
// in the subset that all engines share. It accepts everything that the format
// accepts, and more unless exact.
func FormatPattern(f syntax.Format) (pattern string, exact bool) {
	info := infoOf(f)
	return "^" + info.pattern + "$", !info.weak
}

// acceptPattern returns a pattern for the MIME types that match one of the
// entries of accept; "" if all do. It ignores case and allows parameters.
// Entries that are not valid match nothing. Under the atproto profile a blob of unknown
// type, */*, matches too.
func acceptPattern(accept []string, profile diag.Profile) string {
	var choices []string
	for _, entry := range accept {
		p, err := syntax.ParseMIMEPattern(entry)
		if err != nil {
			continue
		}
		if entry == "*/*" {
			return ""
		}
		if prefix, glob := strings.CutSuffix(p.String(), "*"); glob {
			choices = append(choices, anyCase(prefix)+subtypeRest(len(prefix)-strings.IndexByte(prefix, '/')-1))
		} else {
			choices = append(choices, anyCase(prefix))
		}
	}
	pattern := "(" + strings.Join(choices, "|") + `)([ \t]*;[\t -~]*)?`
	switch {
	case profile == diag.ProfileV1:
		return "^" + pattern + "$"
	case len(choices) == 0:
		return `^\*/\*$`
	}
	return `^(\*/\*|` + pattern + ")$"
}

// subtypeRest returns a pattern for the rest of a subtype of which so many
// characters are given.
func subtypeRest(begun int) string {
	const most = 127
	if begun == 0 {
		return "[a-zA-Z0-9]" + subtypeRest(1)
	}
	return "[a-zA-Z0-9!#$&^_.+-]{0," + strconv.Itoa(most-begun) + "}"
}

// anyCase returns a pattern that matches s without regard to case.
func anyCase(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			b.Write([]byte{'[', c | 0x20, c &^ 0x20, ']'})
		case strings.IndexByte(`$^*+?.()|[]{}\`, c) >= 0:
			b.Write([]byte{'\\', c})
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
