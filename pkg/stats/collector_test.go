package stats

import (
	"runtime"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// A part is used again, also when the pool has forgotten it.
func TestPartsAreBounded(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(
		`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}}}`,
	)}, diag.ProfileV1))
	collector := NewCollector(c, nil)
	v := validate.Compile(c, validate.Options{}).Observed(collector.Observe)
	const n = 10
	for range n {
		v.Check(validate.Input{Text: []byte(`{"$type": "com.example.thing"}`)})
		runtime.GC()
		runtime.GC()
	}
	if len(collector.parts) != 1 {
		t.Errorf("%d parts", len(collector.parts))
	}
	if r := collector.Summary().Report(Options{}); len(r) != 1 || r[0].Values != n {
		t.Errorf("%+v", r)
	}
}
