package syntax

// Handle is a domain name that identifies an account, such as
// "alice.example.com". Two handles that differ only in case are the same.
type Handle string

const (
	maxHandle = 253 // bytes
	maxLabel  = 63  // bytes
)

// Faults of a label, that a segment of an NSID has too.
const (
	reasonLabelChar   reason = "label %a contains %c, but only letters, digits, and hyphens are allowed"
	reasonHyphenFirst reason = "label %a begins with a hyphen"
	reasonHyphenLast  reason = "label %a ends with a hyphen"
)

// ParseHandle returns text as a handle, or an *Error: at most 253 bytes; two
// or more labels with dots between, each 1 to 63 letters, digits and inner
// hyphens of ASCII; the last one begins with a letter.
func ParseHandle(text string) (Handle, error) { return parse[Handle](FormatHandle, text) }

// IsHandle reports whether ParseHandle accepts text. It allocates nothing.
func IsHandle(text string) bool { return scanHandle(text).ok() }

func scanHandle(text string) fault {
	if len(text) > maxHandle {
		return tooLong(text, maxHandle)
	}
	last, count, f := scanLabels(text)
	switch {
	case !f.ok():
		return f
	case count < 2:
		return fail("it must have at least 2 labels, but has %a", len(text)).with(count, 0)
	case !is(text[last], letter):
		return fail("the last label must begin with a letter, not %c", last)
	}
	return fault{}
}

// scanLabels checks the syntax that domain names and NSIDs share: labels of 1
// to 63 letters, digits and inner hyphens, with dots between. It returns where
// the last label it has seen begins and the number of that label, from 1.
func scanLabels(text string) (last, count int, f fault) {
	if text == "" {
		return 0, 0, fail(reasonEmpty, 0)
	}
	start, n := 0, 1
	for i := range len(text) {
		b := text[i]
		if is(b, alphanumeric) {
			continue
		}
		if b == '-' && i > start {
			continue
		}
		if b != '.' {
			why := reasonLabelChar
			if b == '-' {
				why = reasonHyphenFirst
			}
			return start, n, fail(why, i).with(n, 0)
		}
		if !endsWell(text, start, i) {
			return start, n, endFault(text[start:i], start, n)
		}
		start, n = i+1, n+1
	}
	if !endsWell(text, start, len(text)) {
		return start, n, endFault(text[start:], start, n)
	}
	return start, n, fault{}
}

// endsWell reports whether text[start:end], which has only letters, digits and hyphens,
// is a label.
func endsWell(text string, start, end int) bool {
	return end > start && end-start <= maxLabel && text[end-1] != '-'
}

// endFault says why label n, which begins at start, is not valid at its end.
func endFault(label string, start, n int) fault {
	switch {
	case label == "":
		return fail("label %a is empty", start).with(n, 0)
	case len(label) > maxLabel:
		return fail("label %a is %b bytes long, but at most 63 are allowed", start+maxLabel).with(n, len(label))
	}
	return fail(reasonHyphenLast, start+len(label)-1).with(n, 0)
}
