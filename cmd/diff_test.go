package cmd

import "testing"

func TestNewAgainst(t *testing.T) {
	for _, test := range []struct {
		text, name, path string
		hasPath          bool
	}{
		{"main", "main", "", false},
		{"main:lexicons", "main", "lexicons", true},
		{"main:", "main", "", true},
		{"main:./a:b", "main", "./a:b", true},
		{":lexicons", "", "lexicons", true},
		{"", "", "", false},
		{"HEAD^{commit}:a{b}", "HEAD^{commit}", "a{b}", true},
		{"HEAD^{/fix: it}", "HEAD^{/fix: it}", "", false},
		{"main@{2026-01-02 03:04:05}:lexicons", "main@{2026-01-02 03:04:05}", "lexicons", true},
	} {
		want := against{"--against", test.name, test.path, test.hasPath}
		if got := newAgainst("--against", test.text); got != want {
			t.Errorf("%q: got %+v, want %+v", test.text, got, want)
		}
	}
}
