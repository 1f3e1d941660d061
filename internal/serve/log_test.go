package serve_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// What clients and services send reaches a log escaped, and not whole if it is long.
func TestLogHostile(t *testing.T) {
	const hostile = "\x1b[2J\x7f\u009b2J\u202e"
	long := strings.Repeat("日", 1<<20)
	for _, asJSON := range []bool{false, true} {
		for _, text := range []string{hostile, long} {
			var out strings.Builder
			serve.NewLog(&out, asJSON).Add(xrpc.Exchange{HTTPMethod: "GET", Path: "/" + text, Status: 502, Err: errors.New(text + hostile)})
			line, found := strings.CutSuffix(out.String(), "\n")
			if !found || len(line) > 9<<10 || strings.ContainsFunc(line, func(c rune) bool { return unicode.IsControl(c) || c == '\u202e' || c == unicode.ReplacementChar }) {
				t.Errorf("%.100q… of %d bytes", line, len(line))
			}
			var object struct{ Path, Failure string }
			if err := json.Unmarshal([]byte(line), &object); asJSON && (err != nil || text == hostile && (object.Path != "/"+text || object.Failure != text+hostile)) {
				t.Errorf("%v: %.100q", err, line)
			}
		}
	}
}
