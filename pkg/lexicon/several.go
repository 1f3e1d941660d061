package lexicon

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// embedded is one of several Lexicons in a text.
type embedded struct {
	id   string
	span diag.Span
}

// lexiconsIn returns the elements of an array, or the values of an object, if they all are
// Lexicons.
func lexiconsIn(root *Value) []embedded {
	if looksLikeLexicon(root) {
		return nil
	}
	values := root.Items
	for i := range root.Members {
		values = append(values, root.Members[i].Value)
	}
	var all []embedded
	for _, v := range values {
		if !looksLikeLexicon(v) {
			return nil
		}
		all = append(all, embedded{text(v, "id"), v.Span})
	}
	return all
}

// lexiconsFrom returns the Lexicon that is the first value of the text and those behind it,
// with or without commas between them. It is nil when something else is there too.
func (r *jsonReader) lexiconsFrom(root *Value, end int) []embedded {
	if !looksLikeLexicon(root) {
		return nil
	}
	all := []embedded{{text(root, "id"), root.Span}}
	for {
		rest := bytes.TrimLeft(r.text[end:], blanks+",")
		if len(rest) == 0 {
			return all
		}
		end = len(r.text) - len(rest)
		raw, err := jsontext.NewDecoder(bytes.NewBuffer(rest), jsontext.AllowDuplicateNames(true)).ReadValue()
		if err != nil {
			return nil
		}
		v, _ := ReadJSON(&diag.Source{Text: raw})
		if !looksLikeLexicon(v) {
			return nil
		}
		all = append(all, embedded{text(v, "id"), r.span(end, end+len(raw))})
		end += len(raw)
	}
}

// severalLexicons words the finding that a text holds several Lexicons, with a fix that
// leaves the first in its place and writes each of the others to a file of its own. The
// edits remove what is around the first.
func severalLexicons(source *diag.Source, all []embedded, edits ...diag.Edit) (message, help string, fix *diag.Fix) {
	message = "the file holds " + words.Count(len(all), "Lexicon") + "; each needs a file of its own"
	help = "split the file: move each Lexicon to a file of its own"
	first, err := syntax.ParseNSID(all[0].id)
	if err != nil {
		return message, help, nil
	}
	paths := map[string]bool{strings.ToLower(source.Path): true}
	var created []*diag.Source
	for _, l := range all[1:] {
		id, err := syntax.ParseNSID(l.id)
		to := pathBeside(source.Path, first, id)
		if err != nil || l.id == all[0].id || paths[strings.ToLower(to)] {
			return message, help, nil
		}
		paths[strings.ToLower(to)] = true
		raw := source.Text[l.span.Start:l.span.End]
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
