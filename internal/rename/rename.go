// Package rename gives Lexicons, namespaces and definitions other names: in their files, in
// whatever refers to them, and in examples and test cases. All edits replace names alone,
// so that the rest of a text stays as it is, and renaming back restores every byte.
package rename

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Rename says what gets another name: a Lexicon, a namespace with all below it, or a
// definition.
type Rename struct {
	From, To lexicon.Reference // Name is "" for a Lexicon or namespace

	// For a namespace, From and To have no name, and these end in a dot.
	fromPrefix, toPrefix string
	// stays are Lexicons in the namespace that keep their names.
	stays map[syntax.NSID]bool
}

// Parse reads the two names: com.example.note, com.example.*, or com.example.defs#note.
func Parse(from, to string) (*Rename, error) {
	fromSpace, fromIsSpace := strings.CutSuffix(from, ".*")
	toSpace, toIsSpace := strings.CutSuffix(to, ".*")
	fromID, fromDef, fromIsDef := strings.Cut(from, "#")
	toID, toDef, toIsDef := strings.Cut(to, "#")
	switch {
	case from == to:
		return nil, fmt.Errorf("%s is both the old and the new name", words.Quote(from))
	case fromIsSpace != toIsSpace || fromIsDef != toIsDef:
		return nil, errors.New("the old and the new name must be of one kind: two Lexicons (com.example.note), two namespaces (com.example.*), or two definitions (com.example.defs#note)")
	case fromIsSpace:
		for _, name := range []string{fromSpace, toSpace} {
			// A namespace is a domain, with or without further segments.
			if _, err := syntax.ParseNSID(name + ".name"); err != nil {
				return nil, fmt.Errorf("%s is not a namespace such as com.example.*: %s", words.Quote(name+".*"), syntax.Reason(err))
			}
		}
		return &Rename{fromPrefix: fromSpace + ".", toPrefix: toSpace + "."}, nil
	}
	for _, id := range []string{fromID, toID} {
		if _, err := syntax.ParseNSID(id); err != nil {
			return nil, fmt.Errorf("%s is not an NSID: %s", words.Quote(id), syntax.Reason(err))
		}
	}
	r := &Rename{From: lexicon.Reference{NSID: syntax.NSID(fromID), Name: fromDef}, To: lexicon.Reference{NSID: syntax.NSID(toID), Name: toDef}}
	switch {
	case !fromIsDef:
		return r, nil
	case fromID != toID:
		return nil, errors.New("a definition cannot be moved to another Lexicon; rename it in its own")
	case fromDef == "main" || toDef == "main":
		return nil, errors.New("the name main cannot be given or changed, because the NSID alone refers to the main definition")
	case !syntax.IsName(toDef):
		return nil, fmt.Errorf("%s is not a valid name: use letters and digits, beginning with a letter", words.Quote(toDef))
	case fromDef == "" || strings.ContainsAny(fromDef, "#."):
		return nil, fmt.Errorf("%s is not a definition such as com.example.defs#note", words.Quote(from))
	}
	return r, nil
}

// OfDefinition reports whether a definition is renamed, not a Lexicon.
func (r *Rename) OfDefinition() bool { return r.From.Name != "" }

// String names what is renamed: "com.example.*".
func (r *Rename) String() string {
	if r.fromPrefix != "" {
		return r.fromPrefix + "*"
	}
	if r.OfDefinition() {
		return r.From.Full()
	}
	return string(r.From.NSID)
}

// NSID returns the new name of a Lexicon; false if it keeps its name.
func (r *Rename) NSID(id syntax.NSID) (syntax.NSID, bool) {
	switch {
	case r.OfDefinition() || r.stays[id]:
		return id, false
	case r.fromPrefix != "":
		rest, ok := strings.CutPrefix(string(id), r.fromPrefix)
		return syntax.NSID(r.toPrefix + rest), ok
	}
	return r.To.NSID, id == r.From.NSID
}

// name returns the part of a name that changes, and what it becomes. The name is an NSID,
// NSID#name or, in the Lexicon called own, #name.
func (r *Rename) name(text string, own syntax.NSID) (start, end int, new string, ok bool) {
	id, def, hasDef := strings.Cut(text, "#")
	if r.OfDefinition() {
		isOwn := syntax.NSID(id) == r.From.NSID || id == "" && own == r.From.NSID
		return len(id) + 1, len(text), r.To.Name, hasDef && isOwn && def == r.From.Name
	}
	renamed, ok := r.NSID(syntax.NSID(id))
	return 0, len(id), string(renamed), ok && syntax.IsNSID(id)
}

// Pattern returns what a pattern for NSIDs, of lexsmith.yaml, becomes; false if it stays.
func (r *Rename) Pattern(pattern string) (string, bool) {
	if r.fromPrefix != "" {
		rest, ok := strings.CutPrefix(pattern, r.fromPrefix)
		return r.toPrefix + rest, ok
	}
	renamed, ok := r.NSID(syntax.NSID(pattern))
	return string(renamed), ok
}

// Path returns the new path of the file of a Lexicon; false if it stays where it is because
// it does not spell the id, as com/example/note.json and com.example.note.json do.
func Path(path string, old, new syntax.NSID) (string, bool) {
	for _, spell := range []func(syntax.NSID) string{
		func(id syntax.NSID) string { return strings.ReplaceAll(string(id), ".", "/") + ".json" },
		func(id syntax.NSID) string { return string(id) + ".json" },
	} {
		if before, ok := strings.CutSuffix(path, spell(old)); ok && (before == "" || strings.HasSuffix(before, "/")) {
			return before + spell(new), true
		}
	}
	return path, false
}

// PathPattern returns what a pattern for the paths of files, of lexsmith.yaml, becomes; false
// if it stays. It changes where it spells the Lexicon, or the namespace as folders.
func (r *Rename) PathPattern(pattern string) (string, bool) {
	if r.OfDefinition() {
		return pattern, false
	}
	if r.fromPrefix == "" {
		return Path(pattern, r.From.NSID, r.To.NSID)
	}
	for _, spelled := range []struct{ separator, end string }{{"/", `(?:/|$)`}, {".", `\.`}} {
		from := strings.TrimSuffix(strings.ReplaceAll(r.fromPrefix, ".", spelled.separator), spelled.separator)
		to := strings.TrimSuffix(strings.ReplaceAll(r.toPrefix, ".", spelled.separator), spelled.separator)
		folders := regexp.MustCompile(`(?:^|/)(` + regexp.QuoteMeta(from) + `)` + spelled.end)
		if at := folders.FindStringSubmatchIndex(pattern); at != nil {
			return pattern[:at[2]] + to + pattern[at[3]:], true
		}
	}
	return pattern, false
}

// Check returns an error if the new names cannot be given in a catalog, or if there is
// nothing to rename. Own reports whether a Lexicon is to be changed; others keep their names.
func (r *Rename) Check(c *lexicon.Catalog, own func(*lexicon.Document) bool) error {
	r.stays = map[syntax.NSID]bool{}
	for _, d := range c.Documents() {
		if !own(d) {
			r.stays[d.ID] = true
		}
	}
	for _, d := range c.Documents() {
		if own(d) {
			delete(r.stays, d.ID)
		}
	}
	if r.OfDefinition() {
		d := c.Document(r.From.NSID)
		switch {
		case d == nil || d.Definition(r.From.Name) == nil:
			return fmt.Errorf("%s is not defined", r)
		case !own(d):
			return fmt.Errorf("%s belongs to a dependency, so it cannot be renamed", r)
		case d.Definition(r.To.Name) != nil:
			return fmt.Errorf("%s exists already", r.To.Full())
		}
		return nil
	}
	targets := map[syntax.NSID]syntax.NSID{}
	for _, d := range c.Documents() {
		new, ok := r.NSID(d.ID)
		if !ok || !own(d) {
			continue
		}
		if _, err := syntax.ParseNSID(string(new)); err != nil {
			return fmt.Errorf("%s cannot become %s: %s", d.ID, words.Quote(string(new)), syntax.Reason(err))
		}
		targets[new] = d.ID
	}
	switch {
	case len(targets) > 0:
	case r.stays[r.From.NSID]:
		return fmt.Errorf("%s belongs to a dependency, so it cannot be renamed", r)
	default:
		return fmt.Errorf("no Lexicon to rename: %s is not loaded", r)
	}
	for _, d := range c.Documents() {
		if old, taken := targets[d.ID]; taken {
			if _, moves := r.NSID(d.ID); !moves || !own(d) {
				return fmt.Errorf("%s cannot become %s, which exists already (%s)", old, d.ID, d.Source.Path)
			}
		}
	}
	return nil
}
