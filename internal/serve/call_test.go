package serve

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestIndentedSize(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `"[[[["`, `{"a": [1, 2, {"b\"[": "\\"}], "c\\": {}}`, ` [ 1 , [ ] ] `,
		strings.Repeat("[", 999) + strings.Repeat("]", 999),
		strings.Repeat(`{"a":[1,`, 99) + "2" + strings.Repeat("]}", 99),
	} {
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
			t.Fatal(err)
		}
		if got := IndentedSize([]byte(text)); got < b.Len() || got > b.Len()+len(text)+1000*2 {
			t.Errorf("%.20q: %d, want at least %d", text, got, b.Len())
		}
	}
	// What is wrong at the end does not reduce the size of what comes before.
	deep := strings.Repeat("[", 999) + strings.Repeat("]", 999)
	if IndentedSize([]byte(deep+strings.Repeat("]", 9999))) < IndentedSize([]byte(deep)) {
		t.Error("the size is reduced")
	}
}
