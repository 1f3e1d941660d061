package syntax_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// With many patterns an index answers what a search does.
func TestMIMESetOfMany(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	entries := []string{"*/*", "image/*", "IMAGE/png", "image/p*", "text/ht*", "text/html", "a/b", "a/B*", "video/*", "application/json", "x"}
	types := []string{"image/png", "Image/PNG; q=1", "text/html ;x", "text/h", "a/bc", "a/b", "video/mp4", "application/JSON", "application/jso", "audio/x"}
	for range 2000 {
		accept := []string{}
		for range random.IntN(5) {
			accept = append(accept, entries[random.IntN(len(entries))])
		}
		few := syntax.MIMESetOf(accept)
		many := accept
		for len(many) < 2*len(entries) {
			many = append(many, "font/woff")
		}
		all := syntax.MIMESetOf(many)
		for _, mime := range types {
			if got, want := all.Match(mime), few.Match(mime); got != want {
				t.Fatalf("%q takes %s: %v, want %v", accept, mime, got, want)
			}
		}
		if !all.Contains(few) || few.Contains(all) != few.Match("font/woff") {
			t.Fatalf("%q with another type contains it: %v, and the other way around: %v", accept, all.Contains(few), few.Contains(all))
		}
	}
}
