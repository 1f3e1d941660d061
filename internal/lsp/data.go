package lsp

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// isData reports whether a file can hold records.
func isData(path string) bool {
	return slices.Contains([]string{".json", ".ndjson", ".jsonl"}, filepath.Ext(path))
}

// dataFiles returns the open files of a project that can hold records, with slashes.
func (p *project) dataFiles() (paths []string) {
	for path := range p.workspace.buffers {
		if isData(path) && p.owns(path) && p.catalog.DocumentAt(filepath.ToSlash(path)) == nil {
			paths = append(paths, filepath.ToSlash(path))
		}
	}
	return paths
}

// dataFindings returns what is wrong with the open files whose $type names a record.
func (s *snapshot) dataFindings(ctx context.Context) (found []diag.Finding) {
	for _, path := range s.data {
		b := s.bufferOf(path)
		if b == nil || len(b.text.bytes) > lexicon.MaxFileSize {
			continue
		}
		in := validate.Input{Text: b.text.bytes, Path: path}
		if filepath.Ext(path) == ".json" {
			if s.isRecord(b.tree()) {
				found = append(found, s.validator().Check(in).Findings...)
			}
			continue
		}
		for start := 0; start < len(b.text.bytes) && ctx.Err() == nil; {
			line, _, _ := bytes.Cut(b.text.bytes[start:], []byte("\n"))
			in.Text = bytes.TrimSuffix(line, []byte("\r"))
			in.FirstLine = int(b.text.position(int32(start), utf8Encoding).Line)
			if s.isRecord(readTree(in.Text)) {
				found = append(found, s.validator().Check(in).Findings...)
			}
			start += len(line) + 1
		}
	}
	return s.keep(found)
}

// isRecord reports whether the $type of a value names a record that is loaded.
func (s *snapshot) isRecord(v *lexicon.Value) bool {
	def := dataType(s.catalog, v)
	return def != nil && def.Schema.Type() == lexicon.TypeRecord
}

// record returns the record at an offset of a data file: the whole file, or a line of
// NDJSON. Start is where its text begins.
func (f *file) record(offset int32) (root *lexicon.Value, source *diag.Source, start int32) {
	text := f.text.bytes
	if filepath.Ext(f.path) != ".json" {
		start = int32(bytes.LastIndexByte(text[:offset], '\n') + 1)
		text, _, _ = bytes.Cut(text[start:], []byte("\n"))
		root = readTree(text)
	} else {
		root = f.tree()
	}
	return root, &diag.Source{Path: filepath.ToSlash(f.path), Text: text}, start
}

// completeData returns what can be written in data. Only a file that names a type
// can be data of the schemas here.
func (f *file) completeData(offset int32) completion {
	root, source, start := f.record(offset)
	if !isData(f.path) || root.Member("$type") == nil {
		return completion{comma: -1}
	}
	c := f.completion(root, source, lexicon.RoleNone).complete(offset - start)
	c.span.Start, c.span.End = c.span.Start+start, c.span.End+start
	if c.comma >= 0 {
		c.comma += start
	}
	return c
}

// hoverData explains a field of a record, or its type.
func (f *file) hoverData(offset int32) *hover {
	root, _, start := f.record(offset)
	if !isData(f.path) || !f.isRecord(root) {
		return nil
	}
	c := cursorAt(root, lexicon.RoleNone, offset-start)
	moved := func(s diag.Span) diag.Span {
		return diag.Span{Start: s.Start + start, End: s.End + start}
	}
	switch m := c.member; {
	case m == nil:
	case m.Name == "$type":
		if def := dataType(f.catalog, c.object); def != nil {
			return &hover{f.describe(def), f.rangeOf(moved(m.Value.Span))}
		}
	case c.inName:
		object, ok := schemaOf(f.catalog, c.object).(*lexicon.Object)
		if !ok {
			return nil
		}
		if p := object.Property(m.Name); p != nil {
			h := f.explain(m.Name, escape(p.Schema.Base().Description), moved(m.NameSpan))
			h.Contents.Value += "\n\n" + describeType(p.Schema)
			return h
		}
	}
	return nil
}

// describeType names the type of a property.
func describeType(s lexicon.Schema) string {
	if ref, ok := s.(*lexicon.Ref); ok && ref.Link != nil {
		return "ref " + escape(ref.Link.String())
	}
	return s.Type().String()
}
