package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// blobs has the rules about the files that a blob accepts.
var blobs = []*rule{
	{&diag.Rule{
		Code: "unlimited-blob", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a blob lacks accept or maxSize",
		Reason: "Servers have to store the file, and clients have to show it. Without maxSize, it can be of any " +
			"size; without accept, it can be anything, such as an executable program. If any type is fine, say so " +
			"with \"accept\": [\"*/*\"]. The severity is info for a blob that is never part of a record, such as one in an " +
			"output, whose file a server has stored already.",
		Spec: "Field types > blob", Page: "specs/lexicon#blob",
		Fix: diag.FixHelp{Placeholder: "inserts accept and maxSize"},
		Examples: `"main": {
  "type": "record", "description": "An album of pictures.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"cover": {"type": "blob", "description": "Shown in lists.", "accept": ["image/png", "image/jpeg"]«|, "maxSize": 1000000»}}
  }
}`,
	}, []check{on(unlimitedBlob)}},
	{&diag.Rule{
		Code: "unmatchable-accept", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "an accept list is empty or contains a MIME type that is not registered",
		Reason: "The type of a blob is the registered MIME type of the file. Some common names are not registered, such " +
			"as image/jpg and audio/mp3, so they match no file. An empty accept list rejects every file.",
		Spec: "Field types > blob: accept", Page: "specs/lexicon#blob",
		Fix:      diag.FixHelp{Safe: "writes the registered MIME type"},
		Examples: `"picture": {"type": "blob", "accept": ["image/png", «"image/jpg"|"image/jpeg"»], "maxSize": 1000000}`,
	}, []check{on(unmatchableAccept)}},
}

// The limits that a placeholder sets.
var (
	anyAccept = [2]string{"accept", `["*/*"]`}
	someSize  = [2]string{"maxSize", "1000000"}
)

func unlimitedBlob(p *pass, blob *lexicon.Blob) {
	anyType, anySize := !gives(blob, "accept"), !gives(blob, "maxSize")
	if !anyType && !anySize {
		return
	}
	most := byScope(p)
	if p.skipAt(most) {
		return
	}
	const accept, maxSize = `"accept" (a list of MIME types or globs, such as "image/*")`, `"maxSize" (in bytes)`
	f := diag.Finding{Severity: most, Location: p.Document.AtOpening(blob.Value)}
	switch {
	case anyType && anySize:
		f.Message = subject(blob) + " has neither an accept list nor a maxSize, so it accepts files of any type and size"
		f.Help = "add " + accept + " and " + maxSize
		f.Fix = placeholder(p, blob.Value, anyAccept, someSize)
	case anyType:
		f.Message = subject(blob) + " has no accept list, so it accepts files of any type"
		f.Help = "add " + accept
		f.Fix = placeholder(p, blob.Value, anyAccept)
	default:
		f.Fix = placeholder(p, blob.Value, someSize)
		f.Message = subject(blob) + " has no maxSize, so it accepts files of any size"
		f.Help = "add " + maxSize
	}
	p.Report(f)
}

func unmatchableAccept(p *pass, blob *lexicon.Blob) {
	if list := blob.Value.Field("accept"); list != nil && blob.Accept != nil && len(list.Items) == 0 && complete(blob, "accept", blob.Accept) && !p.Skip() {
		p.Report(diag.Finding{
			Location: p.Document.At(list),
			Message:  "the accept list of " + subject(blob) + " is empty, so every file is rejected",
			Help:     `list the MIME types to accept, or remove "accept" to allow every type`,
		})
	}
	set := syntax.MIMESetOf(blob.Accept)
	for i, text := range blob.Accept {
		registered := registeredType(text)
		if registered == "" || set.Match(registered) || p.Skip() {
			continue
		}
		at := atEntry(&blob.Node, "accept", blob.Accept, i)
		p.Report(diag.Finding{
			Location: at,
			Message:  words.Quote(text) + " in the accept list of " + subject(blob) + " matches no files",
			Help:     "use " + words.Quote(registered),
			Fix:      replaceEntry(p, at, registered, true),
		})
	}
}

// registeredType returns the registered MIME type for a common name that is not registered
// and that servers never detect; "" for all other names.
func registeredType(name string) string {
	switch strings.ToLower(name) {
	case "image/jpg", "image/jpe", "image/pjpeg":
		return "image/jpeg"
	case "image/svg":
		return "image/svg+xml"
	case "image/tif":
		return "image/tiff"
	case "audio/mp3":
		return "audio/mpeg"
	case "audio/m4a":
		return "audio/mp4"
	case "video/mov":
		return "video/quicktime"
	case "video/mkv":
		return "video/x-matroska"
	case "text/txt", "text/text":
		return "text/plain"
	case "text/md":
		return "text/markdown"
	case "text/json":
		return "application/json"
	case "application/doc":
		return "application/msword"
	}
	return ""
}
