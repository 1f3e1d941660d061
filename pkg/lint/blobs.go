package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// blobs has the rule about the limits of blobs.
var blobs = []*rule{
	{
		Rule: &lexicon.Rule{
			Code: "unlimited-blob", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a blob has no accept or no maxSize",
			Reason: "Servers have to store the file, and clients have to show it. Without maxSize it can have any " +
				"size, and without accept it can be an image as well as a program. If any type is fine, say so " +
				"with \"accept\": [\"*/*\"].",
			Spec: "Field types > blob",
			Page: "specs/lexicon#blob",
			Bad:  `"picture": {"type": "blob", "accept": ["image/png", "image/jpeg"]}`,
			Good: `"picture": {"type": "blob", "accept": ["image/png", "image/jpeg"], "maxSize": 1000000}`,
		},
		checks: []check{on(unlimitedBlob)},
	},
}

func unlimitedBlob(p *pass, blob *lexicon.Blob) {
	anyType, anySize := !gives(blob, "accept"), !gives(blob, "maxSize")
	if !anyType && !anySize || p.Skip() {
		return
	}
	const accept, maxSize = `"accept", a list of MIME types such as "image/*"`, `"maxSize", in bytes`
	f := lexicon.Finding{Location: p.Document.AtOpening(blob.Value)}
	switch {
	case anyType && anySize:
		f.Message = subject(blob) + " has neither accept nor maxSize, so it can be any file of any size"
		f.Help = "add " + accept + ", and " + maxSize
	case anyType:
		f.Message = subject(blob) + " has no accept, so it can be any type of file"
		f.Help = "add " + accept
	default:
		f.Message = subject(blob) + " has no maxSize, so it can be a file of any size"
		f.Help = "add " + maxSize
	}
	p.Report(f)
}
