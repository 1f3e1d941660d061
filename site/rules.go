package main

import (
	"html/template"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/docs"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// A ruleGroup is a table of the list of rules.
type ruleGroup struct {
	policy.RuleGroup
	Rules []rule
}

// A rule is what the templates show of a diag.Rule.
type rule struct {
	describe.RulePage
	Level         string // its default severity as a class of the style sheet
	GroupTitle    string
	Avoid, Prefer []part
	Play          string // state of the playground with the bad example; "" if it cannot run it
}

// A rulePage explains the rules of a code: data and schemas can have rules of one code.
type rulePage struct {
	Code           string
	Rules          []rule
	Previous, Next string // codes; "" at the ends
}

// A part of an example is a file, or what its name says.
type part struct {
	Name string
	Code template.HTML
}

// ruleIndex makes the list of rules.
func (s *site) ruleIndex() error {
	var groups []ruleGroup
	for _, g := range policy.RuleGroups() {
		group := ruleGroup{RuleGroup: g}
		for _, r := range s.rules {
			if r.Group == g.Name {
				group.Rules = append(group.Rules, newRule(r))
			}
		}
		groups = append(groups, group)
	}
	return s.render("rules", page{
		Path: "rules/", Section: "rules", Title: "Rules", Description: "Everything lexsmith reports, and why.",
		Data: struct {
			Groups []ruleGroup
			Count  int
		}{groups, len(s.rules)}, Source: "docs/rules.md",
	})
}

// rulePages makes a page for each code.
func (s *site) rulePages() error {
	var pages []rulePage
	for _, r := range s.rules {
		i := slices.IndexFunc(pages, func(p rulePage) bool { return p.Code == r.Code })
		if i < 0 {
			i = len(pages)
			pages = append(pages, rulePage{Code: r.Code})
		}
		data := newRule(r)
		data.Avoid, data.Prefer = parts(r.Bad()), parts(r.Good())
		if state, ok := playable(r); ok {
			data.Play = encode(state)
		}
		pages[i].Rules = append(pages[i].Rules, data)
	}
	for i := range pages {
		p := &pages[i]
		if i > 0 {
			p.Previous = pages[i-1].Code
		}
		if i < len(pages)-1 {
			p.Next = pages[i+1].Code
		}
		err := s.render("rule", page{Path: "rules/" + p.Code + "/", Section: "rules", Title: p.Code, Description: p.Rules[0].Sentence(), Data: p})
		if err != nil {
			return err
		}
	}
	return nil
}

func newRule(r *diag.Rule) rule {
	severity := r.Severity[diag.ProfileV1]
	if severity == diag.Off {
		severity = r.Severity[diag.ProfileATProto]
	}
	i := slices.IndexFunc(policy.RuleGroups(), func(g policy.RuleGroup) bool { return g.Name == r.Group })
	return rule{RulePage: describe.NewRulePage(r), Level: severity.String(), GroupTitle: policy.RuleGroups()[i].Title}
}

// parts splits an example into its parts. Characters that cannot be seen are escaped.
func parts(example string) []part {
	archive := txtar.Parse([]byte(strings.TrimRight(example, "\n")))
	var all []part
	for _, f := range slices.Insert(archive.Files, 0, txtar.File{Data: archive.Comment}) {
		if len(f.Data) == 0 {
			continue
		}
		language := "json"
		if strings.HasSuffix(f.Name, "in hex") {
			language = "text"
		}
		var text strings.Builder
		for row := range strings.Lines(string(f.Data)) {
			text.WriteString(terminal.Escape(strings.TrimSuffix(row, "\n")) + "\n")
		}
		all = append(all, part{f.Name, template.HTML(docs.Highlight(language, text.String()))})
	}
	return all
}
