package lint

import (
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// names has the rules about the characters of names, and the names of files.
var names = []*rule{
	{&lexicon.Rule{
		Code: "def-name-syntax", Group: "style", Severity: lexicon.Always(lexicon.Warning),
		Summary: "the name of a definition contains characters that other tools reject",
		Reason: "Code generators and other linters accept only names of ASCII letters and digits that begin with a letter. " +
			"Such a name is an identifier in every programming language.",
		Spec: "Lexicon file: defs", Page: "specs/lexicon#lexicon-files",
		Examples: `«"open_access"|"openAccess"»: {"type": "token", "description": "Free for everyone."}`,
	}, []check{onDefinition(defNameSyntax)}},
	{&lexicon.Rule{
		Code: "field-name-syntax", Group: "style", Severity: lexicon.Always(lexicon.Warning),
		Summary: "the name of a field contains characters that other tools reject",
		Reason: "A name of ASCII letters and digits that begins with a letter is an identifier in every " +
			"programming language. Do not rename a field after publishing it.",
		Spec: "Field types > object: properties", Page: "specs/lexicon#object",
		Examples: `"place": {"type": "object", "properties": {«"post_code"|"postCode"»: {"type": "integer", "description": "Of the town."}}}`,
	}, onProperties(fieldName)},
	{&lexicon.Rule{
		Code: "dollar-field", Group: "style", Severity: lexicon.Always(lexicon.Warning),
		Summary: `the name of a field begins with "$"`,
		Reason: "The data model reserves these names, such as $type, $bytes, and $link. Records and union variants " +
			"have a $type without declaring it.",
		Spec: "When $type is required", Page: "specs/data-model",
		Examples: `"place": {"type": "object", "properties": {«"$height"|"height"»: {"type": "integer", "description": "In meters."}}}`,
	}, onProperties(dollarField)},
	{&lexicon.Rule{
		Code: "file-path", Group: "style", Severity: lexicon.Always(lexicon.Warning),
		Summary: "the path of a file does not match its id",
		Reason: "People and tools look for the Lexicon com.example.thing in com/example/thing.json, or in " +
			"com.example.thing.json if all files are in one folder.",
		Spec: "What the service does, 3", Page: "specs/lexicon#lexicon-files",
		Examples: `-- com/example/«things|size».json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`,
	}, []check{onDocument(filePath)}},
	{&lexicon.Rule{
		Code: "defs-main-definition", Group: "style", Severity: lexicon.Always(lexicon.Warning),
		Summary: "a *.defs Lexicon has a main definition",
		Reason: "A *.defs Lexicon is a collection of definitions for other Lexicons, so its bare NSID should not " +
			"refer to anything.",
		Spec: "Lexicon file, rule 5", Page: "specs/lexicon#lexicon-files",
		Examples: `{"lexicon": 1, "id": "com.example.defs", "defs": {«"main"|"place"»: {"type": "object", "properties": {}}}}`,
	}, []check{onDefinition(defsMainDefinition)}},
	{&lexicon.Rule{
		Code: "experimental-name", Group: "style", Severity: lexicon.Always(lexicon.Info),
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
			return " contains " + syntax.Quote(string(r)) + ", but should contain only ASCII letters and digits"
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
	return "rename it to " + syntax.Quote(better) + ", unless it is already published"
}

// defNameSyntax leaves out the names that invalid-def-name finds.
func defNameSyntax(p *pass, def *lexicon.Definition) {
	if syntax.IsName(def.Name) || def.Name == "" || strings.ContainsAny(def.Name, "#.") || p.Skip() {
		return
	}
	p.Report(lexicon.Finding{
		Location: p.Document.AtKey(def.Key),
		Message:  "the definition name " + syntax.Quote(def.Name) + nameFault(def.Name),
		Help:     renameHelp(def.Name, syntax.LowerCamel(def.Name)),
	})
}

func fieldName(p *pass, property *lexicon.Property) {
	if syntax.IsName(property.Name) || strings.HasPrefix(property.Name, "$") || p.Skip() {
		return
	}
	p.Report(lexicon.Finding{
		Location: p.Document.AtKey(property.Key),
		Message:  "the " + p.fieldOrParameter() + " name " + syntax.Quote(property.Name) + nameFault(property.Name),
		Help:     renameHelp(property.Name, syntax.LowerCamel(property.Name)),
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
	p.Report(lexicon.Finding{
		Location: p.Document.AtKey(property.Key),
		Message:  "the " + p.fieldOrParameter() + " name " + syntax.Quote(property.Name) + ` begins with "$", which the data model reserves`,
		Help:     help,
	})
}

// filePath accepts a path that shows only the end of what it should be, which is the
// case when the user is in a folder below the root of the schemas.
func filePath(p *pass, d *lexicon.Document) {
	path := d.Source.Path
	if d.ID == "" || path == "-" || atHome(path, d.ID) {
		return
	}
	shown := path
	for strings.HasPrefix(shown, "./") || strings.HasPrefix(shown, "../") {
		shown = shown[strings.IndexByte(shown, '/')+1:]
	}
	nested, flat := paths(d.ID)
	if endsWith(nested, shown) {
		return
	}
	p.Report(lexicon.Finding{
		Location: atID(d),
		Message:  "the file path does not match the id of the Lexicon",
		Help:     "move the file to a path that ends in " + nested + ", or rename it to " + flat,
	})
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
		p.Report(lexicon.Finding{
			Location: p.Document.AtKey(def.Key),
			Message:  string(p.Document.ID) + ` should not define "main", because its id ends in ".defs"`,
			Help:     "rename the definition, or change the id of the Lexicon",
		})
	}
}

func experimentalName(p *pass, d *lexicon.Document) {
	if segment := d.ID.Experimental(); segment != "" {
		p.Report(lexicon.Finding{
			Location: atID(d),
			Message:  "the " + syntax.Quote(segment) + " segment of the id marks the Lexicon as experimental",
			Help:     "publish the final version under an NSID without this segment",
		})
	}
}

// atID returns the location of the id of a document that has one.
func atID(d *lexicon.Document) lexicon.Location { return d.At(d.Root.Field("id")) }
