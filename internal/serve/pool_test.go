package serve

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// The memory of pools is bounded, and what is dropped is made again as it was.
func TestPoolsAreBounded(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(`{"lexicon": 1, "id": "com.example.list", "defs": {
		"main": {"type": "array", "items": {"type": "string", "minLength": 100000}}}}`)}, diag.ProfileV1))
	array := c.Documents()[0].Main().Schema.(*lexicon.Array)
	s := sample.New(c, sample.Options{})
	var p pools
	first, _ := p.of(array, 0).at(s, array, 2)
	for seed := range uint64(300) {
		if _, ok := p.of(array, seed).at(s, array, 2); !ok {
			t.Fatal("no item")
		}
		if n := p.bytes.Load(); n > maxPooled+1<<20 {
			t.Fatalf("%d bytes are kept", n)
		}
	}
	if len(p.all) == 300 {
		t.Error("nothing was dropped")
	}
	if again, _ := p.of(array, 0).at(s, array, 2); again != first {
		t.Error("another item")
	}
}
