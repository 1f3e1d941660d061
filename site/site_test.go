package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/site/play"
)

// The links of all pages lead to pages and headings, wherever the site is.
func TestLinks(t *testing.T) {
	for _, base := range []string{"/", "/lexsmith/"} {
		s, err := buildSite("..", base)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.checkLinks(); err != nil {
			t.Error(err)
		}
		for _, broken := range []string{
			`<a href="` + base + `rules/#nothing"></a>`, `<a href="` + base + `rules/nothing/"></a>`,
			`<img src="` + base + `images/nothing.png">`, `<img src="https://example.com/a.png">`, `<script src="//example.com/a.js">`,
		} {
			s.files["broken/index.html"] = []byte(broken)
			if err := s.checkLinks(); err == nil || !strings.Contains(err.Error(), "broken/index.html") {
				t.Errorf("%s: %v", broken, err)
			}
		}
	}
}

// The site has the pictures of its documents, wherever they are in the repository. One
// that is elsewhere or missing fails the build.
func TestPictures(t *testing.T) {
	s := &site{root: "..", base: "/lexsmith/", files: map[string][]byte{}}
	for link, want := range map[string]string{
		"images/redoc.png":                      "images/redoc.png",
		"../editors/vscode/images/breaking.png": "images/editors/vscode/images/breaking.png",
	} {
		address, err := s.picture("docs/editors.md", link)
		if err != nil || address != "/lexsmith/"+want || len(s.files[want]) == 0 {
			t.Errorf("%s: %q, %v, want %s", link, address, err, want)
		}
	}
	for _, link := range []string{"https://example.com/a.png", "images/nothing.png", "data:image/png;base64,AA"} {
		if _, err := s.picture("docs/editors.md", link); err == nil || !strings.Contains(err.Error(), link) {
			t.Errorf("%s: %v", link, err)
		}
	}
}

// Each page says in a sentence or more what it is about.
func TestDescriptions(t *testing.T) {
	s, err := buildSite("..", "/")
	if err != nil {
		t.Fatal(err)
	}
	description := regexp.MustCompile(`<meta name="description" content="[^"]*\pL[^"]*[^":]"`)
	for name, data := range s.files {
		if strings.HasSuffix(name, ".html") && !description.Match(data) {
			t.Errorf("%s has no description", name)
		}
	}
	if err := s.render("notfound", page{Path: "none/", Title: "None"}); err == nil {
		t.Error("a page without a description is accepted")
	}
}

// A build writes to its folder alone.
func TestOutput(t *testing.T) {
	folder := t.TempDir()
	if err := run(filepath.Join(folder, "site"), "/"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("in the folder of the site: %v, %v", entries, err)
	}
}

// The links of reports lead to the page of each rule, and to its heading.
func TestRulePages(t *testing.T) {
	s, err := buildSite("..", "/lexsmith/")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range policy.Rules() {
		name, anchor, _ := strings.Cut(strings.TrimPrefix(build.RulePage(r.Code), build.Site), "#")
		if page := string(s.files[name+"index.html"]); !strings.Contains(page, `id="`+anchor+`"`) {
			t.Errorf("%s has no heading #%s", name, anchor)
		}
	}
}

// The playground shows the finding of each example of a rule that it opens.
func TestPlayable(t *testing.T) {
	count := 0
	for _, r := range policy.Rules() {
		request, ok := playable(r)
		if !ok {
			continue
		}
		count++
		answer := play.Run(context.Background(), request, nil)
		found := func(f play.Finding) bool { return f.Rule == r.Code }
		if r.Code == "params-required" { // never reported under its own name
			found = func(f play.Finding) bool { return f.Rule == "field-added-required" || f.Rule == "object-required" }
		}
		if !slices.ContainsFunc(answer.Findings, found) {
			t.Errorf("%s: %+v\n%+v", r.Code, answer, request)
		}
	}
	if count < 120 {
		t.Errorf("only %d rules have an example for the playground", count)
	}
}
