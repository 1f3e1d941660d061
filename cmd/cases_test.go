package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
)

// A fieldCase is a small input with the right answer, written after a report from
// the field: the files that a command reads, and what it must find.
type fieldCase struct {
	ID, Command, Profile string
	Schemas, Against     map[string]json.RawMessage
	Ref, Part, Target    string
	Data                 json.RawMessage
	DataRaw              *string
	DataBase64           []byte
	Expect               fieldExpectation
	Firm                 bool
}

type fieldExpectation struct {
	Verdict, About, Where, Level string
	Shown                        bool
	Each                         []string
	Rule, RuleNot                string
	Help, HelpNot                string
	Message, MessageNot          string
	Summary                      string
}

// fieldReport has what the cases ask for of a JSON report.
type fieldReport struct {
	Findings []fieldFinding
	Summary  struct {
		Verdict string
		Invalid int
	}
}

type fieldFinding struct {
	Rule, Severity, Message, Help, Pointer, NSID string
	Old                                          struct{ Pointer string }
}

// TestFieldCases runs the commands on the cases. It covers help in flags and the
// severities of a plain run, which the tests of the packages do not see.
func TestFieldCases(t *testing.T) {
	paths := append(conformance.Glob(t, "cases/*.json"), conformance.Glob(t, "cases3/*.json")...)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var c fieldCase
			if err := json.Unmarshal(text, &c); err != nil {
				t.Fatal(err)
			}
			if faults := c.run(t); len(faults) > 0 {
				t.Errorf("%s\n%s", c.Expect.About, strings.Join(faults, "\n"))
			}
		})
	}
}

// run runs the command of a case, and returns what is wrong with its report.
func (c fieldCase) run(t *testing.T) []string {
	dir := t.TempDir()
	schemas := writeSchemas(t, filepath.Join(dir, "new"), c.Schemas)
	var args []string
	switch c.Command {
	case "lint":
		args = []string{"lint", "--format", "json", schemas}
	case "diff":
		args = []string{"diff", "--format", "json", writeSchemas(t, filepath.Join(dir, "old"), c.Against), schemas}
	case "validate":
		data := filepath.Join(dir, "data.json")
		if c.DataBase64 != nil {
			data = filepath.Join(dir, "data.cbor")
		}
		if err := os.WriteFile(data, c.text(), 0o600); err != nil {
			t.Fatal(err)
		}
		args = []string{"validate", "--format", "json", "-L", schemas, data}
		if c.Ref != "" {
			args = append(args, "--ref", c.Ref)
		}
		if c.Part != "" {
			args = append(args, "--part", c.Part)
		}
	case "export":
		// pkg/convert checks what the documents say.
		args = []string{"export", strings.ReplaceAll(c.Target, "-", ""), "-o", filepath.Join(dir, "out.json"), schemas}
	}
	if c.Profile != "" {
		args = append(args, "--profile", c.Profile)
	}
	var out, errs bytes.Buffer
	status := execute(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, build.Info{})
	if c.Command == "export" {
		if (status == 0) != (c.Expect.Verdict != "fail") {
			return []string{"status " + string(rune('0'+status)) + ": " + errs.String()}
		}
		return nil
	}
	if status == 2 {
		return []string{"status 2: " + errs.String()}
	}
	var report fieldReport
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	faults := c.Expect.faults(c.Command, report)
	if len(faults) > 0 {
		for _, f := range report.Findings {
			faults = append(faults, "found "+f.Severity+" "+f.Pointer+" "+f.Message+" ["+f.Rule+"] help: "+f.Help)
		}
	}
	return faults
}

// text returns the data of a case.
func (c fieldCase) text() []byte {
	switch {
	case c.DataRaw != nil:
		return []byte(*c.DataRaw)
	case c.DataBase64 != nil:
		return c.DataBase64
	}
	return c.Data
}

// faults returns how a report differs from what is expected.
func (e fieldExpectation) faults(command string, report fieldReport) (faults []string) {
	fails := slices.ContainsFunc(report.Findings, func(f fieldFinding) bool { return f.Severity == "error" })
	if fails != (e.Verdict == "fail") {
		faults = append(faults, "the verdict is not "+e.Verdict)
	}
	if e.Summary != "" && report.Summary.Verdict != e.Summary {
		faults = append(faults, "the verdict is "+report.Summary.Verdict+", not "+e.Summary)
	}
	places := e.Each
	if len(places) == 0 {
		places = []string{e.Where}
	}
	for _, place := range places {
		found := slices.DeleteFunc(slices.Clone(report.Findings), func(f fieldFinding) bool {
			return !along(f.Pointer, place) && (command != "diff" || !along(f.Old.Pointer, place))
		})
		faults = append(faults, e.faultsAt(place, found)...)
	}
	for _, f := range report.Findings {
		if e.HelpNot != "" && matches(e.HelpNot, f.Help) {
			faults = append(faults, "help must not be "+f.Help)
		}
		if e.MessageNot != "" && matches(e.MessageNot, f.Message) {
			faults = append(faults, "message must not be "+f.Message)
		}
		if e.RuleNot != "" && f.Rule == e.RuleNot {
			faults = append(faults, "must not find "+f.Rule)
		}
	}
	return faults
}

// faultsAt returns what is wrong with the findings at one place.
func (e fieldExpectation) faultsAt(place string, found []fieldFinding) []string {
	reports := func(f fieldFinding) bool { return f.Severity == "error" } // whether it is of the expected severity
	switch {
	case e.Level == "none":
		if slices.ContainsFunc(found, func(f fieldFinding) bool { return f.Severity != "info" }) {
			return []string{"something is reported at " + place}
		}
		return nil
	case e.Level == "warning":
		reports = func(f fieldFinding) bool {
			return f.Severity == "warning" || f.Severity == "info" && !e.Shown
		}
	case e.Verdict == "pass":
		return nil
	}
	found = slices.DeleteFunc(found, func(f fieldFinding) bool { return !reports(f) })
	for _, wanted := range []struct {
		what  string
		holds func(fieldFinding) bool
	}{
		{"nothing", func(fieldFinding) bool { return true }},
		{"no finding of the rule " + e.Rule, func(f fieldFinding) bool { return e.Rule == "" || f.Rule == e.Rule }},
		{"no help like " + e.Help, func(f fieldFinding) bool { return e.Help == "" || matches(e.Help, f.Help) }},
		{"no message like " + e.Message, func(f fieldFinding) bool { return e.Message == "" || matches(e.Message, f.Message) }},
	} {
		if !slices.ContainsFunc(found, wanted.holds) {
			return []string{wanted.what + " is reported at " + place}
		}
	}
	return nil
}

func matches(expression, text string) bool {
	return regexp.MustCompile("(?i)" + lookahead.Replace(expression)).MatchString(text)
}

// lookahead drops the one construct of the cases' expressions that Go lacks. It
// only makes an expression stricter.
var lookahead = strings.NewReplacer(`(?!.*(split|separate))`, ``)

// along reports whether one of two pointers leads to or through the other.
func along(a, b string) bool {
	return strings.HasPrefix(a+"/", b+"/") || strings.HasPrefix(b+"/", a+"/")
}

// writeSchemas writes the schemas of a case into a folder. A string is the raw
// text of a file.
func writeSchemas(t *testing.T, dir string, schemas map[string]json.RawMessage) string {
	t.Helper()
	for name, text := range schemas {
		var raw string
		if json.Unmarshal(text, &raw) == nil {
			text = []byte(raw)
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(schemas) == 0 {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
