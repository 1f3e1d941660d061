package syntax

import "strings"

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
		meant, _ := SuggestDatetime(text)
		return []string{meant}
	case FormatURI:
		return []string{trimmed, "https://" + strings.TrimPrefix(trimmed, "//")}
	case FormatHandle, FormatAtIdentifier:
		return []string{strings.TrimPrefix(trimmed, "@"), strings.TrimPrefix(strings.TrimPrefix(trimmed, "at://"), "@")}
	case FormatATURI:
		return []string{trimmed, strings.TrimSuffix(trimmed, "/"), "at://" + trimmed}
	case FormatDID, FormatNSID, FormatCID, FormatTID, FormatRecordKey:
		return []string{trimmed}
	}
	return nil
}
