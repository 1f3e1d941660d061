package diag

import (
	"slices"
	"strings"
)

// Profile is a dialect of the language.
type Profile uint8

// The profiles.
const (
	// ProfileV1 is the specification, version 1 of the language.
	ProfileV1 Profile = iota
	// ProfileATProto is what the AT Protocol network accepts today, which is
	// stricter in a few places.
	ProfileATProto

	profiles = 2
)

var profileNames = [profiles]string{"v1", "atproto"}

// String returns the name of the profile: "v1" or "atproto"; "v1" for a profile that does
// not exist.
func (p Profile) String() string {
	if p >= profiles {
		p = ProfileV1
	}
	return profileNames[p]
}

// ProfileByName returns the profile with that name; false when there is none.
func ProfileByName(name string) (Profile, bool) {
	i := slices.Index(profileNames[:], name)
	return Profile(max(i, 0)), i >= 0
}

// Severity is how serious a finding is. Greater is worse.
type Severity uint8

// The severities.
const (
	Off     Severity = iota // not reported
	Info                    // worth knowing; hidden in text reports unless asked for
	Warning                 // valid, but likely to cause trouble
	Error                   // against the specification
)

var severityNames = [...]string{Off: "off", Info: "info", Warning: "warning", Error: "error"}

// String returns "off", "info", "warning" or "error".
func (s Severity) String() string { return severityNames[s] }

// SeverityByName returns the severity with that name; false when there is none.
func SeverityByName(name string) (Severity, bool) {
	i := slices.Index(severityNames[:], name)
	return Severity(max(i, 0)), i >= 0
}

// Severities is the severity of a rule under each Profile.
type Severities [profiles]Severity

// Always is the same severity under every profile.
func Always(s Severity) Severities { return Severities{s, s} }

// Rule describes one thing that lexsmith checks. Rules are compared by pointer.
type Rule struct {
	Code     string     // kebab-case, unique: "unlimited-string"
	Group    string     // "input", "schema", "refs", "style", "diff", "validate" or "xrpc"
	Severity Severities // the highest severity of its findings by default
	Summary  string     // what is wrong, in one line
	Reason   string     // why that matters and how to fix it, in a few sentences
	Spec     string     // the section of the specification: "Field types > string, rule 4"
	// Page is the page that explains the subject, relative to
	// https://atproto.com: "specs/lexicon#string". See URL.
	Page string
	Fix  FixHelp // what fixes of its findings do
	// Readable says that an error leaves no doubt about which data the schema accepts, so
	// that the schema can still be compared with another one.
	Readable bool
	// Spreads says that an error is a fault of all schemas around its place too.
	Spreads bool

	// Examples has two examples in one text, see Bad and Good. Where they differ it
	// has both in turn: {"minimum": «"1"|1»}.
	//
	// For rules on schemas each has one of these forms: the members of "defs" of
	// a schema (which begin with a quotation mark), a whole schema file, or several
	// files in the txtar format, with "-- path --" before each.
	//
	// For rules of the group validate each is a schema and data, in the txtar
	// format. "-- schema --" is followed by the main definition of
	// com.example.thing ({"type": …}) or, where that needs others, by the members
	// of "defs" (they begin with a quotation mark). The line before the data says
	// what it is; in words, since this is shown to people:
	//
	//	-- data --                   a value of the main definition in JSON; of a
	//	                             record, any record that names its type
	//	-- legacy data --            the same, where legacy forms are accepted
	//	-- data, at most 9 bytes --  the same, with another limit of size
	//	-- record with key lamp --   a record and its key
	//	-- query string --           the parameters of a method
	//	-- message --                a message of a subscription
	//	-- error response --         the body of an error
	//	-- cases --                  cases, one on each line
	//	-- CBOR data in hex --       white space in the hex does not matter
	//	-- CAR file in hex --        without a schema
	//
	// A rule that is only checked on request is checked in its own examples.
	//
	// For rules of the group xrpc each is such a schema and what is sent, an HTTP
	// message without the carriage returns, or a frame:
	//
	//	-- request --                to com.example.thing
	//	-- response --               to a call of com.example.thing
	//	-- frame in hex --           of a subscription; white space and comments
	//	                             that begin with # do not matter
	//
	// For rules of the group diff each has two sides, in the txtar format:
	// "-- old --" and "-- new --", each followed by the schema of one property
	// (it begins with a brace) or the members of "defs" of a schema (it begins
	// with a quotation mark). Sides of several files have the path of each behind
	// the side: "-- old/com/example/thing.json --". For a rule that is only ever
	// the Synonym of findings, these raise it as such. "-- data --" is followed by a record,
	// for a rule about what data say of a change.
	Examples string
}

// Bad returns the example that raises the rule and no other.
func (r *Rule) Bad() string { bad, _ := r.examples(); return bad }

// Good returns the example that raises no rule.
func (r *Rule) Good() string { _, good := r.examples(); return good }

func (r *Rule) examples() (bad, good string) {
	for rest := r.Examples; rest != ""; {
		same, after, _ := strings.Cut(rest, "«")
		choice, after, _ := strings.Cut(after, "»")
		first, second, _ := strings.Cut(choice, "|")
		bad, good, rest = bad+same+first, good+same+second, after
	}
	return bad, good
}

// FixHelp says what the fixes of a rule do, each in a few words that begin with a verb,
// such as "removes the later entry". It is "" where the rule has no fix of the kind.
type FixHelp struct {
	Safe        string
	Unsafe      string // those that are not Safe
	Placeholder string
	// Harmless says that no fix of the rule can bring other findings, as where it writes
	// the same in another way.
	Harmless bool
}

// URL returns the address of Page; "" when there is none.
func (r *Rule) URL() string {
	if r.Page == "" {
		return ""
	}
	return "https://atproto.com/" + r.Page
}
