package cmd

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The links in the documents lead to existing files and headings.
func TestDocsLinks(t *testing.T) {
	known := map[string]map[string]bool{} // headings by document
	for _, name := range documents(t) {
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(readDocument(t, name), -1) {
			file, heading, _ := strings.Cut(link[1], "#")
			if strings.Contains(file, ":") {
				continue // not ours
			}
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(target))); err != nil {
				t.Errorf("%s links to %s, which does not exist", name, target)
				continue
			}
			if heading == "" {
				continue
			}
			if known[target] == nil {
				known[target] = headings(readDocument(t, target))
			}
			if !known[target][heading] {
				t.Errorf("%s links to #%s, a heading that %s does not have", name, heading, target)
			}
		}
	}
}

// headings returns the anchors that a Markdown document gets for its headings.
func headings(text string) map[string]bool {
	punctuation := regexp.MustCompile(`[^\pL\pN_ -]`)
	anchors := map[string]bool{}
	fenced := false
	for line := range strings.Lines(text) {
		fenced = fenced != strings.HasPrefix(line, "```")
		title := strings.TrimLeft(line, "#")
		if fenced || title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		title = punctuation.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
		anchors[strings.ReplaceAll(title, " ", "-")] = true
	}
	return anchors
}

// No list is flattened into its paragraph, as tools that wrap lines do.
func TestDocsLists(t *testing.T) {
	flattened := regexp.MustCompile(`[.:;] - \S`)
	for _, name := range documents(t) {
		fenced := false
		for number, line := range strings.Split(readDocument(t, name), "\n") {
			fenced = fenced != strings.HasPrefix(strings.TrimSpace(line), "```")
			if !fenced && flattened.MatchString(line) {
				t.Errorf("%s:%d: put each item of a list on a line of its own", name, number+1)
			}
		}
	}
}
