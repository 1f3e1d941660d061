// Package play runs lexsmith on pasted text. It is the program behind the
// playground of the site, compiled to WebAssembly, and depends on nothing but the
// libraries and the reader of lexsmith.yaml: no file, no network.
package play

// A Request says what to do with which texts.
type Request struct {
	Mode    string `json:"mode,omitempty"`    // "lint", "validate", "diff" or "export"
	Action  string `json:"action,omitempty"`  // "fix" or "format": instead, answer with new Lexicons
	Infos   string `json:"infos,omitempty"`   // "show" shows infos, too
	Profile string `json:"profile,omitempty"` // "v1" or "atproto"; "" is v1
	Schemas string `json:"schemas,omitempty"` // Lexicons; for diff the new ones
	Old     string `json:"old,omitempty"`     // diff: the old Lexicons
	Data    string `json:"data,omitempty"`    // validate: JSON values
	Config  string `json:"config,omitempty"`  // lint and diff: a lexsmith.yaml
	Ref     string `json:"ref,omitempty"`     // validate: the definition of the values; "" if $type names it
	Part    string `json:"part,omitempty"`    // validate: the part of a method
	Target  string `json:"target,omitempty"`  // export: "jsonschema", "openapi" or "asyncapi"
}

// An Answer is everything that a report shows.
type Answer struct {
	Findings []Finding `json:"findings"` // the first of them
	Omitted  int       `json:"omitted"`  // how many findings there are beyond those
	Summary  string    `json:"summary"`  // one line
	Error    string    `json:"error"`    // why nothing could be done; usually ""
	Output   string    `json:"output"`   // of an export
	Losses   []Loss    `json:"losses"`   // of an export

	Texts map[string]string `json:"texts"` // of an action: the new texts of panes that change
}

// maxFindings is how many findings an Answer has: a page with more is of no use.
const maxFindings = 2000

// A Finding is a diag.Finding for the page.
type Finding struct {
	Place
	Rule         string    `json:"rule"` // "" for a mistake in lexsmith.yaml
	Severity     string    `json:"severity"`
	Message      string    `json:"message"`
	Consequences []string  `json:"consequences"` // of a change: what it breaks, and what it affects
	Help         string    `json:"help"`
	Related      []Related `json:"related"`
	Fix          *Fix      `json:"fix"`
}

// A Place is a range of the text of an editor.
type Place struct {
	Pane   string `json:"pane"`   // "schemas", "old", "data" or "config"
	Start  int    `json:"start"`  // in UTF-16 code units, as JavaScript counts
	End    int    `json:"end"`    // exclusive
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in UTF-16 code units
}

// Related is another place and what is there.
type Related struct {
	Place
	Message string `json:"message"`
}

// A Fix removes a finding.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"` // sorted, never overlapping
}

// An Edit replaces a range of a text.
type Edit struct {
	Place
	New string `json:"new"`
}

// A Loss is a constraint that the target of an export cannot express.
type Loss struct {
	Ref     string `json:"ref"`
	Pointer string `json:"pointer"`
	Field   string `json:"field"`
	Summary string `json:"summary"`
}
