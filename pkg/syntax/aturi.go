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

func scanATURI(text string) fault {
	if !strings.HasPrefix(text, atURIPrefix) {
		return fail(`it must begin with "at://"`, mismatch(text, atURIPrefix))
	}
	if len(text) > maxATURI {
		return tooLong(text, maxATURI)
	}
	start := len(atURIPrefix)
	for p := partAuthority; p <= partRecordKey; p++ {
		if p > partAuthority && start == len(text) {
			return fail("it ends with a slash", start-1)
		}
		name, more := cutSlash(text[start:])
		var f fault
		switch p {
		case partAuthority:
			f = scanAtIdentifier(name)
		case partCollection:
			f = scanNSID(name)
		case partRecordKey:
			f = scanRecordKey(name)
		}
		if !f.ok() {
			return partFault(text, f.in(p, start))
		}
		if !more {
			return fault{}
		}
		start += len(name) + 1
	}
	return fail("it has a slash after the record key, which must come last", start-1)
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
