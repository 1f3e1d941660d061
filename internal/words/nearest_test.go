package words

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"minLength", "maxLength", "maxGraphemes", "format", "enum", "type", "refs", "ref"}
	for name, want := range map[string]string{
		"maxlength":   "maxLength",
		"maxLenght":   "maxLength",
		"MINLENGTH":   "minLength",
		"maxGraphems": "maxGraphemes",
		"fromat":      "format",
		"enums":       "enum",
		"tpye":        "type",
		"Ref":         "ref",
		"reff":        "refs", // equally near: the first wins
		"nullable":    "",
		"x":           "",
		"":            "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestUnique(t *testing.T) {
	names := []string{"minLength", "maxLength", "tid", "did", "name", "NAME", "url", "createdAt"}
	for name, want := range map[string]string{
		"maxlength":  "maxLength",
		"mxaLength":  "maxLength",
		"miaxLength": "maxLength",
		"maixLength": "maxLength",
		"mxxLength":  "maxLength",
		"mLength":    "", // as near to minLength
		"sid":        "", // as near to did
		"Name":       "", // two that differ in case only
		"createAt":   "createdAt",
		"other":      "",
		"":           "",
	} {
		got, ok := UniqueFunc(name, names, func(n string) string { return n })
		if ok != (want != "") || ok && got != want {
			t.Errorf("UniqueFunc(%q) = %q, %v, want %q", name, got, ok, want)
		}
	}
}

func TestSlip(t *testing.T) {
	long := strings.Repeat("z", 41)
	for _, test := range []struct {
		name, meant string
		want        bool
	}{
		{"maxlength", "maxLength", true},
		{"maxLenght", "maxLength", true},
		{"maxLengt", "maxLength", true},
		{"maxxLength", "maxLength", true},
		{"maxLengty", "maxLength", true},
		{"$ref", "ref", true},
		{"min", "minimum", false},
		{"maxLen", "maxLength", false},
		{"amxLenght", "maxLength", false},
		{"", "a", true},
		{"", "ab", false},
		{long, strings.ToUpper(long), true},
		{long, long[1:], false},
	} {
		if got := Slip(test.name, test.meant); got != test.want {
			t.Errorf("Slip(%q, %q) = %v", test.name, test.meant, got)
		}
	}
}

func TestNearestIsBounded(t *testing.T) {
	names := make([]string, 300)
	for i := range names {
		names[i] = strings.Repeat("z", 50)
	}
	names[maxCandidates-1], names[maxCandidates] = "almost", "exactly"
	if got := Nearest("almots", names); got != "almost" {
		t.Errorf("got %q for the last name that is compared", got)
	}
	if got := Nearest("exaclty", names); got != "" {
		t.Errorf("got %q for a name beyond the limit", got)
	}
	if got := Nearest(strings.Repeat("z", 41), names); got != "" {
		t.Errorf("got %q for a long name", got)
	}
	if allocs := testing.AllocsPerRun(10, func() { Nearest("almots", names) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// slowEdits is edits without a limit, by its definition.
func slowEdits(a, b string) int {
	switch {
	case a == "" || b == "":
		return len(a) + len(b)
	case a[0] == b[0]:
		return slowEdits(a[1:], b[1:])
	}
	least := min(slowEdits(a[1:], b), slowEdits(a, b[1:]), slowEdits(a[1:], b[1:])) + 1
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, slowEdits(a[2:], b[2:])+1)
	}
	return least
}

func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		b := make([]byte, r.IntN(7))
		for i := range b {
			b[i] = "abc"[r.IntN(3)]
		}
		return string(b)
	}
	for range 2000 {
		a, b, limit := text(), text(), 1+r.IntN(8)
		if max(len(a)-len(b), len(b)-len(a)) >= limit {
			continue
		}
		if got, want := edits(a, strings.ToUpper(b), limit), min(slowEdits(a, b), limit); got != want {
			t.Errorf("edits(%q, %q, %d) = %d, want %d", a, b, limit, got, want)
		}
	}
}
