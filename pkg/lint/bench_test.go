package lint

import (
	"context"
	"os"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// BenchmarkLint loads and lints all real schemas with one worker.
func BenchmarkLint(b *testing.B) {
	files := os.DirFS(conformance.Path(b, "corpus/schemas"))
	b.ReportAllocs()
	for b.Loop() {
		c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "."}}, lexicon.LoadOptions{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		if len(findings(b, c, Options{Workers: 1})) == 0 {
			b.Fatal("nothing found")
		}
	}
}
