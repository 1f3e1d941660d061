package project

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/format"
)

func TestLayouts(t *testing.T) {
	const unlimited = math.MaxInt
	for _, test := range []struct {
		name, config, editor string
		want                 format.Options
	}{
		{"nothing", "", "", format.Options{}},
		{"spaces", "format: {indent: 4}", "", format.Options{Indent: 4}},
		{"tabs", "format: {indent: tab}", "", format.Options{Tabs: true}},
		{"width", "format: {width: 100}", "", format.Options{Width: 100}},
		{"order", "format: {order: keep}", "", format.Options{KeepOrder: true}},
		{"order of the language", "format: {order: language}", "", format.Options{}},
		{"editor: spaces", "", "indent_style = space\nindent_size = 4", format.Options{Indent: 4}},
		{"editor: size alone", "", "indent_size = 4", format.Options{Indent: 4}},
		{"editor: tabs", "", "indent_style = tab", format.Options{Tabs: true}},
		{"editor: tabs of a width", "", "indent_style = tab\ntab_width = 8", format.Options{Tabs: true, Indent: 8}},
		{"editor: tabs of a size", "", "indent_style = tab\nindent_size = 3", format.Options{Tabs: true, Indent: 3}},
		{"editor: size tab", "", "indent_size = tab", format.Options{Tabs: true}},
		{"editor: spaces of a tab", "", "indent_style = space\nindent_size = tab\ntab_width = 8", format.Options{Indent: 8}},
		{"editor: the widest indent", "", "indent_size = 16", format.Options{Indent: 16}},
		{"editor: too wide an indent", "", "indent_size = 17", format.Options{}},
		{"editor: too wide an indent of tabs", "", "indent_style = tab\nindent_size = 1000000", format.Options{Tabs: true}},
		{"editor: too wide a tab", "", "indent_style = space\nindent_size = tab\ntab_width = 17", format.Options{}},
		{"editor: too wide an indent, but not tab", "", "indent_style = space\nindent_size = 17\ntab_width = 8", format.Options{Indent: 8}},
		{"editor: width", "", "max_line_length = 100", format.Options{Width: 100}},
		{"editor: no width", "", "max_line_length = off", format.Options{Width: unlimited}},
		{"editor: CRLF", "", "end_of_line = crlf", format.Options{LineEnd: "\r\n"}},
		{"editor: CR", "", "end_of_line = CR", format.Options{LineEnd: "\r"}},
		{"editor: LF", "", "end_of_line = lf", format.Options{}},
		{"editor: values without a meaning", "", "indent_style = x\nindent_size = unset\ntab_width = -1\nmax_line_length = unset\nend_of_line = x", format.Options{}},
		{"the config file wins", "format: {indent: 2, width: 80}", "indent_style = tab\ntab_width = 8\nmax_line_length = 100", format.Options{Indent: 2, Width: 80}},
		{"the width of a tab stays", "format: {indent: tab}", "indent_style = space\nindent_size = 4", format.Options{Tabs: true, Indent: 4}},
		{"each counts for its part", "format: {width: 100}", "indent_style = tab\nmax_line_length = 90", format.Options{Tabs: true, Width: 100}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			c, err := config.Parse(config.FileName, []byte(test.config))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(".git", 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(".editorconfig", []byte("[*.json]\n"+test.editor+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			layouts := NewLayouts(c)
			for range 2 {
				got, err := layouts.Of(filepath.Join("lexicons", "a.json"))
				if err != nil || got != test.want {
					t.Errorf("got %+v, %v, want %+v", got, err, test.want)
				}
			}
		})
	}
}

// What is above the root of the repository does not count.
func TestLayoutsRoot(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "repository", "lexicons")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".editorconfig"), []byte("[*]\nindent_size = 8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "a.json")
	if got, err := NewLayouts(new(config.Config)).Of(path); err != nil || got.Indent != 8 {
		t.Errorf("outside a repository: %+v, %v", got, err)
	}
	if err := os.Mkdir(filepath.Join(dir, "repository", ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := NewLayouts(new(config.Config)).Of(path); err != nil || got.Indent != 0 {
		t.Errorf("in a repository: %+v, %v", got, err)
	}
}
