package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestBrief compares brief findings with those in full: there are as many of each rule
// and severity, and nothing else is in them.
func TestBrief(t *testing.T) {
	lines := []string{
		goodMemo, longMemo(50), longMemo(5000),
		`{"$type":"com.example.memo"}`, `{"$type":"com.example.memo","text":1.5,"x":2.5}`,
		`{"$type":"com.example.memo","text":"ok","text":"ok"}`, `{"$type":"com.example.other"}`,
		`{"$type":"com.example.memo","text":"ok"`, "\uFEFF" + goodMemo, "\uFEFF" + longMemo(50), "\uFEFF" + `{"$type":"com.example.memo","text":"ok","text":"ok"}`, "{\"text\":\"\xff\"}", `[]`, `1`,
		strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	}
	for _, at := range []Place{nil, {"a"}, {"a", "*"}} {
		t.Run(at.String(), func(t *testing.T) {
			compareBrief(t, memoValidator(t, Options{}), strings.Join(around(lines, at), "\n"), at)
		})
	}
	t.Run("query", func(t *testing.T) {
		compareBrief(t, searchParams(t), `"q=too-long-for-it&limit=0"`+"\n"+`"q=\u0061&limit=x&tag=&%ff=1&%ff=2"`+"\n"+`"q=%ff"`, nil)
	})
}

func compareBrief(t *testing.T, v *Validator, text string, at Place) {
	t.Helper()
	full, brief := kinds(t, v, text, at, nil), kinds(t, v, text, at, func() bool { return true })
	if !slices.Equal(full, brief) {
		t.Errorf("in full:\n%s\nbrief:\n%s", strings.Join(full, "\n"), strings.Join(brief, "\n"))
	}
	if !slices.ContainsFunc(full, func(s string) bool { return strings.Contains(s, "length") }) {
		t.Errorf("no value is too long: %s", full)
	}
}

// around puts each value where at says.
func around(values []string, at Place) []string {
	wrapped := slices.Clone(values)
	for i := range wrapped {
		for _, segment := range slices.Backward(at) {
			if segment == "*" {
				wrapped[i] = "[" + wrapped[i] + "," + wrapped[i] + "]"
			} else {
				wrapped[i] = fmt.Sprintf("{%q:%s}", segment, wrapped[i])
			}
		}
	}
	return wrapped
}

// kinds returns what can be counted of the results of a stream.
func kinds(t *testing.T, v *Validator, text string, at Place, brief func() bool) []string {
	t.Helper()
	var all []string
	in := Input{Path: "d", At: at}
	for result, err := range v.Lines(t.Context(), strings.NewReader(text), in, StreamOptions{Brief: brief}) {
		if err != nil {
			t.Fatal(err)
		}
		var of []string
		for _, f := range result.Findings {
			of = append(of, fmt.Sprintf("%s %s in %s", f.Severity, f.Rule.Code, f.Path()))
			if brief != nil && (f.Message != "" || f.Help != "" || f.Data != nil || f.Span != (diag.Span{}) || f.Source.Text != nil) {
				t.Errorf("of a brief finding there is more than its rule, severity, and path: %+v", f)
			}
		}
		if sorted := diag.SortFindings(result.Findings); brief == nil && len(sorted) < len(result.Findings) {
			t.Errorf("of %d findings, only %d differ", len(result.Findings), len(sorted))
		}
		slices.Sort(of)
		all = append(all, fmt.Sprint(result.Index, of, result.Unknown, result.Absent, result.Valid()))
	}
	return all
}
