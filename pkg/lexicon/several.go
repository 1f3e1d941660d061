package lexicon

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// lexiconsIn returns the elements of an array, or the values of an object, if they all are
// Lexicons.
func lexiconsIn(root *Value) []*Value {
	if RoleOf(root) == RoleFile {
		return nil
	}
	all := slices.Clone(root.Items)
	for i := range root.Members {
		all = append(all, root.Members[i].Value)
	}
	if !areLexicons(all) {
		return nil
	}
	return all
}

func areLexicons(all []*Value) bool {
	return !slices.ContainsFunc(all, func(v *Value) bool { return RoleOf(v) != RoleFile })
}

// splitSeveral lets the finding on the text behind a Lexicon say that there are others, if
// that is all there is.
func splitSeveral(tree *Tree, found *diag.Collector) {
	others, at := tree.Others()
	if len(others) == 0 || RoleOf(tree.Root) != RoleFile || !areLexicons(others) {
		return
	}
	list := found.Findings()
	i := slices.IndexFunc(list, func(f diag.Finding) bool { return f.Rule == diag.RuleJSONSyntax && f.Span.Start == at })
	if i < 0 {
		return // too many findings come before it
	}
	f, text := &list[i], tree.Source.Text
	end := string(text[len(bytes.TrimRight(text, jsontree.Blanks)):])
	behind := diag.Edit{Source: tree.Source, Span: diag.Span{Start: tree.Root.Span.End, End: int32(len(text))}, New: end}
	f.Message, f.Help, f.Fix = severalLexicons(tree.Source, slices.Concat([]*Value{tree.Root}, others), behind)
}

// severalLexicons words the finding that a text holds several Lexicons, with a fix that
// leaves the first in its place and writes each of the others to a file of its own. The
// edits remove what is around the first.
func severalLexicons(source *diag.Source, all []*Value, edits ...diag.Edit) (message, help string, fix *diag.Fix) {
	message = "the file holds " + words.Count(len(all), "Lexicon") + "; each needs a file of its own"
	help = "split the file: move each Lexicon to a file of its own"
	first, err := syntax.ParseNSID(all[0].StringField("id"))
	if err != nil {
		return message, help, nil
	}
	paths := map[string]bool{strings.ToLower(source.Path): true}
	var created []*diag.Source
	for _, l := range all[1:] {
		id, err := syntax.ParseNSID(l.StringField("id"))
		to := pathBeside(source.Path, first, id)
		if err != nil || id == first || paths[strings.ToLower(to)] {
			return message, help, nil
		}
		paths[strings.ToLower(to)] = true
		raw := source.Text[l.Span.Start:l.Span.End]
		created = append(created, &diag.Source{Path: to, Text: append(raw[:len(raw):len(raw)], '\n')})
	}
	help += ", such as " + created[0].Path
	fix = diag.NewFix("Move each Lexicon but the first to a file of its own", false, edits...)
	if fix != nil {
		fix.Creates = created
	}
	return message, help, fix
}

// pathBeside returns the path of the file for another Lexicon, by the scheme of the file
// with the Lexicon own.
func pathBeside(file string, own, id syntax.NSID) string {
	nested := func(id syntax.NSID) string { return strings.ReplaceAll(string(id), ".", "/") + ".json" }
	if root, ok := strings.CutSuffix(file, nested(own)); ok && (root == "" || strings.HasSuffix(root, "/")) {
		return root + nested(id)
	}
	folder, _ := path.Split(file)
	return folder + string(id) + ".json"
}
