package report

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// audience is who has to do with the data that a change is about.
type audience uint8

// The audiences.
const (
	ofData      audience = iota // of no record or method that is loaded
	ofRecords                   // writers and readers
	ofRequests                  // callers send, servers read
	ofResponses                 // servers send, callers read
	ofMessages                  // the same, of streams
	numAudiences
)

// things are what each audience sends and reads.
var things = [numAudiences]string{"data", "records", "requests", "responses", "messages"}

// senders and readers are those who send the data and those who read it.
var (
	senders = [numAudiences]string{"Writers", "Writers", "Callers", "Servers", "Servers"}
	readers = [numAudiences]string{"Readers", "Readers", "Servers", "Callers", "Callers"}
)

// audiences is a set of audiences.
type audiences [numAudiences]bool

// audienceOf returns the audiences of a change.
func audienceOf(f *diag.Finding) audiences {
	var set audiences
	for _, a := range f.Change.Affects {
		switch a.Part {
		case "record":
			set[ofRecords] = true
		case "params", "input":
			set[ofRequests] = true
		case "output":
			set[ofResponses] = true
		case "message":
			set[ofMessages] = true
		}
	}
	if set == (audiences{}) {
		set[ofData] = true
	}
	return set
}

// names lists what the audiences send and read: "records and responses".
func (set audiences) names() string {
	var all []string
	for a, there := range set {
		if there {
			all = append(all, things[a])
		}
	}
	switch len(all) {
	case 1:
		return all[0]
	case 2:
		return all[0] + " and " + all[1]
	}
	return "data"
}

// effect says what a change that breaks means.
func (set audiences) effect(f *diag.Finding) string {
	names, written := set.names(), " written before"
	if !set[ofRecords] && !set[ofData] {
		written = " sent before"
	}
	switch f.Change.Breaks {
	case 0:
		return ""
	case diag.Backward:
		if demands(f) {
			return names + written + " may lack it"
		}
		return names + written + " may no longer be valid"
	case diag.Forward:
		return "older software may reject new " + names
	}
	if f.Rule.Code == "lexicon-removed" {
		return ""
	}
	return names + " of the old form are no longer valid, and older software may reject those of the new form"
}

// demands reports whether a change makes a field required.
func demands(f *diag.Finding) bool {
	return f.Rule.Code == "object-required" || f.Rule.Code == "field-added-required"
}

// todo says what the audiences have to do.
func (set audiences) todo(f *diag.Finding) []Todo {
	var all []Todo
	add := func(who, what string) {
		if !slices.Contains(all, Todo{who, what}) {
			all = append(all, Todo{who, what})
		}
	}
	for a := range numAudiences {
		if !set[a] || a == ofData {
			continue
		}
		sender, reader, what := senders[a], readers[a], things[a]
		breaks := f.Change.Breaks
		switch {
		case f.Rule.Code == "lexicon-removed" && a == ofRecords:
			add(sender, "stop writing such records")
			add(reader, "expect no new records; those that exist stay in their repositories")
		case f.Rule.Code == "lexicon-removed" && (a == ofRequests || a == ofResponses || a == ofMessages):
			add("Callers", "stop calling the method")
			add("Servers", "expect calls from clients that have not been updated")
		case breaks == 0 && f.Rule.Code == "field-removed":
			add(sender, "stop including the field in "+what)
			add(reader, "do not rely on the field")
		case breaks == 0 && groupOf(f) == groupDeprecated:
			add(sender, "stop using it in new "+what)
		case breaks == 0:
		case breaks == diag.Backward && demands(f):
			if a == ofRecords {
				add(sender, "include it in every new record, and add it to existing ones")
			} else {
				add(sender, "include it in all "+what)
			}
			add(reader, "expect older "+what+" without it")
		default:
			if breaks&diag.Backward != 0 {
				if a == ofRecords {
					add(sender, "write only what is still valid, and update existing records")
				} else {
					add(sender, "send only what is still valid")
				}
				add(reader, "expect "+what+" of the old form too")
			}
			if breaks&diag.Forward != 0 {
				add(reader, "update before "+what+" of the new form arrive")
				add(sender, "expect that software which has not been updated rejects "+what+" of the new form")
			}
		}
	}
	if f.Rule.Code == "permissions" {
		add("Applications", "ask users to authorize them again for the change to take effect")
	}
	slices.SortStableFunc(all, func(a, b Todo) int { return compareAudience(a.Who) - compareAudience(b.Who) })
	return all
}

func compareAudience(who string) int {
	return slices.Index([]string{"Writers", "Readers", "Servers", "Callers", "Applications"}, who)
}
