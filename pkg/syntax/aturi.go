package syntax

import "strings"

// ATURI names an account, a collection of its repository or a record in one:
// "at://" and an account, optionally a slash and an NSID, optionally a slash
// and a record key.
type ATURI string

const (
	maxATURI    = 8192 // bytes
	atURIPrefix = "at://"
)

// ParseATURI returns text as an at-uri, or an *Error: at most 8192 bytes, no
// query, fragment or trailing slash, and each part valid by itself.
func ParseATURI(text string) (ATURI, error) { return parse[ATURI](FormatATURI, text) }

// Authority returns the account.
func (u ATURI) Authority() AtIdentifier {
	authority, _, _ := u.parts()
	return AtIdentifier(authority)
}

// Collection returns the NSID of the collection; "" when there is none.
func (u ATURI) Collection() NSID {
	_, collection, _ := u.parts()
	return NSID(collection)
}

// RecordKey returns the key of the record; "" when there is none.
func (u ATURI) RecordKey() RecordKey {
	_, _, key := u.parts()
	return RecordKey(key)
}

func (u ATURI) parts() (authority, collection, key string) {
	authority, rest, _ := strings.Cut(strings.TrimPrefix(string(u), atURIPrefix), "/")
	collection, key, _ = strings.Cut(rest, "/")
	return authority, collection, key
}

// A segment is what is between two slashes of an AT URI.
type segment struct {
	part    part
	scan    func(text string) fault
	missing reason // why the URI must not end with the segment; "" if it can
	after   reason // why the URI must end with the segment; "" if more can follow
}

// repositoryPath has the segments of the URI of an account, a collection, or a record.
var repositoryPath = []segment{
	{part: partAuthority, scan: scanAtIdentifier},
	{part: partCollection, scan: scanNSID},
	{part: partRecordKey, scan: scanRecordKey, after: reasonAfterRecordKey},
}

// spaceMarker is the segment that begins the path of a space. It is not an NSID.
const spaceMarker = "space"

const (
	reasonAfterRecordKey reason = "it has a slash after the record key, which must come last"
	reasonNoSpace        reason = `"space", the space type, and the space key are missing after the authority`
	reasonNoSpaceType    reason = `the space type and the space key are missing after "space"`
	reasonNoSpaceKey     reason = "the space key is missing after the space type"
)

// spacePath has the segments of the URI of a space.
var spacePath = []segment{
	{part: partAuthority, scan: scanMember, missing: reasonNoSpace},
	{part: partSpaceMarker, scan: scanSpaceMarker, missing: reasonNoSpaceType},
	{part: partSpaceType, scan: scanNSID, missing: reasonNoSpaceKey},
	{part: partSpaceKey, scan: scanRecordKey, after: "it has a slash after the space key, which must come last"},
}

// spaceRecordPath has the segments of the URI of a space or of a record in it.
var spaceRecordPath = []segment{
	spacePath[0], spacePath[1], spacePath[2],
	{part: partSpaceKey, scan: scanRecordKey},
	{part: partAuthor, scan: scanMember, missing: "the collection and the record key are missing after the author"},
	{part: partCollection, scan: scanNSID, missing: "the record key is missing after the collection"},
	{part: partRecordKey, scan: scanRecordKey, after: reasonAfterRecordKey},
}

func scanATURI(text string) fault { return scanPath(text, repositoryPath) }

func scanSpaceRef(text string) fault { return scanPath(text, spacePath) }

func scanATURIOrSpace(text string) fault {
	if rest, ok := strings.CutPrefix(text, atURIPrefix); ok {
		if _, rest, ok = strings.Cut(rest, "/"); ok {
			if second, _ := cutSlash(rest); second == spaceMarker {
				return scanPath(text, spaceRecordPath)
			}
		}
	}
	return scanATURI(text)
}

// scanPath checks an AT URI whose segments are those of path, or the first of them.
func scanPath(text string, path []segment) fault {
	if !strings.HasPrefix(text, atURIPrefix) {
		return fail(`it must begin with "at://"`, mismatch(text, atURIPrefix))
	}
	if len(text) > maxATURI {
		return tooLong(text, maxATURI)
	}
	start := len(atURIPrefix)
	for i := range path {
		s := &path[i]
		name, more := cutSlash(text[start:])
		if f := s.scan(name); !f.ok() {
			return partFault(text, f.in(s.part, start))
		}
		end := start + len(name)
		start = end + 1
		switch {
		case s.missing != "" && (!more || start == len(text)):
			return fail(s.missing, len(text))
		case !more:
			return fault{}
		case s.after != "":
			return fail(s.after, end)
		case start == len(text):
			return fail("it ends with a slash", end)
		}
	}
	return fault{}
}

// scanMember checks the authority of a space or the author of a record in it.
func scanMember(text string) fault {
	if !strings.HasPrefix(text, didPrefix) && IsHandle(text) {
		return fail("it must be a DID, not a handle", 0)
	}
	return scanDID(text)
}

func scanSpaceMarker(text string) fault {
	if text != spaceMarker {
		return fail(`it must be "space"`, mismatch(text, spaceMarker))
	}
	return fault{}
}

// cutSlash returns text up to its first slash, and whether it has one.
func cutSlash(text string) (part string, found bool) {
	if i := strings.IndexByte(text, '/'); i >= 0 {
		return text[:i], true
	}
	return text, false
}

// partFault gives the fault of a part after which other kinds of URI could continue a
// reason of its own.
func partFault(text string, f fault) fault {
	if f.offset() == len(text) {
		return f
	}
	switch text[f.offset()] {
	case '#':
		return fail("it has a fragment (%c), which is not allowed", f.offset())
	case '?':
		return fail("it has a query (%c), which is not allowed", f.offset())
	}
	return f
}
