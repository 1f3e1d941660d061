package main

import (
	"errors"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
)

// checkLinks fails if a link between pages leads to no page, or to no place in it.
func (s *site) checkLinks() error {
	anchors := map[string]map[string]bool{} // ids by file
	for name, data := range s.files {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		anchors[name] = map[string]bool{}
		for _, id := range regexp.MustCompile(`\sid="([^"]*)"`).FindAllSubmatch(data, -1) {
			if anchors[name][string(id[1])] {
				return fmt.Errorf("%s has the id %q twice", name, id[1])
			}
			anchors[name][string(id[1])] = true
		}
	}
	var faults []error
	for name := range anchors {
		for _, link := range regexp.MustCompile(`\s(href|src)="([^"]*)"`).FindAllSubmatch(s.files[name], -1) {
			target := html.UnescapeString(string(link[2]))
			fault := s.linkFault(name, target, anchors)
			if string(link[1]) == "src" && strings.Contains(target, ":") {
				fault = "is loaded from outside the site"
			}
			if fault != "" {
				faults = append(faults, fmt.Errorf("%s: the link %s %s", name, link[2], fault))
			}
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(faults...)
}

// linkFault says what is wrong with a link of a page; "" if nothing is.
func (s *site) linkFault(from, link string, anchors map[string]map[string]bool) string {
	file, anchor, _ := strings.Cut(link, "#")
	if strings.Contains(file, ":") {
		return ""
	}
	name := from
	if file != "" {
		inside, ok := strings.CutPrefix(file, s.base)
		if !ok && strings.HasPrefix(file, "/") {
			return "leaves the site"
		} else if !ok {
			inside = path.Join(path.Dir(from), file)
		}
		name = inside
		if inside == "" || strings.HasSuffix(inside, "/") {
			name = path.Join(inside, "index.html")
		}
	}
	if _, ok := s.files[name]; !ok {
		return "leads to no file"
	}
	if anchor == "" || strings.HasPrefix(anchor, "s=") || anchors[name][anchor] {
		return "" // the playground reads its state from an anchor that begins with s=
	}
	return "leads to no heading"
}
