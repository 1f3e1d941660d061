package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var nsids = identifier[syntax.NSID]{syntax.FormatNSID, syntax.ParseNSID, syntax.IsNSID, obviousNSID}

func obviousNSID(text string) bool {
	segments := obviousLabels(text)
	return len(text) <= 317 && len(segments) >= 3 &&
		regexp.MustCompile(`^[a-zA-Z]`).MatchString(segments[0]) &&
		regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9]*$`).MatchString(segments[len(segments)-1])
}

func TestNSID(t *testing.T) {
	o := strings.Repeat("o", 64)
	long := strings.Repeat(o[:61]+".", 5)
	nsids.test(t, []string{
		"com.example.thing", "a.b.c", "com.example.fooBar2", "a-0.1-b.0.d0", "com.4you.thing", "com." + o[:63] + "." + o[:63], long + "abcdefg",
	}, []fault{
		{"", 0, "it is empty"},
		{"thing", 5, "it must have at least 3 segments, but has 1"},
		{"example.com", 11, "it must have at least 3 segments, but has 2"},
		{"com..thing", 4, "segment 2 is empty"},
		{".example.thing", 0, "segment 1 is empty"},
		{"com.example.", 12, "segment 3 is empty"},
		{"com." + o + ".thing", 67, "segment 2 is 64 bytes long, but at most 63 are allowed"},
		{"com.example." + o, 75, "segment 3 is 64 bytes long, but at most 63 are allowed"},
		{long + "abcdefgh", 317, "it is 318 bytes long, but at most 317 are allowed"},
		{"0com.example.thing", 0, `segment 1 must begin with a letter, not "0"`},
		{"com.-example.thing", 4, "segment 2 begins with a hyphen"},
		{"com.example-.thing", 11, "segment 2 ends with a hyphen"},
		{"com.exa_mple.thing", 7, `segment 2 contains "_", but only letters, digits, and hyphens are allowed`},
		{"com.example_", 12, "it must have at least 3 segments, but has 2"},
		{"com.example-", 12, "it must have at least 3 segments, but has 2"},
		{"com.example.2", 12, `the name (segment 3) must begin with a letter, not "2"`},
		{"com.example.foo-bar", 15, `the name (segment 3) contains "-", but only letters and digits are allowed there`},
		{"com.example.-foo", 12, `the name (segment 3) contains "-", but only letters and digits are allowed there`},
		{"com.example.foo-", 15, `the name (segment 3) contains "-", but only letters and digits are allowed there`},
		{"com.example.thing#main", 17, `the name (segment 3) contains "#", but only letters and digits are allowed there`},
		{"com.example.*", 12, `the name (segment 3) contains "*", but only letters and digits are allowed there`},
		{"com.example.th\x00ng", 14, `the name (segment 3) contains "\x00", but only letters and digits are allowed there`},
	})
	nsids.exhaust(t, "", "a0-._", 7)
}

func TestNSIDParts(t *testing.T) {
	tests := []struct {
		nsid                   syntax.NSID
		name, group, authority string
	}{
		{"com.example.thing", "thing", "com.example", "example.com"},
		{"net.Users.bob.fooBar", "fooBar", "net.Users.bob", "bob.users.net"},
		{"", "", "", ""},
	}
	for _, test := range tests {
		if name, group, authority := test.nsid.Name(), test.nsid.Group(), test.nsid.Authority(); name != test.name || group != test.group || authority != test.authority {
			t.Errorf("%q: %q, %q, %q; want %q, %q, %q", test.nsid, name, group, authority, test.name, test.group, test.authority)
		}
	}
}

func FuzzNSID(f *testing.F) {
	nsids.fuzz(f, "com.example.thing", "a.b.c", "com.example.foo-bar", "com.example.2", "0.b.c", strings.Repeat("a.", 158)+"a")
}

func BenchmarkNSID(b *testing.B) {
	nsids.bench(b, "com.example.feed.post", "com.example.feed.po-st")
}

func TestNSIDNormalize(t *testing.T) {
	for id, want := range map[syntax.NSID]syntax.NSID{
		"com.example.thing": "com.example.thing", "com.example.aThing": "com.example.aThing",
		"COM.Example.aThing": "com.example.aThing", "thing": "thing", "": "",
	} {
		if got := id.Normalize(); got != want {
			t.Errorf("%s.Normalize() = %q, want %q", id, got, want)
		}
	}
}

func TestNSIDExperimental(t *testing.T) {
	for id, want := range map[syntax.NSID]string{
		"com.example.experimental.thing": "experimental",
		"com.example.temp.thing":         "temp",
		"com.example.unspecced.thing":    "unspecced",
		"com.example.template.thing":     "",
		"com.example.thing":              "",
	} {
		if got := id.Experimental(); got != want {
			t.Errorf("%s.Experimental() = %q, want %q", id, got, want)
		}
	}
}

func TestNSIDInternal(t *testing.T) {
	for nsid, want := range map[syntax.NSID]bool{
		"internal.bsky.getThing": true, "Internal.a.b": true,
		"com.internal.thing": false, "com.example.internal": false, "internals.a.b": false, "internal": false, "": false,
	} {
		if got := nsid.Internal(); got != want {
			t.Errorf("%q: %v, want %v", nsid, got, want)
		}
	}
}
