package serve_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// The messages of a stream are valid whatever the schema says about seq, and whatever
// the cursor is.
func TestMockSequence(t *testing.T) {
	const declared, top, bottom = `"errors": [{"name": "FutureCursor"}]`, int64(math.MaxInt64), int64(math.MinInt64)
	for _, c := range []struct {
		name, seq string // fields of the schema of seq
		other     string // those of another variant; "-" for none
		more      string // fields of the subscription
		cursor    any    // nil for none
		want      []int64
		err       string
	}{
		{"none", ``, "-", declared, nil, []int64{1, 2, 3}, ""},
		{"cursor", ``, "-", declared, 41, []int64{42, 43, 44}, ""},
		{"negative cursor", ``, "-", declared, -7, []int64{1, 2, 3}, ""},
		{"least cursor", ``, "-", declared, bottom, []int64{1, 2, 3}, ""},
		{"greatest cursor", ``, "-", declared, top, nil, "FutureCursor: no message follows the cursor 9223372036854775807"},
		{"undeclared error", ``, "-", "", top, nil, "InvalidRequest: no message follows the cursor 9223372036854775807"},
		{"near the end", ``, "-", declared, top - 2, []int64{top - 1, top, top}, ""},
		{"minimum", `, "minimum": 10`, "-", declared, nil, []int64{10, 11, 12}, ""},
		{"minimum and a small cursor", `, "minimum": 10`, "-", declared, 5, []int64{10, 11, 12}, ""},
		{"minimum and a cursor", `, "minimum": 10`, "-", declared, 20, []int64{21, 22, 23}, ""},
		{"negative minimum", `, "minimum": -10`, "-", declared, nil, []int64{1, 2, 3}, ""},
		{"greatest minimum", fmt.Sprintf(`, "minimum": %d`, top), "-", declared, nil, []int64{top, top, top}, ""},
		{"maximum", `, "maximum": 2`, "-", declared, nil, []int64{1, 2, 2}, ""},
		{"negative maximum", `, "maximum": -2`, "-", declared, nil, []int64{-2, -2, -2}, ""},
		{"maximum and the last cursor", `, "maximum": 2`, "-", declared, 2, []int64{2, 2, 2}, ""},
		{"maximum and a cursor beyond", `, "maximum": 2`, "-", declared, 3, nil, "FutureCursor: no message follows the cursor 3"},
		{"range of one", `, "minimum": 5, "maximum": 5`, "-", declared, nil, []int64{5, 5, 5}, ""},
		{"const", `, "const": 7`, "-", declared, nil, []int64{7, 7, 7}, ""},
		{"negative const", `, "const": -7`, "-", declared, nil, []int64{-7, -7, -7}, ""},
		{"enum", `, "enum": [30, 10, 11]`, "-", declared, nil, []int64{10, 11, 30}, ""},
		{"enum and a cursor", `, "enum": [30, 10, 11]`, "-", declared, 11, []int64{30, 30, 30}, ""},
		{"two minimums", `, "minimum": 10`, `, "minimum": 100`, declared, nil, []int64{100, 101, 102, 103, 104, 105, 106, 107}, ""},
		{"two seqs and the greatest cursor", `, "minimum": 10`, "", declared, top, nil, "FutureCursor: no message follows the cursor 9223372036854775807"},
	} {
		t.Run(c.name, func(t *testing.T) {
			variants := `"#a"`
			if c.other != "-" {
				variants += `, "#b"`
			}
			more := c.more
			if more != "" {
				more = ", " + more
			}
			catalog := parse(`{"lexicon": 1, "id": "com.example.sub", "defs": {"main": {"type": "subscription",
			    "parameters": {"type": "params", "properties": {"cursor": {"type": "integer"}}},
			    "message": {"schema": {"type": "union", "refs": [` + variants + `]}}` + more + `},
			  "a": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"` + c.seq + `}}},
			  "b": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"` + strings.Trim(c.other, "-") + `}}}}}`)
			client, err := xrpc.NewClient(catalog, start(t, serve.NewMock(catalog, serve.MockOptions{Count: max(len(c.want), 1)})), xrpc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			params := xrpc.Params{}
			if c.cursor != nil {
				params["cursor"] = c.cursor
			}
			var got []int64
			failure := ""
			for m, err := range client.Stream(t.Context(), "com.example.sub", params) {
				if err != nil {
					failure = err.Error()
					break
				}
				var body struct{ Seq int64 }
				if err := json.Unmarshal(m.JSON, &body); err != nil || !m.Valid() {
					t.Errorf("%s: %v, %v", m.JSON, err, m.Findings)
				}
				got = append(got, body.Seq)
			}
			if !slices.Equal(got, c.want) || failure != c.err {
				t.Errorf("got %v and the error %q, want %v and %q", got, failure, c.want, c.err)
			}
		})
	}
}
