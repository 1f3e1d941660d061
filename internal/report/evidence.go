package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Data counts the values that diff --data checked: Values is the sum of the others.
type Data struct {
	Values   int `json:"values"`
	Skipped  int `json:"skipped"`  // of types in which nothing has changed, or that neither side has
	Both     int `json:"both"`     // valid on both sides
	Broken   int `json:"broken"`   // valid on the old side only
	Repaired int `json:"repaired"` // valid on the new side only
	Invalid  int `json:"invalid"`  // on both sides
}

// words returns the counts in one line.
func (d *Data) words() string {
	parts := phrases{words.Count(d.Values, "value"), strconv.Itoa(d.Broken) + " broken"}
	parts.add(d.Repaired, strconv.Itoa(d.Repaired)+" repaired")
	parts.add(d.Invalid, strconv.Itoa(d.Invalid)+" invalid on both sides")
	parts.add(d.Skipped, strconv.Itoa(d.Skipped)+" skipped because their schemas are unchanged or not loaded")
	return strings.Join(parts, ", ")
}

// evidence says what real data say about a change: one line, and the parts of one for each
// example: the first one and more, up to a number of bytes. The line is "" where the data say nothing.
func evidence(f *diag.Finding, most int) (line string, examples [][]string) {
	if f.Change == nil || f.Change.Data == nil {
		return "", nil
	}
	d := f.Change.Data
	switch {
	case d.Broken > 0:
		line = "breaks " + shareOf(d.Broken, f)
	case d.InUse > 0:
		line = "used by " + shareOf(d.InUse, f) + ": " + typeCounts(d.Types)
	case f.Severity == diag.Error:
		line = "no value in the data is affected"
		if d.Values == 0 && slices.ContainsFunc(f.Change.Affects, isOfRecord) {
			line += ": there are no " + recordsOf(f)
		}
	}
	for i, e := range d.Examples {
		if most -= len(e.Path) + len(e.Record) + len(e.Pointer) + len(e.Message); most < 0 && i > 0 {
			if i == 1 {
				line += ", of which the first is shown"
			} else {
				line += ", of which the first " + strconv.Itoa(i) + " are shown"
			}
			break
		}
		parts := phrases{atLine(e.Path, e.Line)}
		if strings.HasPrefix(e.Record, "at://") {
			parts = append(parts, e.Record)
		}
		parts.say(e.Pointer)
		examples = append(examples, append(parts, e.Message))
	}
	return line, examples
}

// typeCounts says how many values there are of each type: "2 objects, 1 string".
func typeCounts[N int | int64](types map[string]N) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(types)) {
		parts = append(parts, words.Count(types[name], name))
	}
	return strings.Join(parts, ", ")
}

// shareOf says how many of the values that a change can affect a number is.
func shareOf(n int, f *diag.Finding) string {
	return thousands(n) + " of " + thousands(f.Change.Data.Values) + " " + recordsOf(f)
}

// recordsOf names the records that a change can affect.
func recordsOf(f *diag.Finding) string {
	what := ""
	for _, a := range f.Change.Affects {
		switch {
		case !isOfRecord(a):
		case what == "":
			what = a.Ref + " records"
		default:
			what = "records"
		}
	}
	return cmp.Or(what, "records")
}

func isOfRecord(a diag.Affected) bool { return a.Part == lexicon.PartRecord.String() }

// maxEvidence is how many bytes examples have where a service limits messages.
const maxEvidence = 4000

// thousands spells a number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// jsonEvidence is the evidence of a finding.
type jsonEvidence struct {
	Broken   *int           `json:"broken,omitempty"`
	Values   int            `json:"values"`
	Examples []jsonExample  `json:"examples,omitzero"`
	InUse    *int           `json:"inUse,omitempty"`
	Types    map[string]int `json:"types,omitempty"`
}

type jsonExample struct {
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"`
	Record  any    `json:"record,omitempty"`
	Pointer string `json:"pointer"`
	Message string `json:"message"`
}

func newJSONEvidence(d *diag.Evidence) *jsonEvidence {
	if d == nil {
		return nil
	}
	j := &jsonEvidence{Values: d.Values, Types: d.Types}
	if d.Types != nil {
		j.InUse = &d.InUse
	}
	if d.Types == nil || d.Broken > 0 {
		j.Broken, j.Examples = &d.Broken, []jsonExample{}
	}
	for _, e := range d.Examples {
		j.Examples = append(j.Examples, jsonExample{e.Path, e.Line, RecordID(e.Record), e.Pointer, e.Message})
	}
	return j
}
