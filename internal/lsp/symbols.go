package lsp

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The kinds of symbols that are not those of a type.
const (
	symbolField    = 8
	symbolConstant = 14
)

// symbolKinds are the kinds of definitions of a type; symbolConstant for the others.
var symbolKinds = map[lexicon.Type]int{
	lexicon.TypeRecord:        5,  // class
	lexicon.TypeQuery:         12, // function
	lexicon.TypeProcedure:     12, // function
	lexicon.TypeSubscription:  24, // event
	lexicon.TypePermissionSet: 11, // interface
	lexicon.TypeSpace:         3,  // namespace
	lexicon.TypeToken:         22, // enum member
	lexicon.TypeObject:        23, // struct
	lexicon.TypeUnion:         23, // struct
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type symbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// symbols lists the definitions with their properties.
func (f *file) symbols(_ context.Context, _ documentParams) (any, error) {
	symbols := []documentSymbol{}
	if defs := f.tree().Field("defs"); defs != nil && f.schemaRole() == lexicon.RoleFile {
		for i := range defs.Members {
			symbols = append(symbols, f.symbol(&defs.Members[i], 0))
		}
	}
	if f.client.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport {
		return symbols, nil
	}
	flat := []symbolInformation{}
	for _, s := range symbols {
		flat = append(flat, symbolInformation{s.Name, s.Kind, location{f.uri, s.Range}, ""})
		for _, child := range s.Children {
			flat = append(flat, symbolInformation{child.Name, child.Kind, location{f.uri, child.Range}, s.Name})
		}
	}
	return flat, nil
}

// symbol returns the symbol of a definition, or of a property at a depth of more
// than 0.
func (f *file) symbol(m *lexicon.Member, depth int) documentSymbol {
	t := m.Value.StringField("type")
	s := documentSymbol{
		Name: cmp.Or(m.Name, `""`), Detail: t, Kind: symbolField,
		Range:          f.rangeOf(diag.Span{Start: m.NameSpan.Start, End: m.Value.Span.End}),
		SelectionRange: f.rangeOf(m.NameSpan),
	}
	if depth == 0 {
		s.Kind = cmp.Or(symbolKinds[lexicon.TypeByName(t)], symbolConstant)
	}
	const deepest = 20
	if depth == deepest {
		return s
	}
	for _, inner := range []*lexicon.Value{
		m.Value, m.Value.Field("record"), m.Value.Field("items"), m.Value.Field("parameters"),
		m.Value.Field("input").Field("schema"), m.Value.Field("output").Field("schema"),
	} {
		if properties := inner.Field("properties"); properties != nil {
			for i := range properties.Members {
				s.Children = append(s.Children, f.symbol(&properties.Members[i], depth+1))
			}
		}
	}
	return s
}

type workspaceSymbolParams struct {
	Query string `json:"query"`
}

// workspaceSymbols lists the definitions whose names contain the letters of a query
// in their order.
func workspaceSymbols(ctx context.Context, snapshots []*snapshot, p workspaceSymbolParams) ([]symbolInformation, error) {
	const most = 1000
	found := []symbolInformation{}
	seen := map[string]bool{}
	for _, s := range snapshots {
		for _, d := range s.catalog.Documents() {
			if ctx.Err() != nil || len(found) >= most {
				return found, ctx.Err()
			}
			if d.ID == "" || seen[d.Source.Path] {
				continue
			}
			seen[d.Source.Path] = true
			for _, def := range d.Defs {
				name := def.Reference().String()
				if !contains(name, p.Query) {
					continue
				}
				found = append(found, symbolInformation{
					Name: name, Kind: cmp.Or(symbolKinds[def.Schema.Type()], symbolConstant),
					Location: s.location(d.Source, def.Key.NameSpan), ContainerName: filepath.Base(filepath.FromSlash(d.Source.Path)),
				})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b symbolInformation) int { return cmp.Compare(len(a.Name), len(b.Name)) })
	return found, nil
}

// contains reports whether a name has the letters of a query in their order, in any
// case.
func contains(name, query string) bool {
	name = strings.ToLower(name)
	for _, letter := range strings.ToLower(query) {
		_, rest, found := strings.Cut(name, string(letter))
		if !found {
			return false
		}
		name = rest
	}
	return true
}
