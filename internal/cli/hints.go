package cli

import (
	"fmt"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Hint says a hint in flags and commands; "" for one that has no other words
// than the help of the finding.
func Hint(hint diag.Hint) string {
	switch h := hint.(type) {
	case diag.HintLoadLexicon:
		if h.Also != "" {
			return fmt.Sprintf("load the Lexicons %s and %s with -L", h.NSID, h.Also)
		}
		return "load the Lexicon " + string(h.NSID) + " with -L"
	case diag.HintFetchLexicon:
		help := fmt.Sprintf(`run "lexsmith pull %s", or load the Lexicon with -L`, h.NSID)
		if h.NSID.Internal() {
			help = "load the Lexicon " + string(h.NSID) + " with -L; it cannot be published"
		} else if h.Own {
			help = fmt.Sprintf(`run "lexsmith pull %s" if it is published; otherwise, create it, or load it with -L`, h.NSID)
		}
		if h.Near != "" {
			help = fmt.Sprintf("did you mean %q? If not, %s", h.Near, help)
		}
		return help
	case diag.HintAcceptUnknown:
		help := "load the Lexicon " + string(h.NSID) + " with -L, or use --allow-unknown to accept values without a schema"
		if h.Near != "" {
			help = fmt.Sprintf("did you mean %q? Otherwise, %s", h.Near, help)
		}
		return help
	case diag.HintAllowLegacy:
		return `use {"$type": "blob", "ref": …, "mimeType": …, "size": …}, or use --legacy to accept legacy forms`
	case diag.HintNameDefinition:
		if h.Reference == "" {
			return `add "$type" with the NSID of the record, or specify the definition with --ref`
		}
		if h.Parts != "" {
			return fmt.Sprintf("to check the value against a part of that definition, use --ref %s and --part %s", h.Reference, h.Parts)
		}
		return "to check the value against that definition, use --ref " + h.Reference
	case diag.HintUseProfile:
		return fmt.Sprintf(`set "profile: %s" in lexsmith.yaml, which accepts it, or use --profile %[1]s`, h.Profile)
	case diag.HintCheckSchemas:
		return `run "lexsmith lint" to find the errors in the schema`
	case diag.HintSchemaAsData:
		return `this is a Lexicon, not data; check it with "lexsmith lint"`
	case diag.HintDataAsSchema:
		help := fmt.Sprintf(`this looks like data of type %s; check it with "lexsmith validate"`, words.Quote(h.Type))
		if h.Version {
			help += `, or add "lexicon": 1 if it is a schema`
		}
		return help
	case diag.HintLines:
		if h.Spread {
			return "write each value on one line, and change the extension of the file to .ndjson or use --data-format ndjson"
		}
		return "the file contains one value per line; change its extension to .ndjson, or use --data-format ndjson"
	case diag.HintValuesAt:
		return fmt.Sprintf("this looks like %s; to check the records in it, use --at '%s'", h.Wrapper, h.Place)
	case diag.HintEventFrame:
		return "this is the header of an event stream frame; remove it, and check the payload with --ref NSID --part message"
	case diag.HintCase:
		return "this looks like a test case; use --cases, with one case per line"
	case diag.HintRaiseLimit:
		if h.Lines {
			return "if the file contains several values, write them as NDJSON, one per line; otherwise raise the limit with --max-value-size"
		}
		return "raise the limit with --max-value-size"
	case diag.HintRaiseBodyLimit:
		return "raise the limit with --max-body"
	case diag.HintQueryLines:
		return "to check several query strings, write each as a JSON string on its own line of NDJSON, or as a test case (see --cases)"
	}
	return ""
}
