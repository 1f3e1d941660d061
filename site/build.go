package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/docs"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

//go:embed templates static
var assets embed.FS

// A site is the pages and what they are made of.
type site struct {
	root   string // of the repository
	base   string // path of the site on its host; begins and ends with a slash
	rules  []*diag.Rule
	menu   []section
	titles map[string]string // by the path of a document in the repository
	files  map[string][]byte // what the site consists of, by path
}

// A page is what the templates show.
type page struct {
	Path        string // in the site, without a slash at its start
	Section     string // entry of the navigation: "guides", "rules", "playground" or ""
	Title       string
	Description string
	Body        template.HTML
	Data        any
	Source      string // path of the document in the repository; "" if it has none
}

// buildSite makes all files of the site but the program of the playground.
func buildSite(root, base string) (*site, error) {
	s := &site{root: root, base: base, rules: policy.Rules(), titles: map[string]string{}, files: map[string][]byte{}}
	for _, step := range []func() error{s.static, s.guides, s.home, s.ruleIndex, s.rulePages, s.playground, s.example, s.notFound} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// static copies what is served as it is.
func (s *site) static() error {
	files, err := fs.Glob(assets, "static/*")
	if err != nil {
		return err
	}
	for _, name := range files {
		if s.files[name], err = assets.ReadFile(name); err != nil {
			return err
		}
	}
	s.files["static/style.css"] = append(docs.BaseStyle(), s.files["static/style.css"]...)
	if s.files["static/wasm_exec.js"], err = wasmLoader(); err != nil {
		return err
	}
	schemas, err := fs.Glob(os.DirFS(s.root), "docs/*.json")
	if err != nil {
		return err
	}
	for _, name := range schemas {
		if err := s.copy(name, "schemas/"+path.Base(name)); err != nil {
			return err
		}
	}
	return nil
}

// copy puts a file of the repository into the site.
func (s *site) copy(source, target string) (err error) {
	s.files[target], err = os.ReadFile(filepath.Join(s.root, filepath.FromSlash(source)))
	return err
}

// home is README.md; its first paragraph introduces the project.
func (s *site) home() error {
	title, lead, body, err := s.convert("README.md")
	if err != nil {
		return err
	}
	return s.render("home", page{Title: title, Description: plain(lead), Body: body, Data: lead, Source: "README.md"})
}

// example makes the documentation of the Lexicons in examples, as lexsmith docs writes it.
func (s *site) example() error {
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(s.root), Name: "examples", Display: "examples"}}, lexicon.LoadOptions{})
	if err != nil {
		return err
	}
	_, err = docs.Build(context.Background(), c, docs.Options{Title: "Example"}, func(name string, text []byte) error {
		s.files["example/"+name] = text
		return nil
	})
	return err
}

func (s *site) notFound() error {
	err := s.render("notfound", page{Path: "404/", Title: "Page not found", Description: "This page does not exist. The guides, the rules, and the playground do."})
	s.files["404.html"] = s.files["404/index.html"]
	delete(s.files, "404/index.html")
	return err
}

// render makes a page with a template.
func (s *site) render(name string, p page) error {
	if p.Description == "" {
		return fmt.Errorf("%s has no description: begin it with a paragraph", cmp.Or(p.Source, p.Path))
	}
	t, err := template.New("layout.html").Funcs(template.FuncMap{
		"url":       func(path string) string { return s.base + path },
		"highlight": func(language, text string) template.HTML { return template.HTML(docs.Highlight(language, text)) },
		"examples":  s.examples,
		"menu":      func() []section { return s.menu },
	}).ParseFS(assets, "templates/layout.html", "templates/"+name+".html")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		page
		Repository string
	}{p, build.Repository})
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	s.files[p.Path+"index.html"] = b.Bytes()
	return nil
}

// read returns a text file of the repository.
func (s *site) read(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
	return strings.ReplaceAll(string(data), "\r\n", "\n"), err
}
