package syntax

import "testing"

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
