package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// spellings has the rules about how a reference is written.
var spellings = []*rule{
	{&diag.Rule{
		Code: "redundant-main", Group: "refs", Severity: diag.Always(diag.Info),
		Summary: `a reference ends in "#main"`,
		Reason: "A bare NSID already refers to the main definition. The $type of data is always the bare NSID, so " +
			"a single spelling is easier to search for.",
		Spec: "References", Page: "specs/lexicon#ref",
		Fix: diag.FixHelp{Safe: "writes the bare NSID"},
		Examples: `-- com/example/defs.json --
{
  "lexicon": 1, "id": "com.example.defs",
  "defs": {
    "visit": {
      "type": "object",
      "properties": {"place": {"type": "ref", "description": "Where it was.", "ref": «"com.example.point#main"|"com.example.point"»}}
    }
  }
}
-- com/example/point.json --
{"lexicon": 1, "id": "com.example.point", "defs": {"main": {"type": "object", "properties": {}}}}`,
	}, []check{onReference(redundantMain)}},
	{&diag.Rule{
		Code: "full-local-ref", Group: "refs", Severity: diag.Always(diag.Info),
		Summary: "a reference repeats the id of its own file",
		Reason:  "Within a file, #name is enough, and it stays correct if the id of the file changes.",
		Spec:    "References", Page: "specs/lexicon#ref",
		Fix: diag.FixHelp{Safe: "removes the NSID before the #"},
		Examples: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": «"com.example.defs#price"|"#price"»}}
},
"price": {"type": "integer", "description": "In cents."}`,
	}, []check{onReference(fullLocalRef)}},
}

func redundantMain(p *pass, l *lexicon.Link) {
	if d := p.home(l.Reference); l.Name != "main" || l.Text == l.String() || d == p.Document || d != nil && l.Target == nil || p.Skip() {
		return
	}
	reportSpelling(p, l, l.String())
}

func fullLocalRef(p *pass, l *lexicon.Link) {
	if l.NSID != p.Document.ID || l.Local() || l.Target == nil || p.Skip() {
		return
	}
	reportSpelling(p, l, "#"+l.Name)
}

func reportSpelling(p *pass, l *lexicon.Link, short string) {
	p.Report(diag.Finding{
		Location: p.Document.At(l.Value),
		Message:  words.Quote(l.Text) + " is the long form of " + words.Quote(short),
		Help:     "use " + words.Quote(short),
		Fix:      replaceText(p, l.Value, short, true),
	})
}
