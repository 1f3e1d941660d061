package compat_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// support begins the paths of Dependency documents.
const support = "support/"

// catalog parses one side of a comparison, in one of the forms that the examples
// of rules have: members of "defs", the schema of one property (x of the main
// definition of com.example.thing here), or several files. A path that begins
// with "support/" is a Dependency document.
func catalog(t testing.TB, text string) *lexicon.Catalog {
	t.Helper()
	c := readCatalog(text)
	for _, d := range c.Documents() {
		for _, f := range d.Found {
			if f.Severity == diag.Error {
				t.Errorf("%s: %s\n%s", d.Source.Path, f.Message, d.Source.Text)
			}
		}
	}
	return c
}

// readCatalog is catalog for sides that may have faults.
func readCatalog(text string) *lexicon.Catalog {
	switch {
	case strings.HasPrefix(text, "{"):
		text = `"main": {"type": "object", "properties": {"x": ` + text + `}}`
		fallthrough
	case strings.HasPrefix(text, `"`):
		text = "-- thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing", "defs": {` + text + "}}\n"
	}
	var documents []*lexicon.Document
	for _, f := range txtar.Parse([]byte(text)).Files {
		d := lexicon.Parse(&diag.Source{Path: f.Name, Text: f.Data}, diag.ProfileV1)
		d.Dependency = strings.HasPrefix(f.Name, support)
		documents = append(documents, d)
	}
	return lexicon.NewCatalog(documents...)
}

// mustCompare compares without a limit of time.
func mustCompare(t testing.TB, old, new *lexicon.Catalog, options compat.Options) compat.Report {
	t.Helper()
	report, err := compat.Compare(context.Background(), old, new, options)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// compare compares and checks what holds for every comparison: the catalogs are
// as they were, and the outcome is the same again.
func compare(t testing.TB, old, new *lexicon.Catalog, profile diag.Profile) []diag.Finding {
	t.Helper()
	return compareWith(t, old, new, compat.Options{Profile: profile}).Findings
}

// compareLinted is compare for sides that are linted before.
func compareLinted(t testing.TB, old, new *lexicon.Catalog) compat.Report {
	t.Helper()
	faults := func(side *lexicon.Catalog) compat.Faults {
		result, err := lint.Lint(t.Context(), side, lint.Options{Workers: 1, MinSeverity: diag.Error})
		if err != nil {
			t.Fatal(err)
		}
		return compat.Faults{Findings: result.Findings, Omitted: result.Omitted}
	}
	return compareWith(t, old, new, compat.Options{Old: faults(old), New: faults(new)})
}

func compareWith(t testing.TB, old, new *lexicon.Catalog, options compat.Options) compat.Report {
	t.Helper()
	before := [2]string{snapshot(old), snapshot(new)}
	report := mustCompare(t, old, new, options)
	if after := [2]string{snapshot(old), snapshot(new)}; after != before {
		t.Errorf("the comparison changed a catalog:\n%s\nbefore\n%s", after, before)
	}
	told := func(r compat.Report) []any {
		return []any{r.Findings, r.Omitted, r.Partial, r.Undecided, r.OnlyOld, r.OnlyNew}
	}
	if again := mustCompare(t, old, new, options); !reflect.DeepEqual(told(report), told(again)) {
		t.Errorf("not the same twice:\n%s\n%s", lines(report.Findings), lines(again.Findings))
	}
	nsids := map[*diag.Source]string{}
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			nsids[d.Source] = string(d.ID)
		}
	}
	for _, f := range report.Findings {
		if f.Message == "" || strings.ContainsAny(f.Message, "\n\x00") || strings.HasSuffix(f.Message, ".") {
			t.Errorf("%s: message %q", f.Rule.Code, f.Message)
		}
		source := f.Source
		if c := f.Change; c == nil && f.Rule.Group == "diff" {
			t.Errorf("%s has no Change: %s", f.Rule.Code, f.Message)
		} else if c != nil {
			if (f.Severity == diag.Error) != (c.Breaks != 0) && f.Rule.Code != "field-renamed" && f.Severity != diag.Warning {
				t.Errorf("%s is %s and breaks %s", f.Rule.Code, f.Severity, directions(c.Breaks))
			}
			if source == nil {
				source = c.Old.Source
			}
		}
		if source == nil || nsids[source] != f.NSID {
			t.Errorf("%s is in a file of %q, and its NSID is %q: %s", f.Rule.Code, nsids[source], f.NSID, f.Message)
		}
	}
	return report
}

// snapshot spells what is in a catalog.
func snapshot(c *lexicon.Catalog) string {
	var b strings.Builder
	for _, d := range c.Documents() {
		b.Write(d.Source.Text)
		for _, def := range d.Defs {
			b.WriteString(def.Name)
			lexicon.Walk(def.Schema, func(s lexicon.Schema) bool {
				b.WriteString(" " + s.Type().String() + " " + s.Base().At().Pointer)
				writeLists(&b, s)
				return true
			})
		}
	}
	return b.String()
}

// writeLists spells the lists of a schema, of which a comparison knows sorted
// copies.
func writeLists(b *strings.Builder, s lexicon.Schema) {
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		switch list := v.Field(i).Interface().(type) {
		case []string:
			b.WriteString(strings.Join(list, ","))
		case []int64:
			for _, n := range list {
				b.WriteString(" " + lexicon.Some(n).String())
			}
		case []*lexicon.Link:
			for _, l := range list {
				b.WriteString(" " + l.Text)
			}
		case []*lexicon.Property:
			for _, p := range list {
				b.WriteString(" " + p.Name)
			}
		}
	}
}

// directions spells what a change breaks: "backward", "forward", "both" or
// "nothing".
func directions(d diag.Direction) string {
	return [...]string{"nothing", "backward", "forward", "both"}[d]
}

// outcome spells a finding without its places: "string-length error backward".
func outcome(f diag.Finding) string {
	if f.Change == nil {
		return f.Rule.Code + " " + f.Severity.String()
	}
	return f.Rule.Code + " " + f.Severity.String() + " " + directions(f.Change.Breaks)
}

// line spells a finding with its places, the new one first. Those within the
// property x of the main definition of com.example.thing are spelled from there.
func line(f diag.Finding) string {
	place := func(l diag.Location) string {
		if l.Source == nil {
			return "-"
		}
		pointer := l.Pointer
		if path, ok := strings.CutPrefix(pointer, "/defs/main/properties/x"); ok {
			pointer = "x" + path
		}
		if l.Source.Path != "thing.json" {
			pointer = l.Source.Path + ":" + pointer
		}
		return pointer
	}
	if f.Change == nil {
		return outcome(f) + " " + place(f.Location)
	}
	return outcome(f) + " " + place(f.Location) + " < " + place(f.Change.Old)
}

func lines(findings []diag.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteString("\n\t" + line(f) + ": " + f.Message)
	}
	return b.String()
}

// change is a case of the tables: two revisions, and the changes between them
// in the form of line.
type change struct {
	name, old, new string
	want           []string
}

// check compares the revisions of each case.
func check(t *testing.T, cases []change) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := compare(t, catalog(t, c.old), catalog(t, c.new), diag.ProfileV1)
			checkLines(t, found, c.want)
		})
	}
}

// checkLines compares findings with those that are wanted, in whatever order.
func checkLines(t *testing.T, found []diag.Finding, want []string) {
	t.Helper()
	var got []string
	for _, f := range found {
		got = append(got, line(f))
	}
	slices.Sort(got)
	want = slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.Errorf("found%s\nwant\n\t%s", lines(found), strings.Join(want, "\n\t"))
	}
}
