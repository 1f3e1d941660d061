package compat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// unwitnessed has the rules of which some or all findings break no value that
// could be shown, and why that is.
var unwitnessed = map[string]string{
	"lexicon-removed": "what was removed has no values",
	"def-removed":     "what was removed has no values",
	"record-key-type": "a record key is not part of the value",
	"body-added":      "whether a body exists is not a matter of its value",
	"body-removed":    "whether a body exists is not a matter of its value",
	"body-encoding":   "of bodies only those in JSON have values here",
}

// rarely has the rules whose findings do not count where 95 in 100 of all are to
// be shown, with the share that is, and why.
var rarely = map[string]struct {
	share float64
	why   string
}{
	"ref-change":    {0.7, "what is not loaded cannot be compared, and an object takes a $type that it does not need"},
	"string-length": {0.8, "texts of a format are not made in every length that the format allows"},
}

// TestWitnesses is the law the other way around: what the comparison says breaks
// a value, for nearly every finding, can be shown to.
func TestWitnesses(t *testing.T) {
	shown, missed, waived := map[string]int{}, map[string]int{}, map[string]bool{}
	var examples []string
	for seed := uint64(0); seed < 600 || len(waived) < len(unwitnessed) && seed < 6000; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		profile := diag.Profile(r.IntN(2))
		old := generate.Schemas(r, profile)
		new, kind := sound(r, old, profile)
		o, n := newSide(old, profile), newSide(new, profile)
		for _, f := range compare(t, o.catalog, n.catalog, profile) {
			if unwitnessed[f.Rule.Code] != "" {
				waived[f.Rule.Code] = true
				continue
			}
			for _, direction := range []diag.Direction{diag.Backward, diag.Forward} {
				if f.Change.Breaks&direction == 0 {
					continue
				}
				from, to := o, n
				if direction == diag.Forward {
					from, to = n, o
				}
				switch value, tried := witness(r, from, to, f); {
				case value != "":
					shown[f.Rule.Code]++
				case tried:
					missed[f.Rule.Code]++
					examples = append(examples, fmt.Sprintf("seed %d, %s, %s: %s: %s", seed, profile, kind, line(f), f.Message))
				}
			}
		}
	}
	all, allShown := 0, 0
	for _, code := range codesOf(shown, missed) {
		n, least := shown[code]+missed[code], 0.8
		if waiver, ok := rarely[code]; ok {
			least = waiver.share
		} else {
			all += n
			allShown += shown[code]
		}
		if float64(shown[code]+1) < least*float64(n) {
			t.Errorf("%s: %d of %d findings have a witness", code, shown[code], n)
		}
	}
	if float64(allShown) < 0.95*float64(all) || all == 0 {
		t.Errorf("%d of %d findings have a witness", allShown, all)
	}
	for code := range unwitnessed {
		if !waived[code] {
			t.Errorf("%s was never raised: remove its waiver", code)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(examples, "\n"))
	}
}

func codesOf(counts ...map[string]int) []string {
	var codes []string
	for _, count := range counts {
		for code := range count {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// witness returns a value of the changed definition that is valid on one side
// and not on the other; "" when it finds none. Tried is false where only one of
// the sides has such values at all. Half of the values are made for the schema
// that should reject them: they miss its limits by little.
func witness(r *rand.Rand, from, to side, f diag.Finding) (value string, tried bool) {
	for _, s := range from.subjects() {
		target := to.validator(s)
		if target == nil || !changedIn(f, s) {
			continue
		}
		tried = true
		own := from.validator(s)
		other := s
		for _, of := range to.subjects() {
			if of.ref == s.ref && of.part == s.part {
				other = of
			}
		}
		for range 500 {
			for _, v := range []generate.V{from.value(r, s), to.value(r, other)} {
				if text := generate.JSON(v); own.Check(validate.Input{Text: text}).Valid() && !target.Check(validate.Input{Text: text}).Valid() {
					return string(text), true
				}
			}
		}
	}
	return "", tried
}

// changedIn reports whether a finding points into a subject on either side.
func changedIn(f diag.Finding, s subject) bool {
	for _, at := range []diag.Location{f.Location, f.Change.Old} {
		if at.Source != nil && at.Source.Path == string(s.ref.NSID)+".json" && strings.HasPrefix(at.Pointer+"/", s.pointer()) {
			return true
		}
	}
	return false
}

// pointer returns the pointer of a subject's schema, with a slash behind it.
func (s subject) pointer() string {
	pointer := "/defs/" + s.ref.Name + "/"
	switch s.part {
	case lexicon.PartParams:
		return pointer + "parameters/"
	case lexicon.PartInput, lexicon.PartOutput, lexicon.PartMessage:
		return pointer + s.part.String() + "/"
	}
	return pointer
}
