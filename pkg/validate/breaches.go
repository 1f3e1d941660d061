package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// breaches reports what breaks the data model.
func (r *run) breaches() {
	r.sortFaults()
	for _, f := range r.faults {
		if f.what == breachRepeatedKey {
			r.repeatedKey(f.at)
			continue
		}
		message, help := r.words(f)
		r.report(ruleDataModel, f.at, nil, "", message, help)
	}
}

func (r *run) repeatedKey(k uint32) {
	f := r.report(lexicon.RuleDuplicateKey, k, nil, "", "", "remove or rename one of the two: readers differ in which one they take")
	f.Message = "the key " + quote(r.str(k)) + " stands twice in this object"
}

// words says what a breach is and how to mend it.
func (r *run) words(f modelFault) (message, help string) {
	switch f.what {
	case breachFraction:
		return "is no whole number", "the data model has no fractions: scale it to an integer, or write it as a string"
	case breachLargeInteger:
		return "is an integer beyond 64 bits", "integers lie between -2^63 and 2^63-1"
	case breachBytesKeys:
		return "has other keys beside $bytes", "bytes are an object with that one key"
	case breachBytesText:
		return "is no bytes: $bytes must be a string of base64", "use the letters of RFC 4648 section 4 (+ and /), padding may be left out"
	case breachLinkKeys:
		return "has other keys beside $link", "a link is an object with that one key"
	case breachLinkText:
		return "is no link: $link must be a CID of version 1, SHA-256, dag-cbor or raw", "such a CID begins with bafyrei or bafkrei"
	case breachTypeText:
		return "must be a non-empty string", "$type is the NSID of a record, or NSID#name"
	case breachBlobRef:
		return "must be a link" + r.foundText(f.at), r.linkHelp()
	case breachBlobMIME:
		return "must be of the form type/subtype" + r.foundText(f.at), `write "mimeType": "image/jpeg", say`
	case breachBlobSize:
		return "must be an integer from 0 on" + r.foundText(f.at), `write "size" as the number of bytes`
	case breachNoBlobRef:
		return "is a blob without ref", r.linkHelp()
	case breachNoBlobMIME:
		return "is a blob without mimeType", `write "mimeType": "image/jpeg", say`
	case breachNoBlobSize:
		return "is a blob without size", `write "size" as the number of bytes`
	case breachReserved:
		return "has a key that is reserved for JSON", "in CBOR bytes are a byte string and a link is tag 42"
	case breachFloat:
		return "is a float", "the data model has no floats, whole ones included: write an integer, or a string"
	case breachLinkCID:
		return "is a link to a CID of another kind than version 1, SHA-256, dag-cbor or raw", "the data model has no other links"
	case breachRepeatedKey:
	}
	panic("validate: no words for a breach")
}

// linkHelp says how a link is written.
func (r *run) linkHelp() string {
	if r.cbor {
		return "in CBOR a link is tag 42"
	}
	return `write "ref": {"$link": "bafkrei…"}`
}

// foundText ends a message with a value that is outside the data model, where it
// is text and short.
func (r *run) foundText(i uint32) string {
	const longest = 40
	tok := &r.tokens[i]
	if r.cbor || tok.end-tok.start > longest {
		return ""
	}
	return ", found " + string(r.text[tok.start:tok.end])
}
