package syntax_test

import (
	"regexp"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var tids = identifier[string]{syntax.FormatTID, parser[string](syntax.FormatTID), syntax.FormatTID.Valid, obviousTID}

var obviousTIDShape = regexp.MustCompile(`^[2-7a-j][2-7a-z]{12}$`)

func obviousTID(text string) bool { return obviousTIDShape.MatchString(text) }

func TestTID(t *testing.T) {
	const only = ", but only 2 to 7 and a to z are allowed"
	tids.test(t, []string{
		"3jzfcijpj2z2a", "2222222222222", "jzzzzzzzzzzzz", "7777777777777", "azazazazazaza",
	}, []fault{
		{"", 0, "it is 0 bytes long, but must be 13"},
		{"3jzfcijpj2z2", 12, "it is 12 bytes long, but must be 13"},
		{"3jzfcijpj2z2aa", 13, "it is 14 bytes long, but must be 13"},
		{"3jzf-cij-pj2z", 4, `it contains "-"` + only},
		{"3jzfcijpj2z21", 12, `it contains "1"` + only},
		{"8jzfcijpj2z2a", 0, `it contains "8"` + only},
		{"3jzfcijpj2z2A", 12, `it contains "A"` + only},
		{"3jzfcijpj2z\u00e9", 11, `it contains "é"` + only},
		{"3jzfcijpj2z\n2", 11, `it contains "\n"` + only},
		{"kjzfcijpj2z2a", 0, `it begins with "k", but the first character must be 2 to 7 or a to j`},
	})
	for i := range 256 {
		b := string([]byte{byte(i)})
		tids.exhaust(t, b+"jzfcijpj2z2a", "", 0)
		tids.exhaust(t, "3jzfci"+b+"pj2z2a", "", 0)
		tids.exhaust(t, "3jzfcijpj2z2"+b, "a", 1)
	}
}

func FuzzTID(f *testing.F) {
	tids.fuzz(f, "3jzfcijpj2z2a", "2222222222222", "kjzfcijpj2z2a", "3jzf-cij-pj2z", "jzzzzzzzzzzzz")
}

func BenchmarkTID(b *testing.B) {
	tids.bench(b, "3jzfcijpj2z2a", "3jzfcijpj2z21")
}
