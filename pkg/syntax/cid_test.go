package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

const sampleCID = "bafyreib2rxk3rybk3aobmv5cjuql3bm2twh4jo5uxgf5kpqqcvkr6vpjna"

func TestCID(t *testing.T) {
	v0 := "Qm" + strings.Repeat("z", 44)
	checkValues(t, syntax.FormatCID, []string{
		sampleCID, "mAXASIA==", "z7x3CtSc", "71340361", "mBcDxtdWx0aWhhc2g+",
		strings.Repeat("a", 256),
		v0 + "z", v0[:45], v0[:45] + "0", v0[:45] + "l", v0[:45] + "=", "Qn" + v0[2:], "qm" + v0[2:],
	}, []valueFault{
		{"", 0, "it is 0 bytes long, but at least 8 are required"},
		{"noopnoo", 7, "it is 7 bytes long, but at least 8 are required"},
		{strings.Repeat("a", 257), 256, "it is 257 bytes long, but at most 256 are allowed"},
		{"example.com", 7, `only letters, digits, "+", and "="`},
		{".", 0, "only letters"},
		{" " + sampleCID, 0, "only letters"},
		{sampleCID + "\n", len(sampleCID), "only letters"},
		{"bafyreib/", 8, "only letters"},
		{"bafyrei\u00df", 7, "only letters"},
		{v0, 0, "a version 0 CID"},
	})
}

var (
	slowCID = regexp.MustCompile(`^[a-zA-Z0-9+=]{8,256}$`)
	cidV0   = regexp.MustCompile(`^Qm[1-9A-HJ-NP-Za-km-z]{44}$`)
)

func FuzzCID(f *testing.F) {
	f.Add(sampleCID)
	f.Add("Qm" + strings.Repeat("z", 44))
	f.Add("Qm" + strings.Repeat("z", 43) + "I")
	f.Add("mAXASIA==")
	f.Fuzz(func(t *testing.T, text string) {
		want := slowCID.MatchString(text) && !cidV0.MatchString(text)
		if got := syntax.IsCID(text); got != want {
			t.Errorf("IsCID(%q) = %v, want %v", text, got, want)
		}
		checkParse(t, text, parser[string](syntax.FormatCID), syntax.IsCID)
	})
}

func BenchmarkIsCID(b *testing.B) {
	for b.Loop() {
		syntax.IsCID(sampleCID)
	}
}
