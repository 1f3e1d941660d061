package describe

import (
	_ "embed"
	"strings"

	"github.com/lexsmith/lexsmith/internal/project"
)

// configSchema is the schema of lexsmith.yaml but for the rules: "SEVERITIES" stands for an
// object with a schema for each of their names, "NAMES" for the list of names.
//
//go:embed schema_config.json
var configSchema string

// ConfigSchema returns the JSON Schema of lexsmith.yaml. All keys can have no value, as if
// they were absent.
func ConfigSchema() []byte {
	level := []Fields{refTo("level")}
	var severities Fields
	var codes, groups []string
	for _, g := range project.RuleGroups() {
		groups = append(groups, g.Name)
		severities = severities.with(g.Name, object("description", "All rules of the group "+g.Name+", except those that are off by default.", "allOf", level))
	}
	seen := map[string]bool{}
	for _, p := range RulePages(project.Rules()) {
		if seen[p.Code] { // two groups can share a code
			continue
		}
		seen[p.Code] = true
		codes = append(codes, p.Code)
		severities = severities.with(p.Code, object("description", p.Sentence(), "allOf", level))
	}
	names := append(codes, groups...)
	return schemaLayout(strings.NewReplacer(`"SEVERITIES"`, string(asJSON(severities)), `"NAMES"`, string(asJSON(names))).Replace(configSchema))
}
