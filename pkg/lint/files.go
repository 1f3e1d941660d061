package lint

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// files has the rules about files beside one another.
var files = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "duplicate-nsid", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "two files have the same id",
			Reason: "The id names one schema. Where two files have it, a reference means one of them, and which one depends on the program. " +
				"Copies among the schemas that are only looked up in (-L) do not count.",
			Spec: "What the service does, 3; Lexicon file: id",
			Bad: `-- com/example/size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}
-- com.example.size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "boolean"}}}`,
			Good: `-- com/example/size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}
-- com.example.sized.json --
{"lexicon": 1, "id": "com.example.sized", "defs": {"main": {"type": "boolean"}}}`,
		},
		checks: []check{onCatalog(duplicateNSID)},
	},
}

func duplicateNSID(p *pass) {
	first := map[syntax.NSID]*lexicon.Document{}
	for _, d := range p.Catalog.Documents() {
		switch {
		case d.Dependency || d.ID == "":
		case first[d.ID] == nil:
			first[d.ID] = d
		default:
			f := p.Report(d.At(d.Root.Field("id")), "the id "+string(d.ID)+" is that of another file too",
				"give one of them another id, or remove it")
			f.NSID = string(d.ID)
			other := first[d.ID]
			f.Related = []lexicon.Related{{Location: other.At(other.Root.Field("id")), Message: "first file with this id"}}
		}
	}
}
