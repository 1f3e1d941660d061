package sample

import (
	"fmt"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestLargeSites has an object whose fields take minutes to compare in pairs.
func TestLargeSites(t *testing.T) {
	const n = 200_000
	var o Object
	schema := &lexicon.Object{}
	for i := range n {
		name := fmt.Sprint("p", i)
		schema.Properties = append(schema.Properties, &lexicon.Property{Name: name, Schema: &lexicon.Boolean{}})
		schema.Required, schema.Nullable = append(schema.Required, name), append(schema.Nullable, name)
		o = o.Set(name, Bool(i == n-1))
	}
	all := sites(schema, o)
	if len(all) != 1+n || all[n].value != Bool(true) || !all[n].required || !all[n].nullable {
		t.Errorf("%d sites", len(all))
	}
}
