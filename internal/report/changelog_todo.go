package report

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// audience is a kind of data, with those who send it and those who read it.
type audience struct {
	parts                  []string // of Lexicons, as in diag.Affected
	data, senders, readers string
	include, restrict      string // what senders do about a field that became required, and about less that is valid
}

// audiences are all of them. A change that reaches no record or method has none.
var audiences = []audience{
	{
		[]string{"record"}, "records", "Writers", "Readers",
		"include it in every new record, and add it to existing ones", "write only what is still valid, and update existing records",
	},
	{[]string{"params", "input"}, "requests", "Callers", "Servers", "include it in all requests", "send only what is still valid"},
	{[]string{"output"}, "responses", "Servers", "Callers", "include it in all responses", "send only what is still valid"},
	{[]string{"message"}, "messages", "Servers", "Callers", "include it in all messages", "send only what is still valid"},
}

// audiencesOf returns the audiences of a change.
func audiencesOf(f *diag.Finding) []audience {
	return slices.DeleteFunc(slices.Clone(audiences), func(a audience) bool {
		return !slices.ContainsFunc(f.Change.Affects, func(to diag.Affected) bool { return slices.Contains(a.parts, to.Part) })
	})
}

func (a *audience) ofRecords() bool { return a.data == "records" }

// effectOn says what a change that breaks means for its audiences.
func effectOn(people []audience, f *diag.Finding) string {
	var names []string
	for _, a := range people {
		names = append(names, a.data)
	}
	data, written := strings.Join(names, " and "), " written before"
	if len(people) > 0 && !people[0].ofRecords() {
		written = " sent before"
	}
	if len(people) == 0 || len(people) > 2 {
		data = "data"
	}
	switch f.Change.Breaks {
	case 0:
		return ""
	case diag.Backward:
		if demands(f) {
			return data + written + " may lack it"
		}
		return data + written + " may no longer be valid"
	case diag.Forward:
		return "older software may reject new " + data
	}
	if f.Rule.Code == "lexicon-removed" {
		return ""
	}
	return data + " of the old form are no longer valid, and older software may reject those of the new form"
}

// demands reports whether a change makes a field required.
func demands(f *diag.Finding) bool {
	return f.Rule.Code == "object-required" || f.Rule.Code == "field-added-required"
}

// todoOf says what the audiences of a change have to do.
func todoOf(people []audience, f *diag.Finding) []Todo {
	var all []Todo
	add := func(who, what string) {
		if !slices.Contains(all, Todo{who, what}) {
			all = append(all, Todo{who, what})
		}
	}
	for _, a := range people {
		breaks := f.Change.Breaks
		switch {
		case f.Rule.Code == "lexicon-removed" && a.ofRecords():
			add(a.senders, "stop writing such records")
			add(a.readers, "expect no new records; those that exist stay in their repositories")
		case f.Rule.Code == "lexicon-removed":
			add("Callers", "stop calling the method")
			add("Servers", "expect calls from clients that have not been updated")
		case breaks == 0 && f.Rule.Code == "field-removed":
			add(a.senders, "stop including the field in "+a.data)
			add(a.readers, "do not rely on the field")
		case breaks == 0 && groupOf(f) == groupDeprecated:
			add(a.senders, "stop using it in new "+a.data)
		case breaks == 0:
		case breaks == diag.Backward && demands(f):
			add(a.senders, a.include)
			add(a.readers, "expect older "+a.data+" without it")
		default:
			if breaks&diag.Backward != 0 {
				add(a.senders, a.restrict)
				add(a.readers, "expect "+a.data+" of the old form too")
			}
			if breaks&diag.Forward != 0 {
				add(a.readers, "update before "+a.data+" of the new form arrive")
				add(a.senders, "expect that software which has not been updated rejects "+a.data+" of the new form")
			}
		}
	}
	if f.Rule.Code == "permissions" {
		add("Applications", "ask users to authorize them again for the change to take effect")
	}
	order := []string{"Writers", "Readers", "Servers", "Callers", "Applications"}
	slices.SortStableFunc(all, func(a, b Todo) int { return slices.Index(order, a.Who) - slices.Index(order, b.Who) })
	return all
}
