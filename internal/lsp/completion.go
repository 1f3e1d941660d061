package lsp

import (
	"context"
	"fmt"
	"path/filepath"
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
}

// The forms of a text to insert.
const (
	plainText     = 1
	snippetFormat = 2
)

// mostDescribed is how many references are described in full: of thousands, the text
// would take longer to read for the client than to write.
const mostDescribed = 200

// candidateKinds are the kinds of candidates in the protocol.
var candidateKinds = [...]int{
	candidateKey: 10, candidateValue: 12, candidateType: 14,
	candidateProperty: 5, candidateReference: 18,
}

// complete returns what can be written at a position.
func (f *file) complete(_ context.Context, p positionParams) (*completionList, error) {
	if f.schemaRole() != lexicon.RoleFile && !f.begins() {
		return f.completionList(f.completeData(f.offset(p.Position))), nil
	}
	c := completer{
		Catalog: f.catalog, Profile: f.profile, Root: f.tree(),
		Source: &diag.Source{Path: filepath.ToSlash(f.path), Text: f.text.bytes},
	}.complete(f.offset(p.Position))
	return f.completionList(c), nil
}

// begins reports whether a file may become a Lexicon: it is where Lexicons are, and
// has nothing else in it.
func (f *file) begins() bool {
	for _, r := range f.roots {
		if within(r.path, f.path) {
			root := f.tree()
			return root == nil || root.Member("$type") == nil && len(root.Members) < 2
		}
	}
	return false
}

// completionList translates a completion. A missing comma is an edit of its own, unless it
// belongs right before the candidate, where the protocol forbids one.
func (f *file) completionList(c candidateList) *completionList {
	list := &completionList{Items: []completionItem{}}
	comma := ""
	if c.Comma == c.Span.Start {
		comma = ", "
	}
	replaced := string(f.text.bytes[c.Span.Start:c.Span.End])
	for i, x := range c.Candidates {
		item := completionItem{
			Label: x.Label, Kind: candidateKinds[x.Kind], SortText: fmt.Sprintf("%05d", i), FilterText: x.Label,
			InsertTextFormat: plainText, TextEdit: textEdit{f.rangeOf(c.Span), comma + x.New},
		}
		if strings.HasPrefix(replaced, `"`) {
			item.FilterText = quoted(x.Label) // clients compare it with what is replaced
		}
		if len(x.Stops) > 0 && f.client.TextDocument.Completion.CompletionItem.SnippetSupport {
			item.InsertTextFormat, item.TextEdit.NewText = snippetFormat, comma+snippet(x)
		}
		switch {
		case x.Target != nil:
			item.Detail = x.Target.Schema.Type().String()
			if len(c.Candidates) <= mostDescribed {
				item.Documentation = f.describe(x.Target)
			}
		case x.About != "":
			item.Documentation = markdown(escape(x.About))
		}
		if c.Comma >= 0 && comma == "" {
			item.AdditionalTextEdits = []textEdit{{f.rangeOf(diag.Span{Start: c.Comma, End: c.Comma}), ","}}
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// snippet returns the text of a candidate in the syntax of snippets.
func snippet(x candidate) string {
	var b strings.Builder
	x.snippet(
		func(literal string) { b.WriteString(snippetEscaper.Replace(literal)) },
		func(n int) { b.WriteString("$" + strconv.Itoa(n)) },
	)
	return b.String()
}

var snippetEscaper = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)
