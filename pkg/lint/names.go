package lint

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// names has the rules about the characters of names, and the names of files.
var names = []*rule{
	{&diag.Rule{
		Code: "def-name-syntax", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the name of a definition contains characters that other tools reject",
		Reason: "Code generators and other linters accept only names of ASCII letters and digits that begin with a letter. " +
			"Such a name is an identifier in every programming language.",
		Spec: "Lexicon file: defs", Page: "specs/lexicon#lexicon-files",
		Examples: `«"open_access"|"openAccess"»: {"type": "token", "description": "Free for everyone."}`,
	}, []check{onDefinition(defNameSyntax)}},
	{&diag.Rule{
		Code: "field-name-syntax", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the name of a field contains characters that other tools reject",
		Reason: "A name of ASCII letters and digits that begins with a letter is an identifier in every " +
			"programming language. Do not rename a field after publishing it.",
		Spec: "Field types > object: properties", Page: "specs/lexicon#object",
		Examples: `"place": {"type": "object", "properties": {«"post_code"|"postCode"»: {"type": "integer", "description": "Of the town."}}}`,
	}, onProperties(fieldName)},
	{&diag.Rule{
		Code: "dollar-field", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: `the name of a field begins with "$"`,
		Reason: "The data model reserves these names, such as $type, $bytes, and $link. Records and union variants " +
			"have a $type without declaring it.",
		Spec: "When $type is required", Page: "specs/data-model",
		Examples: `"place": {"type": "object", "properties": {«"$height"|"height"»: {"type": "integer", "description": "In meters."}}}`,
	}, onProperties(dollarField)},
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
	{&diag.Rule{
		Code: "defs-main-definition", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a *.defs Lexicon has a main definition",
		Reason: "A *.defs Lexicon is a collection of definitions for other Lexicons, so its bare NSID should not " +
			"refer to anything.",
		Spec: "Lexicon file, rule 5", Page: "specs/lexicon#lexicon-files",
		Examples: `{"lexicon": 1, "id": "com.example.defs", "defs": {«"main"|"place"»: {"type": "object", "properties": {}}}}`,
	}, []check{onDefinition(defsMainDefinition)}},
	{&diag.Rule{
		Code: "experimental-name", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "the NSID marks the Lexicon as experimental",
		Reason: "An NSID with an experimental, temp, or unspecced segment promises no compatibility: breaking " +
			"changes to the Lexicon are only warnings. Publish a Lexicon that others rely on under an NSID " +
			"without that segment.",
		Spec: "Versioning, 5", Page: "specs/lexicon#lexicon-evolution",
		Examples: `{"lexicon": 1, "id": «"com.example.experimental.size"|"com.example.size"», "defs": {"main": {"type": "integer"}}}`,
	}, []check{onDocument(experimentalName)}},
}

// nameFault says why a name is not made of letters and digits only.
func nameFault(name string) string {
	for _, r := range name {
		if !syntax.IsName("a" + string(r)) {
			return " contains " + words.Quote(string(r)) + ", but should contain only ASCII letters and digits"
		}
	}
	if name == "" {
		return " is empty"
	}
	return " begins with a digit, but should begin with a letter"
}

// renameHelp suggests another spelling of a name, unless that loses letters.
func renameHelp(name, better string) string {
	lost := strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII })
	if lost || !syntax.IsName(better) {
		return "rename it, unless it is already published"
	}
	return "rename it to " + words.Quote(better) + ", unless it is already published"
}

// defNameSyntax leaves out the names that invalid-def-name finds.
func defNameSyntax(p *pass, def *lexicon.Definition) {
	if syntax.IsName(def.Name) || def.Name == "" || strings.ContainsAny(def.Name, "#.") || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: p.Document.AtKey(def.Key),
		Message:  "the definition name " + words.Quote(def.Name) + nameFault(def.Name),
		Help:     renameHelp(def.Name, words.LowerCamel(def.Name)),
	})
}

func fieldName(p *pass, property *lexicon.Property) {
	if syntax.IsName(property.Name) || strings.HasPrefix(property.Name, "$") || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: p.Document.AtKey(property.Key),
		Message:  "the " + p.fieldOrParameter() + " name " + words.Quote(property.Name) + nameFault(property.Name),
		Help:     renameHelp(property.Name, words.LowerCamel(property.Name)),
	})
}

func dollarField(p *pass, property *lexicon.Property) {
	if !strings.HasPrefix(property.Name, "$") || p.Skip() {
		return
	}
	help := `choose a name without "$"`
	if property.Name == "$type" {
		help = "remove it; data can contain $type without the schema declaring it"
	}
	p.Report(diag.Finding{
		Location: p.Document.AtKey(property.Key),
		Message:  "the " + p.fieldOrParameter() + " name " + words.Quote(property.Name) + ` begins with "$", which the data model reserves`,
		Help:     help,
	})
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
		if p.Skip() {
			continue
		}
		nested, flat := paths(all[0].ID)
		f := diag.Finding{
			Location: atID(all[0]),
			Message:  "the file path does not match the id of the Lexicon",
			Help:     "move the file to a path that ends in " + nested + ", or rename it to " + flat,
		}
		if len(all) > 1 {
			f.Message = "the paths of " + strconv.Itoa(len(all)) + " files do not match the ids of their Lexicons, such as " +
				n.path + " for " + string(all[0].ID)
			f.Help = "name each file after the id of its Lexicon, such as " + nested + " or " + flat
			for _, d := range all[1:min(len(all), 1+maxRelated)] {
				f.Related = append(f.Related, related(atID(d), "another of these files")...)
			}
		}
		p.Report(f)
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

// paths returns the two paths that the file of a Lexicon can end in.
func paths(id syntax.NSID) (nested, flat string) {
	return strings.ReplaceAll(string(id), ".", "/") + ".json", string(id) + ".json"
}

// atHome reports whether a path is one where people look for the Lexicon.
func atHome(path string, id syntax.NSID) bool {
	nested, flat := paths(id)
	return endsWith(path, nested) || endsWith(path, flat)
}

// endsWith reports whether the last segments of a path are those of end.
func endsWith(path, end string) bool {
	rest, ok := strings.CutSuffix(path, end)
	return ok && (rest == "" || strings.HasSuffix(rest, "/"))
}

func defsMainDefinition(p *pass, def *lexicon.Definition) {
	if def.Name == "main" && isDefs(p.Document) {
		p.Report(diag.Finding{
			Location: p.Document.AtKey(def.Key),
			Message:  string(p.Document.ID) + ` should not define "main", because its id ends in ".defs"`,
			Help:     "rename the definition, or change the id of the Lexicon",
		})
	}
}

func experimentalName(p *pass, d *lexicon.Document) {
	if segment := d.ID.Experimental(); segment != "" {
		p.Report(diag.Finding{
			Location: atID(d),
			Message:  "the " + words.Quote(segment) + " segment of the id marks the Lexicon as experimental",
			Help:     "publish the final version under an NSID without this segment",
		})
	}
}

// atID returns the location of the id of a document that has one.
func atID(d *lexicon.Document) diag.Location { return d.At(d.Root.Field("id")) }
