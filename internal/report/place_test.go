package report

import "testing"

func TestDataPlace(t *testing.T) {
	tests := []struct{ pointer, want string }{
		{"", ""},
		{"/text", "text"},
		{"/0", "[0]"},
		{"/facets/0/index", "facets[0].index"},
		{"/$type", "$type"},
		{"/a/01/b c", `a.01."b c"`},
		{"/", `""`},
	}
	for _, test := range tests {
		if got := dataPlace(test.pointer); got != test.want {
			t.Errorf("%q is %s, expected %s", test.pointer, got, test.want)
		}
	}
}
