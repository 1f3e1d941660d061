package sample_test

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

var ndjson = flag.String("ndjson", "", "file to which TestGenerated writes the schemas, their samples and some invalid values")

// recorder writes schemas and values as NDJSON, so that other validators can check them.
// A line has the schemas of all values up to the next such line:
//
//	{"schemas": [LEXICON, …]}
//
// or a value; if it is invalid, with the only rule that it breaks, and where:
//
//	{"definition": "com.example.one#main", "part": "params", "value": …, "rule": "range", "pointer": "/limit"}
//
// The part is "" for a definition that is not primary. A nil recorder writes nothing.
type recorder struct {
	w      *bufio.Writer
	tries  int                // to break a rule
	broken map[*diag.Rule]int // invalid values
}

// newRecorder returns the recorder that the flag asks for. At the end of the test every
// rule that a value can break must have been broken.
func newRecorder(t *testing.T) *recorder {
	t.Helper()
	if *ndjson == "" {
		return nil
	}
	file, err := os.Create(*ndjson)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{w: bufio.NewWriter(file), broken: map[*diag.Rule]int{}}
	t.Cleanup(func() {
		for _, rule := range sample.Breakable() {
			if r.broken[rule] == 0 {
				t.Errorf("no value breaks %s", rule.Code)
			}
		}
		if err := r.w.Flush(); err != nil { // also the error of an earlier write
			t.Error(err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// schemas writes Lexicons, each of one line, by path.
func (r *recorder) schemas(texts map[string]string) {
	if r == nil {
		return
	}
	separator := `{"schemas": [`
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprint(r.w, separator, texts[path])
		separator = ", "
	}
	fmt.Fprintln(r.w, "]}")
}

// valid writes a sample.
func (r *recorder) valid(p checkedPart, v sample.Value) {
	if r != nil {
		fmt.Fprintf(r.w, "{%s}\n", p.members(v))
	}
}

// faults writes some invalid values of each part, as far as the rules whose turn it is
// can be broken there.
func (r *recorder) faults(c *lexicon.Catalog, profile diag.Profile, parts []checkedPart) {
	if r == nil {
		return
	}
	const each = 3 // rules to break in a part
	rules := sample.Breakable()
	s := sample.New(c, sample.Options{Profile: profile})
	for _, p := range parts {
		for range each {
			rule := rules[r.tries%len(rules)]
			r.tries++
			s.Seed(uint64(r.tries))
			if v, f, err := s.Invalid(p.validator, p.schema, rule); err == nil {
				r.broken[rule]++
				fmt.Fprintf(r.w, "{%s, \"rule\": %q, \"pointer\": %s}\n", p.members(v), rule.Code, sample.JSON(sample.Text(f.Pointer)))
			}
		}
	}
}

// members returns the members of a line that say what a value is.
func (p checkedPart) members(v sample.Value) string {
	return fmt.Sprintf(`"definition": %q, "part": %q, "value": %s`, p.def.Reference().Full(), p.part, sample.JSON(v))
}
