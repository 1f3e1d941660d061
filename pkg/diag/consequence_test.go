package diag

import (
	"slices"
	"testing"
)

func TestConsequences(t *testing.T) {
	const backward, forward = "breaks backward compatibility", "breaks forward compatibility"
	note := Affected{"com.example.note", "record"}
	for _, test := range []struct {
		nsid   string
		change *Change
		want   []string
	}{
		{"", nil, nil},
		{"", &Change{}, nil},
		{"", &Change{Breaks: Backward}, []string{backward}},
		{"", &Change{Breaks: Forward}, []string{forward}},
		{"", &Change{Breaks: Backward | Forward}, []string{"breaks backward and forward compatibility"}},
		{"", &Change{Breaks: Backward, Undecided: true}, []string{"may break backward compatibility"}},
		{"", &Change{Breaks: Backward, Affects: []Affected{note}}, []string{backward, "affects the com.example.note record"}},
		{"", &Change{Affects: []Affected{{"com.example.get", "params"}}}, []string{"affects the parameters of com.example.get"}},
		{"", &Change{Affects: []Affected{{"com.example.get", "output"}}}, []string{"affects the output of com.example.get"}},
		{"", &Change{Affects: []Affected{{"com.example.watch", "message"}}}, []string{"affects the messages of com.example.watch"}},
		{"", &Change{Affects: []Affected{{"com.example.defs#a", ""}}}, []string{"affects com.example.defs#a"}},
		{"b", &Change{Affects: []Affected{{"a", ""}, {"b", ""}, {"c", ""}}}, []string{"affects b and 2 other definitions"}},
		{"d", &Change{Affects: []Affected{{"a", ""}, {"b", ""}}}, []string{"affects a and 1 other definition"}},
		{"d", &Change{Affects: []Affected{{"a", ""}, {"b", ""}}, AffectsMore: true}, []string{"affects a and more than 1 other definitions"}},
	} {
		f := Finding{NSID: test.nsid, Change: test.change}
		if got := f.Consequences(); !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.change, got, test.want)
		}
	}
}
