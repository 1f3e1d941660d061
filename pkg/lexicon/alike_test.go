package lexicon

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// what describes a document but for its path.
func what(d *Document) string {
	text := fmt.Sprint(d.ID, d.Dependency, d.Partial, d.Revision, d.Description)
	for _, f := range d.Found {
		text += fmt.Sprint(" ", f.Rule.Code, f.Severity, f.Span, f.Message, f.Path() == d.Source.Path)
	}
	for _, def := range d.Defs {
		Walk(def.Schema, func(s Schema) bool {
			at := s.Base().At()
			text += fmt.Sprint(" ", s.Type(), at.Pointer, at.Span, at.Source == d.Source)
			return true
		})
		for l := range Links(def.Schema) {
			text += " to " + l.Text
			if l.Target != nil {
				text += " in " + l.Target.Document.Source.Path
			}
		}
	}
	return text
}

// A catalog that shares values with another is as it is without that: documents with
// the same text and nothing wrong in them have the values in common, and their own
// paths, definitions and references.
func TestLoadAlike(t *testing.T) {
	const (
		user    = `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "ref", "ref": "com.example.size"}}}`
		wrong   = `{"lexicon": 1, "id": "com.example.wrong", "defs": {"main": {"type": "number"}}}`
		cut     = `{"lexicon": 1, "id": "com.example.cut", "defs": {"main": {"type": "integer"`
		limited = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer", "maximum": 9}}}`
		foreign = `["lexicon", "defs"]`
		sample  = `{"valid": [1]}`
	)
	new := mapFS(map[string]string{"user.json": user, "size.json": limited, "wrong.json": wrong, "cut.json": cut, "twice.json": user, "foreign.json": foreign})
	old := mapFS(map[string]string{"deep/user.json": user, "size.json": size, "wrong.json": wrong, "cut.json": cut, "foreign.json": foreign,
		"deep/user.examples.json": sample})
	load := func(fsys fs.FS, name string, options LoadOptions) *Catalog {
		t.Helper()
		inputs := []Input{{FS: fsys, Name: ".", Display: name}, {FS: mapFS(map[string]string{"size.json": size}), Name: ".", Display: "support", Dependency: true}}
		c, err := Load(context.Background(), inputs, options)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	after := load(new, "new", LoadOptions{})
	alone := load(old, "old", LoadOptions{})
	before := load(old, "old", LoadOptions{Alike: after})
	var got, want []string
	for i, d := range before.Documents() {
		got, want = append(got, what(d)), append(want, what(alone.Documents()[i]))
	}
	if !slices.Equal(got, want) || before.Skipped() != alone.Skipped() {
		t.Errorf("got\n%q, %d skipped\nwant\n%q, %d skipped", got, before.Skipped(), want, alone.Skipped())
	}
	for path, shared := range map[string]bool{
		"old/deep/user.json": true, "old/size.json": true, "support/size.json": true, "old/wrong.json": false, "old/cut.json": false,
	} {
		d := before.DocumentAt(path)
		is := slices.ContainsFunc(after.Documents(), func(other *Document) bool { return other.Root == d.Root })
		if is != shared {
			t.Errorf("%s shares its values: %t, want %t", path, is, shared)
		}
	}
	if d := before.DocumentAt("old/deep/user.json"); d.Examples == nil {
		t.Error("the examples are missing")
	}
	if d := load(old, "old", LoadOptions{Alike: after, Profile: diag.ProfileATProto}).DocumentAt("old/deep/user.json"); slices.ContainsFunc(after.Documents(), func(other *Document) bool { return other.Root == d.Root }) {
		t.Error("values are shared under another profile")
	}
}

// memoryFS has files that offer their texts.
type memoryFS struct{ fstest.MapFS }

type memoryFile struct {
	fs.File
	text []byte
}

func (f memoryFile) Bytes() []byte { return f.text }

func (m memoryFS) Open(name string) (fs.File, error) {
	f, err := m.MapFS.Open(name)
	if in := m.MapFS[name]; in != nil {
		return memoryFile{f, in.Data}, err
	}
	return f, err
}

// The text of a file in memory is not copied.
func TestLoadMemory(t *testing.T) {
	files := memoryFS{mapFS(map[string]string{"size.json": size})}
	c, err := Load(context.Background(), []Input{{FS: files, Name: ".", Display: "x"}}, LoadOptions{})
	if err != nil || c.Files() != 1 {
		t.Fatal(c.Files(), err)
	}
	if &c.Documents()[0].Source.Text[0] != &files.MapFS["size.json"].Data[0] {
		t.Error("the text was copied")
	}
}
