package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// files has the rule about files with the same id.
var files = []*rule{
	{&diag.Rule{
		Code: "duplicate-nsid", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "two files have the same id",
		Reason: "An id identifies one schema. If two files have the same id, a reference points to one of them, and which " +
			"one depends on the program. All segments except the last form a domain name, which is case-insensitive. " +
			"Copies that are loaded only to resolve references are ignored.",
		Spec: "What the service does, 3; Lexicon file: id", Page: "specs/lexicon#lexicon-files",
		Examples: `-- com/example/size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}
-- com.example.«size|sized».json --
{"lexicon": 1, "id": «"com.example.size"|"com.example.sized"», "defs": {"main": {"type": "boolean"}}}`,
	}, []check{onCatalog(duplicateNSID)}},
}

func duplicateNSID(p *pass) {
	first := map[syntax.NSID]*lexicon.Document{}
	for _, d := range p.Catalog.Documents() {
		id := d.ID.Normalize()
		switch {
		case d.Dependency || id == "":
		case first[id] == nil:
			first[id] = d
		default:
			p.Document = d
			message, note := "another file has the same id, "+string(d.ID), "first file with this id"
			if other := first[id].ID; other != d.ID {
				message = "the id " + string(d.ID) + " differs from " + string(other) + " only in the case of its domain name"
				note = "the file with the id " + string(other)
			}
			p.Report(diag.Finding{
				Location: atID(d),
				Message:  message,
				Help:     "change the id of one of the files, or remove one of them",
				Related:  related(atID(first[id]), note),
			})
		}
	}
}
