package report

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// sarifLog is the part of SARIF that reports use. Unknown members fail the test, so
// that a typo is noticed.
type sarifLog struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name, Version, InformationURI string
				Rules                         []struct {
					ID, HelpURI                             string
					ShortDescription, FullDescription, Help struct{ Text string }
					DefaultConfiguration                    struct {
						Enabled bool
						Level   string
					}
					Properties struct{ Group string }
				}
			}
		}
		ColumnKind         string
		OriginalURIBaseIDs map[string]struct{ Description struct{ Text string } }
		Results            []struct {
			RuleID           string
			RuleIndex        *int
			Level            string
			Message          struct{ Text string }
			Locations        []sarifPlace
			RelatedLocations []sarifPlace
			Properties       map[string]any
		}
		Properties map[string]any
	}
}

type sarifPlace struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           *struct{ StartLine, StartColumn, EndLine, EndColumn int }
	}
	LogicalLocations []struct{ Name, FullyQualifiedName string }
	Message          *struct{ Text string }
}

func readSARIF(t *testing.T, text string) sarifLog {
	t.Helper()
	var log sarifLog
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&log); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if d.More() {
		t.Fatalf("more than one value:\n%s", text)
	}
	return log
}

func TestSARIFStructure(t *testing.T) {
	levels := map[string]bool{"none": true, "note": true, "warning": true, "error": true}
	for command, s := range samples(t) {
		log := readSARIF(t, write(t, Options{Format: SARIF, All: true, Command: command, Root: "/repo", Dir: "/repo"}, s))
		if log.Version != "2.1.0" || !strings.Contains(log.Schema, "sarif-2.1.0") || len(log.Runs) != 1 {
			t.Fatalf("%s: version %q, schema %q, %d runs", command, log.Version, log.Schema, len(log.Runs))
		}
		run := log.Runs[0]
		driver := run.Tool.Driver
		if driver.Name != "lexsmith" || driver.Version != "0.1.0" || driver.InformationURI != build.Repository || run.ColumnKind != "utf16CodeUnits" {
			t.Errorf("%s: driver %s %s, columns in %s", command, driver.Name, driver.Version, run.ColumnKind)
		}
		if len(driver.Rules) != len(allRules) {
			t.Fatalf("%s: %d rules are described, expected %d", command, len(driver.Rules), len(allRules))
		}
		for i, rule := range driver.Rules {
			if rule.ID != allRules[i].Code || rule.HelpURI != build.RulePage(rule.ID) || rule.ShortDescription.Text != allRules[i].Summary ||
				rule.Properties.Group != allRules[i].Group || !levels[rule.DefaultConfiguration.Level] {
				t.Errorf("%s: rule %d is described as %+v", command, i, rule)
			}
		}
		if len(run.Results) != len(s.findings) {
			t.Fatalf("%s: %d results of %d findings", command, len(run.Results), len(s.findings))
		}
		for i, result := range run.Results {
			f := s.findings[i]
			if result.RuleIndex == nil || driver.Rules[*result.RuleIndex].ID != result.RuleID || result.RuleID != f.Rule.Code {
				t.Errorf("%s, result %d: rule %s, index %v", command, i, result.RuleID, result.RuleIndex)
			}
			if !levels[result.Level] || !strings.HasPrefix(result.Message.Text, strings.ToValidUTF8(f.Message, "\ufffd")) {
				t.Errorf("%s, result %d: %s, %q", command, i, result.Level, result.Message.Text)
			}
			if f.Source != nil && (len(result.Locations) != 1 || (result.Locations[0].PhysicalLocation.Region == nil) != f.NoPosition) {
				t.Errorf("%s, result %d: locations %+v", command, i, result.Locations)
			}
			for _, place := range append(result.Locations, result.RelatedLocations...) {
				checkPlace(t, run.OriginalURIBaseIDs, place)
			}
		}
	}
}

func checkPlace[T any](t *testing.T, bases map[string]T, place sarifPlace) {
	t.Helper()
	artifact := place.PhysicalLocation.ArtifactLocation
	u, err := url.Parse(artifact.URI)
	if err != nil || artifact.URI == "" {
		t.Errorf("%q is not a URI: %v", artifact.URI, err)
		return
	}
	if artifact.URIBaseID != "" {
		if _, ok := bases[artifact.URIBaseID]; !ok {
			t.Errorf("base %q is not declared", artifact.URIBaseID)
		}
		if u.IsAbs() || strings.HasPrefix(u.Path, "/") {
			t.Errorf("%q is not relative to its base", artifact.URI)
		}
	}
	if r := place.PhysicalLocation.Region; r != nil {
		if r.StartLine < 1 || r.StartColumn < 1 || r.EndLine < r.StartLine || r.EndLine == r.StartLine && r.EndColumn < r.StartColumn {
			t.Errorf("region %+v", *r)
		}
	}
	for _, l := range place.LogicalLocations {
		if !strings.HasPrefix(l.FullyQualifiedName, "/") {
			t.Errorf("%q is not a JSON Pointer", l.FullyQualifiedName)
		}
	}
}

func TestSARIFPlaces(t *testing.T) {
	all := samples(t)
	o := Options{Format: SARIF, All: true, Root: "/repo", Dir: "/repo/sub", OldRevision: "v1.2.0"}

	lint := readSARIF(t, write(t, o, all["lint"])).Runs[0].Results[1]
	artifact := lint.Locations[0].PhysicalLocation.ArtifactLocation
	if artifact.URI != "sub/lexicons/com/example/thing.json" || artifact.URIBaseID != "%SRCROOT%" {
		t.Errorf("artifact is %+v", artifact)
	}
	if lint.Message.Text != "a closed union needs at least one ref\nhelp: add a ref, or drop \"closed\"" {
		t.Errorf("message is %q", lint.Message.Text)
	}
	if len(lint.RelatedLocations) != 1 || lint.RelatedLocations[0].Message.Text != "version given here" {
		t.Errorf("related places are %+v", lint.RelatedLocations)
	}

	validate := readSARIF(t, write(t, o, all["validate"])).Runs[0].Results[0]
	if len(validate.RelatedLocations) != 1 || validate.RelatedLocations[0].LogicalLocations[0].Name != "maxGraphemes" ||
		validate.Properties["record"] != 16.0 || validate.Properties["schema"] != "com.example.post#main" {
		t.Errorf("places are %+v, properties %v", validate.RelatedLocations, validate.Properties)
	}

	gone := readSARIF(t, write(t, o, all["diff"])).Runs[0].Results[2]
	if len(gone.Locations) != 1 || gone.Locations[0].PhysicalLocation.ArtifactLocation.URI != "lexicons/thing.json" ||
		gone.Locations[0].PhysicalLocation.ArtifactLocation.URIBaseID != "%SRCROOT%" {
		t.Errorf("a removed Lexicon has the place %+v", gone.Locations)
	}

	unknown := readSARIF(t, write(t, o, sample{findings: []diag.Finding{{Rule: &diag.Rule{Code: "other"}, Severity: diag.Info, Message: "m"}}}))
	if r := unknown.Runs[0].Results[0]; r.RuleIndex != nil || r.Level != "note" {
		t.Errorf("a rule that is not described has the index %v, level %s", r.RuleIndex, r.Level)
	}
}
