package lexicon

import "slices"

// MaxFindings is how many findings on one file are kept. Of those beyond it the
// first one of each rule is, so that no kind of fault goes unseen.
const MaxFindings = 10_000

// findings gathers the findings on one file.
type findings struct {
	list    []Finding
	omitted int     // beyond the limit
	beyond  []*Rule // of which one is kept beyond the limit
}

// add keeps a finding or counts it as omitted.
func (f *findings) add(new Finding) {
	if len(f.list) >= MaxFindings {
		if slices.Contains(f.beyond, new.Rule) {
			f.omitted++
			return
		}
		f.beyond = append(f.beyond, new.Rule)
	}
	f.list = append(f.list, new)
}
