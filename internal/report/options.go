package report

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Options says how a report looks and where it goes.
type Options struct {
	Format  Format
	Out     io.Writer
	Command string // "lint", "validate", …
	Version string // of lexsmith
	Profile diag.Profile

	All   bool // all but JSON and those for comparisons, which have them anyway: show infos too
	Quiet bool // text, concise, GitHub and Markdown: no summary line
	Color bool // text: in color
	Width int  // text: columns of the terminal; 0 when there is none

	// Rules are all rules of the command, which SARIF describes.
	Rules []*diag.Rule
	// Filter overrides the severity of a finding. A finding for which it returns
	// false, or sets the severity to Off, is neither counted nor shown. It gets a
	// copy. nil keeps all findings as they are.
	Filter func(*diag.Finding) bool
	// Statistics replaces the findings by their number for each rule and severity;
	// text and JSON only.
	Statistics bool
	// Fixable says that the command has --fix. Otherwise, the report has no fixes.
	Fixable bool
	// Results adds the outcomes given to AddResult; JSON only.
	Results bool

	// Root is the absolute path of the repository root, and Dir that of the
	// folder to which the paths of findings are relative. SARIF and GitHub get
	// paths relative to Root when they are inside it. An empty Root keeps paths
	// as they are.
	Root, Dir string
	// OldRevision and NewRevision are the prefixes, before a colon, of the paths
	// of a side of a comparison that is a git revision; "" for a side on disk.
	// What follows the colon is relative to the repository root.
	OldRevision, NewRevision string
}

// relative returns a path of a finding for tools that know the repository but not the
// working directory: relative to the repository's root, with slashes, and whether it is
// inside it. That of a file in a revision loses the revision. Other paths outside the
// repository, and "-", are returned as they are.
func (o *Options) relative(path string) (string, bool) {
	for _, revision := range []string{o.OldRevision, o.NewRevision} {
		if inRepository, ok := strings.CutPrefix(path, revision+":"); ok && revision != "" {
			return inRepository, o.Root != ""
		}
	}
	if o.Root == "" || path == "-" || path == "" {
		return path, false
	}
	absolute := filepath.FromSlash(path)
	if !filepath.IsAbs(absolute) {
		absolute = filepath.Join(o.Dir, absolute)
	}
	rel, err := filepath.Rel(o.Root, absolute)
	if err != nil || !filepath.IsLocal(rel) {
		return path, false
	}
	return filepath.ToSlash(rel), true
}

// isOld reports whether a path is that of a file in the old revision, which need
// not exist in the working tree.
func (o *Options) isOld(path string) bool {
	return o.OldRevision != "" && strings.HasPrefix(path, o.OldRevision+":")
}
