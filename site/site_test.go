package main

import (
	"context"
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
		s.files["broken/index.html"] = []byte(`<a href="` + base + `rules/#nothing"></a>`)
		if err := s.checkLinks(); err == nil {
			t.Error("a link to a missing heading is not found")
		}
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
		answer := play.Run(context.Background(), request)
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
