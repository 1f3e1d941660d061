package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// blobs has the rules about files beside the data.
var blobs = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "unlimited-blob", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a blob has no accept or no maxSize",
			Reason: "Every server of the network may have to keep the file, and every client to show it. Without maxSize it can be " +
				"of any size, and without accept it can be a picture as well as a program. Where truly every type is meant, " +
				"\"accept\": [\"*/*\"] says so.",
			Spec: "Field types > blob",
			Bad: `"picture": {
  "type": "blob",
  "accept": ["image/png", "image/jpeg"]
}`,
			Good: `"picture": {
  "type": "blob",
  "accept": ["image/png", "image/jpeg"],
  "maxSize": 1000000
}`,
		},
		checks: []check{on(unlimitedBlob)},
	},
}

func unlimitedBlob(p *pass, blob *lexicon.Blob) {
	anyType, anySize := !gives(blob, "accept"), !gives(blob, "maxSize")
	if !anyType && !anySize {
		return
	}
	at, name := p.Document.AtOpening(blob.Value), subjectOf(blob).String()
	const accept, maxSize = `"accept", a list of MIME types such as "image/*"`, `"maxSize", in bytes`
	switch {
	case anyType && anySize:
		p.Report(at, name+" has neither accept nor maxSize: it may be any file of any size", "add "+accept+", and "+maxSize)
	case anyType:
		p.Report(at, name+" has no accept: it may be any type of file", "add "+accept)
	default:
		p.Report(at, name+" has no maxSize: it may be a file of any size", "add "+maxSize)
	}
}
