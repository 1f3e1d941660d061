package syntax_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var tids = identifier[syntax.TID]{syntax.FormatTID, syntax.ParseTID, syntax.IsTID, obviousTID}

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

func TestTIDParts(t *testing.T) {
	tests := []struct {
		tid   syntax.TID
		time  time.Time
		clock int
	}{
		{"2222222222222", time.UnixMicro(0), 0},
		{"22222222222zz", time.UnixMicro(0), 1023},
		{"2222222222322", time.UnixMicro(1), 0},
		{"3222222222222", time.UnixMicro(1 << 50), 0},
		{"", time.UnixMicro(0), 0},
	}
	for _, test := range tests {
		if got, clock := test.tid.Time(), test.tid.ClockID(); !got.Equal(test.time) || got.Location() != time.UTC || clock != test.clock {
			t.Errorf("%q: %v, %d; want %v, %d", test.tid, got, clock, test.time.UTC(), test.clock)
		}
	}
}

func FuzzTID(f *testing.F) {
	tids.fuzz(f, "3jzfcijpj2z2a", "2222222222222", "kjzfcijpj2z2a", "3jzf-cij-pj2z", "jzzzzzzzzzzzz")
}

func BenchmarkTID(b *testing.B) {
	tids.bench(b, "3jzfcijpj2z2a", "3jzfcijpj2z21")
}
