package lexicon

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
)

// TestCorpus parses real schemas of the network, good and broken ones.
func TestCorpus(t *testing.T) {
	for folder, least := range map[string]int{"schemas": 1000, "schemas-broken": 50} {
		c, err := Load(context.Background(), []Input{{FS: os.DirFS(conformance.Path(t, "corpus/"+folder)), Name: ".", Display: folder}}, LoadOptions{})
		if err != nil || c.Files() < least {
			t.Errorf("%s: %d files, error %v", folder, c.Files(), err)
		}
		for _, d := range c.Documents() {
			for _, fault := range faultsOfDocument(d) {
				t.Errorf("%s: %s", d.Source.Path, fault)
			}
			if folder == "schemas" && d.Partial && len(bytes.TrimSpace(d.Source.Text)) > 0 {
				t.Errorf("%s is not read to its end: %q", d.Source.Path, lines(d.Found))
			}
		}
	}
}
