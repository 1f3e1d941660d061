package project

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// BrokenSchemas returns why schema files could not be read to the end, as
// warnings: it matters only where data needs what is missing.
func BrokenSchemas(c *lexicon.Catalog) []diag.Finding {
	var found []diag.Finding
	for _, d := range c.Documents() {
		for _, f := range d.Found {
			if d.Partial && f.Rule.Group == "input" && f.Severity == diag.Error {
				f.Severity = diag.Warning
				found = append(found, f)
			}
		}
	}
	return diag.SortFindings(found)
}
