package main

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A section is a part of the menu of guides.
type section struct {
	Title  string
	Guides []*guide
}

// A guide is a document that has a page.
type guide struct {
	Source string // path in the repository
	Path   string // in the site
	Name   string // in the menu
}

// pageOf returns the path of a document's page in the site; false if it has none.
func pageOf(source string) (string, bool) {
	switch source {
	case "README.md":
		return "", true
	case "docs/README.md":
		return "guides/", true
	case "docs/rules.md":
		return "rules/", true
	case "CHANGELOG.md":
		return "guides/changelog/", true
	}
	name, isGuide := strings.CutPrefix(source, "docs/")
	name, isText := strings.CutSuffix(name, ".md")
	return "guides/" + name + "/", isGuide && isText && !strings.Contains(name, "/")
}

// guides makes a page of each document in docs, in the order of docs/README.md.
func (s *site) guides() error {
	if err := s.readMenu(); err != nil {
		return err
	}
	var all []*guide
	for _, section := range s.menu {
		for _, g := range section.Guides {
			if g.Path != "rules/" {
				all = append(all, g)
			}
		}
	}
	all = slices.Insert(all, 0, &guide{"docs/README.md", "guides/", "Guides"})
	for i, g := range all {
		title, lead, body, err := s.convert(g.Source)
		if err != nil {
			return err
		}
		neighbors := struct{ Previous, Next *guide }{}
		if i > 1 {
			neighbors.Previous = all[i-1]
		}
		if i < len(all)-1 {
			neighbors.Next = all[i+1]
		}
		p := page{
			Path: g.Path, Section: "guides", Title: title, Description: plain(lead),
			Body: lead + body, Data: neighbors, Source: g.Source,
		}
		if err := s.render("guide", p); err != nil {
			return err
		}
	}
	return nil
}

// readMenu reads the lists of guides in docs/README.md. What they lack comes last.
func (s *site) readMenu() error {
	text, err := s.read("docs/README.md")
	if err != nil {
		return err
	}
	entry := regexp.MustCompile(`^- \[(.+)\]\((.+\.md)\)`)
	seen := map[string]bool{"docs/README.md": true}
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		if title, ok := strings.CutSuffix(row, ":"); ok && !strings.HasPrefix(row, "-") {
			s.menu = append(s.menu, section{Title: title})
		}
		if match := entry.FindStringSubmatch(row); match != nil && len(s.menu) > 0 {
			last := &s.menu[len(s.menu)-1]
			source := "docs/" + match[2]
			page, _ := pageOf(source)
			last.Guides = append(last.Guides, &guide{source, page, strings.ReplaceAll(match[1], "`", "")})
			seen[source] = true
		}
	}
	if len(s.menu) == 0 {
		return fmt.Errorf("docs/README.md lists no guides")
	}
	paths, err := filepath.Glob(filepath.Join(s.root, "docs", "*.md"))
	if err != nil {
		return err
	}
	paths = append(paths, filepath.Join(s.root, "CHANGELOG.md"))
	last := &s.menu[len(s.menu)-1]
	for _, file := range paths {
		relative, err := filepath.Rel(s.root, file)
		if err != nil {
			return err
		}
		source := filepath.ToSlash(relative)
		if seen[source] {
			continue
		}
		page, _ := pageOf(source)
		name := strings.TrimSuffix(path.Base(source), ".md")
		name = strings.ToUpper(name[:1]) + strings.ToLower(name[1:])
		last.Guides = append(last.Guides, &guide{source, page, name})
	}
	return nil
}

// plain returns the text of HTML, for a description. What a colon at its end announces
// is not there, so that the last sentence is left out, or ends with a period.
func plain(code template.HTML) string {
	text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(code), "")
	text = html.UnescapeString(strings.Join(strings.Fields(text), " "))
	if start, ok := strings.CutSuffix(text, ":"); ok {
		text = cmp.Or(start[:strings.LastIndex(start, ". ")+1], start+".")
	}
	return text
}
