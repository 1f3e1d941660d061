package lint

import (
	"path"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// ruleDuplicateNSID is raised by files that can be read, and so not before a fix makes them readable.
var ruleDuplicateNSID = &diag.Rule{
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
}

// fileRules has the rules about the ids of files.
var fileRules = []*rule{
	{ruleDuplicateNSID, []check{onCatalog(func(p *pass) {
		first := map[syntax.NSID]*lexicon.Document{}
		for _, d := range p.Catalog.Documents() {
			id := d.ID.Normalize()
			switch {
			case d.Dependency || id == "":
			case first[id] == nil:
				first[id] = d
			default:
				p.Document = d
				p.report(idOf(d), func(f *diag.Finding) {
					other := first[id]
					f.Message = "another file has the same id, " + string(d.ID)
					f.Help = "change the id of one of the files, or remove one of them"
					f.Related = related(atID(other), "first file with this id")
					if other.ID != d.ID {
						f.Message = "the id " + string(d.ID) + " differs from " + string(other.ID) + " only in the case of its domain name"
						f.Related = related(atID(other), "the file with the id "+string(other.ID))
					}
				})
			}
		}
	})}},
	{&diag.Rule{
		Code: "namespace-clash", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a Lexicon and a namespace have the same name",
		Reason: "Code generators create a module for each namespace and a type for each Lexicon, and the two collide " +
			"when they have the same name. The same applies to a definition a.b#c next to a Lexicon a.b.c.",
		Spec: "What the service does, 3", Page: "guides/lexicon-style-guide",
		Examples: `-- com/example/thing.json --
{
  "lexicon": 1, "id": "com.example.thing",
  "defs": {
    "main": {
      "type": "record", "description": "A thing.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}
-- com/example/«thing/label|thingLabel».json --
{
  "lexicon": 1, "id": «"com.example.thing.label"|"com.example.thingLabel"»,
  "defs": {
    "main": {
      "type": "record", "description": "A label on it.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
	}, []check{onCatalog(namespaceClash)}},
}

// pathRules has the rule about the paths of files.
var pathRules = []*rule{
	{&diag.Rule{
		Code: "file-path", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the path of a file does not match its id",
		Reason: "People and tools look for the Lexicon com.example.thing in com/example/thing.json, or in " +
			"com.example.thing.json if all files are in one folder. Files of a folder whose paths differ from their ids in " +
			"the same way are one finding.",
		Spec: "What the service does, 3", Page: "specs/lexicon#lexicon-files",
		Examples: `-- com/example/«things|size».json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`,
	}, []check{onCatalog(filePath)}},
}

// naming is how files are named: those of a folder end in a part of their ids, or do not.
type naming struct {
	folder string // the one before that part
	partly bool
}

// filePath reports the files of a folder that are named in the same way, but not after
// their ids, in one finding.
func filePath(p *pass) {
	type example struct {
		naming
		path string // below the folder
	}
	named := map[naming][]*lexicon.Document{}
	var order []example
	for _, d := range p.Catalog.Documents() {
		full := d.Source.Path
		if d.Dependency || d.ID == "" || full == "-" || atHome(full, d.ID) {
			continue
		}
		if p.FullPath != nil {
			if full = p.FullPath(full); full == "" || atHome(full, d.ID) {
				continue
			}
		}
		n := namingOf(full, d.ID)
		if named[n] == nil {
			order = append(order, example{n, strings.TrimPrefix(path.Clean(full), n.folder+"/")})
		}
		named[n] = append(named[n], d)
	}
	for _, n := range order {
		all := named[n.naming]
		p.Document = all[0]
		p.report(idOf(all[0]), func(f *diag.Finding) {
			nested, flat := pathsOf(all[0].ID)
			f.Message = "the file path does not match the id of the Lexicon"
			f.Help = "move the file to a path that ends in " + nested + ", or rename it to " + flat
			if len(all) > 1 {
				f.Message = "the paths of " + strconv.Itoa(len(all)) + " files do not match the ids of their Lexicons, such as " +
					n.path + " for " + string(all[0].ID)
				f.Help = "name each file after the id of its Lexicon, such as " + nested + " or " + flat
				for _, d := range all[1:min(len(all), 1+maxRelated)] {
					f.Related = append(f.Related, related(atID(d), "another of these files")...)
				}
			}
		})
	}
}

// namingOf compares the end of a path with an id.
func namingOf(full string, id syntax.NSID) naming {
	rest, left := strings.TrimSuffix(path.Clean(full), ".json"), string(id)
	if dir := path.Dir(rest); path.Base(dir) == path.Base(rest) {
		rest = dir // com/example/thing/thing.json
	}
	for path.Base(rest) == left[strings.LastIndexByte(left, '.')+1:] {
		rest, left = path.Dir(rest), syntax.NSID(left).Group()
	}
	if left == string(id) {
		return naming{folder: path.Dir(rest)}
	}
	return naming{rest, true}
}

// pathsOf returns the two paths that the file of a Lexicon can end in.
func pathsOf(id syntax.NSID) (nested, flat string) {
	return strings.ReplaceAll(string(id), ".", "/") + ".json", string(id) + ".json"
}

// atHome reports whether a path is one where people look for the Lexicon: it ends in one
// of those of pathsOf.
func atHome(path string, id syntax.NSID) bool {
	path, isJSON := strings.CutSuffix(path, ".json")
	start := len(path) - len(id)
	if !isJSON || start < 0 || start > 0 && path[start-1] != '/' {
		return false
	}
	end := path[start:]
	if end == string(id) {
		return true
	}
	for i := range len(id) {
		if end[i] != id[i] && (id[i] != '.' || end[i] != '/') || end[i] == '.' {
			return false
		}
	}
	return true
}

func namespaceClash(p *pass) {
	groups := map[syntax.NSID]*lexicon.Document{} // one Lexicon of each group, at any depth
	for _, d := range p.Catalog.Documents() {
		for group := d.ID.Group(); group != ""; group = syntax.NSID(group).Group() {
			if groups[syntax.NSID(group)] != nil {
				break
			}
			groups[syntax.NSID(group)] = d
		}
	}
	for _, d := range p.Catalog.Documents() {
		inner := groups[d.ID]
		if inner == nil {
			continue
		}
		if main := d.Main(); main != nil && main.Schema.Type() == lexicon.TypeRecord {
			clash(p, idOf(d), d, inner, "the "+string(d.ID)+" record has the same name as the "+string(d.ID)+".* namespace")
		}
		for _, def := range d.Defs {
			if def.Name == "main" {
				continue // its name is the id alone
			}
			if other := p.Catalog.Document(d.ID + "." + syntax.NSID(def.Name)); other != nil {
				at := func() diag.Location { return d.AtKey(def.Key) }
				clash(p, at, d, other, "the "+def.Reference().Full()+" definition has the same name as the Lexicon "+string(other.ID))
			}
		}
	}
}

// clash reports that a name in d and the id of other are the same: at the place in
// d, or at other when d is not to be checked.
func clash(p *pass, at place, d, other *lexicon.Document, message string) {
	there := idOf(other)
	if d.Dependency {
		d, other, at, there = other, d, there, at
	}
	if d.Dependency {
		return
	}
	p.Document = d
	p.report(at, func(f *diag.Finding) {
		f.Message = message
		f.Help = "rename whichever is not published yet"
		f.Related = related(there(), "conflicting name")
	})
}
