package gitrev

import "testing"

func TestSplitPath(t *testing.T) {
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
		if name, path, hasPath := SplitPath(test.text); name != test.name || path != test.path || hasPath != test.hasPath {
			t.Errorf("%q: got %q, %q, %v, want %q, %q, %v", test.text, name, path, hasPath, test.name, test.path, test.hasPath)
		}
	}
}
