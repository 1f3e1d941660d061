package compat

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Faults is what lint found on a side, as lint.Lint returns it. Nothing is
// compared where there is an error.
type Faults struct {
	Findings []diag.Finding
	Omitted  []diag.Omission // more of the kinds in Findings
}

const compareByHand = "check by hand that the change is compatible"

// faultNotes returns what to report about the faults of both sides. An error of
// the new side is an error unless the old side has it too; then, or if only the
// old side has it, it is an info: the change did not cause it. If a change could not be
// compared because of it, it is a warning. One about a Foreign type is never an error: it is
// a warning that the definition is left out, or an info if it can be compared.
func faultNotes(old, new Faults, in broken) (notes []diag.Finding, omitted []diag.Omission) {
	olds := slices.DeleteFunc(slices.Clone(old.Findings), func(f diag.Finding) bool { return !isError(f) })
	news := slices.Clone(new.Findings)
	paired := pairFaults(olds, news)
	for i := range olds {
		f := &olds[i]
		if paired[f] != nil {
			continue
		}
		f.Severity, f.Message = diag.Info, "this part of the old version is invalid and was not compared: "+f.Message
		f.Help, f.Hint, f.Related = "", nil, nil
		if in.stopped(f) {
			f.Severity, f.Help = diag.Warning, compareByHand
		}
		notes = append(notes, *f)
	}
	for i := range news {
		f := &news[i]
		switch {
		case paired[f] == nil && !f.Foreign:
		case f.Foreign && f.Rule.Readable:
			f.Severity = diag.Info
		case f.Foreign && paired[f] == nil:
			f.Severity, f.Message = diag.Warning, f.NSID+" is left out of the comparison: "+f.Message
		case in.stopped(f) || in.stopped(paired[f]):
			f.Severity, f.Message = diag.Warning, "this part is invalid in both versions and was not compared: "+f.Message
			f.Help, f.Hint = compareByHand, nil
		case f.Foreign:
			f.Severity, f.Message = diag.Warning, f.NSID+" is left out of the comparison: "+f.Message+" (also in the old version)"
		default:
			f.Severity, f.Message = diag.Info, f.Message+" (also in the old version)"
		}
		notes = append(notes, *f)
	}
	return notes, omittedFaults(old.Omitted, new.Omitted)
}

// pairFaults returns the errors that both sides have, each with that of the other side. The
// same words at the same place come first, then the same rule at the same place.
func pairFaults(olds, news []diag.Finding) map[*diag.Finding]*diag.Finding {
	type key struct {
		rule                *diag.Rule
		nsid, path, message string
	}
	paired := map[*diag.Finding]*diag.Finding{}
	for _, words := range []bool{true, false} {
		keyOf := func(f *diag.Finding) key {
			names := strings.Split(f.Pointer, "/") // without the indexes of lists, whose entries move
			names = slices.DeleteFunc(names, func(name string) bool { return strings.Trim(name, "0123456789") == "" })
			k := key{rule: f.Rule, nsid: f.NSID, path: strings.Join(names, "/")}
			if words {
				k.message = f.Message
			}
			return k
		}
		left := map[key][]*diag.Finding{}
		for i := range olds {
			if f := &olds[i]; paired[f] == nil {
				left[keyOf(f)] = append(left[keyOf(f)], f)
			}
		}
		for i := range news {
			f := &news[i]
			if before := left[keyOf(f)]; isError(*f) && paired[f] == nil && len(before) > 0 {
				paired[f], paired[before[0]] = before[0], f
				left[keyOf(f)] = before[1:]
			}
		}
	}
	return paired
}

// omittedFaults returns what faultNotes would say about the errors that were left
// out: as many as both sides lack are taken for the same ones.
func omittedFaults(old, new []diag.Omission) (omitted []diag.Omission) {
	type kind struct {
		rule *diag.Rule
		nsid string
	}
	add := func(o diag.Omission, severity diag.Severity, count int) {
		if count > 0 {
			o.Like.Severity, o.Count = severity, count
			omitted = append(omitted, o)
		}
	}
	before := map[kind]int{} // errors
	for _, o := range old {
		if isError(o.Like) {
			before[kind{o.Like.Rule, o.Like.NSID}] += o.Count
		}
	}
	for _, o := range new {
		k, same := kind{o.Like.Rule, o.Like.NSID}, 0
		if isError(o.Like) {
			same = min(before[k], o.Count)
		}
		before[k] -= same
		add(o, o.Like.Severity, o.Count-same)
		add(o, diag.Info, same)
	}
	for _, o := range old {
		k := kind{o.Like.Rule, o.Like.NSID}
		add(o, diag.Info, before[k])
		before[k] = 0
	}
	return omitted
}
