package lexicon

import "slices"

// MaxFindings is how many findings on one file are kept. Of those beyond it the
// first one of each rule is, so that no kind of fault goes unseen.
const MaxFindings = 10_000

// Omission says how many findings are left out that are like one which is kept.
type Omission struct {
	Like  Finding // has the rule, the severity and the file of those left out
	Count int
}

// findings gathers the findings on one file.
type findings struct {
	list   []Finding
	beyond []Omission // a rule of which one is kept beyond the limit, and how many are not
}

// add keeps a finding or counts it as omitted.
func (f *findings) add(new Finding) {
	if f.surplus(new.Rule) {
		return
	}
	if len(f.list) >= MaxFindings {
		f.beyond = append(f.beyond, Omission{Like: new})
	}
	f.list = append(f.list, new)
}

// surplus reports whether one more finding of a rule is one too many, and counts
// it as omitted then. Where there can be very many it is asked before the work of
// making one.
func (f *findings) surplus(rule *Rule) bool {
	if len(f.list) < MaxFindings {
		return false
	}
	i := slices.IndexFunc(f.beyond, func(o Omission) bool { return o.Like.Rule == rule })
	if i >= 0 {
		f.beyond[i].Count++
	}
	return i >= 0
}

// omitted returns what was left out.
func (f *findings) omitted() []Omission {
	return slices.DeleteFunc(f.beyond, func(o Omission) bool { return o.Count == 0 })
}
