package syntax

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
)

// Suggest returns the valid text that was most likely intended by one that is not valid
// in the format, such as "en-US" for the language "en_US"; "" when there is none.
func (f Format) Suggest(text string) string {
	if len(text) > maxURI {
		return ""
	}
	for _, candidate := range f.candidates(text) {
		if candidate != text && f.Valid(candidate) {
			return candidate
		}
	}
	return ""
}

// candidates returns what can be intended by a text, the most likely first.
func (f Format) candidates(text string) []string {
	trimmed := strings.TrimSpace(text)
	switch f {
	case FormatLanguage:
		tag := strings.ReplaceAll(trimmed, "_", "-")
		primary, rest, _ := strings.Cut(tag, "-")
		lower := strings.ToLower(primary)
		if rest != "" {
			lower += "-" + rest
		}
		return []string{tag, lower}
	case FormatDatetime:
		meant, _ := suggestDatetime(text)
		return []string{meant}
	case FormatURI:
		return []string{trimmed, "https://" + strings.TrimPrefix(trimmed, "//")}
	case FormatHandle, FormatAtIdentifier:
		return []string{strings.TrimPrefix(trimmed, "@"), strings.TrimPrefix(strings.TrimPrefix(trimmed, "at://"), "@")}
	case FormatATURI, FormatATURIOrSpace, FormatSpaceRef:
		return []string{trimmed, strings.TrimSuffix(trimmed, "/"), "at://" + trimmed}
	case FormatDID, FormatNSID, FormatCID, FormatTID, FormatRecordKey:
		return []string{trimmed}
	}
	return nil
}

// Help says how to write a short text that is not valid in the format; "" when that is not
// known. It knows datetimes and languages.
func (f Format) Help(text string) string {
	const longest = 60 // bytes; what is longer is something else
	if len(text) > longest {
		return ""
	}
	switch f {
	case FormatDatetime:
		right, zoned := suggestDatetime(text)
		switch {
		case right == "" && hasLocalTimeShape(text):
			return "" // its numbers are wrong
		case right == "":
			return "use a form like 2026-01-31T12:30:00.000Z"
		case !zoned:
			return "use " + words.Quote(right) + " if the time is in UTC"
		}
		return "use " + words.Quote(right)
	case FormatLanguage:
		if right := f.Suggest(text); right != "" {
			return "use " + words.Quote(right)
		}
	}
	return ""
}
