package syntax

import (
	"slices"
	"strings"
)

// NSID is a namespaced identifier, the name of a Lexicon: a domain name in
// reverse order and one more segment, such as "com.example.thing".
type NSID string

const maxNSID = 317 // bytes: a domain name of 253, a dot and a name of 63

const (
	reasonFewSegments reason = "it must have at least 3 segments, but has %a"
	reasonNameChar    reason = "the name (segment %a) contains %c, but only letters and digits are allowed there"
)

// ParseNSID returns text as an NSID, or an *Error: at most 317 bytes; three or
// more segments with dots between, each 1 to 63 letters, digits and inner
// hyphens of ASCII; the first one begins with a letter; the last one, the
// name, begins with a letter and has no hyphens.
func ParseNSID(text string) (NSID, error) { return parse[NSID](FormatNSID, text) }

// IsNSID reports whether ParseNSID accepts text. It allocates nothing.
func IsNSID(text string) bool { return scanNSID(text).ok() }

// Name returns the last segment: "thing" of "com.example.thing".
func (n NSID) Name() string { return string(n[strings.LastIndexByte(string(n), '.')+1:]) }

// Group returns everything before the name: "com.example" of
// "com.example.thing".
func (n NSID) Group() string { return string(n[:max(0, strings.LastIndexByte(string(n), '.'))]) }

// Authority returns the domain name that controls the NSID, in lowercase:
// "example.com" of "com.example.thing".
func (n NSID) Authority() string {
	labels := strings.Split(strings.ToLower(n.Group()), ".")
	slices.Reverse(labels)
	return strings.Join(labels, ".")
}

// SameDomain reports whether two NSIDs begin with the same two segments, such as com and
// example, which usually is the domain name of one owner.
func (n NSID) SameDomain(other NSID) bool {
	a, b := strings.SplitN(string(n), ".", 3), strings.SplitN(string(other), ".", 3)
	return len(a) > 2 && len(b) > 2 && strings.EqualFold(a[0], b[0]) && strings.EqualFold(a[1], b[1])
}

// Internal reports whether the NSID is under the top-level domain internal, which cannot be
// registered: nobody can publish a Lexicon of that name.
func (n NSID) Internal() bool {
	domain, _, found := strings.Cut(string(n), ".")
	return found && strings.EqualFold(domain, "internal")
}

// Normalize returns the NSID with its group in lowercase: the group is a domain name,
// where case means nothing, and the name is case-sensitive.
func (n NSID) Normalize() NSID {
	group := n.Group()
	if lower := strings.ToLower(group); lower != group {
		return NSID(lower) + n[len(group):]
	}
	return n
}

func scanNSID(text string) fault {
	if len(text) > maxNSID {
		return tooLong(text, maxNSID)
	}
	last, count, f := scanLabels(text)
	if !f.ok() {
		return segmentFault(text, last, f)
	}
	if count < 3 {
		return fail(reasonFewSegments, len(text)).with(count, 0)
	}
	if !is(text[0], letter) {
		return fail("segment 1 must begin with a letter, not %c", 0)
	}
	if !is(text[last], letter) {
		return fail("the name (segment %a) must begin with a letter, not %c", last).with(count, 0)
	}
	if i := strings.IndexByte(text[last:], '-'); i >= 0 {
		return fail(reasonNameChar, last+i).with(count, 0)
	}
	return fault{}
}

// segmentFault returns a fault of scanLabels in the segment at start. That of the last
// segment gives way to the stricter rule for names.
func segmentFault(text string, start int, f fault) fault {
	f.at.segment = true
	if strings.IndexByte(text[start:], '.') >= 0 {
		return f
	}
	switch f.reason {
	case reasonLabelChar, reasonHyphenFirst, reasonHyphenLast:
		if f.a < 3 {
			return fail(reasonFewSegments, len(text)).with(int(f.a), 0)
		}
		f.reason = reasonNameChar
	}
	return f
}

// IsName reports whether a name consists of ASCII letters and digits and begins with a
// letter.
func IsName(name string) bool {
	for i := range len(name) {
		if !is(name[i], alphanumeric) {
			return false
		}
	}
	return name != "" && is(name[0], letter)
}

// Experimental returns the segment that marks the NSID as experimental, so that it may
// break: experimental (Versioning, 5, in the specification), or temp or unspecced,
// which the network uses; "" when there is none.
func (n NSID) Experimental() string {
	for segment := range strings.SplitSeq(string(n), ".") {
		switch segment {
		case "experimental", "temp", "unspecced":
			return segment
		}
	}
	return ""
}
