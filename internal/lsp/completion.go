package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label               string     `json:"label"`
	Kind                int        `json:"kind"`
	Detail              string     `json:"detail,omitempty"`
	Documentation       *markup    `json:"documentation,omitempty"`
	SortText            string     `json:"sortText"`
	FilterText          string     `json:"filterText"`
	InsertTextFormat    int        `json:"insertTextFormat"`
	TextEdit            textEdit   `json:"textEdit"`
	AdditionalTextEdits []textEdit `json:"additionalTextEdits,omitempty"`
	Command             *command   `json:"command,omitempty"`
}

// The forms of a text to insert.
const (
	plainText     = 1
	snippetFormat = 2
)

// mostDescribed is how many references are described in full: of thousands, the text
// would take longer to read for the client than to write.
const mostDescribed = 200

// sortPrefix begins the text by which clients sort. It comes before the quotation mark with
// which the suggestions begin that VS Code makes for every JSON file.
const sortPrefix = "!"

// complete returns what can be written at a position.
func (f *file) complete(_ context.Context, p positionParams) (*completionList, error) {
	if f.schemaRole() != lexicon.RoleFile && !f.begins() {
		return f.completionList(f.completeData(f.offset(p.Position))), nil
	}
	source := &diag.Source{Path: filepath.ToSlash(f.path), Text: f.text.bytes}
	return f.completionList(f.completion(f.tree(), source, lexicon.RoleFile).complete(f.offset(p.Position))), nil
}

// completion begins a completion in a text of the file, with that root.
func (f *file) completion(root *lexicon.Value, source *diag.Source, role lexicon.Role) completion {
	return completion{catalog: f.catalog, profile: f.profile, source: source, root: root, role: role, suggests: f.suggestCommand != ""}
}

// begins reports whether a file may become a Lexicon: it is where Lexicons are, and
// has nothing else in it.
func (f *file) begins() bool {
	if !slices.ContainsFunc(f.roots, func(r root) bool { return within(r.path, f.path) }) {
		return false
	}
	v := f.tree()
	return v == nil || v.Member("$type") == nil && len(v.Members) < 2
}

// completionList translates a completion. A missing comma is an edit of its own, unless it
// belongs right before the candidate, where the protocol forbids one.
func (f *file) completionList(c completion) *completionList {
	list := &completionList{Items: []completionItem{}}
	comma := ""
	if c.comma == c.span.Start {
		comma = ", "
	}
	replaced := string(f.text.bytes[c.span.Start:c.span.End])
	for i, x := range c.candidates {
		item := completionItem{
			Label: x.label, Kind: x.kind, SortText: fmt.Sprintf("%s%05d", sortPrefix, i), FilterText: x.label,
			InsertTextFormat: plainText, TextEdit: textEdit{f.rangeOf(c.span), comma + x.text},
		}
		if strings.HasPrefix(replaced, `"`) {
			item.FilterText = quoted(x.label) // clients compare it with what is replaced
		}
		if len(x.stops) > 0 && f.client.TextDocument.Completion.CompletionItem.SnippetSupport {
			item.InsertTextFormat, item.TextEdit.NewText = snippetFormat, comma+snippet(x)
			if x.continues {
				item.Command = &command{Title: "Suggest", Command: f.suggestCommand}
			}
		}
		switch {
		case x.target != nil:
			item.Detail = x.target.Schema.Type().String()
			if len(c.candidates) <= mostDescribed {
				item.Documentation = f.describe(x.target)
			}
		case x.about != "":
			item.Documentation = markdown(escape(x.about))
		}
		if c.comma >= 0 && comma == "" {
			item.AdditionalTextEdits = []textEdit{{f.rangeOf(diag.Span{Start: c.comma, End: c.comma}), ","}}
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// snippet returns the text of a candidate in the syntax of snippets.
func snippet(x candidate) string {
	var b strings.Builder
	at := 0
	for i, stop := range x.stops {
		b.WriteString(snippetEscaper.Replace(x.text[at:stop]) + "$" + strconv.Itoa(i+1))
		at = stop
	}
	return b.String() + snippetEscaper.Replace(x.text[at:])
}

var snippetEscaper = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)
