package report

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

var (
	ruleClosed = &diag.Rule{
		Code: "empty-closed-union", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "a closed union has no refs", Reason: "No value fits it.", Spec: "Field types > union",
		Examples: `"main": {"type": «"union", "refs": [], "closed": true|"token"»}`,
	}
	ruleLimit = &diag.Rule{
		Code: "unlimited-string", Group: "style", Severity: diag.Severities{diag.Warning, diag.Error},
		Summary: "a string has no limit", Reason: "Servers limit it anyway.",
	}
	ruleName     = &diag.Rule{Code: "name-casing", Group: "style", Severity: diag.Always(diag.Info), Summary: "a name is not in camel case"}
	ruleGrapheme = &diag.Rule{Code: "graphemes", Group: "validate", Severity: diag.Always(diag.Error), Summary: "a text has too many graphemes"}
	ruleLength   = &diag.Rule{Code: "string-length", Group: "diff", Severity: diag.Always(diag.Error), Summary: "a limit of a string changed"}
	ruleOff      = &diag.Rule{Code: "datetime-practice", Group: "validate", Summary: "a datetime is not written the usual way"}

	allRules = []*diag.Rule{ruleClosed, ruleLimit, ruleName, ruleGrapheme, ruleLength, ruleOff}
)

// at returns the place of the first occurrence of part in a text.
func at(t testing.TB, s *diag.Source, part, pointer string) diag.Location {
	t.Helper()
	i := bytes.Index(s.Text, []byte(part))
	if i < 0 {
		t.Fatalf("%s does not contain %q", s.Path, part)
	}
	return diag.Location{
		Source: s, Span: diag.Span{Start: int32(i), End: int32(i + len(part))}, Pointer: pointer, Value: schemaValue(pointer),
	}
}

// schemaValue returns a value of a schema file with this pointer.
func schemaValue(pointer string) *lexicon.Value {
	steps := diag.SplitPointer(pointer)
	text := "0"
	for _, step := range slices.Backward(steps) {
		text = "{" + strconv.Quote(step) + ": " + text + "}"
	}
	v := lexicon.Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1).Root
	for _, step := range steps {
		v = v.Field(step)
	}
	return v
}

func source(path, text string) *diag.Source {
	return &diag.Source{Path: path, Text: []byte(text)}
}

// sample is a report of a command with one finding of each kind.
type sample struct {
	findings  []diag.Finding
	results   []Result
	summary   Summary
	undecided []syntax.NSID
}

func samples(t testing.TB) map[string]sample {
	thing := source("lexicons/com/example/thing.json", "{\n  \"lexicon\": 1,\n\t\"x\": {\"type\": \"union\", \"refs\": [], \"closed\": true},\r\n  \"名前\": {\"type\": \"string\"}\n}\n")
	hostile := source("lexicons/\x1b[31mred\u202e.json", "{\"a\": \"\x1b]0;title\x07\u2066\xff\", \"b\": <&>}")
	x := at(t, thing, "[]", "/defs/main/record/properties/x/refs")
	lint := sample{
		findings: []diag.Finding{
			{Rule: ruleClosed, Severity: diag.Error, Message: "cannot read the folder", Location: diag.Location{}},
			{Rule: ruleClosed, Severity: diag.Error, Message: "a closed union needs at least one ref", Help: `add a ref, or drop "closed"`, Fix: &diag.Fix{Safe: true}, Location: x, NSID: "com.example.thing",
				Related: []diag.Related{{Location: at(t, thing, `"lexicon"`, "/lexicon"), Message: "version given here"}, {Message: "no place for this one"}}},
			{Rule: ruleLimit, Severity: diag.Warning, Message: "名前 has no limit", Location: at(t, thing, `{"type": "string"}`, "/defs/main/record/properties/名前"), NSID: "com.example.thing"},
			{Rule: ruleName, Severity: diag.Info, Message: "名前 is not in camel case", Location: at(t, thing, `"名前"`, "/defs/main/record/properties/名前")},
			{Rule: ruleLimit, Severity: diag.Warning, Message: "bad \x1b[2J text\u2028, 100% <&>\r\nsecond: line", Help: "do\n100%", Fix: &diag.Fix{Safe: true}, Location: at(t, hostile, "\x1b]0;title\x07", "/\x1b/a~1b")},
		},
		summary: Summary{Files: 3, Skipped: 1},
	}

	schema := source("schemas/post.json", "{\n  \"maxGraphemes\": 300\n}\n")
	line := &diag.Source{Path: "posts.ndjson", Text: []byte(`{"text":"a🙂","tags":["` + strings.Repeat("long ", 60) + `"]}`), FirstLine: 16}
	car := &diag.Source{Path: "repo.car"}
	limit := at(t, schema, "300", "/defs/main/record/properties/text/maxGraphemes")
	validate := sample{
		findings: []diag.Finding{
			{Rule: ruleGrapheme, Severity: diag.Error, Message: "text is 301 graphemes long, but at most 300 are allowed", Location: at(t, line, `"a🙂"`, "/text"), NSID: "com.example.post",
				Data: &diag.DataPlace{Record: "16", Schema: "com.example.post#main", Constraint: limit}},
			{Rule: ruleGrapheme, Severity: diag.Error, Message: "tags/0 is too long", Location: at(t, line, `"long `+strings.Repeat("long ", 59)+`"`, "/tags/0"),
				Data: &diag.DataPlace{Record: "16", Schema: "com.example.post#main", Constraint: limit}},
			{Rule: ruleGrapheme, Severity: diag.Error, Message: "text is too long", Location: diag.Location{Source: car, Pointer: "/text", NoPosition: true},
				Data: &diag.DataPlace{Record: "at://did:plc:a/com.example.post/1", Schema: "com.example.post#main"}},
			{Rule: ruleGrapheme, Severity: diag.Warning, Message: "not a record", Location: diag.Location{Source: car, NoPosition: true}, Data: &diag.DataPlace{}},
		},
		results: []Result{{Record: RecordID("16"), Rules: []string{"graphemes", "graphemes"}}, {Record: "at://did:plc:a/com.example.post/1?<&>", Valid: true}, {Valid: true}},
		summary: Summary{Files: 2, Omitted: 37, Values: &Values{ValueCounts: ValueCounts{100, 97, 2, 1}, MissingBlocks: 1}, Cases: &Cases{Total: 12, Failed: 1}},
	}

	now := source("new/thing.json", "{\n  \"maxLength\": 100\n}\n")
	old := source("v1.2.0:lexicons/thing.json", "{\n  \"description\": \"…\",\n  \"maxLength\": 200\n}\n")
	pointer := "/defs/main/record/properties/text/maxLength"
	diff := sample{
		findings: []diag.Finding{
			{Rule: ruleLength, Severity: diag.Error, Message: "maxLength fell from 200 to 100", Location: at(t, now, "100", pointer), NSID: "com.example.thing",
				Change: &diag.Change{Breaks: diag.Backward | diag.Forward, Old: at(t, old, "200", pointer),
					Affects: []diag.Affected{{Ref: "com.example.thing", Part: "record"}, {Ref: "com.example.getThing", Part: "output"}}}},
			{Rule: ruleLength, Severity: diag.Info, Message: "something moved", Location: at(t, now, "{", ""),
				Change: &diag.Change{Old: at(t, old, "200", pointer)}},
			{Rule: ruleLength, Severity: diag.Error, Message: "com.example.gone is gone", NSID: "com.example.gone",
				Change: &diag.Change{Breaks: diag.Backward, Old: at(t, old, "{", ""), Affects: []diag.Affected{{Ref: "com.example.getThing", Part: "output"}}}},
			{Rule: ruleClosed, Severity: diag.Error, Message: "a closed union needs at least one ref", Location: at(t, old, "200", pointer)},
		},
		summary: Summary{Files: 2, Diff: &Diff{Before: 1, Partial: true},
			Against: &Base{"v1.2.0 at 1a2b3c4, the merge base", "v1.2.0...", "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d", true, "", ""}},
	}
	pull := sample{findings: diff.findings[:1], summary: Summary{Files: 2, Diff: &Diff{Before: 2}, Plan: &Plan{
		Entries: []PlanEntry{
			{Action: "add", NSID: "com.example.a", Path: "vendor/lexicons/com/example/a.json", URI: "at://did:plc:abc/com.atproto.lexicon.schema/com.example.a", CID: "bafyA"},
			{Action: "unchanged", NSID: "com.example.same", Shown: WithAll, CID: "bafyB", OldCID: "bafyB"},
			{Action: "update", NSID: "com.example.thing", Path: "vendor/lexicons/com/example/thing.json", Verdict: Breaking, CID: "bafyD", OldCID: "bafyC"},
			{Action: "edited", NSID: "com.example.z", Shown: Always, Path: "vendor/\x1b.json", Reason: "its content is not a published revision"},
		},
		Words: "nothing was written; 1 to add", Unverified: true, Commit: "bafyE",
		Problems: []Problem{
			{Severity: diag.Error, Path: "lexsmith.yaml", Message: "the tag \x1b[2J<&> points elsewhere, too"},
			{Severity: diag.Warning, Path: "vendor/x.json", NSID: "com.example.x", Message: "no longer published"},
		},
	}}}
	return map[string]sample{
		"pull": pull,
		"test": {
			findings: []diag.Finding{
				{Rule: ruleLimit, Severity: diag.Error, Message: "the service accepted \x1b[2J<&>", Help: "refuse it", Fix: &diag.Fix{Safe: true}, NSID: "com.example.getThing",
					Location: diag.Location{Source: &diag.Source{Path: "com.example.getThing params"}, NoPosition: true},
					Data:     &diag.DataPlace{Schema: "com.example.getThing#main", Constraint: limit, Curl: "curl 'http://localhost/\x1b?a=<&>'"}},
				{Rule: ruleName, Severity: diag.Warning, Message: "no message", NSID: "com.example.getThing",
					Location: diag.Location{Source: &diag.Source{Path: "com.example.getThing error response"}, NoPosition: true},
					Data:     &diag.DataPlace{Curl: "curl http://localhost/"}},
			},
			summary: Summary{Tests: &Tests{
				Methods: []TestedMethod{{"com.example.getThing", 20, 10, 1, 12.5}, {"com.example.listThings", 7, 3, 0, 1}},
				LeftOut: []string{"com.example.putThing"}, NotImplemented: []string{"com.example.other"}, Cut: true,
			}},
		},
		"lint": lint, "validate": validate, "diff": diff,
		"export": {summary: Summary{Files: 1}},
		"fmt":    {summary: Summary{Files: 3, Layout: &Layout{Changed: []string{"lexicons/\x1b.json"}, Pending: true}}},
	}
}

// write returns the report of a sample.
func write(t testing.TB, o Options, s sample) string {
	t.Helper()
	var out bytes.Buffer
	o.Out, o.Version, o.Rules = &out, "0.1.0", allRules
	r, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	r.Add(s.findings...)
	r.AddUndecided(s.undecided...)
	for _, result := range s.results {
		r.AddResult(result)
	}
	if err := r.Close(s.summary); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// commandsOf are the commands with samples for the formats that not all commands have.
var commandsOf = map[Format][]string{Markdown: {"diff"}, JUnit: {"test", "validate"}, Notes: nil} // changelog_test.go tests Notes

func (t traits) isOf(command string) bool {
	return t.common || slices.Contains(commandsOf[t.name], command)
}

func TestGolden(t *testing.T) {
	type golden struct {
		name    string
		options Options
	}
	tests := []golden{
		{"text", Options{Format: Text, Width: 100}},
		{"all", Options{Format: Text, All: true}},
		{"color", Options{Format: Text, Color: true, Quiet: true}},
		{"json", Options{Format: JSON, Results: true}},
		{"sarif", Options{Format: SARIF, All: true, Root: "/repo", Dir: "/repo/sub", OldRevision: "v1.2.0", Profile: diag.ProfileATProto}},
		{"github", Options{Format: GitHub, Root: "/repo", Dir: "/repo/sub", OldRevision: "v1.2.0"}},
		{"concise", Options{Format: Concise}},
		{"gitlab", Options{Format: GitLab, Root: "/repo", Dir: "/repo/sub", OldRevision: "v1.2.0", All: true}},
		{"statistics", Options{Format: Text, Statistics: true}},
		{"statistics.json", Options{Format: JSON, Statistics: true, Fixable: true}},
		{"markdown", Options{Format: Markdown}},
		{"junit", Options{Format: JUnit}},
	}
	for _, f := range formats {
		if f.name != Notes && !slices.ContainsFunc(tests, func(test golden) bool { return test.options.Format == f.name }) {
			t.Errorf("no test of the format %q: add one to this table, and run make update", f.name)
		}
	}
	for command, s := range samples(t) {
		for _, test := range tests {
			t.Run(command+"/"+test.name, func(t *testing.T) {
				o := test.options
				if !o.Format.traits().isOf(command) {
					return
				}
				o.Command = command
				o.Results = o.Results && command == "validate"
				got := write(t, o, s)
				file := filepath.Join("testdata", command+"."+test.name)
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(want) {
					t.Errorf("%s differs; run make update if that is right; got:\n%s", file, got)
				}
			})
		}
	}
}

// No format prints control characters from a file unescaped.
func TestNoControlCharacters(t *testing.T) {
	for command, s := range samples(t) {
		for _, f := range formats {
			if !f.isOf(command) {
				continue
			}
			format := f.name
			got := write(t, Options{Format: format, Command: command, All: true, Results: true}, s)
			for line := range strings.SplitSeq(got, "\n") {
				if escaped := terminal.Escape(line); escaped != line {
					t.Errorf("%s %s: raw control characters in %s", command, format, escaped)
				}
			}
			if format != JSON && format != SARIF && format != GitLab && strings.Contains(got, "\ufffd") {
				t.Errorf("%s %s: bytes that are not UTF-8 are not escaped", command, format)
			}
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	if _, err := New(Options{Format: "xml"}); err == nil || !strings.Contains(err.Error(), `"xml"`) {
		t.Errorf("got %v", err)
	}
}

func TestFilterAndCounts(t *testing.T) {
	var out bytes.Buffer
	r, err := New(Options{Format: Text, Out: &out, Filter: func(f *diag.Finding) bool {
		switch f.Message {
		case "ignored":
			return false
		case "off":
			f.Severity = diag.Off
		case "lowered":
			f.Severity = diag.Warning
		}
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Worst() != diag.Off || r.Verdict() != Identical {
		t.Errorf("an empty report has the worst severity %v, verdict %v", r.Worst(), r.Verdict())
	}
	breaking := &diag.Change{Breaks: diag.Backward}
	unloaded := &diag.Change{Breaks: diag.Backward, Undecided: true}
	findings := []diag.Finding{
		{Rule: ruleClosed, Severity: diag.Error, Message: "ignored", Change: breaking},
		{Rule: ruleClosed, Severity: diag.Error, Message: "off", Change: breaking},
		{Rule: ruleClosed, Severity: diag.Error, Message: "lowered", Change: breaking},
		{Rule: ruleClosed, Severity: diag.Info, Message: "noted"},
	}
	r.Add(findings...)
	if r.outcome.counts != (counts{diag.Warning: 1, diag.Info: 1}) {
		t.Errorf("counts are %v", r.outcome.counts)
	}
	if r.Worst() != diag.Warning || r.Verdict() != Compatible {
		t.Errorf("worst is %v, verdict %v", r.Worst(), r.Verdict())
	}
	if findings[2].Severity != diag.Error {
		t.Error("the filter changed the caller's finding")
	}
	r.Add(diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "a lint error"})
	if r.Verdict() != Compatible {
		t.Error("a lint error of a side makes the verdict breaking")
	}
	r.Add(diag.Finding{Rule: ruleClosed, Severity: diag.Off, Change: unloaded})
	if r.Verdict() != Compatible {
		t.Error("a finding that is off makes the verdict undecided")
	}
	r.Add(diag.Finding{Rule: ruleClosed, Severity: diag.Info, Message: "a change", Change: unloaded})
	if r.Verdict() != Undecided {
		t.Errorf("verdict is %v", r.Verdict())
	}
	r.Add(diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "a change", Change: breaking})
	if r.Verdict() != Breaking || r.Worst() != diag.Error {
		t.Errorf("verdict is %v, worst %v", r.Verdict(), r.Worst())
	}
	r.Add(diag.Finding{Rule: ruleClosed, Severity: diag.Info, Message: "quiet", NSID: "com.example.a", Change: breaking})
	want := map[syntax.NSID]Verdict{"com.example.a": Compatible, "com.example.b": Identical, "com.example.c": Identical}
	for range 2 {
		for id, want := range want {
			if got := r.VerdictOn(id); got != want {
				t.Errorf("%s: verdict is %v, want %v", id, got, want)
			}
		}
		r.AddUndecided("com.example.a", "com.example.b")
		want["com.example.a"], want["com.example.b"] = Undecided, Undecided
	}
	if err := r.Close(Summary{Files: 1}); err != nil {
		t.Fatal(err)
	}
	text := "warning: lowered [empty-closed-union]\n      = breaks backward compatibility\n\nerror: a lint error [empty-closed-union]\n\n" +
		"error: a change [empty-closed-union]\n      = breaks backward compatibility\n\n1 file, 2 errors, 1 warning, 3 info findings hidden (use -a to show them)\n"
	if out.String() != text {
		t.Errorf("got:\n%s", out.String())
	}
}

func BenchmarkAdd(b *testing.B) {
	s := source("a.json", `{"a": 1}`)
	f := diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "a is 1", Help: "make it 2", Location: at(b, s, "1", "/a")}
	for _, format := range Formats() {
		b.Run(string(format), func(b *testing.B) {
			r, err := New(Options{Format: format, Out: io.Discard})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				r.Add(f)
			}
		})
	}
}
