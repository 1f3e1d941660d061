package compat

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Faults is what lint found on a side, as lint.Lint returns it. Nothing is
// compared where there is an error.
type Faults struct {
	Findings []lexicon.Finding
	Omitted  []lexicon.Omission // more of the kinds in Findings
}

func isError(f lexicon.Finding) bool { return f.Severity == lexicon.Error }

// faultNotes returns what to report about the faults of both sides. An error of
// the new side is an error unless the old side has it too; then, or if only the
// old side has it, it is an info: the change did not cause it.
func faultNotes(old, new Faults) (notes []lexicon.Finding, omitted []lexicon.Omission) {
	olds := slices.DeleteFunc(slices.Clone(old.Findings), func(f lexicon.Finding) bool { return !isError(f) })
	news := slices.Clone(new.Findings)
	paired := pairFaults(olds, news)
	for i := range olds {
		if f := &olds[i]; !paired[f] {
			f.Severity, f.Message = lexicon.Info, "this part of the old version is invalid and was not compared: "+f.Message
			f.Help, f.Hint, f.Related = "", nil, nil
			notes = append(notes, *f)
		}
	}
	for i := range news {
		f := &news[i]
		if paired[f] {
			f.Severity, f.Message = lexicon.Info, f.Message+" (also in the old version)"
		}
		notes = append(notes, *f)
	}
	return notes, omittedFaults(old.Omitted, new.Omitted)
}

// pairFaults returns the errors that both sides have, of either side. The same
// words at the same place come first, then the same rule at the same place.
func pairFaults(olds, news []lexicon.Finding) map[*lexicon.Finding]bool {
	paired := map[*lexicon.Finding]bool{}
	for _, words := range []bool{true, false} {
		left := map[faultKey][]*lexicon.Finding{}
		for i := range olds {
			if f := &olds[i]; !paired[f] {
				left[keyOfFault(f, words)] = append(left[keyOfFault(f, words)], f)
			}
		}
		for i := range news {
			f := &news[i]
			if before := left[keyOfFault(f, words)]; isError(*f) && !paired[f] && len(before) > 0 {
				paired[f], paired[before[0]] = true, true
				left[keyOfFault(f, words)] = before[1:]
			}
		}
	}
	return paired
}

// faultKey is what an error has in common with the same one of the other side.
type faultKey struct {
	rule                *lexicon.Rule
	nsid, path, message string
}

// keyOfFault returns the key of an error, with its message if words count. The
// path is the JSON Pointer without the indexes of lists, whose entries move.
func keyOfFault(f *lexicon.Finding, words bool) faultKey {
	names := strings.Split(f.Pointer, "/")
	names = slices.DeleteFunc(names, func(name string) bool { return strings.Trim(name, "0123456789") == "" })
	key := faultKey{rule: f.Rule, nsid: f.NSID, path: strings.Join(names, "/")}
	if words {
		key.message = f.Message
	}
	return key
}

// omittedFaults returns what faultNotes would say about the errors that were left
// out: as many as both sides lack are taken for the same ones.
func omittedFaults(old, new []lexicon.Omission) (omitted []lexicon.Omission) {
	type kind struct {
		rule *lexicon.Rule
		nsid string
	}
	add := func(o lexicon.Omission, severity lexicon.Severity, count int) {
		if count > 0 {
			o.Like.Severity, o.Count = severity, count
			omitted = append(omitted, o)
		}
	}
	before := map[kind]int{}
	for _, o := range old {
		if isError(o.Like) {
			before[kind{o.Like.Rule, o.Like.NSID}] += o.Count
		}
	}
	for _, o := range new {
		k := kind{o.Like.Rule, o.Like.NSID}
		same := 0
		if isError(o.Like) {
			same = min(before[k], o.Count)
			before[k] -= same
		}
		add(o, o.Like.Severity, o.Count-same)
		add(o, lexicon.Info, same)
	}
	for _, o := range old {
		k := kind{o.Like.Rule, o.Like.NSID}
		add(o, lexicon.Info, before[k])
		before[k] = 0
	}
	return omitted
}
